"""Runs real editors against the language server: python3 tests/lsp/real_clients.py PROGRAM

PROGRAM is a built chesslog. Neovim has to be installed; pytest-lsp goes into a virtual environment in
target/lsp-clients. Where one cannot be had, this says so and skips it. Exit status 0: all tests passed, or were skipped;
1: one failed.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGES = ["pytest-lsp==1.0.1", "pytest-asyncio"]


def neovim(environment):
    """Neovim without a screen."""
    if not shutil.which("nvim"):
        print("SKIPPED: there is no nvim")
        return True
    script = f"luafile {HERE / 'neovim.lua'}"
    done = subprocess.run(["nvim", "--clean", "--headless", "-c", script], env=environment, timeout=120)
    return done.returncode == 0


def pytest_lsp(environment):
    """Clients with the capabilities of Neovim, VS Code and Emacs."""
    folder = HERE.parent.parent / "target" / "lsp-clients"
    python = folder / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES]
    if subprocess.run(pip).returncode:
        print("SKIPPED: pytest-lsp cannot be installed; see above")
        return True
    pytest = [python, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", HERE / "test_editors.py"]
    return subprocess.run(pytest, env=environment, timeout=300).returncode == 0


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: python3 tests/lsp/real_clients.py PROGRAM")
    environment = os.environ | {"CHESSLOG": str(Path(sys.argv[1]).resolve())}
    passed = [test(environment) for test in (neovim, pytest_lsp)]
    sys.exit(0 if all(passed) else 1)


if __name__ == "__main__":
    main()

"""Runs clients of Jupyter against an installed kernel: python3 tests/kernel/real_clients.py PROGRAM [TEST...]

PROGRAM is a built chesslog. The clients go into a virtual environment in target/kernel-clients; where they cannot be
had, this says so and skips. Pictures of JupyterLab are left in target/kernel-clients/screens, or in the folder
CHESSLOG_SCREENS. Exit status 0: all tests passed, or were skipped; 1: one failed.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
CLIENTS = [
    "jupyter_client==8.10.0",
    "jupyter_kernel_test==0.7.0",
    "nbclient==0.11.0",
    "jupyter_console==6.6.3",
    "pexpect==4.9.0",
]
BROWSER = ["jupyterlab==4.6.6", "playwright==1.65.2", "pillow==13.0.0"]
TESTS = ["test_protocol", "test_clients", "test_notebooks", "test_lab"]


def install(environment, packages, what):
    """Whether packages are in an environment, now or since an earlier time."""
    stamp = environment / f"{packages[0]}.installed"
    if stamp.exists() and stamp.read_text("utf-8").split() == packages:
        return True
    python = environment / "bin" / "python"
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages]
    if not python.exists() or subprocess.run(pip).returncode:
        print(f"SKIPPED: {what} cannot be installed; see above")
        return False
    stamp.write_text("\n".join(packages), "utf-8")
    return True


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if shutil.which("node"):
        subprocess.run(["node", HERE / "colours.mjs"], check=True)
    else:
        print("SKIPPED: the colours of JupyterLab, since there is no node")
    program = Path(sys.argv[1]).resolve()
    target = Path(os.environ.get("CARGO_TARGET_DIR", HERE.parent.parent / "target"))
    environment = target.resolve() / "kernel-clients"
    if not (environment / "bin" / "python").exists():
        subprocess.run([sys.executable, "-m", "venv", environment])
    if not install(environment, CLIENTS, "the clients of Jupyter"):
        return
    # Its test says that it is skipped, too.
    install(environment, BROWSER, "JupyterLab with a browser")
    subprocess.run([program, "kernel", "install", "--prefix", environment], check=True)
    # Kernels and settings of whoever runs this are not for the tests.
    nowhere = environment / "nowhere"
    nowhere.mkdir(exist_ok=True)
    clean = {
        "PATH": f"{environment / 'bin'}:{os.environ['PATH']}",
        "HOME": str(nowhere),
        "JUPYTER_DATA_DIR": str(nowhere),
        "JUPYTER_CONFIG_DIR": str(nowhere),
        "PYTHONPATH": str(HERE),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    variables = {"CHESSLOG_SCREENS": str(environment / "screens"), **os.environ, **clean}
    names = sys.argv[2:] or TESTS
    python = environment / "bin" / "python"
    tests = subprocess.run([python, "-m", "unittest", "-v", *names], env=variables)
    subprocess.run([program, "kernel", "uninstall", "--prefix", environment], check=True)
    sys.exit(tests.returncode)


if __name__ == "__main__":
    main()

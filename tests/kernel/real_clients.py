"""Runs clients of Jupyter against an installed kernel: python3 tests/kernel/real_clients.py PROGRAM [TEST...]

PROGRAM is a built chesslog. The clients go into a virtual environment in target/kernel-clients; where they cannot be
had, this says so and skips. Exit status 0: all tests passed, or were skipped; 1: one failed.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGES = [
    "jupyter_client==8.10.0",
    "jupyter_kernel_test==0.7.0",
    "nbclient==0.11.0",
    "jupyter_console==6.6.3",
    "pexpect==4.9.0",
]


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
    python = environment / "bin" / "python"
    stamp = environment / "packages"
    if not stamp.exists() or stamp.read_text().split() != PACKAGES:
        made = subprocess.run([sys.executable, "-m", "venv", "--clear", environment])
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES]
        if made.returncode or subprocess.run(pip).returncode:
            print("SKIPPED: the clients of Jupyter cannot be installed; see above")
            return
        stamp.write_text("\n".join(PACKAGES))
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
    }
    names = sys.argv[2:] or ["test_protocol", "test_clients"]
    tests = subprocess.run([python, "-m", "unittest", "-v", *names], env={**os.environ, **clean})
    subprocess.run([program, "kernel", "uninstall", "--prefix", environment], check=True)
    sys.exit(tests.returncode)


if __name__ == "__main__":
    main()

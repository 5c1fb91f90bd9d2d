"""Builds a wheel that has Chesslog, its kernel for Jupyter and the colours of JupyterLab: python3 src/wheel/build.py

pip puts the program into the environment and the files of the kernel where Jupyter looks for them, so that after
`pip install` nothing else is needed. maturin compiles; this adds the files, which the program itself writes.
"""

import argparse
import base64
import hashlib
import importlib.util
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PACKAGE = tomllib.loads((ROOT / "Cargo.toml").read_text("utf-8"))["package"]
VERSION = PACKAGE["version"]
PROGRAM = "bin/chesslog"
# Programs that Rust links for a Mac run from these versions of macOS on.
MACS = {"arm64": "macosx_11_0_arm64", "x86_64": "macosx_10_12_x86_64"}


def compiled(folder):
    """Compiles Chesslog by maturin, which also checks where it can run: the program, and the tag that says so."""
    if importlib.util.find_spec("maturin") is None:
        sys.exit("there is no maturin; expected `pip install maturin ziglang`, or --binary PATH")
    command = [sys.executable, "-m", "maturin", "build", "--release", "--locked", "--out", folder]
    zig = importlib.util.find_spec("ziglang") or shutil.which("zig")
    if sys.platform == "linux" and zig:
        command += ["--zig", "--compatibility", "manylinux2014"]
    elif sys.platform == "linux":
        print("there is no zig: the wheel will need a glibc as new as this machine's; see `pip install ziglang`")
    # maturin asks the first python3 of the path for zig.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    if subprocess.run(command, cwd=HERE, env={**os.environ, "PATH": path}).returncode:
        sys.exit("maturin has built nothing; see above")
    [wheel] = Path(folder).glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        program = archive.read(f"chesslog-{VERSION}.data/scripts/chesslog")
    return program, wheel.stem.partition("-none-")[2]


def given(binary):
    """A program that was compiled before, which nobody has checked: its tag is for machines like this one."""
    told = subprocess.run([binary, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if told != f"chesslog {VERSION}":
        sys.exit(f"{binary} is {told}; expected chesslog {VERSION}, as Cargo.toml has it")
    machine = platform.machine()
    tag = MACS[machine] if sys.platform == "darwin" else f"{sys.platform}_{machine}"
    return binary.read_bytes(), tag


def jupyter_files(program):
    """What `chesslog kernel install` writes into an environment, as pip is to install it."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        binary = place / "chesslog"
        binary.write_bytes(program)
        binary.chmod(0o755)
        prefix = place / "prefix"
        subprocess.run([binary, "kernel", "install", "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
        files = {p.relative_to(prefix).as_posix(): p.read_bytes() for p in prefix.rglob("*") if p.is_file()}

    def change(name, **values):
        files[name] = (json.dumps({**json.loads(files[name]), **values}, indent=2) + "\n").encode()

    # Nobody knows yet where the environment will be, nor need it be active then, so that the path has not its programs.
    # Jupyter replaces {resource_dir} by the folder of kernel.json.
    kernel = "share/jupyter/kernels/chesslog"
    argv = json.loads(files[f"{kernel}/kernel.json"])["argv"]
    change(f"{kernel}/kernel.json", argv=["{resource_dir}/" + os.path.relpath(PROGRAM, kernel), *argv[1:]])
    change(
        "share/jupyter/labextensions/chesslog/install.json",
        packageManager="python",
        uninstallInstructions="pip uninstall chesslog",
    )
    return files


def metadata():
    lines = {
        "Metadata-Version": "2.4",
        "Name": "chesslog",
        "Version": VERSION,
        "Summary": PACKAGE["description"],
        "License-Expression": PACKAGE["license"],
        "License-File": "COPYING",
        "Description-Content-Type": "text/markdown",
    }
    head = "".join(f"{name}: {value}\n" for name, value in lines.items())
    return head + "\n" + (ROOT / "README.md").read_text("utf-8")


def write(wheel, files):
    """Writes a wheel, the same one for the same files: pip reads the list of them, with their sums, in RECORD."""
    record = f"chesslog-{VERSION}.dist-info/RECORD"
    rows = []
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        rows.append(f"{name},sha256={digest},{len(content)}\n")
    files = {**files, record: "".join([*rows, f"{record},,\n"]).encode()}
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            mode = 0o755 if "/scripts/" in name else 0o644
            entry.external_attr = (0o100000 | mode) << 16
            archive.writestr(entry, content)


def build(out, binary=None):
    with tempfile.TemporaryDirectory() as folder:
        program, tag = given(binary) if binary else compiled(folder)
    data, info = f"chesslog-{VERSION}.data", f"chesslog-{VERSION}.dist-info"
    tags = "".join(f"Tag: py3-none-{one}\n" for one in tag.split("."))
    kernel = {f"{data}/data/{name}": content for name, content in sorted(jupyter_files(program).items())}
    files = {
        f"{data}/scripts/chesslog": program,
        **kernel,
        f"{info}/METADATA": metadata().encode(),
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: chesslog\nRoot-Is-Purelib: false\n{tags}".encode(),
        f"{info}/licenses/COPYING": (ROOT / "COPYING").read_bytes(),
    }
    out.mkdir(parents=True, exist_ok=True)
    wheel = out / f"chesslog-{VERSION}-py3-none-{tag}.whl"
    write(wheel, files)
    return wheel


# pip calls these two for `pip install ./src/wheel`.
def get_requires_for_build_wheel(config_settings=None):
    return ["maturin>=1.16,<2"]


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return build(Path(wheel_directory)).name


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--binary", type=Path, metavar="PATH", help="a compiled program to be put in; no maturin then")
    out = ROOT / "target" / "wheels"
    parser.add_argument("--out", type=Path, metavar="DIR", default=out, help="where the wheel goes [target/wheels]")
    arguments = parser.parse_args()
    binary = arguments.binary and arguments.binary.resolve()
    if binary and not binary.is_file():
        parser.error(f"there is no program {binary}")
    wheel = build(arguments.out, binary)
    print(f"{wheel}: {wheel.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()

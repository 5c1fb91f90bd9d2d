"""Installs a wheel as people do, and removes it: python3 tests/wheel/test_wheel.py WHEEL [--small]

A new virtual environment gets JupyterLab, or with --small only what executes notebooks, and the wheel. The environment
is never activated: whatever is found is found in it. Where Jupyter cannot be had, this says so and skips. Exit status
0: all is well, or was skipped; 1: something is not.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

CHAPTER = Path(__file__).resolve().parents[2] / "notebooks" / "01-first-queries.ipynb"
LAB = ["jupyterlab", "nbclient"]
SMALL = ["jupyter_client", "nbclient", "nbconvert"]


def check(right, what, details=""):
    if not right:
        sys.exit(f"{details}\nWRONG: expected that {what}")
    print(f"ok: {what}", flush=True)


class Environment:
    def __init__(self, folder):
        self.folder = folder / "environment"
        home = folder / "home"
        home.mkdir()
        # Another Chesslog on the path, or other kernels of whoever runs this, must not be what is tested.
        self.variables = {name: value for name, value in os.environ.items() if not name.startswith("JUPYTER")}
        self.variables.update(PATH=os.defpath, HOME=str(home), XDG_DATA_HOME=str(home), PYTHONDONTWRITEBYTECODE="1")
        self.variables.pop("VIRTUAL_ENV", None)

    def make(self):
        made = subprocess.run([sys.executable, "-m", "venv", self.folder])
        return made.returncode == 0

    def run(self, program, *arguments, **settings):
        command = [self.folder / "bin" / program, *arguments]
        settings = {"capture_output": True, "text": True, **settings}
        return subprocess.run(command, env=self.variables, **settings)

    def pip(self, *arguments):
        return self.run("python", "-m", "pip", "--disable-pip-version-check", *arguments)

    def files(self):
        """All files. (pip leaves folders that others share, such as share/jupyter/kernels, even if they are empty.)"""
        return {path for path in self.folder.rglob("*") if not path.is_dir()}


def outputs(notebook):
    """What is below the cells; text that was printed came in any number of messages, and is one here."""
    cells = json.loads(notebook.read_text("utf-8"))["cells"]
    for cell in cells:
        joined = []
        for output in cell.get("outputs", []):
            text = "".join(output.pop("text", ""))
            if joined and output == joined[-1][0] and output["output_type"] == "stream":
                joined[-1][1] += text
            else:
                joined.append([output, text])
        cell["outputs"] = joined
    return [cell["outputs"] for cell in cells]


def execute(environment, folder, name):
    """What nbclient has below the cells of a chapter that it executes."""
    folder = folder / name
    folder.mkdir()
    chapter = Path(shutil.copy(CHAPTER, folder))
    done = environment.run("jupyter-execute", "--inplace", chapter, cwd=folder)
    check(done.returncode == 0, f"nbclient executes {CHAPTER.name}", done.stderr)
    return outputs(chapter)


def test(environment, folder, wheel, small):
    before = environment.files()
    installed = environment.pip("install", "--no-index", "--no-deps", wheel)
    check(installed.returncode == 0, "pip installs the wheel", installed.stderr)
    told = environment.run("chesslog", "query", "X = 1.").stdout
    check(told == "X = 1.\n", "the program answers", told)
    kernels = environment.run("jupyter-kernelspec", "list", "--json")
    kernels = json.loads(kernels.stdout)["kernelspecs"]
    check("chesslog" in kernels, "Jupyter knows the kernel", kernels)
    first, second = (execute(environment, folder, name) for name in ["first", "second"])
    check(any(first), "cells have outputs")
    check(first == second, "the second time they are the same", f"{first}\n{second}")
    if not small:
        listed = environment.run("jupyter-labextension", "list", stdin=subprocess.DEVNULL)
        told = listed.stdout + listed.stderr
        line = next((line for line in told.splitlines() if line.strip().startswith("chesslog ")), "")
        check("enabled" in line and "OK" in line, "JupyterLab has the colours", told)
    removed = environment.pip("uninstall", "--yes", "chesslog")
    check(removed.returncode == 0, "pip removes the wheel", removed.stderr)
    left = sorted(str(path) for path in environment.files() - before)
    check(not left, "no file is left behind", "\n".join(left))


def main():
    arguments = sys.argv[1:]
    small = "--small" in arguments
    wheels = [Path(argument).resolve() for argument in arguments if argument != "--small"]
    if len(wheels) != 1 or not zipfile.is_zipfile(wheels[0]):
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        environment = Environment(folder)
        if not environment.make():
            print("SKIPPED: there is no venv or no pip; see above")
            return
        packages = SMALL if small else LAB
        got = environment.pip("install", "--quiet", *packages)
        if got.returncode:
            print(f"{got.stderr}SKIPPED: pip cannot get {' '.join(packages)}; see above")
            return
        test(environment, folder, wheels[0], small)


if __name__ == "__main__":
    main()

"""Notebooks in nbclient, as continuous integration and nbconvert execute them."""

import difflib
import json
import re
import shutil
import tempfile
import time
import unittest
from pathlib import Path

import nbformat
from cells import CELLS
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[2]
# What no two runs have in common.
TIMES = re.compile(r"\d+(\.\d+)? (ms|s|seconds?)\b")
ESCAPES = re.compile(r"\x1b\[[\d;]*m")


def code(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def execute(notebook, **settings):
    # Text that a cell prints may come in any number of messages.
    settings = {"kernel_name": "chesslog", "timeout": 600, "coalesce_streams": True, **settings}
    NotebookClient(notebook, **settings).execute()
    return [cell.outputs for cell in code(notebook)]


def steady(cell):
    """What is below a cell, line by line, as far as it is the same each time and written into files."""
    if "varying" in cell.metadata.get("tags", []):
        return []
    outputs = [{key: output[key] for key in output if key != "metadata"} for output in cell.outputs]
    for output in outputs:
        # Values for programs; `chesslog kernel execute` keeps only what people read.
        data = output.get("data", {})
        output["data"] = {kind: data[kind] for kind in data if not kind.startswith("application/")}
        # Colours of a terminal, which files do not have.
        output.update(traceback=[ESCAPES.sub("", line) for line in output.get("traceback", [])])
    # A cell that takes long tells how far it has got. At its end nothing is left there, in Jupyter an empty line.
    outputs = [output for output in outputs if output["data"] != {"text/plain": ""}]
    text = json.dumps(outputs, indent=1, sort_keys=True, ensure_ascii=False).replace("\\n", "\n")
    return TIMES.sub("TIME", text).splitlines()


class Notebooks(unittest.TestCase):
    def test_cells(self):
        notebook = nbformat.v4.new_notebook()
        notebook.cells = [nbformat.v4.new_code_cell(CELLS[name]) for name in ["hello", "value", "error"]]
        hello, value, error = execute(notebook, allow_errors=True)
        self.assertIn("hello, world", hello[0]["text"])
        self.assertEqual(value[0]["data"]["text/plain"], CELLS["shown"])
        self.assertEqual(error[0]["output_type"], "error")

    def test_timeout(self):
        notebook = nbformat.v4.new_notebook()
        notebook.cells = [nbformat.v4.new_code_cell(CELLS[name]) for name in ["spin", "hello"]]
        spin, hello = execute(notebook, timeout=1, interrupt_on_timeout=True, allow_errors=True)
        self.assertEqual(spin[-1]["output_type"], "error")
        self.assertIn("hello, world", hello[0]["text"])


class Chapters(unittest.TestCase):
    """Every chapter is executed twice: what comes of it is what the file has, in Jupyter as without it."""

    def test_chapters(self):
        for file in sorted((ROOT / "notebooks").glob("*.ipynb")):
            with self.subTest(chapter=file.name), tempfile.TemporaryDirectory() as folder:
                written = code(nbformat.read(file, as_version=4))
                began = time.perf_counter()
                first, second = (self.execute(file, Path(folder, run)) for run in ["first", "second"])
                print(f"\n{file.name}: {(time.perf_counter() - began) / 2:.1f} s", end="", flush=True)
                for kept, one, other in zip(written, first, second, strict=True):
                    self.compare(one, other, "the first time and the second time")
                    self.compare(kept, one, "in the file and in Jupyter")

    def execute(self, file, folder):
        """In a folder of its own, since cells write files. Chapters read those of kb/."""
        (folder / "notebooks").mkdir(parents=True)
        (folder / "kb").symlink_to(ROOT / "kb")
        notebook = nbformat.read(shutil.copy(file, folder / "notebooks"), as_version=4)
        execute(notebook, resources={"metadata": {"path": str(folder / "notebooks")}})
        return code(notebook)

    def compare(self, one, other, when):
        lines = [line[:200] for line in difflib.unified_diff(steady(one), steady(other), n=0, lineterm="")][2:]
        if lines:
            self.fail("\n".join([f"{when}, something else is below", one.source, *lines[:20]]))


if __name__ == "__main__":
    unittest.main()

"""JupyterLab in a browser without a screen: a notebook is opened, run and interrupted, and looked at.

Skipped where there is no JupyterLab, no playwright or no Chromium. The screenshots go into the folder CHESSLOG_SCREENS.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from io import BytesIO
from pathlib import Path

import nbformat
from cells import CELLS

try:
    from PIL import Image
    from playwright.sync_api import sync_playwright
except ImportError as error:
    MISSING = str(error)
else:
    MISSING = None

PATIENCE = 120
SCREENS = Path(os.environ.get("CHESSLOG_SCREENS", "screens"))
BROWSERS = ["chromium", "chromium-browser", "google-chrome"]
# The squares of a board: src/chess/svg.rs.
SQUARES = {"light": (0xEC, 0xDA, 0xBB), "dark": (0xB0, 0x8D, 0x6A)}
# The cells, executed one after the other; the spinning one is interrupted.
NAMES = ["program", "picture", "spin", "hello"]
# What comes of a cell.
BELOW = ".jp-OutputArea-output"

# The colours of the letters in an editor, but for those that have none of their own.
COLOURS = """editor => {
  const colour = element => getComputedStyle(element).color;
  const spans = [...editor.querySelectorAll('.cm-line span')];
  return [...new Set(spans.map(colour).filter(c => c !== colour(editor.querySelector('.cm-line'))))];
}"""


def browser_of(playwright):
    """Chromium: that of this machine, or else the one that playwright fetches."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        fetched = subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"])
        if fetched.returncode:
            raise unittest.SkipTest("JupyterLab in a browser: there is no Chromium, nor can playwright fetch one")
    return playwright.chromium.launch(executable_path=found, args=["--force-color-profile=srgb"])


class Server:
    """JupyterLab with a folder of notebooks."""

    def __init__(self, folder):
        self.settings = folder / "settings" / "@jupyterlab" / "apputils-extension"
        self.settings.mkdir(parents=True)
        self.set("notification", fetchNews="false", checkForUpdates=False)
        self.work = folder / "work"
        self.work.mkdir()
        running = folder / "running"
        variables = {"JUPYTERLAB_SETTINGS_DIR": str(folder / "settings"), "JUPYTER_RUNTIME_DIR": str(running)}
        self.log = open(folder / "log", "w+", encoding="utf-8")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--port=0",
             f"--ServerApp.root_dir={self.work}"],
            env={**os.environ, **variables}, stdout=self.log, stderr=self.log,
        )
        end = time.monotonic() + PATIENCE
        while not list(running.glob("jpserver-*.json")):
            if self.process.poll() is not None or time.monotonic() > end:
                self.process.kill()
                self.log.seek(0)
                raise AssertionError(f"JupyterLab does not start:\n{self.log.read()}")
            time.sleep(0.1)
        [file] = running.glob("jpserver-*.json")
        told = json.loads(file.read_text("utf-8"))
        self.url, self.token = told["url"], told["token"]

    def notebook(self, name):
        """Where a notebook is that nobody has executed yet."""
        notebook = nbformat.v4.new_notebook()
        notebook.metadata.kernelspec = {"name": "chesslog", "display_name": "Chesslog", "language": "prolog"}
        notebook.cells = [nbformat.v4.new_code_cell(CELLS[name]) for name in NAMES]
        nbformat.write(notebook, self.work / name)
        return f"{self.url}lab/tree/{name}?reset&token={self.token}"

    def set(self, part, **values):
        (self.settings / f"{part}.jupyterlab-settings").write_text(json.dumps(values), "utf-8")

    def stop(self):
        self.process.terminate()
        self.process.wait(PATIENCE)
        self.log.close()


@unittest.skipIf(MISSING, f"JupyterLab in a browser: {MISSING}")
class Lab(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        playwright = sync_playwright().start()
        cls.addClassCleanup(playwright.stop)
        cls.browser = browser_of(playwright)
        cls.addClassCleanup(cls.browser.close)
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.server = Server(Path(folder.name))
        cls.addClassCleanup(cls.server.stop)
        SCREENS.mkdir(parents=True, exist_ok=True)

    def test_light(self):
        self.use("JupyterLab Light", "light")

    def test_dark(self):
        self.use("JupyterLab Dark", "dark")

    def use(self, theme, name):
        self.server.set("themes", theme=theme)
        page = self.browser.new_page(viewport={"width": 1100, "height": 1500})
        self.addCleanup(page.close)
        page.set_default_timeout(PATIENCE * 1000)
        wrong = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(self.server.notebook(f"{name}.ipynb"))
        cells = page.locator(".jp-Notebook .jp-CodeCell")
        program, picture, spin, hello = (cells.nth(number) for number in range(len(NAMES)))
        page.wait_for_selector(f"body[data-jp-theme-name='{theme}']", state="attached")
        # The status line says so when there is a kernel.
        page.get_by_text("Chesslog | Idle").wait_for()

        program.locator(".cm-content").click()
        for _ in NAMES:
            page.keyboard.press("Shift+Enter")
        spin.locator(BELOW, has_text="on").wait_for()
        self.assertIn("[*]", spin.locator(".jp-InputPrompt").inner_text())
        page.locator("[data-jp-item-name='interrupt'] jp-button").click()
        error = spin.locator("[data-mime-type='application/vnd.jupyter.stderr'], [data-mime-type*='error']")
        error.wait_for()
        self.assertIn("interrupt", error.inner_text().lower())
        # The cell that waited behind it was given up, as after any error; the kernel goes on.
        hello.locator(".cm-content").click()
        page.keyboard.press("Control+Enter")
        hello.locator(BELOW, has_text="hello, world").wait_for()

        self.assertGreaterEqual(len(program.locator(".cm-content").evaluate(COLOURS)), 4)
        boards = picture.locator(f"{BELOW} img, {BELOW} svg")
        # One that show/1 has drawn, and one in the table of the answer.
        self.assertEqual(boards.count(), 2)
        for number in range(2):
            self.look_at(boards.nth(number))
        page.screenshot(path=SCREENS / f"lab-{name}.png")
        self.assertEqual(wrong, [])

    def look_at(self, board):
        box = board.bounding_box()
        self.assertGreater(min(box["width"], box["height"]), 100)
        image = Image.open(BytesIO(board.screenshot())).convert("RGB")
        pixels = {colour: count for count, colour in image.getcolors(image.width * image.height)}
        for name, colour in SQUARES.items():
            part = pixels.get(colour, 0) / (image.width * image.height)
            # Half of the squares are empty, and pieces do not fill theirs.
            self.assertGreater(part, 0.2, f"{name} squares are {part:.0%} of the picture")
            self.assertLess(part, 0.5, f"{name} squares are {part:.0%} of the picture")


if __name__ == "__main__":
    unittest.main()

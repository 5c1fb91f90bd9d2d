"""Tries the page of `chesslog serve` in a real browser: python3 tests/serve/browser.py PROGRAM [FOLDER]

PROGRAM is a built chesslog; this starts `PROGRAM serve` with scores of its own, and ends it. Needed are Playwright
(`pip install playwright`) and a Chromium: one that is installed as `chromium` or `google-chrome`, the one that CHROMIUM in
the environment names, or the one of `playwright install chromium`. As root it runs with `--no-sandbox`. Killing an engine
needs /proc. The figures want a machine that does little else; where they are over what is wanted, that is no failure.

Where FOLDER is given, pictures of the page go there, with few colours if Pillow is installed. Exit status 0: all passed, or
skipped; 1: something failed.
"""

import io
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    from playwright.sync_api import expect, sync_playwright
except ImportError:
    print("SKIPPED: there is no Playwright; pip install playwright")
    sys.exit()

# Milliseconds that something may take to show.
PATIENCE = 20_000

FORK = "r3k2r/ppp2ppp/2n5/3N4/8/8/PPP2PPP/R3K2R w KQkq - 0 1"
ROYAL_FORK = "3q4/ppp3kp/4N1p1/8/8/5P2/PPP3PP/6K1 b - - 0 1"
ITALIAN = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 d2d3 d7d6 c2c3 a7a6 a2a4 e8g8 f1e1 h7h6 h2h3 c5a7 b1d2 f8e8"
AFTER_ITALIAN = "r1bqr1k1/bpp2pp1/p1np1n1p/4p3/P1B1P3/2PP1N1P/1P1N1PP1/R1BQR1K1 w - - 3 11"
# A pawn becomes a rook.
SCANDINAVIAN = "e2e4 d7d5 e4d5 c7c6 d5c6 g8f6 c6b7 b8d7 b7a8r g7g6 g1f3 f8g7 f1e2 e8g8 e1g1 d8c7 d2d4 c8b7 a8f8 d7f8"
AFTER_SCANDINAVIAN = "5nk1/pbq1ppbp/5np1/8/3P4/5N2/PPP1BPPP/RNBQ1RK1 w - - 0 11"
# The other side moves to a2, and is mated.
PUZZLES = """PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags
rank1,6k1/5ppp/r7/8/8/8/5PPP/3R2K1 b - - 0 1,a6a2 d1d8,900,80,90,100,mate mateIn1 backRankMate,,
"""
# Checks from the side, and waits; it never fences the king in.
WRONG_STRATEGY = """strategy(Pos, Move) :- king_on_edge(Pos), lateral_check(Pos, Move).
strategy(Pos, Move) :- lateral_move(Pos, Move).
"""


class TooMuch(Exception):
    """A figure is not what is wanted, here and now. That is told, and no failure."""


class Site:
    """A server, and a browser that looks at it."""

    def __init__(self, program, browser, folder):
        self.browser = browser
        self.folder = folder
        # What pages have complained of.
        self.complaints = []
        command = [program, "serve", "--port", "0", "--scores", folder / "scores.jsonl"]
        self.server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        self.address = re.search(r"http://\S+", self.server.stdout.readline()).group()

    def end(self):
        self.server.terminate()
        self.server.wait()

    def children(self):
        """The processes that the server has started."""
        found = []
        waiting = [self.server.pid]
        while waiting:
            # Each thread has its own.
            for thread in Path(f"/proc/{waiting.pop()}/task").glob("*/children"):
                # It may have ended meanwhile.
                with suppress(OSError):
                    children = [int(child) for child in thread.read_text().split()]
                    found += children
                    waiting += children
        return set(found)

    @contextmanager
    def visitor(self, meant=(), width=1280, height=900, **look):
        """Somebody with a browser of his own. Those calls that are `meant` may fail."""
        context = self.browser.new_context(viewport={"width": width, "height": height}, **look)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: self.hear(message, meant))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(self.address)
        try:
            yield Visitor(page)
        finally:
            # So that the page says that it ends.
            page.goto("about:blank")
            context.close()

    def hear(self, message, meant):
        call = message.location["url"].rpartition("/api/")[2]
        if message.type in ("error", "warning") and call not in meant:
            self.complaints.append(f"{message.text} {message.location['url']}")


class Visitor:
    """Whoever has a page, and what he does there."""

    def __init__(self, page):
        self.page = page

    def fen(self):
        return self.page.input_value("#fen")

    def expect(self, where, text):
        expect(self.page.locator(where).first).to_contain_text(text)

    def expect_fen(self, fen):
        expect(self.page.locator("#fen")).to_have_value(fen)

    def set(self, fen):
        self.page.fill("#fen", fen)
        self.page.press("#fen", "Enter")

    def open(self, tab):
        self.page.click(f"#tab-{tab}")

    # The board

    def cell(self, square):
        return self.page.locator(f'.cells [aria-label*="{square}"]')

    def point(self, square):
        area = self.cell(square).bounding_box()
        self.page.mouse.move(area["x"] + area["width"] / 2, area["y"] + area["height"] / 2, steps=4)

    @contextmanager
    def changing(self):
        """What is done puts another position on the board."""
        before = self.fen()
        yield
        expect(self.page.locator("#fen")).not_to_have_value(before)

    def pick(self, take, give_up, to):
        """Takes a piece so that it can go to a square, as soon as the page knows its moves."""
        for _ in range(PATIENCE // 20):
            take()
            if "can go here" in self.cell(to).get_attribute("aria-label"):
                return
            give_up()
            self.page.wait_for_timeout(20)
        raise AssertionError(f"nothing can go to {to} in {self.fen()}")

    def drag(self, uci):
        mouse = self.page.mouse
        self.point(uci[:2])
        with self.changing():
            self.pick(mouse.down, mouse.up, uci[2:4])
            self.point(uci[2:4])
            mouse.up()

    def click(self, uci):
        with self.changing():
            self.pick(self.cell(uci[:2]).click, lambda: None, uci[2:4])
            self.cell(uci[2:4]).click()

    def focused(self):
        """The square that has the focus, or None."""
        label = self.page.evaluate("document.activeElement.closest('.cells [role=gridcell]')?.getAttribute('aria-label')")
        return label and re.search("[a-h][1-8]", label).group()

    def walk(self, square):
        """Goes to a square with the arrow keys."""
        for axis, less, more in ((0, "ArrowLeft", "ArrowRight"), (1, "ArrowDown", "ArrowUp")):
            steps = ord(square[axis]) - ord(self.focused()[axis])
            for _ in range(abs(steps)):
                self.page.keyboard.press(more if steps > 0 else less)
        assert self.focused() == square, (self.focused(), square)

    def type_move(self, uci):
        keyboard = self.page.keyboard
        self.walk(uci[:2])
        with self.changing():
            self.pick(lambda: keyboard.press("Enter"), lambda: None, uci[2:4])
            self.walk(uci[2:4])
            keyboard.press(" ")
            for _ in range("qrbn".index(uci[4]) if uci[4:] else 0):
                keyboard.press("ArrowDown")
            if uci[4:]:
                keyboard.press("Enter")

    # The tabs

    def ask(self, query):
        """Asks, and waits until there are answers; gives what came of it."""
        self.begin(query)
        self.page.wait_for_selector("#ask-stop:disabled, .result button:text('More answers')")
        return self.page.locator(".result").first

    def begin(self, query):
        self.page.fill("#query", query)
        self.page.press("#query", "Enter")
        self.expect(".result .asked", query)

    def stop(self):
        self.page.click("#ask-stop")
        expect(self.page.locator("#ask-stop")).to_be_disabled()
        self.expect("#panel-ask", re.compile("interrupted|stopped"))

    def explained(self):
        """Waits for the explanation of what is on the board."""
        self.page.wait_for_selector("#explain-answer:not([aria-busy]):not(:empty)")
        expect(self.page.locator("#explain-status")).to_be_empty()

    def opera_game(self, plies):
        """Shows the game that Morphy played at the opera, after some plies."""
        self.page.click("#games-box summary")
        self.page.select_option("#games-name", "classics")
        self.page.locator(".games button", has_text="Duke of Brunswick").click()
        self.page.locator("#moves .move").nth(plies - 1).click()

    def play(self, opponent):
        self.open("play")
        self.page.select_option("#opponent", opponent)

    def train(self, family):
        self.open("train")
        self.page.fill("#train-family", family)
        self.page.press("#train-family", "Enter")
        self.expect("#owner", "You train openings; you are White.")

    def my_turn(self):
        """Waits until the opponent has moved; whether the game goes on."""
        self.page.wait_for_selector("#play-status:text-matches('your move|won|draw|mate', 'i')")
        return self.page.inner_text("#play-status") == "It is your move."


def plays_by_mouse(site):
    with site.visitor() as visitor:
        for ply, uci in enumerate(ITALIAN.split()):
            (visitor.click if ply % 3 == 1 else visitor.drag)(uci)
        visitor.expect_fen(AFTER_ITALIAN)


def plays_by_keyboard(site):
    with site.visitor() as visitor:
        for _ in range(20):
            visitor.page.keyboard.press("Tab")
            if visitor.focused():
                break
        for uci in SCANDINAVIAN.split():
            visitor.type_move(uci)
        visitor.expect_fen(AFTER_SCANDINAVIAN)


def asks(site):
    with site.visitor(meant={"position"}) as visitor:
        visitor.open("ask")
        result = visitor.ask(f'attacks(e6, To, "{ROYAL_FORK}").')
        assert result.locator("th").all_inner_texts() == ["To"]
        squares = sorted(result.locator("td").all_inner_texts())
        assert squares == ["c7", "d8", "g7"], squares
        visitor.ask("named_position(royal_fork, Pos, About).").locator(".board-button").click()
        visitor.expect_fen(ROYAL_FORK)
        visitor.begin("repeat, fail.")
        visitor.expect("#ask-status", "Running")
        visitor.stop()
        wrong = visitor.ask("atacks(e6, To).").locator(".wrong").inner_text()
        assert wrong.startswith("unknown procedure atacks/2"), wrong
        visitor.set("nonsense")
        visitor.expect("#desk-error", "`nonsense` is no position")


def explains_a_fork(site):
    with site.visitor() as visitor:
        visitor.set(FORK)
        visitor.expect("#explain-answer .verdict", "Nxc7+")
        arrows = visitor.page.locator('#board path[fill="#2f8a3b"]')
        assert arrows.count() == 1, arrows.count()
        motif = visitor.page.locator("#explain-answer .card li").first
        expect(motif).to_contain_text("Fork:")
        motif.get_by_role("button", name="The rule of").click()
        visitor.expect("#source-title", "prolog/motif_rules.pl")
        visitor.expect("#source mark", "fork")


def keeps_pages_apart(site):
    with site.visitor() as one, site.visitor() as other:
        for visitor in (one, other):
            visitor.open("ask")
        one.page.click("#rules-box summary")
        one.page.fill("#rules", "mine(42).")
        one.ask("mine(X).")
        one.expect(".result td", "42")
        other.ask("mine(X).")
        other.expect(".result .wrong", "unknown procedure mine/1")
        one.begin("repeat, fail.")
        for number in range(5):
            other.ask(f"X is 6 * {number}.")
            other.expect(".result td", str(6 * number))
        one.expect("#ask-status", "Running")
        one.stop()


def survives_a_killed_engine(site):
    with site.visitor() as visitor:
        visitor.explained()
        visitor.open("ask")
        others = site.children()
        visitor.begin("write(begun), nl, repeat, fail.")
        visitor.expect(".result pre", "begun")
        engine = site.children() - others
        assert engine, "it has no process"
        for process in engine:
            # One may have ended with another one.
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        visitor.expect(".result", "the engine is gone")
        visitor.ask("X = 1.")
        visitor.expect(".result td", "1")


def plays_with_reasons(site):
    with site.visitor() as visitor:
        visitor.play("chesslog")
        visitor.page.click("#play-new")
        visitor.expect("#owner", "You play against Chesslog; you are White.")
        for number, uci in enumerate(("e2e4", "g1f3", "f1e2"), 1):
            visitor.drag(uci)
            expect(visitor.page.locator("#play-log li")).to_have_count(number)
        for move in visitor.page.locator("#play-log li").all():
            assert move.locator("p").first.inner_text().strip(), move.inner_text()


def plays_oxo(site):
    with site.visitor() as visitor:
        visitor.play("oxo")
        visitor.page.click("#play-new")
        reasons = visitor.page.locator("#play-log li", has=visitor.page.locator("p"))
        moves = 0
        while visitor.my_turn():
            visitor.page.locator('#small-board [aria-label$="can go here"]').first.click()
            moves += 1
            expect(reasons).to_have_count(moves)
        return visitor.page.inner_text("#play-status")


def refutes_a_wrong_strategy(site):
    with site.visitor() as visitor:
        visitor.play("krk-defend")
        visitor.page.click("#strategy-box summary")
        expect(visitor.page.locator("#strategy")).to_have_value(re.compile(r"strategy\(Pos, Move\)"))
        visitor.page.fill("#strategy", WRONG_STRATEGY)
        visitor.page.click("#prove")
        visitor.expect("#proof strong", "It does not always win.")
        counter = visitor.page.locator("#proof .board-button").first
        fen = counter.get_attribute("aria-label").partition(": ")[2]
        counter.click()
        visitor.expect_fen(fen)
        return visitor.page.locator("#proof figcaption").first.inner_text()


def trains_an_opening(site):
    with site.visitor() as visitor:
        visitor.train("Queen's Gambit Declined")
        visitor.drag("d2d4")
        visitor.expect("#train-log", "Right")
        visitor.expect_fen("rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2")


def solves_a_puzzle(site):
    table = site.folder / "puzzles.csv"
    table.write_text(PUZZLES)
    with site.visitor() as visitor:
        visitor.open("train")
        visitor.page.click("#puzzles-box summary")
        visitor.page.set_input_files("#puzzles-file", table)
        visitor.page.click("#puzzles-begin:enabled")
        visitor.expect("#owner", "You solve puzzles; you are White.")
        visitor.drag("d1d8")
        visitor.expect("#train-log .newest", "olved")


# Figures


def paints_soon(site):
    times = []
    for _ in range(5):
        with site.visitor() as visitor:
            times.append(visitor.page.evaluate("""() => new Promise((resolve) => {
                const name = "first-contentful-paint";
                const seen = (list) => list.getEntriesByName(name).forEach((paint) => resolve(paint.startTime));
                new PerformanceObserver(seen).observe({ type: "paint", buffered: true });
            })"""))
    return figure("ms to the first paint with content", times, 300)


def explains_soon(site):
    with site.visitor() as visitor:
        page = visitor.page
        visitor.opera_game(12)
        visitor.expect("#explain-why", "Why 6… Nf6?")
        page.evaluate("""() => {
            window.times = [];
            let begun = 0;
            document.addEventListener("keydown", (event) => (begun = event.timeStamp), true);
            new MutationObserver(() => {
                if (begun) window.times.push(performance.now() - begun);
                begun = 0;
            }).observe(document.getElementById("explain-answer"), { childList: true });
        }""")
        for number in range(1, 11):
            page.keyboard.press("ArrowRight")
            page.wait_for_function("number => window.times.length === number", arg=number)
        return figure("ms from a move to its explanation, 150 of them a pause", page.evaluate("window.times"), 150 + 500)


def is_small(site):
    with site.visitor() as visitor:
        sizes = visitor.page.evaluate("""() => ["navigation", "resource"]
            .flatMap((type) => performance.getEntriesByType(type))
            .filter(({ name }) => !/api\\/|icon\\.svg/.test(name))
            .map((entry) => entry.decodedBodySize)""")
    with urllib.request.urlopen(f"{site.address.partition('#')[0]}icon.svg") as icon:
        sizes.append(len(icon.read()))
    return figure(f"KiB of the page's {len(sizes)} files", [sum(sizes) / 1024], 400)


def figure(what, values, wanted):
    middle = statistics.median(values)
    spread = f", from {min(values):.0f} to {max(values):.0f}" if len(values) > 1 else ""
    said = f"{middle:.0f} {what}{spread}; wanted: {wanted}"
    if middle > wanted:
        raise TooMuch(said)
    return said


def complains_of_nothing(site):
    assert not site.complaints, site.complaints


# Pictures


def explain(visitor):
    visitor.set(FORK)
    visitor.expect("#explain-answer .verdict", "Nxc7+")
    visitor.page.evaluate("scrollTo(0, 0)")
    visitor.page.locator("#explain-answer .card .points").first.hover()


def explain_game(visitor):
    visitor.opera_game(30)
    visitor.expect("#explain-answer .verdict", "Qb8+")
    visitor.page.evaluate("scrollTo(0, 0)")


def ask(visitor):
    visitor.open("ask")
    visitor.ask("named_position(Name, Pos, _), sub_atom(Name, _, _, 0, mate_in_1), tactic(Pos, mate_in_1, Move, _).")
    row = visitor.page.locator(".result tr", has_text="opera_mate_in_1")
    row.locator(".board-button").click()
    row.locator(".points").hover()


def play(visitor):
    visitor.play("krk-defend")
    visitor.page.click("#play-new")
    log = visitor.page.locator("#play-log li")
    expect(log).to_have_count(1)
    while visitor.my_turn() and log.count() < 2:
        moves = log.count()
        visitor.page.locator('.cells [aria-label^="black king"]').click()
        visitor.page.locator('.cells [aria-label$="can go here"]').first.click()
        expect(log).to_have_count(moves + 1)


def train(visitor):
    # None of these moves has been trained above: those that were are not asked again so soon.
    visitor.train("Ruy Lopez")
    for uci in ("e2e4", "g1f3", "f1b5"):
        visitor.drag(uci)
    visitor.page.click("text=Book moves")


def takes_pictures(site, folder):
    wide = {"width": 1200, "height": 800}
    shots = [
        ("explain.png", explain, wide),
        ("explain-dark.png", explain, {**wide, "color_scheme": "dark"}),
        ("narrow.png", explain_game, {"width": 360, "height": 740}),
        ("ask.png", ask, wide),
        ("play.png", play, wide),
        ("train.png", train, wide),
    ]
    folder.mkdir(parents=True, exist_ok=True)
    for name, show, look in shots:
        with site.visitor(**look) as visitor:
            show(visitor)
            # Pieces fly for a moment.
            visitor.page.wait_for_timeout(500)
            (folder / name).write_bytes(reduced(visitor.page.screenshot()))
    return ", ".join(f"{name} {(folder / name).stat().st_size / 1024:.0f} KiB" for name, *_ in shots)


def reduced(picture):
    """The picture with few colours, if Pillow is there."""
    try:
        from PIL import Image
    except ImportError:
        return picture
    # This method keeps rare colours.
    image = Image.open(io.BytesIO(picture)).convert("RGB").quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    buffer = io.BytesIO()
    image.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def run(test, *arguments):
    """Whether a test passes."""
    begun = time.monotonic()
    try:
        said = test(*arguments)
    except TooMuch as figure:
        print(f"over {test.__name__}: {figure}", flush=True)
        return True
    except Exception as error:  # noqa: BLE001
        print(f"FAIL {test.__name__}: {error!r}", flush=True)
        return False
    print(f"ok   {test.__name__} ({time.monotonic() - begun:.1f} s){f': {said}' if said else ''}", flush=True)
    return True


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: python3 tests/serve/browser.py PROGRAM [FOLDER]")
    tests = [
        (plays_by_mouse,),
        (plays_by_keyboard,),
        (asks,),
        (explains_a_fork,),
        (keeps_pages_apart,),
        (survives_a_killed_engine,),
        (plays_with_reasons,),
        (plays_oxo,),
        (refutes_a_wrong_strategy,),
        (trains_an_opening,),
        (solves_a_puzzle,),
        (paints_soon,),
        (explains_soon,),
        (is_small,),
    ]
    if len(sys.argv) == 3:
        tests.append((takes_pictures, Path(sys.argv[2])))
    tests.append((complains_of_nothing,))
    expect.set_options(timeout=PATIENCE)
    # Without one, Playwright takes its own.
    names = ("chromium", "chromium-browser", "google-chrome")
    chromium = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    flags = ["--no-sandbox"] if os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=flags)
        site = Site(Path(sys.argv[1]).resolve(), browser, Path(folder))
        try:
            passed = [run(test, site, *arguments) for test, *arguments in tests]
        finally:
            site.end()
            browser.close()
    sys.exit(0 if all(passed) else 1)


if __name__ == "__main__":
    main()

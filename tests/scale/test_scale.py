"""Counts on many workers, and breaks what can break: python3 tests/scale/test_scale.py CHESSLOG [--small]

A new virtual environment gets Dask and, without --small, pandas and DuckDB. The driver in notebooks/scale/ counts games
of this test's own and the collection that comes along; workers are killed, shards damaged, disks filled. Where packages
cannot be had, this says so and skips. With games in the folder that CHESSLOG_DATA names, or in shared/data beside the
package, two workers are timed against one. Exit status 0: all is well, or was skipped; 1: something is not.
"""

import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]
DRIVER = PACKAGE / "notebooks" / "scale" / "chesslog_dask.py"
SMALL = ["dask", "distributed"]
ALL = [*SMALL, "pandas", "pyarrow", "duckdb"]

TACTICS = """
tactic(Pos,From,To) :- legal_move(From,To,Pos), attacks(From,To,Pos).
tactic(Pos,From,To) :- legal_move(From,To,Pos), attacks(To,S,Pos), en_prise(Pos,S,_).
tactic(Pos,From,To) :- make_move(From,To,Pos,New), attacks(To,S,New), en_prise(New,S,_), defends(_,From,Pos).
"""
OTHER_TACTICS = "tactic(Pos,From,To) :- legal_move(From,To,Pos), piece_at(From,Pos,_,pawn).\n"
MOVES = """e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8
Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#""".split()
SUMS = """select number, tactic,
  sum(positions)::bigint, sum(applicable)::bigint, sum(suggested)::bigint, sum(matched)::bigint
from read_parquet('{}/*.parquet') group by all order by all"""


def check(right, what, details=""):
    if not right:
        sys.exit(f"{details}\nWRONG: expected that {what}")
    print(f"ok: {what}", flush=True)


class Environment:
    def __init__(self, folder, chesslog):
        self.folder = folder / "environment"
        self.chesslog = chesslog
        self.variables = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "HOME": str(folder)}
        self.variables.pop("VIRTUAL_ENV", None)

    def make(self):
        return subprocess.run([sys.executable, "-m", "venv", self.folder]).returncode == 0

    def python(self, *arguments, start=subprocess.run, **settings):
        settings = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **settings}
        return start([self.folder / "bin" / "python", *arguments], env=self.variables, **settings)

    def run(self, *arguments, status=0, **settings):
        """Runs chesslog; whatever does not end with the status fails the test."""
        done = subprocess.run([self.chesslog, *map(str, arguments)], capture_output=True, text=True, **settings)
        if done.returncode != status:
            sys.exit(f"chesslog {' '.join(map(str, arguments))}\n{done.stdout}{done.stderr}\n"
                     f"WRONG: expected exit status {status} instead of {done.returncode}")
        return done

    def driver(self, *arguments, workers=2, **settings):
        arguments = [*map(str, arguments), "--workers", str(workers), "--chesslog", self.chesslog]
        return self.python(DRIVER, *arguments, **settings)


def write_games(path, number):
    """Games whose comments no compression makes small: the middle of the file is in the middle of the games."""
    chance = random.Random(1)
    with open(path, "w") as file:
        for game in range(1, number + 1):
            file.write(f'[Event "{game}"]\n[Result "1-0"]\n\n')
            for ply, move in enumerate(MOVES):
                file.write(f"{ply // 2 + 1}. " * (ply % 2 == 0) + f"{move} {{{chance.randbytes(20).hex()}}}\n")
            file.write("1-0\n\n")


def processes():
    """Number of process, number of parent, command line."""
    listed = subprocess.run(["ps", "-Aww", "-o", "pid=,ppid=,args="], capture_output=True, text=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()]
    return [(int(pid), int(parent), " ".join(line)) for pid, parent, *line in rows]


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_same(environment, folder, job):
    """One machine, one process, and many workers."""
    environment.run("scale", job, "classics", "--out", folder / "scale")
    environment.run("map", job, "classics", "--out", folder / "one.parquet")
    result = (folder / "scale" / "result.parquet").read_bytes()
    check((folder / "one.parquet").read_bytes() == result, "one `map` of all games is the result of `scale`")
    arguments = [job, "classics", "--out", folder / "dask", "--records", "3"]
    done = environment.driver(*arguments)
    check(done.returncode == 0, "Dask counts", done.stderr)
    check((folder / "dask" / "result.parquet").read_bytes() == result, "its result is the same, byte for byte")
    parts = folder / "dask" / "parts"
    before = {path: path.stat().st_mtime_ns for path in parts.iterdir()}
    again = environment.driver(*arguments)
    total = len(before)
    told = f"{total}/{total} shards, {total} of them done already"
    check(told in again.stderr, "done again, nothing is counted", again.stderr)
    check(before == {path: path.stat().st_mtime_ns for path in parts.iterdir()}, "and all parts are left as they were")
    check(again.returncode == 0 and again.stdout == done.stdout, "and the same is printed", again.stdout)
    next(parts.iterdir()).unlink()
    again = environment.driver(*arguments)
    check(f"{total - 1} of them done already" in again.stderr, "a part that is gone is counted again", again.stderr)
    addresses = environment.driver(job, f"file://{folder}/dask/shards", "--out", f"file://{folder}/addresses")
    check(addresses.returncode == 0, "files may have addresses", addresses.stderr)
    check((folder / "addresses" / "result.parquet").read_bytes() == result, "with the same result")
    return parts


def test_runs(environment, folder):
    """Runs have numbers in the place of files."""
    environment.run("job", "migo", "--game", "hexapawn3", "--games", "5", "--out", folder / "migo.json")
    environment.run("scale", folder / "migo.json", "1-6", "--out", folder / "migo")
    done = environment.driver(folder / "migo.json", "1-6", "--out", folder / "runs", "--records", "2")
    check(done.returncode == 0 and "3/3 shards" in done.stderr, "Dask counts runs", done.stderr)
    results = [(folder / out / "result.parquet").read_bytes() for out in ["migo", "runs"]]
    check(results[0] == results[1], "and they are those of `scale`")


def test_killed(environment, folder, job):
    """Kills a worker once some parts are there, and before all are; if that came too late, there were too few games."""
    if not shutil.which("ps"):
        print("SKIPPED: workers that are killed; there is no ps")
        return
    for games in [1000, 4000, 16000]:
        here = folder / f"killed-{games}"
        here.mkdir()
        write_games(here / "games.pgn", games)
        environment.run("shard", here / "games.pgn", "--out", here / "shards", "--records", games // 40)
        parts = here / "out" / "parts"
        driver = environment.driver(job, here / "shards", "--out", here / "out", start=subprocess.Popen)
        while driver.poll() is None and not (parts.is_dir() and len(names(parts)) > 2):
            time.sleep(0.01)
        workers = []
        while driver.poll() is None and not workers:
            listed = processes()
            ours = [pid for pid, parent, _ in listed if parent == driver.pid]
            workers = [parent for _, parent, line in listed if parent in ours and " map " in line]
        if workers:
            os.kill(workers[0], signal.SIGKILL)
        counted = len([name for name in names(parts) if name.endswith(".parquet")])
        _, told = driver.communicate()
        if workers and counted < 35:
            break
    check(workers and counted < 35, "a worker can be killed in the middle", told)
    check(driver.returncode == 0, "a worker that is killed stops nothing", told)
    left = [line for _, _, line in processes() if str(here) in line]
    check(not left, "and leaves no process behind", left)
    environment.run("scale", job, here / "games.pgn", "--out", here / "scale")
    results = [(here / name / "result.parquet").read_bytes() for name in ["out", "scale"]]
    check(results[0] == results[1], f"killed when {counted} of 40 shards were counted, the result is the same")
    settings = {"start": subprocess.Popen, "start_new_session": True}
    driver = environment.driver(job, here / "shards", "--out", here / "stopped", **settings)
    parts = here / "stopped" / "parts"
    while driver.poll() is None and not (parts.is_dir() and len(names(parts)) > 2):
        time.sleep(0.01)
    if driver.poll() is None:
        os.killpg(driver.pid, signal.SIGINT)  # As a terminal does: to all processes.
    _, told = driver.communicate()
    if driver.returncode != 0:  # Else it was faster.
        check(driver.returncode == 130 and "Traceback" not in told, "Ctrl-C stops it", told)
    check(environment.driver(job, here / "shards", "--out", here / "stopped").returncode == 0, "and it goes on")
    check((here / "stopped" / "result.parquet").read_bytes() == results[0], "to the same result")


def test_damaged(environment, folder, job):
    """Three shards of 500 games, in one of which bytes are wrong, and one of which is cut off."""
    here = folder / "damaged"
    here.mkdir()
    write_games(here / "games.pgn", 1500)
    environment.run("shard", here / "games.pgn", "--out", here / "shards", "--records", 500)
    _, second, third = sorted((here / "shards").glob("*.zst"))
    content = bytearray(second.read_bytes())
    middle = len(content) // 2
    content[middle:middle + 8] = bytes(byte ^ 255 for byte in content[middle:middle + 8])
    second.write_bytes(content)
    third.write_bytes(third.read_bytes()[:middle])
    done = environment.driver(job, here / "shards", "--out", here / "out")
    check(done.returncode == 1, "damaged shards are not fatal, and the exit status is 1", done.stderr)
    lines = [line for line in done.stderr.splitlines() if "nothing could be read" in line]
    places = [int(line.split("from record ")[1].split()[0]) for line in lines]
    right = [any(first < place < first + 500 for place in places) for first in [501, 1001]]
    check(all(right), "it is told from which game on nothing could be read", done.stderr)
    printed = environment.run("reduce", here / "out" / "parts", "--out", here / "again.parquet", "--shards",
                              here / "shards" / "shards.json", "--format", "json", status=1).stdout
    games = json.loads(printed)["counts"]["games"]
    check(500 < games < 1500, f"what comes before is counted: {games} of 1500 games", printed)


def test_cut_off(environment, folder, job):
    """A file that ends too early: its end is in no shard, and that is told, whether counted here or there."""
    here = folder / "cut-off"
    here.mkdir()
    write_games(here / "whole.pgn", 500)
    environment.run("shard", here / "whole.pgn", "--out", here / "one", "--records", 500)
    content, = (here / "one").glob("*.zst")
    (here / "games.pgn.zst").write_bytes(content.read_bytes()[:-20000])
    arguments = [job, here / "games.pgn.zst", "--out", here / "out", "--records", 100]
    statuses = [environment.driver(*arguments).returncode for _ in range(2)]
    check(statuses == [1, 1], "of a file that is cut off the exit status tells, each time", statuses)
    environment.run("scale", job, here / "games.pgn.zst", "--out", here / "scale", status=1)
    results = [(here / name / "result.parquet").read_bytes() for name in ["out", "scale"]]
    check(results[0] == results[1], "and the result of its shards is that of `scale`: it has the reason")


def test_full(environment, folder, job):
    """A disk without room for a part."""
    disk = folder / "disk"
    disk.mkdir()
    part, arguments = disk / "part.parquet", ["map", job, "classics", "--out", disk / "part.parquet"]
    mounted = os.getuid() == 0 and subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk],
                                                  capture_output=True).returncode == 0
    try:
        if mounted:
            filler = disk / "filler"
            filler.write_bytes(bytes(16 * 4096))
            done = environment.run(*arguments, status=2)
            filler.unlink()
        else:  # Python ignores the signal of this limit, and so does what it starts here.
            limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))
            done = environment.run(*arguments, status=2, preexec_fn=limit, restore_signals=False)
        kind = "a full disk" if mounted else "a limit of file sizes"
        check("part.parquet" in done.stderr, f"{kind} is an error that names the file", done.stderr)
        check(not names(disk), "no part is left, and no piece of one", names(disk))
        environment.run(*arguments)
        check(part.read_bytes() == (folder / "one.parquet").read_bytes(), "with room, the part is made")
    finally:
        if mounted:
            subprocess.run(["umount", disk])


def test_reduced(environment, folder, job, other, parts):
    """Reducers that meet, and parts that do not belong together."""
    for _ in range(10):
        both = [subprocess.Popen([environment.chesslog, "reduce", parts, "--out", folder / "met.parquet"], text=True,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for _ in range(2)]
        told = [reducer.communicate()[1] for reducer in both]
        right = [reducer.returncode for reducer in both] == [0, 0]
        right = right and (folder / "met.parquet").read_bytes() == (folder / "one.parquet").read_bytes()
        if not right:
            break
    check(right, "two reducers write the same file at once, and it is whole", told)
    environment.run("map", other, "classics", "--out", folder / "other.parquet")
    both = [folder / "one.parquet", folder / "other.parquet"]
    done = environment.run("reduce", *both, "--out", folder / "no.parquet", status=2)
    refused = "another job" in done.stderr and not (folder / "no.parquet").exists()
    check(refused, "parts of two jobs are refused", done.stderr)
    first = sorted(parts.iterdir())[0]
    done = environment.run("reduce", first, folder / "one.parquet", "--out", folder / "no.parquet", status=2)
    check("already" in done.stderr, "and so are games that were counted twice", done.stderr)
    done = environment.driver(other, "classics", "--out", folder / "dask", "--records", "3")
    check(done.returncode == 2 and "another job" in done.stderr and "Traceback" not in done.stderr,
          "the driver, too, wants a folder for each job", done.stderr)


def test_read(environment, folder, parts):
    """DuckDB and pandas."""
    printed = environment.run("reduce", parts, "--out", folder / "read.parquet", "--format", "json").stdout
    report = json.loads(printed)
    rows = [(row.get("number", 0), row.get("clause", row.get("name")), row["positions"], row["applicable"],
             row["suggested"], row["matched"]) for row in report["tactics"] + report["baselines"]]
    expected = json.dumps(sorted(rows))
    with_duckdb = f"import duckdb, json\nprint(json.dumps(duckdb.sql({SUMS.format(parts)!r}).fetchall()))"
    with_pandas = f"""import json, pandas, pathlib
parts = pandas.concat(pandas.read_parquet(path) for path in pathlib.Path({str(parts)!r}).glob("*.parquet"))
sums = parts.groupby(["number", "tactic"])[["positions", "applicable", "suggested", "matched"]].sum().reset_index()
print(json.dumps(sorted(sums.values.tolist())))"""
    for name, program in [("DuckDB", with_duckdb), ("pandas", with_pandas)]:
        done = environment.python("-c", program)
        told = done.stderr + done.stdout
        check(done.stdout.strip() == expected, f"{name} reads parts and sees the sums of `reduce`", told)


def time_workers(environment, folder, job):
    """No figure is demanded: who knows what else a machine does."""
    data = Path(os.environ.get("CHESSLOG_DATA", PACKAGE / "shared" / "data")) / "games"
    files = sorted(data.glob("*.pgn.zst"))
    if not files:
        print("SKIPPED: two workers against one; CHESSLOG_DATA names no folder with games/*.pgn.zst")
        return
    here = folder / "timed"
    environment.run("shard", files[0], "--out", here / "shards", "--records", 100)
    listed = json.loads((here / "shards" / "shards.json").read_text())
    listed["shards"], listed["ends"] = listed["shards"][:20], {}
    (here / "shards" / "shards.json").write_text(json.dumps(listed))
    seconds = {}
    for name, workers in [("one", 1), ("two", 2), ("two", 2)]:
        began = time.time()
        done = environment.driver(job, here / "shards", "--out", here / name, workers=workers)
        check(done.returncode in (0, 1), f"real games are counted, workers: {workers}", done.stderr)
        seconds[len(seconds)] = time.time() - began
    one, two, nothing = seconds.values()
    results = [(here / name / "result.parquet").read_bytes() for name in ["one", "two"]]
    check(results[0] == results[1], "with the same result")
    print(f"one worker: {one:.1f} s; two: {two:.1f} s; with all done already: {nothing:.1f} s; "
          f"so two are {(one - nothing) / max(two - nothing, 0.1):.2f} times as fast as one")


def main():
    arguments = sys.argv[1:]
    small = "--small" in arguments
    programs = [Path(argument).resolve() for argument in arguments if argument != "--small"]
    if len(programs) != 1 or not os.access(programs[0], os.X_OK):
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder).resolve()
        environment = Environment(folder, programs[0])
        if not environment.make():
            print("SKIPPED: there is no venv or no pip; see above")
            return
        packages = SMALL if small else ALL
        got = environment.python("-m", "pip", "--disable-pip-version-check", "install", "--quiet", *packages)
        if got.returncode:
            print(f"{got.stderr}SKIPPED: pip cannot get {' '.join(packages)}; see above")
            return
        for name, tactics in [("job", TACTICS), ("other", OTHER_TACTICS)]:
            (folder / f"{name}.pl").write_text(tactics)
            environment.run("job", "tactics", folder / f"{name}.pl", "--out", folder / f"{name}.json")
        job, other = folder / "job.json", folder / "other.json"
        parts = test_same(environment, folder, job)
        test_runs(environment, folder)
        test_killed(environment, folder, job)
        test_damaged(environment, folder, job)
        test_full(environment, folder, job)
        test_reduced(environment, folder, job, other, parts)
        if not small:
            test_read(environment, folder, parts)
            time_workers(environment, folder, job)
        test_cut_off(environment, folder, job)


if __name__ == "__main__":
    main()

"""Hands marks to the programs that are to read them: python3 tests/grade/real_clients.py PROGRAM

PROGRAM is a built chesslog. What it writes for a class is read by an XML schema processor (junit.xml), by nbgrader
(nbgrader.csv) and by the reporter of GitHub Classroom (classroom/ID.json). xmlschema and nbgrader go into virtual environments
in target/grade-clients, the reporter comes from GitHub and needs git and node. Where one cannot be had, this says so and skips
it. Exit status 0: all tests passed, or were skipped; 1: one failed.
"""

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
CLIENTS = HERE.parent.parent / "target" / "grade-clients"
COURSEWORK = HERE.parent.parent / "kb" / "coursework"
REPORTER = "https://github.com/classroom-resources/autograding-grading-reporter"

# What XML cannot have, or means something else in it.
NASTY = r""":- initialization(format("a\x1b\[31m \x0\ ]]> <![CDATA[ </failure> &amp; ~c", [0xfffe])).
last_of(_, _) :- format("\x1b\ ]]> <b>"), throw(']]> <b> "&" \x1b\').
"""


def python_with(name, package):
    """The Python of a virtual environment that has a package, or None."""
    python = CLIENTS / name / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", CLIENTS / name], check=True)
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package]
    if subprocess.run(pip).returncode:
        print(f"SKIPPED: {package} cannot be installed; see above")
        return None
    return python


def schema(marks):
    """junit.xml is as the schema says."""
    python = python_with("schema", "xmlschema==4.3.2")
    if not python:
        return True
    read = "import sys, xmlschema; xmlschema.XMLSchema(sys.argv[1]).validate(sys.argv[2])"
    done = subprocess.run([python, "-c", read, HERE / "junit.xsd", marks / "junit.xml"])
    return done.returncode == 0


def nbgrader(marks):
    """nbgrader.csv has the columns of an export, and its students are students."""
    python = python_with("nbgrader", "nbgrader==0.9.6")
    if not python:
        return True
    # It calls alembic, which is installed beside it.
    path = os.pathsep.join([str(python.parent), os.environ.get("PATH", "")])
    command = [python, "-B", HERE / "gradebook.py", marks / "nbgrader.csv"]
    done = subprocess.run(command, env=os.environ | {"PATH": path})
    return done.returncode == 0


def classroom(marks):
    """The reporter of GitHub Classroom has the points of marks.json."""
    if not shutil.which("git") or not shutil.which("node"):
        print("SKIPPED: the reporter of GitHub Classroom needs git and node")
        return True
    reporter = CLIENTS / "reporter"
    if not reporter.exists():
        CLIENTS.mkdir(parents=True, exist_ok=True)
        clone = ["git", "clone", "--quiet", "--depth", "1", REPORTER, reporter]
        if subprocess.run(clone, env=os.environ | {"GIT_TERMINAL_PROMPT": "0"}).returncode:
            print("SKIPPED: the reporter of GitHub Classroom cannot be had; see above")
            return True
    told = json.loads((marks / "marks.json").read_text(encoding="utf-8"))
    passed = True
    for marked in told["submissions"]:
        results = (marks / "classroom" / f"{marked['id']}.json").read_bytes()
        variables = {"INPUT_RUNNERS": "chesslog", "CHESSLOG_RESULTS": base64.b64encode(results).decode()}
        done = subprocess.run(
            ["node", reporter / "dist" / "main.js"],
            env=os.environ | variables,
            capture_output=True,
            text=True,
            timeout=60,
        )
        notices = [line for line in done.stdout.splitlines() if line.startswith("::notice")]
        totals = [json.loads(line.rpartition("::")[2]) for line in notices if "report" in line]
        if len(totals) != 1 or abs(totals[0]["totalPoints"] - marked["points"]) > 1e-9:
            print(f"{marked['id']} has {marked['points']} points; the reporter says {notices}\n{done.stderr}")
            passed = False
    return passed


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: python3 tests/grade/real_clients.py PROGRAM")
    program = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        shutil.copytree(COURSEWORK, work, dirs_exist_ok=True)
        (work / "submissions" / "nasty & 'co'.pl").write_text(NASTY, encoding="utf-8")
        submissions = sorted(str(path.relative_to(work)) for path in (work / "submissions").iterdir())
        command = [program, "grade", "tests.pl", *submissions, "--out", "marks"]
        subprocess.run(command, cwd=work, check=True, stdout=subprocess.DEVNULL, timeout=600)
        tests = (schema, nbgrader, classroom)
        failed = [test.__doc__ for test in tests if not test(work / "marks")]
    for sentence in failed:
        print(f"FAILED: {sentence}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

"""Reads nbgrader.csv beside what nbgrader itself exports: python gradebook.py FILE"""

import csv
import sys
import tempfile
from pathlib import Path

from nbgrader.api import Gradebook
from nbgrader.plugins import CsvExportPlugin

with open(sys.argv[1], newline="", encoding="utf-8") as file:
    reader = csv.DictReader(file)
    columns, rows = reader.fieldnames, list(reader)
assert rows, "no rows"

with tempfile.TemporaryDirectory() as folder:
    exported = Path(folder, "grades.csv")
    with Gradebook(f"sqlite:///{folder}/gradebook.db") as gradebook:
        for row in rows:
            gradebook.update_or_create_student(row["student_id"])
            gradebook.update_or_create_assignment(row["assignment"])
        plugin = CsvExportPlugin()
        plugin.to = str(exported)
        plugin.export(gradebook)
    with open(exported, newline="", encoding="utf-8") as file:
        theirs = csv.DictReader(file)
        expected, known = theirs.fieldnames, list(theirs)

assert columns == expected, f"columns {columns}, nbgrader has {expected}"
students = lambda rows: sorted((row["assignment"], row["student_id"]) for row in rows)
assert students(rows) == students(known), f"{students(rows)}, nbgrader has {students(known)}"
for row in rows:
    assert 0 <= float(row["score"]) <= float(row["max_score"]), row

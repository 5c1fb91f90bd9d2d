"""What is run in the cells; a JSON file named by CHESSLOG_CELLS has that of another language."""

import json
import os

CELLS = {
    "hello": "write('hello, world').",
    "stderr": "write(user_error, careful).",
    "error": "X is foo + 1.",
    # A value, and how it is shown.
    "value": "X = 42.",
    "shown": "   X = 42.",
    "values": "X = *",
    # Most of what has a colour.
    "program": """% Whose father is whose.
father(X, Y) :- parent(X, Y), \\+ age(X, 0'a), X \\= 'Eve'.
parent(tom, 1).
age(_, _).""",
    "picture": "start_position(P), show(P).",
    # Prolog has no goal for it.
    "clear": "",
    "prefix": "start_pos",
    "completed": ["start_position("],
    "complete": ["X = 1.", "p(X) :- q(X)."],
    "incomplete": ["p(X) :-"],
    "invalid": ["a )( b."],
    "known": "append",
    # Never ends, after it has printed "on".
    "spin": "write(on), nl, repeat, fail.",
    "slow": "sleep(0.5).",
    # Prints the numbers from 1 to 10000, a line each.
    "many": "forall(between(1, 10000, X), (write(X), nl)).",
    # Prints for ever.
    "flood": "repeat, write(line), nl, fail.",
    "ask": "read(X), write(got(X)), nl.",
    "answer": "käthe.",
    "answered": "got(käthe)",
}

if "CHESSLOG_CELLS" in os.environ:
    with open(os.environ["CHESSLOG_CELLS"], encoding="utf-8") as file:
        CELLS.update(json.load(file))

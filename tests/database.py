"""DuckDB, in a process of its own: at the end of a process it tells of what others still hold."""

import json
import subprocess
import sys
from typing import Any

_PROGRAM = """
import json, sys
import duckdb

with duckdb.connect() as connection:
    statements = connection.extract_statements(sys.stdin.read())
    print(json.dumps([connection.execute(statement).fetchall() for statement in statements]))
"""


def answers_of_sql(text: str) -> list[list[tuple[Any, ...]]]:
    """Return what each of some statements gives, in the folder that one is in."""
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM], input=text, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    answers: list[list[list[Any]]] = json.loads(done.stdout)
    return [list(map(tuple, answer)) for answer in answers]

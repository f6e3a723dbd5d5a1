"""Run the examples of a Markdown text in a scratch folder, as a reader would.

Files are saved; commands and Python are run, and their output is compared with the text's. An
ellipsis on a separate line stands for omitted lines.
"""

import ast
import contextlib
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from command_line import PYTEST_OPTIONS, run

from hexapla_site.markdown import Listing

_PATH = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
_SETTINGS = {
    **os.environ,
    "PATH": _PATH,
    "NO_COLOR": "1",
    "PYTEST_ADDOPTS": " ".join(PYTEST_OPTIONS),
}
_NEEDS_A_SHELL = re.compile(r"[|<>&;$]")
_VALUE = re.compile(r"  # ('[^']*')$")
# Programs whose adapters have other names.
_REQUIRED = {"node": "node-URL", "java": "java.net.URI"}
# Other tests build a whole site; an example builds only the page that it says to open.
INSTEAD = {"hexapla site public": "hexapla site public --only front"}


def run_examples(listings: Iterable[Listing], folder: Path, slow: bool) -> tuple[str, ...]:
    """Run examples in a folder; slow ones only on request.

    Returns:
        The missing programs, whose examples were skipped.
    """
    names: dict[str, object] = {"__name__": "documented"}
    missing: dict[str, None] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.syspath_prepend(folder)
        for listing in listings:
            if listing.file:
                save(listing)
            needed = filter(None, listing.marks.get("needs", "").split(","))
            absent = [name for name in needed if not _is_here(name)]
            missing.update(dict.fromkeys(absent))
            if not absent and (slow or "slow" not in listing.marks):
                _run(listing, names)
    return tuple(missing)


_DATABASE = """
import json, sys
import duckdb

with duckdb.connect() as connection:
    statements = connection.extract_statements(sys.stdin.read())
    print(json.dumps([connection.execute(statement).fetchall() for statement in statements]))
"""


def answers_of_sql(text: str) -> list[list[tuple[Any, ...]]]:
    """Return DuckDB's results for each of some SQL statements, in the working folder.

    DuckDB runs in its own process, at whose end it would complain about objects still in use.
    """
    done = subprocess.run(
        [sys.executable, "-c", _DATABASE], input=text, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    answers: list[list[list[Any]]] = json.loads(done.stdout)
    return [list(map(tuple, answer)) for answer in answers]


def has_slow_examples(listings: Iterable[Listing]) -> bool:
    return any("slow" in listing.marks for listing in listings)


def save(listing: Listing, folder: Path = Path()) -> None:
    path = folder / listing.file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(listing.text, "utf-8")


def _is_here(program: str) -> bool:
    here = shutil.which(program) is not None
    required = os.environ.get("IMPLEMENTATIONS_REQUIRED", "").split()
    assert here or _REQUIRED.get(program) not in required, f"{program} is required, and missing"
    return here


def _run(listing: Listing, names: dict[str, object]) -> None:
    if listing.file or "unrun" in listing.marks:
        return
    if listing.language == "python":
        _program(listing.text, names)
    elif listing.language == "sql":
        answers_of_sql(listing.text)
    elif listing.language == "sh":
        for line in listing.text.splitlines():
            _command(line, listing.marks)
    elif listing.language == "pycon":
        for typed, shown in inputs_of(listing):
            assert_printed(_python(typed, names), typed, shown)
    elif listing.language == "console":
        for typed, shown in inputs_of(listing):
            assert_printed(_command(typed, listing.marks), typed, shown)
    else:
        assert listing.language not in ("go", "java", "javascript"), listing


def _program(text: str, names: dict[str, object]) -> None:
    """Run a program; if a comment is a string, check that it is the value of its expression."""
    for statement in ast.parse(text).body:
        said = _VALUE.search(text.splitlines()[(statement.end_lineno or 0) - 1])
        if said and isinstance(statement, ast.Expr):
            value = eval(compile(ast.Expression(statement.value), "example", "eval"), names)
            assert value == ast.literal_eval(said[1]), ast.unparse(statement)
        else:
            exec(compile(ast.Module([statement], []), "example", "exec"), names)


def inputs_of(listing: Listing) -> Iterator[tuple[str, str]]:
    """Yield the inputs that a reader types in an example, each with its output."""
    typed: list[str] = []
    printed: list[str] = []
    for prompt, text in listing.pieces:
        if prompt:
            if typed and prompt[0] != ".":
                yield "".join(typed), "".join(printed)
                typed, printed = [], []
            typed.append(text)
        else:
            assert typed, f"printed before anything is typed: {text!r}"
            printed.append(text)
    yield "".join(typed), "".join(printed)


def assert_printed(printed: str, typed: str, shown: str) -> None:
    """Assert that the shown text was printed; an ellipsis on a line stands for any lines."""
    rest = printed
    for piece in filter(None, re.split(r"^…\n", shown, flags=re.MULTILINE)):
        assert piece in rest, f"{typed}{printed}\nlacks\n{piece}"
        rest = rest.partition(piece)[2]
    assert shown.endswith("…\n") or not rest.strip(), f"{typed}also prints\n{rest}"


def _python(typed: str, names: dict[str, object]) -> str:
    """Return the output of an interactive Python; the last line of an exception is part of it."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            for statement in ast.parse(typed).body:
                code = compile(ast.Interactive([statement]), "example", "single")
                exec(code, names)
        except Exception as error:
            print(f"{type(error).__name__}: {error}")
    return printed.getvalue()


def _command(typed: str, marks: Mapping[str, str]) -> str:
    expected = {int(marks["exit"])} if "exit" in marks else {0, 1}
    typed = INSTEAD.get(typed.strip(), typed)
    if typed.startswith("pip install "):
        return _install_plug_in()
    if (
        typed.startswith("hexapla ")
        and not _has_plug_in()
        and not _NEEDS_A_SHELL.search(re.sub(r"'[^']*'", "", typed))
    ):
        result = run(*shlex.split(typed)[1:])
        assert result.exit_code in expected, (typed, result.output)
        return result.stdout
    settings = {**_SETTINGS, "PYTHONPATH": str(Path.cwd())} if _has_plug_in() else _SETTINGS
    done = subprocess.run(
        ["sh", "-c", typed], env=settings, capture_output=True, text=True, check=False
    )
    expected = expected if "exit" in marks or "hexapla " in typed else {0}
    assert done.returncode in expected, (typed, done.stdout, done.stderr)
    return done.stdout


def _has_plug_in() -> bool:
    return any(Path.cwd().glob("*.dist-info"))


def _install_plug_in() -> str:
    """Install the project in the folder like pip, but without a network."""
    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    name, version = project["name"], project["version"]
    folder = Path(f"{name}-{version}.dist-info")
    folder.mkdir()
    (folder / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", "utf-8"
    )
    points = (
        f"[{group}]\n" + "\n".join(f"{key} = {value}" for key, value in values.items())
        for group, values in project["entry-points"].items()
    )
    (folder / "entry_points.txt").write_text("\n".join(points) + "\n", "utf-8")
    return ""

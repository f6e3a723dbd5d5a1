"""The command that finds URLs which programs read differently, as a user runs it."""

import contextlib
import json
from importlib import import_module
from pathlib import Path

import pytest
from command_line import documents, run
from tables import by_rows_of

import hexapla
from hexapla.differentials.inputs import Inputs
from hexapla.identification.question import candidates
from hexapla.implementations.programs import StandardParser
from hexapla.jobs.atomic import reserved

# The module has the same name as its command.
command = import_module("hexapla.cli.commands.differential")

COLUMNS = ("spec:rfc3986", "spec:whatwg")
FEW = ("--alphabet", "ab@\\", "--max-length", "4", "--count", "0")


def test_the_baseline_is_what_json_has(tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    (document,) = documents(run("differential", *COLUMNS, *FEW, "--json", "--write", str(path)))
    written = json.loads(path.read_text("utf-8"))
    assert written == {
        name: value for name, value in document.items() if name not in ("versions", "baseline")
    }


def test_an_interrupted_run_shows_what_it_came_upon(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupt(url: str) -> dict[str, str]:
        if url == "http://last/":
            raise KeyboardInterrupt
        return {"host": "another"}

    path = tmp_path / "urls.txt"
    path.write_text("http://first/\nhttp://last/\n", "utf-8")
    programs = [StandardParser(hexapla.spec("rfc3986")), interrupt]
    monkeypatch.setattr(command, "started", lambda *_: contextlib.nullcontext(programs))
    result = run("differential", *COLUMNS, *FEW, "--against", str(path), "--json")
    assert result.exit_code == 130
    assert "stopped; the result covers 1 URLs" in result.stderr
    (document,) = documents(result)
    assert (document["coverage"]["asked"], document["coverage"]["complete"]) == (1, False)
    assert [given["url"] for given in document["against"]] == ["http://first/"]


@by_rows_of("cli")
def test_a_second_run_on_one_output_is_refused(command: list[str], tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    name, *further = command
    with reserved(path):
        refused = run(name, "--write", str(path), *further)
    assert refused.exit_code == 2
    assert "another process is using" in " ".join(refused.stderr.split())
    assert not refused.stdout
    assert run(name, "--write", str(path), *further).exit_code in (0, 1)
    assert list(tmp_path.iterdir()) == [path]


def test_help_gives_the_number_of_urls_by_default() -> None:
    help_text = " ".join(run("differential", "--help").stdout.split())
    assert f"{len(Inputs(candidates())):,} URLs are tried" in help_text
    assert "use --max-length 2 --count 0" in help_text

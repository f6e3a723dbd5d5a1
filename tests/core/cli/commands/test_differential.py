"""The command that finds URLs which programs read differently, as a user runs it."""

import contextlib
import json
import sys
from importlib import import_module
from pathlib import Path

import pytest
from command_line import documents, run
from tables import by_rows_of

import hexapla
from hexapla.implementations.asking import NoAnswerError
from hexapla.implementations.programs import parse_by
from hexapla.jobs.atomic import reserved

# The name of the module is that of its command.
command = import_module("hexapla.cli.commands.differential")

COLUMNS = ("spec:rfc3986", "spec:whatwg")
FEW = ("--alphabet", "ab@\\", "--max-length", "4", "--count", "0")


def test_json_follows_its_schema() -> None:
    result = run("differential", *COLUMNS, *FEW, "--on", "all", "--json")
    assert result.exit_code == 1
    (document,) = documents(result)
    assert document["programs"] == ["rfc3986", "whatwg"]
    assert document["versions"] == {"rfc3986": None, "whatwg": None}
    assert document["coverage"]["exhaustive"] == document["coverage"]["asked"] == 341
    assert {item["aspect"] for item in document["classes"]} >= {"host", "path", "accepts"}
    (backslash,) = [
        item
        for item in document["classes"]
        if item["aspect"] == "host"
        and (item["right"]["does"], item["right"]["sign"]) == ("ends-authority", "a backslash")
    ]
    assert backslash["smallest"]["url"] == "http://a\\"
    assert backslash["smallest"]["right"]["compared"] == "a"


def test_a_baseline_lets_only_new_classes_fail(tmp_path: Path) -> None:
    baseline = tmp_path / "baseline.json"
    less = ("--alphabet", "ab\\", "--max-length", "3", "--count", "0")
    more = ("--alphabet", "a/\\", "--max-length", "3", "--count", "0")
    assert run("differential", *COLUMNS, *less, "--write", str(baseline)).exit_code == 1
    known = run("differential", *COLUMNS, *less, "--check", str(baseline))
    assert known.exit_code == 0
    assert "0 new, 2 known from the baseline" in known.stdout
    assert "http://a\\ ]" not in known.stdout

    new = run("differential", *COLUMNS, *more, "--check", str(baseline), "--json")
    assert new.exit_code == 1
    (document,) = documents(new)
    ids = {item["id"] for item in document["classes"]}
    before = {item["id"] for item in json.loads(baseline.read_text("utf-8"))["classes"]}
    assert set(document["baseline"]["new"]) == ids - before
    assert document["baseline"]["gone"] == []

    none = ("--alphabet", "a", "--max-length", "1", "--count", "0")
    gone = run("differential", *COLUMNS, *none, "--check", str(baseline))
    assert gone.exit_code == 0
    assert "  not seen again: http://a\\  host: rfc3986 reads on past a backslash;" in gone.stdout


def test_the_baseline_is_what_json_has(tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    (document,) = documents(run("differential", *COLUMNS, *FEW, "--json", "--write", str(path)))
    written = json.loads(path.read_text("utf-8"))
    assert written == {
        name: value for name, value in document.items() if name not in ("versions", "baseline")
    }


def test_own_urls_are_asked(tmp_path: Path) -> None:
    path = tmp_path / "urls.txt"
    path.write_bytes(b'http://a/\r\n"http://a\\\\@b/\\u0000"\n\xff\n')
    none = ("--max-length", "0", "--count", "0")
    (document,) = documents(run("differential", *COLUMNS, *none, "--against", str(path), "--json"))
    assert document["coverage"]["asked"] == 4
    (given,) = document["against"]
    assert given["url"] == "http://a\\@b/\0"
    assert [given[side]["compared"] for side in ("left", "right")] == ["b", "a"]
    (item,) = document["classes"]
    assert given["class"] == item["id"]
    assert (item["smallest"]["url"], item["original"]["url"]) == ("http://a\\", given["url"])


def test_own_urls_come_first(tmp_path: Path) -> None:
    path = tmp_path / "urls.txt"
    path.write_text("http://a/\nhttp://a\\@b/\nhttp://b\\\n", "utf-8")
    result = run("differential", *COLUMNS, *FEW, "--against", str(path))
    lines = result.stdout.splitlines()
    start = lines.index("2 of the 3 URLs given differ")
    assert lines[start + 1] == "  http://a\\@b/"
    assert lines[start + 2].split()[:2] == ["rfc3986", "b"]
    assert lines[start + 4] == "  http://b\\"
    assert start < next(place for place, line in enumerate(lines) if "classes of" in line)


def test_five_classes_have_a_line_each_and_all_have_more() -> None:
    few = ("--alphabet", "a:/@\\", "--max-length", "3", "--count", "200")
    short = run("differential", *COLUMNS, *few).stdout.splitlines()
    (start,) = (place for place, line in enumerate(short) if "classes of differences" in line)
    told = [line for line in short if line.startswith("[")]
    assert told == short[start + 1 : start + 6]
    every = run("differential", *COLUMNS, *few, "--all").stdout
    count = int(short[start].split(": ")[1].split()[0])
    assert short[start + 6] == f"and {count - 5} more, which --all shows"
    assert every.count("\n[") == count
    assert "shrunk from" in every


def test_an_interrupted_run_shows_what_it_came_upon(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupt(url: str) -> dict[str, str]:
        if url == "http://last/":
            raise KeyboardInterrupt
        return {"host": "another"}

    path = tmp_path / "urls.txt"
    path.write_text("http://first/\nhttp://last/\n", "utf-8")
    programs = [parse_by(hexapla.spec("rfc3986")), interrupt]
    monkeypatch.setattr(command, "started", lambda *_: contextlib.nullcontext(programs))
    result = run("differential", *COLUMNS, *FEW, "--against", str(path), "--json")
    assert result.exit_code == 130
    assert "stopped; the result is of 1 URLs" in result.stderr
    (document,) = documents(result)
    assert (document["coverage"]["asked"], document["coverage"]["complete"]) == (1, False)
    assert [given["url"] for given in document["against"]] == ["http://first/"]


def test_what_is_not_answered_is_listed_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(url: str) -> dict[str, str]:
        if url == "http://a":
            raise NoAnswerError("died of it")
        return {"host": ""}

    programs = [parse_by(hexapla.spec("rfc3986")), dies]
    monkeypatch.setattr(command, "started", lambda *_: contextlib.nullcontext(programs))
    few = ("--alphabet", "a", "--max-length", "1", "--count", "0")
    lines = run("differential", *COLUMNS, *few).stdout.splitlines()
    assert "rfc3986 and whatwg, host: 0 classes of differences, in 0 of 1 URL compared" in lines
    assert lines[-2:] == ["whatwg gave no answer to 1 URL; no difference", "  http://a  died of it"]


def test_adapters_say_their_version() -> None:
    few = ("--alphabet", "a", "--max-length", "1", "--count", "0")
    result = run("differential", "adapter:urllib.parse", "python:urllib.parse:urlsplit", *few)
    version = ".".join(map(str, sys.version_info[:3]))
    assert result.stdout.startswith(f"urllib.parse {version}\n") or result.exit_code == 2


@by_rows_of("cli")
def test_a_second_run_on_one_output_is_refused(command: list[str], tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    name, *further = command
    with reserved(path):
        refused = run(name, "--write", str(path), *further)
    assert refused.exit_code == 2
    assert "another process is at work in" in " ".join(refused.stderr.split())
    assert not refused.stdout
    assert run(name, "--write", str(path), *further).exit_code in (0, 1)
    assert list(tmp_path.iterdir()) == [path]

"""The command that finds URLs which programs read differently, as a user runs it."""

import json
import sys
from pathlib import Path

import pytest
from command_line import documents, run

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
        and item["left"]["section"] == "3.2.1"
        and item["left"]["kind"] == item["right"]["kind"] == "name"
    ]
    assert backslash["smallest"]["url"] == "http://a\\@b"
    assert backslash["smallest"]["right"]["compared"] == "a"


def test_a_baseline_lets_only_new_classes_fail(tmp_path: Path) -> None:
    baseline = tmp_path / "baseline.json"
    less = ("--alphabet", "ab\\", "--max-length", "3", "--count", "0")
    assert run("differential", *COLUMNS, *less, "--write", str(baseline)).exit_code == 1
    known = run("differential", *COLUMNS, *less, "--check", str(baseline))
    assert known.exit_code == 0
    assert "0 new, 2 known from the baseline" in known.stdout
    assert "http://a\\ ]" not in known.stdout

    new = run("differential", *COLUMNS, *FEW, "--check", str(baseline), "--json")
    assert new.exit_code == 1
    (document,) = documents(new)
    ids = {item["id"] for item in document["classes"]}
    before = {item["id"] for item in json.loads(baseline.read_text("utf-8"))["classes"]}
    assert set(document["baseline"]["new"]) == ids - before
    assert document["baseline"]["gone"] == []

    none = ("--alphabet", "a", "--max-length", "1", "--count", "0")
    gone = run("differential", *COLUMNS, *none, "--check", str(baseline))
    assert gone.exit_code == 0
    assert "not seen again: http://a\\" in gone.stdout


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
    (item,) = document["classes"]
    assert item["smallest"]["url"] == "http://a\\@b"


PROGRAM = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    url = question["parse"]
    if "@" in url:
        sys.exit("it is too much for me")
    host = url[7:].split("/")[0]
    print(json.dumps({"id": question["id"], "host": host}), flush=True)
"""


@pytest.mark.slow
def test_a_program_that_dies_is_listed_apart(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM, "utf-8")
    command = f"{sys.executable} {path}"
    few = ("--alphabet", "ba@", "--max-length", "1", "--count", "0")
    result = run("differential", command, "spec:rfc3986", *few)
    assert result.exit_code == 0, result.stderr
    assert "gave no answer to 1 URL" in result.stdout
    assert "it is too much for me" in result.stdout


def test_adapters_say_their_version() -> None:
    few = ("--alphabet", "a", "--max-length", "1", "--count", "0")
    result = run("differential", "adapter:urllib.parse", "python:urllib.parse:urlsplit", *few)
    version = ".".join(map(str, sys.version_info[:3]))
    assert result.stdout.startswith(f"urllib.parse {version}\n") or result.exit_code == 2

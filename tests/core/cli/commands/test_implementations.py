"""The command that asks implementations through their adapters."""

import functools
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from built_once import built_once
from command_line import documents, run

from hexapla.identification.parsing import default_urls
from hexapla.identification.recording_file import read_recordings
from hexapla.implementations.adapters import Adapter
from hexapla.implementations.asking import Case, UrlCase

# It asks programs about thousands of cases; transcripts and exit codes are default tests.
pytestmark = pytest.mark.slow

PARSER = "urllib.parse"
version_once = functools.cache(Adapter.version)


@pytest.fixture(autouse=True)
def _a_version_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask each program for its version only once, since each time starts a process."""
    monkeypatch.setattr(Adapter, "version", version_once)


@pytest.fixture(scope="module")
def written() -> Path:
    """Write the answers of two implementations; a test that changes the file copies it."""
    return built_once("recordings-of-two", write_recordings) / "recordings.json"


def write_recordings(folder: Path) -> None:
    path = folder / "recordings.json"
    result = run("implementations", "--write", str(path), "ada", PARSER)
    assert result.exit_code == 0
    assert re.search(r"URL Standard: (\d+) of \1 cases match\n", result.stdout)


def of_parser(form: dict[str, Any], name: str = PARSER) -> dict[str, Any]:
    return next(item for item in form["implementations"] if item["name"] == name)


def changed(written: Path, tmp_path: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    form = json.loads(written.read_text("utf-8"))
    change(form)
    path = tmp_path / "recordings.json"
    path.write_text(json.dumps(form), encoding="utf-8")
    return path


def test_recordings_are_read_as_they_were_written(written: Path) -> None:
    text = written.read_text("utf-8")
    read = read_recordings(text)
    assert read.to_json() == text
    assert read.names == {"ada", PARSER}
    for item in read.implementations:
        found = item.identification()
        assert bool(found.unexplained) == bool(item.smallest)
    result = run("implementations", "--check", str(written), PARSER)
    assert (result.exit_code, result.stdout.count("\n")) == (0, 1)
    assert result.stdout.endswith("gives the same answers as the file\n")


def test_a_changed_answer_is_shown(written: Path, tmp_path: Path) -> None:
    def change(form: dict[str, Any]) -> None:
        of_parser(form)["answers"][1] = {"uri": "x:another"}
        of_parser(form)["smallest"][0] |= {"uri": "x:smaller"}

    path = changed(written, tmp_path, change)
    result = run("implementations", "--check", str(path), PARSER)
    assert result.exit_code == 1
    head, first, _ = result.stdout.splitlines()
    says = "differs in 2 answers from the file: find out why, or update it with --write"
    assert head.endswith(says)
    case = read_recordings(path.read_text("utf-8")).cases[1]
    assert isinstance(case, Case)
    assert first.startswith(f"  {case.reference}  on  {case.base}: now ")
    assert first.endswith(", in the file x:another")
    (found,) = documents(run("implementations", "--json", "--check", str(path), PARSER))
    assert not found["holds"]
    assert [item["before"]["uri"] for item in found["changes"]] == ["x:another", "x:smaller"]


def test_another_version_is_named(written: Path, tmp_path: Path) -> None:
    def grow_older(form: dict[str, Any]) -> None:
        of_parser(form)["version"] = "2.7"

    def change(form: dict[str, Any]) -> None:
        grow_older(form)
        of_parser(form)["answers"][0] = {"trouble": "died"}

    result = run("implementations", "--check", str(changed(written, tmp_path, grow_older)), PARSER)
    assert result.exit_code == 0
    assert result.stdout.endswith("gives the same answers as version 2.7 in the file\n")
    result = run("implementations", "--check", str(changed(written, tmp_path, change)), PARSER)
    assert result.exit_code == 1
    assert " from version 2.7 in the file: update the file with --write\n" in result.stdout


def test_what_the_file_lacks_is_named(written: Path, tmp_path: Path) -> None:
    result = run("implementations", "--check", str(written), "uritools")
    assert result.exit_code == 1
    assert "is not in the file; add it with --write" in result.stdout

    def lose_a_case(form: dict[str, Any]) -> None:
        form["cases"].pop()
        for item in form["implementations"]:
            item["answers"].pop()
            item["smallest"] = []

    path = changed(written, tmp_path, lose_a_case)
    result = run("implementations", "--check", str(path), PARSER)
    assert result.exit_code == 1
    assert "differ from the current cases; update the file with --write" in result.stderr
    # An implementation that isn't asked now has no answers to the new cases.
    result = run("implementations", "--write", str(path), PARSER)
    assert (
        f"ada was tested with different cases, so its answers were removed from {path}\n"
        in result.stderr
    )
    assert read_recordings(path.read_text("utf-8")).names == {PARSER}


def test_recordings_of_others_are_kept(written: Path, tmp_path: Path) -> None:
    def answer_alike(form: dict[str, Any]) -> None:
        of_parser(form).update(answers=[{"uri": "x:"}] * len(form["cases"]), smallest=[])

    path = changed(written, tmp_path, answer_alike)
    run("implementations", "--write", str(path), "uritools")
    read = read_recordings(path.read_text("utf-8"))
    assert [item.name for item in read.implementations] == [PARSER, "uritools", "ada"]
    kept = read.of(PARSER)
    assert kept is not None
    assert {answer.value for answer in kept.answers} == {"x:"}
    assert read.of("ada") == read_recordings(written.read_text("utf-8")).of("ada")


def test_further_cases_are_asked_and_identify_nothing(written: Path, tmp_path: Path) -> None:
    path = changed(written, tmp_path, lambda form: None)
    pairs = tmp_path / "pairs.jsonl"
    pairs.write_text('{"base": "http://a/b", "reference": "never"}\n', encoding="utf-8")
    result = run("implementations", "--against", str(pairs), "--write", str(path), PARSER)
    before = read_recordings(written.read_text("utf-8")).of(PARSER)
    read = read_recordings(path.read_text("utf-8"))
    after, other = read.of(PARSER), read.of("ada")
    assert before is not None
    assert after is not None
    assert other is not None
    assert [(item.case.reference, item.value) for item in after.further] == [
        ("never", "http://a/never")
    ]
    assert (after.answers, other.further) == (before.answers, ())
    assert f"of {len(read.cases)} cases" in result.stdout
    # They are asked again, even if they are not given again.
    assert run("implementations", "--check", str(path), PARSER).exit_code == 0
    run("implementations", "--write", str(path), "ada")
    read = read_recordings(path.read_text("utf-8"))
    assert [len(item.further) for item in read.implementations] == [1, 1]


def test_what_is_not_on_the_machine_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    result = run("implementations", "lynx", "java.net.URI")
    assert result.exit_code == 0
    assert (
        "java.net.URI  not asked: java isn't installed; to install it: on Debian, " in result.stdout
    )
    names = [item["name"] for item in documents(run("implementations", "--json", "java.net.URI"))]
    assert names == ["java.net.URI"]
    result = run("identify", "adapter:java.net.URI")
    assert result.exit_code == 2
    assert "java.net.URI is not on this machine: java isn't installed" in result.stderr


def test_json_follows_its_schema() -> None:
    (found,) = documents(run("implementations", "--json", "ada"))
    assert (found["name"], found["best"]["id"], found["rejected"]) == ("ada", "whatwg", [])
    (alone,) = documents(run("identify", "--json", "adapter:ada"))
    assert alone == found | {"command": "identify"}
    assert alone["asked_further"] > 0


# Asked to parse.


@pytest.fixture(scope="module")
def parsed() -> Path:
    """Write the parse results of two implementations; a test that changes the file copies it."""
    return built_once("parsings-of-two", write_parsings) / "parsings.json"


def write_parsings(folder: Path) -> None:
    path = folder / "parsings.json"
    urls = path.with_name("urls.txt")
    urls.write_text('http://a\\@b/\n"http://\\ud800\\n/"\n', encoding="utf-8")
    result = run(
        *("implementations", "--parse", "--write", str(path), "--against", str(urls)),
        *("ada", "urllib3"),
    )
    assert result.exit_code == 0
    assert re.search(r"^ada \S+  URL Standard: ([\d,]+) of \1 URLs match", result.stdout)


def test_parse_recordings_are_read_as_they_were_written(parsed: Path) -> None:
    text = parsed.read_text("utf-8")
    read = read_recordings(text)
    assert read.to_json() == text
    assert read.cases == tuple(map(UrlCase, default_urls()))
    assert read.further == (UrlCase("http://\ud800\n/"),)
    hosts = {
        item.name: answer.value and answer.value.host
        for item in read.implementations
        for answer in item.answers
        if answer.case.url == "http://a\\@b/"
    }
    assert hosts == {"ada": "a", "urllib3": "a"}
    result = run("implementations", "--parse", "--check", str(parsed), "urllib3")
    assert (result.exit_code, result.stdout.count("\n")) == (0, 1)
    assert result.stdout.endswith("gives the same answers as the file\n")


def test_a_changed_parse_answer_is_shown(parsed: Path, tmp_path: Path) -> None:
    def change(form: dict[str, Any]) -> None:
        form["cases"].append({"url": "http://h/"})
        form["implementations"] = [of_parser(form, "urllib3")]
        of_parser(form, "urllib3")["answers"].append({"host": "another"})

    path = changed(parsed, tmp_path, change)
    result = run("implementations", "--parse", "--check", str(path), "urllib3")
    assert result.exit_code == 1
    assert result.stdout.splitlines()[1] == (
        "  http://h/: now scheme http, host h, path /, in the file host another"
    )
    found = documents(run("implementations", "--parse", "--json", "--check", str(path), "urllib3"))
    assert [item["url"] for item in found[0]["changes"]] == ["http://h/"]


def test_other_urls_are_named_in_a_check(parsed: Path, tmp_path: Path) -> None:
    urls = tmp_path / "urls.txt"
    urls.write_text("http://another/\n")
    result = run(
        *("implementations", "--parse", "--check", str(parsed), "--against", str(urls), "urllib3")
    )
    assert result.exit_code == 1
    assert "differ from the current cases; update the file with --write" in result.stderr

"""The adapters run their parsers, whose answers are those in the recordings.

An adapter whose parser isn't installed is skipped, and says what to install. If the variable
IMPLEMENTATIONS_REQUIRED names it, as in the project's own checks, that is a failure.
"""

import ctypes
import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tables import rows_of

from hexapla.identification.identification import identified
from hexapla.identification.questions import question_named
from hexapla.identification.recording import Recording, changes
from hexapla.identification.recording_file import read_recordings
from hexapla.implementations import adapters
from hexapla.implementations.adapters import (
    ADAPTERS,
    PARSERS,
    RESOLVERS,
    AbsentError,
    Adapter,
    adapter,
    c_text,
)
from hexapla.implementations.asking import AnyCase, Case, UrlCase, ask
from hexapla.implementations.process import Program
from hexapla.operations.authority import COMPONENT_NAMES

DATA = Path(__file__).parents[4] / "site" / "hexapla_site" / "data"
RECORDED = {
    "resolve": read_recordings((DATA / "recordings.json").read_text("utf-8")),
    "parse": read_recordings((DATA / "parsings.json").read_text("utf-8")),
}
ASKED = [
    (question, item) for question in RECORDED for item in ADAPTERS if question in item.functions
]
REQUIRED = os.environ.get("IMPLEMENTATIONS_REQUIRED", "").split()
URL = "http://u@h:80/p?q#f"
TOLD = dict(zip(COMPONENT_NAMES, ("http", "u", "h", "80", "/p", "q", "f"), strict=True))
# They leave out the default port of a scheme.
NO_PORT = (
    *("ada", "httpx", "chromium", "firefox", "webkit", "node-URL", "whatwg-url", "url-parse"),
    *("rust-url", "php-WhatWg-Url"),
)
NOT_TOLD = {
    "furl": {"userinfo"},
    "go-net-url": {"userinfo"},
    "node-url.parse": {"userinfo"},
    "requests": {"userinfo", "fragment"},
    "tldts": {*TOLD} - {"host"},
}
# A known difference: a backslash ends the authority, is part of the userinfo, or is rejected.
BACKSLASH = "http://a\\@b/"
HOSTS = dict(rows_of("implementations", "hosts before or behind a backslash"))


Present = tuple[str, Adapter, Program]


@pytest.fixture(params=ASKED, ids=lambda pair: f"{pair[0]}-{pair[1].name}", scope="module")
def present(request: pytest.FixtureRequest) -> Iterator[Present]:
    """Return a question, an adapter and its program."""
    question, item = request.param
    try:
        item.version()
    except AbsentError as error:
        missing = f"{item.name} isn't installed: {error}"
        (pytest.fail if item.name in REQUIRED else pytest.skip)(missing)
    with Program(item.command, 60.0, plain=item.plain) as started:
        yield question, item, started


def recorded_as_installed(present: Present) -> Recording:
    """Return the recording of a program; skip the test if another version is installed."""
    question, item, _ = present
    recorded = RECORDED[question].of(item.name)
    assert recorded is not None, "not in the data"
    if (version := item.version()) != recorded.version:
        pytest.skip(f"version {version}, recorded {recorded.version}")
    return recorded


@pytest.mark.slow
def test_every_answer_is_the_one_recorded(present: Present) -> None:
    """If one differs, find out why, and update the data with hexapla implementations --write."""
    _, _, program = present
    recorded = recorded_as_installed(present)
    assert list(changes(recorded, program)) == []


# Seeking departures takes most of the time.
DEPARTURES_SOUGHT = [
    pytest.param(
        pair, marks=pytest.mark.slow if pair[1].name in ("ada", "uritools") else pytest.mark.nightly
    )
    for pair in ASKED
]


@pytest.mark.parametrize(
    "present", DEPARTURES_SOUGHT, indirect=True, ids=lambda pair: f"{pair[0]}-{pair[1].name}"
)
def test_live_departures_are_those_recorded(present: Present) -> None:
    """The page of a recorded parser says what the command says of the parser.

    If a departure differs, update the data with hexapla implementations --write.
    """
    question, _, program = present
    recorded = recorded_as_installed(present)
    put = question_named(question)
    asked = identified(put, program, RECORDED[question].cases, put.further_cases())
    # Only the smallest examples can differ, since the recording may have a smaller one from another
    # departure.
    then = recorded.identification()
    assert asked.verdict == then.verdict
    assert [(item.sentence, item.cases) for item in asked.departures] == [
        (item.sentence, item.cases) for item in then.departures
    ]


@pytest.mark.slow
@pytest.mark.parametrize("text", ["\ud800", "a\0b", "a\nb\tc\r", "é\u2028\U0001f600", "/" * 30_000])
def test_any_text_is_survived(present: Present, text: str) -> None:
    """Whatever it does with the text, it answers the next question."""
    question, _, program = present
    urls = (text, f"http://{text}/", f"x:/{text}?{text}#{text}")
    cases: list[AnyCase] = [*map(UrlCase, urls)]
    usual: AnyCase = UrlCase(URL)
    if question == "resolve":
        cases = [Case("http://a/b", text), Case(text, "g"), Case("x:/a/b", f"c/{text}")]
        usual = Case("http://a/b/c/d;p?q", "g")
    before = ask(program, usual)
    assert before.accepts
    for case in cases:
        ask(program, case)
    assert ask(program, usual) == before


@pytest.mark.slow
@pytest.mark.parametrize(
    "present", ASKED[-len(PARSERS) :], indirect=True, ids=lambda it: it[1].name
)
def test_a_url_is_taken_apart(present: Present) -> None:
    _, item, program = present
    told = TOLD | ({"port": None} if item.name in NO_PORT else {})
    not_told = NOT_TOLD.get(item.name, set())
    said = ask(program, UrlCase(URL)).said
    assert said == {name: value for name, value in told.items() if name not in not_told}
    answer = ask(program, UrlCase("http://h/p"))
    assert answer.value is not None
    stated = answer.value.stated
    parts = {"host": "h", "path": "/p", "query": None}
    assert all(stated[name] == parts[name] for name in parts.keys() - not_told)
    assert (stated.get("userinfo"), stated.get("fragment")) == (None, None)
    answer = ask(program, UrlCase(BACKSLASH))
    assert answer.trouble is None
    if item.name in HOSTS:
        assert (answer.value and answer.value.host) == HOSTS[item.name]


def test_every_adapter_says_what_it_answers() -> None:
    assert all(set(item.notes) <= set(item.functions) for item in ADAPTERS)
    assert {*RESOLVERS, *PARSERS} == set(ADAPTERS)
    assert len({item.name for item in ADAPTERS}) == len(ADAPTERS)
    assert adapter("lynx", "resolve") in RESOLVERS
    with pytest.raises(LookupError, match=r"^the adapter urllib3 only parses"):
        adapter("urllib3", "resolve")


@pytest.mark.parametrize("item", ADAPTERS, ids=lambda item: item.name)
def test_every_adapter_is_a_file_and_names_what_to_install(
    item: Adapter, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Path(item.command[-1 - len(item.arguments)]).is_file()
    monkeypatch.setattr(adapters, "ChildProcess", no_such_program)
    with pytest.raises(AbsentError) as raised:
        item.version()
    assert str(raised.value) == f"{item.command[0]} isn't installed; to install it: {item.install}"


def no_such_program(command: tuple[str, ...]) -> None:
    raise FileNotFoundError


def test_every_name_that_is_required_is_an_adapter() -> None:
    assert set(REQUIRED) <= {item.name for item in ADAPTERS}


def test_an_unknown_name_is_an_error_with_all_names() -> None:
    with pytest.raises(LookupError, match=r"Did you mean 'lynx'\? Available: urllib"):
        adapter("Linx")


def test_an_absent_library_is_named_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "furl.py").write_text("raise ModuleNotFoundError(\"No module named 'furl'\")")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    missing = r"^furl isn't installed: No module named 'furl'; to install it: pip install"
    with pytest.raises(AbsentError, match=missing):
        adapter("furl").version()


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("whatwg-url", "whatwg-url isn't installed"),
        ("tldts", "tldts isn't installed"),
        ("perl-URI", "the module URI isn't installed"),
        ("lynx", "lynx isn't installed"),
    ],
)
def test_an_absent_parser_is_named_in_one_phrase(
    name: str, missing: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    item = adapter(name)
    runner = shutil.which(item.command[0])
    if runner is None:
        pytest.skip(f"{item.command[0]} is not here")
    (tmp_path / Path(runner).name).symlink_to(runner)
    (tmp_path / "URI.pm").write_text("die;")
    for variable in ("NODE_PATH", "PERL5LIB", "PATH"):
        monkeypatch.setenv(variable, str(tmp_path))
    with pytest.raises(AbsentError) as raised:
        item.version()
    assert str(raised.value) == f"{missing}; to install it: {item.install}"


def test_an_absent_c_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", no_such_library)
    with pytest.raises(SystemExit, match=r"^libnone\.so\.1 can't be loaded$"):
        c_text.library("libnone.so.1")


def no_such_library(name: str) -> None:
    raise OSError(f"{name}: cannot open shared object file")


@pytest.mark.slow
def test_an_absent_browser_is_named_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    with pytest.raises(AbsentError, match=r"Playwright has no webkit; to install it: pip install"):
        adapter("webkit").version()


@pytest.mark.slow
def test_a_browser_leaves_nothing_when_its_program_is_killed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The path of the browser's socket must be short.
    folder = Path(tempfile.mkdtemp(prefix="h"))
    monkeypatch.setenv("TMPDIR", str(folder))
    command = (*adapter("chromium").command, "--version")
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
    ) as program:
        assert program.stdin
        assert program.stdout
        assert program.stderr
        if not program.stdout.readline():
            pytest.skip("Chromium isn't installed")
        os.killpg(program.pid, signal.SIGKILL)
        program.stdin.close()
        # The browser holds the pipe open until it ends.
        program.stderr.read()
    assert [*folder.iterdir()] == []
    folder.rmdir()


@pytest.mark.slow
def test_an_old_php_lacks_the_classes() -> None:
    try:
        version = adapter("php-parse_url").version()
    except AbsentError as error:
        pytest.skip(f"PHP isn't installed: {error}")
    if tuple(map(int, version.split(".")[:2])) >= (8, 5):
        pytest.skip(f"PHP {version} has them")
    lacking = (
        rf"PHP {re.escape(version)} has no Uri\\WhatWg\\Url, which came with 8.5; to install it"
    )
    with pytest.raises(AbsentError, match=lacking):
        adapter("php-WhatWg-Url").version()

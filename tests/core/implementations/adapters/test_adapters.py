"""The adapters, asked for real: what they resolve is what the recordings have.

Those whose parser is not on the machine are skipped, and say what to install. Where the variable
IMPLEMENTATIONS_REQUIRED names one, as in the project's own checks, that is a failure.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tables import rows_of

from hexapla.implementations import adapters
from hexapla.implementations.adapters import (
    ADAPTERS,
    PARSERS,
    RESOLVERS,
    AbsentError,
    Adapter,
    adapter,
)
from hexapla.implementations.asking import Answer, Case, UrlCase, ask
from hexapla.implementations.identification import identified, question_named
from hexapla.implementations.process import Program
from hexapla.implementations.recording import Recordings, changes, read_recordings

SITE = Path(__file__).parents[4] / "site" / "hexapla_site"
RECORDED = read_recordings((SITE / "data" / "recordings.json").read_text("utf-8"))
PARSED = read_recordings((SITE / "data" / "parsings.json").read_text("utf-8"))
REQUIRED = os.environ.get("IMPLEMENTATIONS_REQUIRED", "").split()
PLAIN = Case("http://a/b/c/d;p?q", "g")
URL = "http://u@h:80/p?q#f"
COMPONENTS: dict[str, str | None] = {
    "scheme": "http",
    "userinfo": "u",
    "host": "h",
    "port": "80",
    "path": "/p",
    "query": "q",
    "fragment": "f",
}
# A port that is the scheme's may be left out.
NO_PORT: dict[str, str | None] = {"port": None}
NOT_ALL = {"ada": NO_PORT, "httpx": NO_PORT, "node-URL": NO_PORT}
NOT_TOLD = {
    "furl": {"userinfo"},
    "go-net-url": {"userinfo"},
    "node-url.parse": {"userinfo"},
    "requests": {"userinfo", "fragment"},
}
# What they are known for: a backslash ends the authority, is part of the userinfo, or is refused.
BACKSLASH = "http://a\\@b/"
HOSTS = dict(rows_of("implementations", "hosts before or behind a backslash"))


def names(items: tuple[Adapter, ...]) -> list[str]:
    return [item.name for item in items]


@pytest.fixture(params=RESOLVERS, ids=names(RESOLVERS), scope="module")
def present(request: pytest.FixtureRequest) -> Adapter:
    return installed(request.param)


@pytest.fixture(params=PARSERS, ids=names(PARSERS), scope="module")
def parser(request: pytest.FixtureRequest) -> Adapter:
    return installed(request.param)


def installed(found: Adapter) -> Adapter:
    try:
        found.version()
    except AbsentError as error:
        missing = f"{found.name} is not here: {error}"
        (pytest.fail if found.name in REQUIRED else pytest.skip)(missing)
    return found


@pytest.fixture(scope="module")
def program(present: Adapter) -> Iterator[Program]:
    with Program(present.command, 60.0, plain=present.plain) as started:
        yield started


@pytest.fixture(scope="module")
def parsing(parser: Adapter) -> Iterator[Program]:
    with Program(parser.command, 60.0, plain=parser.plain) as started:
        yield started


@pytest.mark.slow
def test_every_answer_is_the_one_recorded(present: Adapter, program: Program) -> None:
    """If not: find out why, and run hexapla implementations --write on the data."""
    check_recorded(RECORDED, present, program)


@pytest.mark.slow
def test_every_url_is_taken_apart_as_recorded(parser: Adapter, parsing: Program) -> None:
    """If not: find out why, and run hexapla implementations --parse --write on the data."""
    check_recorded(PARSED, parser, parsing)


def check_recorded(kept: Recordings, item: Adapter, program: Program) -> None:
    """Check that a program of the recorded version answers so, and departs in the same ways."""
    recorded = kept.of(item.name)
    assert recorded is not None, "not in the data"
    if (version := item.version()) != recorded.version:
        pytest.skip(f"version {version}, recorded {recorded.version}")
    assert list(changes(recorded, program)) == []
    asked = identified(question_named(kept.question), program, kept.cases)
    assert asked.departures == recorded.identification().departures


@pytest.mark.slow
@pytest.mark.parametrize("text", ["\ud800", "a\0b", "a\nb\tc\r", "é\u2028\U0001f600", "/" * 30_000])
def test_any_text_is_survived(program: Program, text: str) -> None:
    """Whatever it makes of the text, it answers the next question."""
    for case in (Case("http://a/b", text), Case(text, "g"), Case("x:/a/b", f"c/{text}")):
        assert isinstance(ask(program, case), Answer)
    assert ask(program, PLAIN).value == "http://a/b/c/g"


@pytest.mark.slow
def test_a_url_is_taken_apart(parser: Adapter, parsing: Program) -> None:
    not_told = NOT_TOLD.get(parser.name, set())
    expected = {**COMPONENTS, **NOT_ALL.get(parser.name, {})}
    said = ask(parsing, UrlCase(URL)).said
    assert said == {name: value for name, value in expected.items() if name not in not_told}
    answer = ask(parsing, UrlCase("http://h/p"))
    assert answer.value is not None
    told = answer.value.stated
    assert (told["host"], told["path"], told["query"]) == ("h", "/p", None)
    assert (told.get("userinfo"), told.get("fragment")) == (None, None)
    answer = ask(parsing, UrlCase(BACKSLASH))
    assert answer.trouble is None
    if parser.name in HOSTS:
        assert (answer.value and answer.value.host) == HOSTS[parser.name]


@pytest.mark.slow
@pytest.mark.parametrize("text", ["\ud800", "a\0b", "a\nb\tc\r", "é\u2028\U0001f600", "/" * 30_000])
def test_any_text_to_parse_is_survived(parsing: Program, text: str) -> None:
    for url in (text, f"http://{text}/", f"x:/{text}?{text}#{text}"):
        assert isinstance(ask(parsing, UrlCase(url)), Answer)
    assert ask(parsing, UrlCase(URL)).accepts


def test_every_adapter_says_what_it_answers() -> None:
    assert all(set(item.notes) <= set(item.functions) for item in ADAPTERS)
    assert {*RESOLVERS, *PARSERS} == set(ADAPTERS)
    assert len({item.name for item in ADAPTERS}) == len(ADAPTERS)
    assert adapter("lynx", "resolve") in RESOLVERS
    with pytest.raises(LookupError, match=r"^the adapter urllib3 only parses"):
        adapter("urllib3", "resolve")


@pytest.mark.parametrize("item", ADAPTERS, ids=names(ADAPTERS))
def test_every_adapter_is_a_file_and_names_what_to_install(
    item: Adapter, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Path(item.command[-1 - len(item.arguments)]).is_file()
    monkeypatch.setattr(adapters, "ChildProcess", no_such_program)
    with pytest.raises(AbsentError) as raised:
        item.version()
    assert str(raised.value) == f"there is no {item.command[0]}; to have it: {item.install}"


def no_such_program(command: tuple[str, ...]) -> None:
    raise FileNotFoundError


def test_every_name_that_is_required_is_an_adapter() -> None:
    assert set(REQUIRED) <= set(names(ADAPTERS))


def test_an_absent_parser_is_named_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(AbsentError, match=r"^there is no java; to have it: on Debian, apt-get"):
        adapter("java.net.URI").version()


def test_an_unknown_name_is_an_error_with_all_names() -> None:
    with pytest.raises(LookupError, match=r"did you mean 'lynx'\? there is: urllib"):
        adapter("Linx")


def test_an_absent_library_is_named_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "furl.py").write_text("raise ModuleNotFoundError(\"No module named 'furl'\")")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(AbsentError, match=r"No module named 'furl'; to have it: pip install"):
        adapter("furl").version()

"""Ready witnesses, asked for real: what they answer is what the data has.

Those that are not on the machine are skipped, and say what to install. Where WITNESSES_REQUIRED
names one, as in the project's own checks, that is a failure.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import hexapla
from hexapla.implementations import Answer, Case, default_cases, recording
from hexapla.implementations.adapters import ADAPTERS, AbsentError, Adapter, adapter
from hexapla.implementations.asking import ask
from hexapla.implementations.departure import Departure, Manner
from hexapla.implementations.process import Program

DATA = Path(__file__).parents[3] / "site" / "hexapla_site" / "data" / "recordings.json"
RECORDED = recording.read_recordings(DATA.read_text("utf-8"))
REQUIRED = os.environ.get(
    "IMPLEMENTATIONS_REQUIRED", os.environ.get("WITNESSES_REQUIRED", "")
).split()
NAMES = [item.name for item in ADAPTERS]
PLAIN = Case("http://a/b/c/d;p?q", "g")


@pytest.fixture(params=ADAPTERS, ids=NAMES, scope="module")
def present(request: pytest.FixtureRequest) -> Adapter:
    witness: Adapter = request.param
    try:
        witness.version()
    except AbsentError as error:
        missing = f"{witness.name} is not here: {error}"
        (pytest.fail if witness.name in REQUIRED else pytest.skip)(missing)
    return witness


@pytest.fixture(scope="module")
def program(present: Adapter) -> Iterator[Program]:
    with Program(present.command, 60.0, plain=present.plain) as started:
        yield started


def test_a_result_changed_without_the_data(present: Adapter, program: Program) -> None:
    """What to do then: find out why, and run hexapla implementations --write on the data."""
    recorded = RECORDED.of(present.name)
    assert recorded is not None, "not in the data"
    found = [(change.before, change.now) for change in recording.changes(recorded, program)]
    assert not found, f"version {present.version()}, recorded {recorded.version}"


@pytest.mark.parametrize("text", ["\ud800", "a\0b", "a\nb\tc\r", "é\u2028\U0001f600", "/" * 30_000])
def test_a_text_breaks_a_witness(program: Program, text: str) -> None:
    """Whatever it makes of the text, it answers the next question."""
    for case in (Case("http://a/b", text), Case(text, "g"), Case("x:/a/b", f"c/{text}")):
        assert isinstance(ask(program, case), Answer)
    assert ask(program, PLAIN).uri == "http://a/b/c/g"


def test_the_data_is_of_other_cases_or_lacks_a_witness() -> None:
    assert RECORDED.cases == default_cases(hexapla.specs())
    assert [item.name for item in RECORDED.given] == NAMES
    for item in RECORDED.given:
        expected = adapter(item.name)
        about = (item.title, item.language, item.note)
        assert about == (expected.title, expected.language, expected.note)


def test_a_name_that_is_required_is_none() -> None:
    assert set(REQUIRED) <= set(NAMES)


@pytest.mark.parametrize(
    ("name", "memo"),
    [
        ("Neturl", "rfc1808"),
        ("java.net.URI", "rfc2396"),
        ("perl-URI", "rfc2396"),
        ("ruby-RFC2396_Parser", "rfc3986"),
        ("ruby-RFC3986_Parser", "rfc3986"),
        ("uriparser", "rfc3986"),
        ("glib", "rfc3986"),
        ("ada", "whatwg"),
        ("node-URL", "whatwg"),
    ],
)
def test_a_parser_is_taken_for_a_follower_of_another_memo(name: str, memo: str) -> None:
    assert recorded(name).identification().best.id == memo


def recorded(name: str) -> recording.Recording:
    found = RECORDED.of(name)
    assert found is not None
    return found


def test_a_departure_of_java_is_not_named() -> None:
    """It drops empty segments, answers for opaque bases, mistakes '', and drops an empty host."""
    found = recorded("java.net.URI").identification()
    named = {
        (item.rule.citation.section, item.shape.manner, item.smallest.case.reference): item
        for item in found.departures
    }
    segments = named["5.2 steps 6a, 6b", Manner.ANOTHER_PART, "a"]
    assert sections(segments) == ("http://a/b//c", "http://a/b/a", "http://a/b//a", 7)
    opaque = named["5.2 step 2", Manner.UNRESOLVED, ""]
    assert sections(opaque) == ("mailto:a@b", "", "mailto:a@b", 4)
    empty = named["5.2 step 2", Manner.ANOTHER_PART, ""]
    assert sections(empty) == ("http://a/b/c/d;p?q", "http://a/b/c/", "http://a/b/c/d;p?q", 2)
    host = named["B", Manner.UNMARKED, "#"]
    assert sections(host) == ("http:///a", "http:/a#", "http:///a#", 2)
    assert len(named) == 4
    # Its grammar and the memo's refuse alike; and #s is shown by a URI where the memo has none.
    assert [item.case.reference for item in found.refused] == ["http:", "x:", ":/../.."]
    assert {item.case.reference for item in found.as_base} == {"#s", ""}


def sections(item: Departure) -> tuple[str, str | None, str | None, int]:
    return item.smallest.case.base, item.smallest.uri, item.expected, len(item.cases)


def test_what_is_missing_goes_unsaid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(AbsentError, match=r"^there is no java; to have it: on Debian, apt-get"):
        adapter("java.net.URI").version()
    with pytest.raises(LookupError, match=r"did you mean 'lynx'\? there is: urllib"):
        adapter("Linx")


def test_a_library_that_is_missing_goes_unsaid(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "furl.py").write_text("raise ModuleNotFoundError(\"No module named 'furl'\")")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(AbsentError, match=r"No module named 'furl'; to have it: pip install"):
        adapter("furl").version()

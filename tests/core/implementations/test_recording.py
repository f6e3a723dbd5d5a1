"""Recordings: those of the project, and which standard each implementation follows."""

from pathlib import Path

import pytest

import hexapla
from hexapla.implementations import Answer, Case, default_cases, recording
from hexapla.implementations.adapters import RESOLVERS, adapter
from hexapla.implementations.departure import Departure, Manner
from hexapla.implementations.recorded import Change

SITE = Path(__file__).parents[3] / "site" / "hexapla_site"
RECORDED = recording.read_recordings((SITE / "data" / "recordings.json").read_text("utf-8"))


def test_the_recordings_are_of_the_default_cases_and_all_that_resolve() -> None:
    assert RECORDED.asked == default_cases(hexapla.specs())
    assert [item.name for item in RECORDED.implementations] == [item.name for item in RESOLVERS]
    for item in RECORDED.implementations:
        expected = adapter(item.name)
        about = (item.title, item.language, item.note)
        note = expected.notes.get("resolve")
        assert about == (expected.title("resolve"), expected.language, note)


@pytest.mark.parametrize(
    ("name", "spec"),
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
def test_a_parser_follows_the_standard_that_it_is_known_for(name: str, spec: str) -> None:
    assert recorded(name).identification().best.id == spec


def recorded(name: str) -> recording.Recording:
    found = RECORDED.of(name)
    assert found is not None
    return found


def test_the_departures_of_java_are_named() -> None:
    """It drops empty segments and hosts, resolves against opaque bases, mistakes '' and '//'."""
    found = recorded("java.net.URI").identification()
    named = {
        (item.rule.citation.section, item.shape.manner, item.smallest.case.reference): item
        for item in found.departures
    }
    segments = named["5.2 steps 6a, 6b", Manner.ANOTHER_PART, "a"]
    assert sections(segments) == ("x:/a//b/c", "x:/a/b/a", "x:/a//b/a", 8)
    opaque = named["5.2 step 2", Manner.UNRESOLVED, ""]
    assert sections(opaque) == ("mailto:a@b", "", "mailto:a@b", 4)
    empty = named["5.2 step 2", Manner.ANOTHER_PART, ""]
    assert sections(empty) == ("x:/a//b/c", "x:/a/b/", "x:/a//b/c", 2)
    host = named["B", Manner.UNMARKED, "#"]
    assert sections(host) == ("http:///a", "http:/a#", "http:///a#", 3)
    authority = named["5.2 step 4", Manner.NO_URI, "//"]
    assert sections(authority) == ("x:/a", None, "x://", 1)
    assert len(named) == 5
    # Its grammar and the standard's reject the same; #s is shown by a URI where there is none.
    assert [item.case.reference for item in found.rejected] == ["http:", "x:", "HTTP:", ":/../.."]
    assert {item.case.reference for item in found.as_base} == {"#s", "#", ""}


def sections(item: Departure) -> tuple[str, str | None, str | None, int]:
    return item.smallest.case.base, item.smallest.uri, item.expected, len(item.cases)


def test_recordings_are_shown_in_short() -> None:
    java = recorded("java.net.URI")
    cases = len(RECORDED.asked)
    assert repr(java) == f"<Recording java.net.URI {java.version}: {cases} answers>"
    assert repr(RECORDED) == f"<Recordings: {len(RESOLVERS)} implementations, {cases} cases>"


def test_a_change_has_both_answers() -> None:
    case = Case("http://a/b", "g")
    change = Change(Answer(case, "http://a/g"), Answer(case, None, "no"))
    assert repr(change) == (
        "<Change from <Answer to 'g' against 'http://a/b': 'http://a/g'> to no URI, 'no'>"
    )
    assert change.to_dict() == {
        "base": "http://a/b",
        "reference": "g",
        "before": {"uri": "http://a/g", "error": None, "trouble": None},
        "now": {"uri": None, "error": "no", "trouble": None},
    }

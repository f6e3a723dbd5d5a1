"""The agreement of the standards in force, which comes with the package."""

from typing import NamedTuple

import attrs
import pytest
from command_line import run

import hexapla
from hexapla.agreements.agreement import Check
from hexapla.agreements.search import Learning
from hexapla.agreements.stored import shipped_agreement
from hexapla.agreements.words import part_lines


class Side(NamedTuple):
    """A URL, and whether RFC 3986 and the URL Standard read the same host in it."""

    url: str
    agreed: bool


SIDES = (
    Side("http://example.com/", True),
    Side("https://user:password@Example.com:8443/a?b#c", True),
    Side("http://127.0.0.1/", True),
    Side("http://[::1]/", True),
    Side("http://[1:2:3:4:5:6:7:8]:80/", True),
    Side("http://a:65535/", True),
    Side("http://a:/", True),
    Side("http://a..b/", True),
    Side("http://a./", True),
    Side("http://a?b/", True),
    Side("http://a:65536/", False),
    Side("http://1.2.3/", False),
    Side("http://1.2.3.4.5/", False),
    Side("http://256.0.0.1/", False),
    Side("http://0x7f.1/", False),
    Side("http://a.1/", False),
    Side("http://[::0]/", False),
    Side("http://[1:0:0:2:0:0:0:3]/", False),
    Side("http://[::1.2.3.4]/", False),
    Side("http://xn--a/", False),
    Side("http://xn--4ca/", False),
    Side("http://a\\@a/", False),
    Side("http://a\\@b/", False),
    Side("http://%61/", False),
    Side("http:///a", False),
    Side("http:/a", False),
    Side("ftp://a/", False),
)


@pytest.mark.parametrize("side", SIDES, ids=lambda side: repr(side.url))
def test_a_url_is_on_its_side(side: Side) -> None:
    assert shipped_agreement().matches(side.url) == side.agreed


def test_a_border_names_the_class_of_the_difference() -> None:
    """It is the class to which a search for differences assigns the URL."""
    (backslash,) = (
        border
        for border in shipped_agreement().borders
        if border.part == "userinfo" and border.characters and "\\" in border.characters
    )
    found = hexapla.differential(
        *("spec:rfc3986", "spec:whatwg"), prefix=backslash.url, max_length=0, count=0
    )
    assert [backslash.difference] == [finding.item for finding in found.classes]
    assert backslash.to_dict()["class"] == found.classes[0].item.id
    refused = [border for border in shipped_agreement().borders if None in border.reads.values()]
    assert {border.difference for border in refused} == {None}


@pytest.mark.nightly
def test_it_is_what_is_learned_today() -> None:
    """With another seed, other texts are tried, but the result is the same."""
    learned = hexapla.agreement("rfc3986", "whatwg", seed=1)
    assert learned.automaton == shipped_agreement().automaton
    assert learned.borders == shipped_agreement().borders


def test_it_is_not_learned_again() -> None:
    assert hexapla.agreement("rfc3986", "whatwg") is shipped_agreement()


def test_its_words_are_proved_of_names() -> None:
    told = dict(part_lines(shipped_agreement()))
    assert told["host name"].startswith(
        "IPv4 addresses of four decimal numbers; and names whose last"
    )
    assert told["rest"].startswith('nothing; or "/" or "?" or "#", followed by any')


def test_its_expression_can_be_pasted() -> None:
    regex = shipped_agreement().regex
    assert regex is not None
    assert len(regex) <= 2_000


def test_contradictions_not_shown_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    check = Check(4_000, ("http://a/", "http://b/"), differing=1_002)
    result = attrs.evolve(shipped_agreement(), check=check)
    monkeypatch.setattr(Learning, "shipped_or_learned", lambda *_: result)
    lines = run("agreement", "rfc3986", "whatwg").output.splitlines()
    heading = lines.index("Of 4,000 whole URLs, 1,002 contradict this:")
    assert [line.strip() for line in lines[heading + 1 :]][:3] == [
        "http://a/",
        "http://b/",
        "and 1,000 more",
    ]

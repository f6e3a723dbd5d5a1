"""What two programs read, in words."""

from collections.abc import Mapping

import pytest

import hexapla
from hexapla.comparison.display import show
from hexapla.differentials.differential import Baseline, Differential
from hexapla.differentials.wording import baseline_lines, differential_lines, failure_of
from hexapla.implementations.asking import NoAnswerError, Parse

Told = Mapping[str, str | None] | Exception


def saying(told: Told) -> Parse:
    """Return a parser that has one answer to everything."""

    def parse(url: str) -> object:
        if isinstance(told, Exception):
            raise told
        return told

    return parse


def asked(url: str, left: Told, right: Told, on: str) -> Differential:
    return hexapla.differential(
        *(saying(left), saying(right)),
        names=("L", "R"),
        on=on,
        prefix=url,
        max_length=0,
        count=0,
    )


@pytest.mark.parametrize(
    ("url", "left", "right", "on", "said"),
    [
        (
            "http://a\\@b/",
            {"host": "b"},
            {"host": "a"},
            "host",
            "L reads host b: it reads on past a backslash (RFC 3986 3.2); R reads host a: it "
            "ends the authority at a backslash (URL Standard 4.4, authority state)",
        ),
        (
            "http://A/",
            {"host": "A"},
            {"host": None},
            "host",
            "L reads host a, written A: it reads a host in an authority (URL Standard); "
            "R reads no host: it reads no host in an authority",
        ),
        (
            "HTTP:/@\u212a",
            {"host": "k"},
            {"host": "\u212a"},
            "host",
            "L reads host k: it puts letters outside ASCII into lower case (URL Standard "
            "3.3 step 6.1); R reads host \u212a: it leaves the host as it stands",
        ),
        (
            "a://a\n",
            {"host": "a"},
            {"host": "a\n"},
            "host",
            "L reads host a: it removes tabs and line ends from the host (URL Standard 4.4); R "
            "reads host a\u240a: it leaves the host as it stands (RFC 3986)",
        ),
        (
            "http:/@1.",
            {"host": "0.0.0.1"},
            {"host": "1."},
            "host",
            "L reads host 0.0.0.1: it reads a number as an IPv4 address (URL Standard 3.5 step 8); "
            "R reads host 1.: it leaves the host as it stands",
        ),
        (
            "http://@a/",
            {"userinfo": ""},
            {"userinfo": None},
            "userinfo",
            "L reads userinfo \u2205: it reads an empty userinfo (RFC 3986); R reads no userinfo: "
            "it reads no userinfo (URL Standard)",
        ),
        (
            "HTTP://a/",
            {"scheme": "HTTP"},
            {"scheme": "http"},
            "scheme",
            "L reads scheme HTTP: it leaves the scheme as it stands (RFC 3986); R reads "
            "scheme http: it gives the scheme in lower case (URL Standard)",
        ),
        (
            "http://a b/",
            {"host": "a b"},
            ValueError("no  host\n"),
            "accepts",
            "L accepts it; R rejects it (ValueError: no host) (URL Standard 3.3 step 8)",
        ),
    ],
)
def test_the_sentence_says_what_either_reads_by_which_rule(
    url: str, left: Told, right: Told, on: str, said: str
) -> None:
    differential = asked(url, left, right, on)
    (finding,) = differential.classes
    assert finding.smallest.sentence == said
    assert failure_of(differential) == f"{show(url)}: {said}"


def test_what_is_not_answered_is_told_apart() -> None:
    def dies(url: str) -> Told:
        if url == "http://a":
            raise NoAnswerError("died of it")
        return {"host": "x"}

    differential = hexapla.differential(
        *(saying({"host": "x"}), dies), names=("L", "R"), alphabet="a", max_length=1, count=0
    )
    lines = list(differential_lines(differential))
    assert "L and R, host: 0 classes of differences, in 0 of 1 URL compared" in lines
    assert lines[-2:] == ["R gave no answer to 1 URL; no difference", "  http://a  died of it"]


def test_a_baseline_says_what_is_new_and_what_is_gone() -> None:
    one = asked("http://a", {"host": "a"}, {"host": "b"}, "host")
    other = asked("http://a", {"host": "a"}, {"host": None}, "host")
    baseline = Baseline(dict.fromkeys(one.findings, "http://a"))
    (gone,) = one.findings
    assert list(baseline_lines(one, baseline)) == ["0 new, 1 known from the baseline"]
    assert list(baseline_lines(other, baseline)) == [
        "1 new, 0 known from the baseline",
        "  not seen again: http://a  host: L leaves the host as it stands; R reads another host",
    ]

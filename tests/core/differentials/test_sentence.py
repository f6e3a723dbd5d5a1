"""What two programs read, in words."""

from collections.abc import Mapping

import pytest

import hexapla
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
            'L reads host b (RFC 3986 3.2.1: it ends the userinfo at the "@"); R reads host a (URL '
            "Standard 4.4, authority state: it ends the authority at a backslash, as the scheme is "
            "special)",
        ),
        (
            "http://A/",
            {"host": "A"},
            {"host": None},
            "host",
            "L reads host a, written A (URL Standard 4.4, special authority slashes state: it "
            'begins the authority after "//"); R reads no host (no standard agrees)',
        ),
        (
            "x://[::1]/",
            {"host": "[::1]"},
            {"host": "x y"},
            "host",
            "L reads host ::1, written [::1] (URL Standard 4.4, path or authority state: it begins "
            'the authority after "//"); R reads host x␣y (no standard agrees)',
        ),
        (
            "ws://a\\[::]",
            {"host": "a"},
            {"host": "::"},
            "host",
            "L reads host a (URL Standard 4.4, authority state: it ends the authority at a "
            "backslash, as the scheme is special); R reads host :: (no standard agrees)",
        ),
        (
            "http://@a/",
            {"userinfo": ""},
            {"userinfo": None},
            "userinfo",
            'L reads an empty userinfo (RFC 3986 3.2: it begins the authority after "//"); R '
            "reads no userinfo (URL Standard 4.5 step 2.2: it says that an empty username is not "
            "written)",
        ),
        (
            "HTTP://a/",
            {"scheme": "HTTP"},
            {"scheme": "http"},
            "scheme",
            "L reads scheme HTTP (RFC 3986 agrees); R reads scheme http (URL Standard agrees)",
        ),
        (
            "http://a b/",
            {"host": "a b"},
            ValueError("no  host\n"),
            "accepts",
            "L accepts it (no standard agrees); R rejects it (ValueError: no host) (URL Standard "
            "3.3 step 8: it says that a domain with a forbidden domain code point is failure: "
            "domain-to-ASCII)",
        ),
    ],
)
def test_the_sentence_says_what_either_reads_by_which_rule(
    url: str, left: Told, right: Told, on: str, said: str
) -> None:
    differential = asked(url, left, right, on)
    (finding,) = differential.classes.values()
    assert finding.smallest.sentence(differential.inputs.specs) == said
    assert failure_of(differential) == f"{url!r}: {said}"


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
    assert lines[-2:] == ["R gave no answer to 1 URL; no difference", "  http://a ]  died of it"]


def test_a_baseline_says_what_is_new_and_what_is_gone() -> None:
    one = asked("http://a", {"host": "a"}, {"host": "b"}, "host")
    other = asked("http://a", {"host": "a"}, {"host": None}, "host")
    baseline = Baseline(dict.fromkeys(one.findings, "http://a"))
    (gone,) = one.findings
    assert list(baseline_lines(one, baseline)) == ["0 new, 1 known from the baseline"]
    assert list(baseline_lines(other, baseline)) == [
        "1 new, 0 known from the baseline",
        "  not seen again: http://a  host: L reads a name; R reads another one",
    ]

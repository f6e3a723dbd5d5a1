"""The search finds every class, counts its URLs, and gives its smallest example."""

from collections import Counter
from itertools import product

import pytest
from differentials_parsers import COLUMNS, of_a_regular_expression, of_python, with_slashes
from hypothesis import given
from inputs import any_text
from tables import by_rows_of

import hexapla
from hexapla.differentials.inputs import Inputs
from hexapla.divergence.answers import ASPECTS
from hexapla.divergence.divergence import DivergenceClass, ProgramReading, divergence
from hexapla.identification.question import candidates
from hexapla.implementations.asking import Parse, UrlCase, ask

PREFIX = "http://"
ALPHABET = "ab:/?#@\\[]%."


def class_of(one: Parse, other: Parse, url: str) -> DivergenceClass | None:
    """Return the class of the difference between two programs in the host of a URL, if any."""
    answers = [ask(parse, UrlCase(url)) for parse in (one, other)]
    told = [each.value for each in answers if each.value and "host" in each.value.stated]
    # As a client connects to it.
    if len({components.host_connected_to or None for components in told}) < 2:
        return None
    left, right = (ProgramReading(*each) for each in zip(("one", "other"), answers, strict=True))
    return divergence("host", left, right, candidates()).item


def every_class(one: Parse, other: Parse, length: int) -> dict[DivergenceClass, list[str]]:
    """Return the classes that a simple enumeration finds, each with its URLs."""
    classes: dict[DivergenceClass, list[str]] = {}
    for size in range(length + 1):
        for characters in product(ALPHABET, repeat=size):
            url = PREFIX + "".join(characters)
            if item := class_of(one, other, url):
                classes.setdefault(item, []).append(url)
    return classes


PAIRS = {
    "Python and a regular expression": (of_python, of_a_regular_expression),
    "Python and a made-up browser": (of_python, with_slashes),
    "two columns": (COLUMNS["rfc1738"], COLUMNS["whatwg"]),
    "Python and a column": (of_python, COLUMNS["rfc2396"]),
}


@pytest.mark.parametrize("pair", PAIRS)
def test_plain_enumeration_finds_no_other_class(pair: str) -> None:
    one, other = PAIRS[pair]
    differential = hexapla.differential(
        one, other, names=("one", "other"), max_length=3, count=0, alphabet=ALPHABET
    )
    classes = every_class(one, other, 3)
    assert classes
    assert {
        item: (finding.inputs, finding.smallest.url)
        for item, finding in differential.findings.items()
    } == {item: (len(urls), urls[0]) for item, urls in classes.items()}
    pairs = differential.compared[("one", "other"), "host"]
    assert pairs.differing == sum(map(len, classes.values())) <= pairs.inputs <= differential.asked


def test_a_sample_adds_classes_and_their_examples_hold_when_they_are_asked_again() -> None:
    few, more = (
        hexapla.differential(
            of_python, with_slashes, names=("one", "other"), max_length=2, count=count
        )
        for count in (0, 500)
    )
    assert few.findings.keys() < more.findings.keys()
    assert more.asked > few.asked
    examples = {item: finding.smallest.url for item, finding in more.findings.items()}
    assert not all(url.startswith(PREFIX) for url in examples.values())
    assert {item: class_of(of_python, with_slashes, url) for item, url in examples.items()} == {
        item: item for item in examples
    }


def test_a_program_is_asked_each_url_once() -> None:
    asked: Counter[str] = Counter()

    def parse(url: str) -> dict[str, str | None]:
        asked[url] += 1
        return dict(of_python(url))

    own = ["http://a/", "http://a/", "http://aa", "x:y"]
    differential = hexapla.differential(
        parse, of_python, max_length=2, alphabet="a", count=300, against=own
    )
    assert differential.agrees
    assert set(asked.values()) == {1}
    assert len(asked) == differential.asked
    assert {*own, "http://", "http://a", "http://aa"} <= asked.keys()


def test_other_components_are_compared_as_given() -> None:
    differential = hexapla.differential(
        lambda _: {"scheme": "A", "path": None, "query": ""},
        lambda _: {"scheme": "a", "path": None, "query": None, "port": 1},
        on="all",
        max_length=0,
        count=0,
    )
    assert {item.aspect for item in differential.findings} == {"scheme", "query"}
    counts = {aspect: item.inputs for (_, aspect), item in differential.compared.items()}
    assert counts == {name: int(name in ("scheme", "path", "query", "accepts")) for name in ASPECTS}


def read_unless(*rejected: str) -> Parse:
    """Return a parser that rejects some URLs, and doesn't report the host of `x:`."""

    def parse(url: str) -> dict[str, str | None]:
        if url in rejected:
            raise ValueError("never")
        return {"scheme": "x"} if url == "x:" else {"scheme": "x", "host": url}

    return parse


def test_urls_that_were_not_compared_are_counted_by_reason() -> None:
    differential = hexapla.differential(
        read_unless("x:a", "x:b", "x:c"),
        read_unless("x:c", "x:d", "x:e", "x:f"),
        names=("rfc3986", "other"),
        on=["host", "accepts"],
        prefix="x:",
        max_length=1,
        alphabet="abcdefg",
        count=0,
    )
    (pair,) = differential.pairs
    counts = differential.compared[pair, "host"]
    assert (counts.inputs, counts.rejected_by_left, counts.rejected_by_right) == (1, 2, 3)
    assert counts.rejected_by_both == 1
    assert differential.not_compared(pair, "host") == (
        "7 URLs not compared: 2 rejected by rfc3986 (Python package), 3 rejected by other, "
        "1 rejected by both, 1 without an answer about the host"
    )
    assert differential.not_compared(pair, "accepts") == ""


def test_a_url_that_one_rejects_differs_in_nothing_but_that() -> None:
    def reject(url: str) -> None:
        raise ValueError("never")

    differential = hexapla.differential(
        of_python, reject, on=["host", "accepts"], max_length=0, count=100
    )
    assert {item.aspect for item in differential.findings} == {"accepts"}
    behaviours = [item.behaviours for item in differential.findings]
    assert {(did.left.kind, did.right.kind) for did in behaviours} == {("accepts", "refuses")}


def test_more_than_two_programs_are_compared_pairwise() -> None:
    differential = hexapla.differential(
        of_python, with_slashes, hexapla.spec("rfc3986"), max_length=2, count=0
    )
    assert differential.programs == ("of_python", "with_slashes", "RFC 3986")
    assert len(differential.pairs) == 3
    pairs = {item.programs for item in differential.findings}
    assert pairs <= set(differential.pairs)
    apart = hexapla.differential(of_python, hexapla.spec("rfc3986"), max_length=2, count=0)
    assert {item for item in differential.findings if item.programs[0] == "of_python"} >= {
        *apart.findings
    }


@by_rows_of("differentials")
def test_what_makes_no_sense_is_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        hexapla.differential(of_python, with_slashes, **arguments)  # type: ignore[arg-type]


def test_programs_that_can_not_be_compared_are_refused() -> None:
    with pytest.raises(
        ValueError, match="could not be compared: they never both report the host of a URL"
    ):
        hexapla.differential(of_python, lambda url: {"path": url}, max_length=1, count=0)
    with pytest.raises(ValueError, match="at least two programs"):
        hexapla.differential(of_python)


@given(url=any_text)
def test_any_text_is_put_into_a_class(url: str) -> None:
    differential = hexapla.differential(
        lambda given: {"host": given},
        lambda given: {"host": f"{given}x"},
        max_length=0,
        count=0,
        against=[url],
    )
    assert differential.compared[differential.pairs[0], "host"].differing == differential.asked
    assert differential.to_json().isascii()


def test_what_is_drawn_depends_on_the_seed_alone() -> None:
    one, longer = (Inputs(candidates(), max_length=0, count=count) for count in (50, 100))
    assert [one.drawn(number) for number in range(50)] == [
        longer.drawn(number) for number in range(50)
    ]
    assert Inputs(candidates(), max_length=0, seed=1).drawn(0) != one.drawn(0)

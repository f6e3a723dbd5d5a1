"""The search: what is found is complete, counted, and as small as it can be."""

from collections import Counter
from itertools import product

import pytest
from differentials_parsers import COLUMNS, of_a_regular_expression, of_python, with_slashes
from hypothesis import given
from inputs import any_text
from tables import by_rows_of

import hexapla
from hexapla.differentials.aspects import ASPECTS
from hexapla.differentials.deeds import Deed, DifferentialClass
from hexapla.differentials.inputs import Inputs
from hexapla.differentials.url_difference import url_difference
from hexapla.implementations.asking import NoAnswerError, Parse, UrlCase, ask
from hexapla.implementations.question import candidates

PREFIX = "http://"
ALPHABET = "ab:/?#@\\[]%."


def host(parse: Parse, url: str) -> str | None:
    """Return the host as a client connects to it; raise `LookupError` where none is told."""
    components = ask(parse, UrlCase(url)).value
    if components is None or "host" not in components.stated:
        raise LookupError
    return components.host_connected_to or None


def class_of(one: Parse, other: Parse, url: str) -> DifferentialClass:
    """Return the class of the difference between two programs in the host of a URL."""
    answers = (ask(parse, UrlCase(url)) for parse in (one, other))
    left, right = zip(("one", "other"), answers, strict=True)
    return url_difference("host", left, right, candidates()).item


def every_class(
    one: Parse, other: Parse, alphabet: str, length: int
) -> tuple[Counter[DifferentialClass], dict[DifferentialClass, str]]:
    """Return the classes that plain enumeration finds, counted, and the first URL of each."""
    counts: Counter[DifferentialClass] = Counter()
    first: dict[DifferentialClass, str] = {}
    for size in range(length + 1):
        for characters in product(alphabet, repeat=size):
            url = PREFIX + "".join(characters)
            try:
                left, right = host(one, url), host(other, url)
            except LookupError:
                continue
            if left != right:
                item = class_of(one, other, url)
                counts[item] += 1
                first.setdefault(item, url)
    return counts, first


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
    counts, first = every_class(one, other, ALPHABET, 3)
    assert counts
    assert {item: finding.inputs for item, finding in differential.findings.items()} == counts
    assert {item: finding.smallest.url for item, finding in differential.findings.items()} == first
    pairs = differential.compared[("one", "other"), "host"]
    assert pairs.differing == counts.total() <= pairs.inputs <= differential.asked


def test_a_sample_adds_classes_and_loses_none() -> None:
    few = hexapla.differential(of_python, with_slashes, max_length=2, count=0)
    more = hexapla.differential(of_python, with_slashes, max_length=2, count=500)
    assert few.findings.keys() < more.findings.keys()
    assert more.asked > few.asked


def test_every_example_is_of_its_class_when_it_is_asked_again() -> None:
    differential = hexapla.differential(
        of_python, with_slashes, names=("one", "other"), max_length=2, count=500
    )
    assert any(not item.startswith(PREFIX) for item in urls(differential.findings))
    for item, finding in differential.findings.items():
        url = finding.smallest.url
        assert class_of(of_python, with_slashes, url) == item


def urls(findings: object) -> list[str]:
    assert isinstance(findings, dict)
    return [finding.smallest.url for finding in findings.values()]


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


def test_the_backslash_is_found_without_being_listed() -> None:
    differential = hexapla.differential(of_python, with_slashes, names=("validator", "client"))
    (finding,) = [
        finding
        for finding in differential.classes
        if finding.item.deeds[1] == Deed("ends-authority", "a backslash")
    ]
    assert finding.smallest.url == "http://a\\"
    assert [str(side.answer) for side in finding.smallest.sides] == [
        "scheme='http' host='a\\\\' path=''",
        "scheme='http' host='a' path='/'",
    ]
    assert finding.smallest.sides[1].columns == ("whatwg",)
    assert finding.sentence == (
        "validator reads on past a backslash (RFC 3986 3.2); "
        "client ends the authority at a backslash (URL Standard 4.4, authority state)"
    )


def always(told: str | None) -> Parse:
    return lambda _: {"host": told}


def test_hosts_are_compared_as_connected_to() -> None:
    same = ("A", "[::1]", "", None)
    others = ("a", "::1", None, "")
    for one, other in zip(same, others, strict=True):
        differential = hexapla.differential(always(one), always(other), max_length=0, count=0)
        assert differential.agrees, (one, other)
        assert differential.compared[differential.pairs[0], "host"].inputs == 1


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


def test_a_url_that_one_rejects_differs_in_nothing_but_that() -> None:
    def reject(url: str) -> None:
        raise ValueError("never")

    differential = hexapla.differential(
        of_python, reject, on=["host", "accepts"], max_length=0, count=100
    )
    assert {item.aspect for item in differential.findings} == {"accepts"}
    deeds = {(item.deeds[0].name, item.deeds[1].name) for item in differential.findings}
    assert deeds == {("accepts", "rejects")}


def test_what_is_not_answered_is_no_difference() -> None:
    def fail(url: str) -> dict[str, str]:
        if "a" in url:
            raise NoAnswerError("died")
        return {"host": "x"}

    differential = hexapla.differential(
        lambda _: {"host": "x"}, fail, names=("one", "other"), max_length=2, count=0, alphabet="ab"
    )
    assert differential.agrees
    assert differential.compared[("one", "other"), "host"].inputs == 3
    unanswered = differential.unanswered["other"]
    assert len(unanswered) == 4
    assert {answer.case.url for answer in unanswered} == {
        *("http://a", "http://aa", "http://ab", "http://ba")
    }


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


def test_columns_without_a_grammar_draw_from_pieces_alone() -> None:
    differential = hexapla.differential(
        of_python, with_slashes, specs=["whatwg"], max_length=0, count=50
    )
    assert differential.asked > 40


@by_rows_of("differentials")
def test_what_makes_no_sense_is_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        hexapla.differential(of_python, with_slashes, **arguments)  # type: ignore[arg-type]


def test_programs_that_can_not_be_compared_are_refused() -> None:
    with pytest.raises(ValueError, match="could not be compared: not both tell host of any URL"):
        hexapla.differential(of_python, lambda url: {"path": url}, max_length=1, count=0)
    with pytest.raises(ValueError, match="two programs or more"):
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

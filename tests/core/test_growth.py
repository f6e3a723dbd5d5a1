"""Work is linear in the length of a text: lines executed at n, 2n and 4n are compared."""

import sys
import tracemalloc
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

import pytest
from tables import in_parts, rows_of

import hexapla


def texts_of(table: str) -> dict[str, Callable[[int], str]]:
    """Return functions by name, which make a text from the number of its repetitions."""
    return {name: partial(repeated, *pieces) for name, *pieces in rows_of("growth", table)}


def repeated(begin: str, unit: str, end: str, last_unit: str, times: int) -> str:
    return begin + unit * times + end + last_unit * times


ATTACKS = texts_of("references")
attacks = pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
# The repetitions in an attack, and the length of a text in code points. Quadratic work within one
# line, in a call of a string method, would not end at the largest length.
sizes = in_parts("size", 60, nightly=[500])
lengths = in_parts("length", 20_000, slow=[50_000], nightly=[1_000_000])


def lines_executed(work: Callable[[], object]) -> int:
    count = 0

    def tracer(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        count += event == "line"
        return tracer

    before = sys.gettrace()
    sys.settrace(tracer)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def check_growth(
    work: Callable[[str], object], attack: Callable[[int], str], size: int, what: str = ""
) -> None:
    work(attack(1))  # Fills caches, which do not count.
    one, two, four = (
        lines_executed(partial(work, attack(times))) for times in (size, 2 * size, 4 * size)
    )
    assert two <= 2.1 * one + 100, what
    assert four <= 2.1 * two + 100, what


@attacks
@sizes
@pytest.mark.parametrize("as_base", [False, True], ids=["reference", "base"])
def test_the_work_grows_no_faster_than_the_text(
    attack: Callable[[int], str], as_base: bool, size: int
) -> None:
    def work(text: str) -> None:
        base, reference = (f"http://a{text}", "../g") if as_base else ("http://a/b/c", text)
        hexapla.compare(reference, base=base, readings="all").to_dict()

    check_growth(work, attack, size)


@attacks
@lengths
def test_a_long_text_comes_back(attack: Callable[[int], str], length: int) -> None:
    text = attack(1)
    text *= length // len(text)
    for spec in hexapla.specs():
        spec.parse(text)
        spec.resolve(text, base="http://a/b/c")
        spec.resolve("../g", base="x:" + text)
        assert spec.resolve(text, base="x:/" + text).steps


REST: dict[str, Callable[[str], object]] = {
    "equivalent": lambda text: [
        hexapla.equivalent("http:" + text, "http:" + text + "a", spec=spec)
        for spec in hexapla.specs()
    ],
    "normalize": lambda text: [
        hexapla.normalize("http://" + text, spec=spec) for spec in hexapla.specs()
    ],
    "divide": lambda text: [
        hexapla.divide(start + text, spec=spec)
        for spec in hexapla.specs()
        for start in ("http://", "x://@", "file:")
    ],
    "escape": lambda text: [hexapla.escape(text, spec=spec) for spec in hexapla.specs()],
    "unescape": lambda text: [hexapla.unescape(text, spec=spec) for spec in hexapla.specs()],
    "derive": lambda text: [
        (spec.ambiguity(text), *(spec.subdivide(name, text) for name in ("authority", "path")))
        for spec in hexapla.specs()
    ],
    "scheme_parts": lambda text: [
        spec.standard.schemes.parts("http://a/" + text)
        for spec in hexapla.specs()
        if spec.standard.schemes is not None
    ],
    "extract": hexapla.compare_extraction,
    "establish_base": hexapla.establish_base,
}
rest = pytest.mark.parametrize("work", REST.values(), ids=REST)
EVERY = ATTACKS | texts_of("running text")


@rest
@sizes
def test_operations_grow_no_faster_than_the_text(work: Callable[[str], object], size: int) -> None:
    for name, attack in EVERY.items():
        check_growth(work, attack, size, name)


@rest
@in_parts("length", 4_000, slow=[10_000], nightly=[100_000])
def test_operations_on_a_long_text_come_back(work: Callable[[str], object], length: int) -> None:
    for attack in EVERY.values():
        work(attack(length // len(attack(1))))


MEGABYTE = 1_000_000


SOME = ("dots", "surrogates")


def equivalent_to_more(spec: hexapla.Spec, text: str) -> object:
    return hexapla.equivalent(text, text + "a", spec=spec)


LONG: dict[str, tuple[Callable[[hexapla.Spec, str], object], str, str]] = {
    "equivalent": (equivalent_to_more, "http://", "a"),
    "equivalent, climbing": (equivalent_to_more, "http://a/", "../"),
    "equivalent, elements": (equivalent_to_more, "x:/", "/"),
    "equivalent, escapes": (equivalent_to_more, "http://a/", "%2F"),
    "normalize": (hexapla.Spec.normalize, "http://a/", "\xe9"),
    "unescape": (hexapla.Spec.unescape, "", "%"),
    "subdivide": (lambda spec, text: spec.subdivide("path", text), "/", "/"),
    "ambiguity": (lambda spec, text: spec.ambiguity(text), "//", "a"),
    "scheme_parts": (
        lambda spec, text: spec.standard.schemes and spec.standard.schemes.parts(text),
        "prospero://a/b",
        ";a=b",
    ),
    "divide": (hexapla.Spec.divide, "http://", "a"),
    "resolve": (lambda spec, text: spec.resolve(text, base="http://a/b").to_dict(), "x:", "\ud800"),
    "compare": (lambda spec, text: hexapla.compare(text, specs=[spec]).to_dict(), "http://", "a"),
}


@in_parts("length", slow=[MEGABYTE // 8], nightly=[MEGABYTE])
@pytest.mark.parametrize(("work", "opening", "unit"), LONG.values(), ids=LONG)
def test_operations_on_a_megabyte_come_back(
    work: Callable[[hexapla.Spec, str], object], opening: str, unit: str, length: int
) -> None:
    # Quadratic code would not end, even for an eighth.
    for spec in hexapla.specs():
        work(spec, opening + unit * (length // len(unit)))


@in_parts("name", slow=SOME, nightly=[name for name in ATTACKS if name not in SOME])
@in_parts("as_base", False, nightly=[True])
def test_memory_is_at_most_200_octets_for_a_code_point(name: str, as_base: bool) -> None:
    attack = ATTACKS[name]

    def work(length: int) -> None:
        text = attack(length)[:length]
        base, reference = (f"http://a{text}", "../g") if as_base else ("http://a/b", text)
        hexapla.compare(reference, base=base, specs=hexapla.specs(), readings="all").to_dict()

    work(20)
    tracemalloc.start()
    try:
        work(30_000)
        assert tracemalloc.get_traced_memory()[1] <= 200 * 30_000
    finally:
        tracemalloc.stop()


def test_a_word_that_is_no_uri_takes_few_lines() -> None:
    spec = hexapla.spec("rfc3986")
    hexapla.extract("-\n", spec=spec)
    assert lines_executed(partial(spec.extract, "-\n" * 1_000)) <= 30 * 1_000

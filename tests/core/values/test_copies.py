"""Every public value has a one-line form and a JSON form, and survives pickle and copies."""

import copy
import gc
import json
import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import pytest
from followers import follower
from tables import in_parts

import hexapla
from hexapla.agreements.stored import shipped_agreement
from hexapla.identification.parsing import default_urls
from hexapla.identification.resolving import Resolving
from hexapla.values.value import Value

BASE = "http://a/b/c/d;p?q"
REFERENCES = ("../../../g", "g;x=1/../y", "//u@h:80/?#", "http:g", "http://u:p@h\\x:1/", "//[::1")
URL = "http://u:p@h:80/%7ea/../b;type=a"
TEXT = "See <http://a/b>, (http://a/c) and URL:http://b/d\n-e."
PAGE = b"<a href=g><a href=../../../g>"
SPECS = hexapla.specs()
PAIRS = Resolving().default_cases()[:200]
URLS = [*default_urls()][:200]
LONGEST_LINE = 200
PLAIN = (str, bytes, int, float, type, type(None))
GIVEN_BY: Mapping[str, Callable[[], Sequence[object]]] = {
    "compare": lambda: [
        hexapla.compare(reference, base=base, readings=readings)
        for reference in REFERENCES
        for base, readings in ((None, "all"), (BASE, "default"), (BASE, "all"))
    ],
    "compare_all": lambda: list(hexapla.compare_all([(BASE, "../g"), (BASE, "?y")], SPECS)),
    "specs": lambda: SPECS,
    "spec": lambda: [hexapla.spec("rfc2396[excess-dots=remove]")],
    "access": lambda: [
        hexapla.access(url, spec=spec) for spec in SPECS for url in (URL, "ftp" + URL[4:])
    ],
    "divide": lambda: [hexapla.divide(URL, spec=spec) for spec in SPECS],
    "normalize": lambda: [hexapla.normalize(URL, spec=spec) for spec in SPECS],
    "equivalent": lambda: [hexapla.equivalent(URL, "HTTP://u:p@H", spec=spec) for spec in SPECS],
    "escape": lambda: [hexapla.escape("a /é", "path", spec=spec) for spec in SPECS],
    "unescape": lambda: [hexapla.unescape("a%20%C3%A9%80", spec=spec) for spec in SPECS],
    "extract": lambda: [hexapla.extract(TEXT, spec=spec) for spec in SPECS],
    "compare_equivalence": lambda: [hexapla.compare_equivalence(URL, "HTTP://u:p@H")],
    "compare_escaping": lambda: [hexapla.compare_escaping("a /é", "path")],
    "compare_extraction": lambda: [hexapla.compare_extraction(TEXT)],
    "establish_base": lambda: [hexapla.establish_base(retrieval=URL)],
    "audit": lambda: [(page := hexapla.audit(PAGE, BASE)), *page.links()],
    "identify": lambda: [
        hexapla.identify(follower(SPECS[-2]), cases=PAIRS),
        hexapla.identify(
            parse=lambda url: hexapla.divide(url, spec=SPECS[-1]).components.stated,
            specs=SPECS[-1:],
            cases=URLS,
        ),
    ],
    "agreement": lambda: [shipped_agreement()],
    "ask_parsers": lambda: [hexapla.ask_parsers("http://a\\@b/", names=["urllib.parse"])],
    "differential": lambda: [
        hexapla.differential(
            "spec:rfc1630", "spec:rfc3986", alphabet="a@", prefix="http://", max_length=3, count=9
        )
    ],
}


def copies_of(value: object) -> Iterator[object]:
    yield pickle.loads(pickle.dumps(value))
    yield copy.copy(value)
    yield copy.deepcopy(value)


def check_copies(value: object) -> None:
    for again in copies_of(value):
        assert type(again) is type(value)
        if type(value).__eq__ is not object.__eq__:
            assert again == value


def check_form(value: object) -> None:
    shown = repr(value)
    assert "\n" not in shown
    assert " object at 0x" not in shown
    assert len(shown) <= LONGEST_LINE
    if hasattr(value, "to_dict") and not hasattr(value, "grammar"):
        json.dumps(value.to_dict())


def told_by(value: object) -> Iterator[object]:
    """Yield the values of all properties and methods of a value."""
    if isinstance(value, Mapping):
        yield from (*value, *value.values())
    elif isinstance(value, tuple | list):
        yield from value
    if type(value).__module__.startswith("hexapla."):
        names = [name for name in dir(value) if not name.startswith("_")]
        attributes = [getattr(value, name) for name in names]
        yield from (item for item in attributes if not callable(item))


MOST_OF_A_CLASS = 40


def first_of_each_class(values: Iterable[object]) -> Iterator[object]:
    """Yield the first values of each class, at most `MOST_OF_A_CLASS`."""
    seen: Counter[type] = Counter()
    for value in values:
        seen[type(value)] += 1
        if seen[type(value)] <= MOST_OF_A_CLASS:
            yield value


def reached_from(values: Iterable[object]) -> list[object]:
    """Return the values, and all values that they lead to, each once."""
    reached: dict[int, object] = {}
    left = list(values)
    while left:
        value = left.pop()
        if not (isinstance(value, PLAIN) or id(value) in reached):
            reached[id(value)] = value
            left += told_by(value)
    return [*reached.values()]


@pytest.mark.parametrize("name", GIVEN_BY)
def test_what_a_function_gives_has_a_form_and_survives_copies(name: str) -> None:
    given = GIVEN_BY[name]()
    for value in given:
        check_copies(value)
    for value in first_of_each_class(reached_from(given)):
        if type(value).__module__.startswith("hexapla."):
            check_copies(value)
        if isinstance(value, Value):
            check_form(value)
    for value in given:
        check_copies(value)


def test_every_public_class_is_reached() -> None:
    public = {getattr(hexapla, name) for name in hexapla.__all__}
    classes = {item for item in public if isinstance(item, type)}
    given = [value for give in GIVEN_BY.values() for value in give()]
    reached = {kind for value in reached_from(given) for kind in type(value).__mro__}
    assert {item for item in classes - reached if not issubclass(item, str | Exception)} == set()


def held() -> Counter[str]:
    kinds = [type(item) for item in gc.get_objects()]
    of_comparisons = [kind for kind in kinds if "hexapla.comparison" in str(kind)]
    return Counter(map(str, of_comparisons))


@in_parts("reference", slow=REFERENCES[:2], nightly=REFERENCES[2:])
def test_reference_counts_alone_free_a_comparison(reference: str) -> None:
    def ask_all() -> None:
        reached_from([hexapla.compare(reference, base=BASE, specs=SPECS, readings="all")])

    ask_all()  # fills the caches
    gc.collect()
    gc.disable()
    try:
        before = held()
        ask_all()
        assert held() - before == Counter()
    finally:
        gc.enable()

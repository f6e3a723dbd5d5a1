"""Every public function names the parameter and the type if it gets a value of a wrong type."""

import functools
import inspect
from collections.abc import Callable, Iterator, Mapping

import attrs
import pytest
from tables import every_row, rows_of

import hexapla
from hexapla.grammar import Grammar
from hexapla.operations.base import BasePrecedence
from hexapla.operations.division import UrlDivision
from hexapla.operations.equivalence import EquivalenceRules
from hexapla.operations.escaping import Escaping
from hexapla.operations.extraction import Extraction
from hexapla.operations.schemes import Access, Schemes
from hexapla.standard.driver import Parts
from hexapla.standard.reference import Reference
from hexapla.standard.rule import Phase
from hexapla.standard.spec import Spec
from hexapla.standard.standard import Standard


class Other:
    """An unknown type, whose value is shown alike in every process."""

    def __repr__(self) -> str:
        return "Other()"


WRONG: tuple[object, ...] = (b"x", None, 1, True, ("a",), ["x"], Other())
NOT_OCTETS = tuple(value for value in WRONG if not isinstance(value, bytes))
NOT_NONE = tuple(value for value in WRONG if value is not None)
NO_LIST: tuple[object, ...] = ("rfc1808", b"x", 1, True, False, Other())
OF_WRONG: tuple[object, ...] = ([1], [None], [b"x"], (True,), [["rfc1808"]])
NO_NUMBER = ("x", None, 1.5)
SPECS = hexapla.specs()
BASE = "http://a/b"
RFC3986 = hexapla.spec("rfc3986")
GRAMMAR = RFC3986.grammar
assert GRAMMAR is not None

# Wrong values by parameter name, if they don't follow from the annotation.
WRONG_FOR: dict[str, tuple[object, ...]] = {
    "specs": NO_LIST + OF_WRONG,
    "schemes": NO_LIST + OF_WRONG,
    "pairs": (1, True, [("a", 1)], [(None, "a")], [("x:", ("a",))], ["ab"], [b"ab"], [3]),
    "document": (1, True, ("a",), Other()),
    "within": ("x", b"x", 1, True, ["x"], [None]),
    "page": ("x", 1, True, None, ["x"]),
    "after": (*WRONG, "split"),
    "variants": (*WRONG, ["x"]),
    "start": NO_NUMBER[:2],
    "stop": ("x", 1.5),
    **dict.fromkeys(("parsers", "marked"), ()),
}
# Correct values for the other parameters.
GIVEN: dict[str, object] = {
    "reference": "g",
    "base": BASE,
    "text": "g",
    "left": "x:",
    "right": "x:a",
    "pairs": [],
    "data": "x",
    "component": "x",
    "part": "x",
    "after": Phase.SPLIT,
    "url": "http://a/",
    "spec": RFC3986,
    "page": b"<a href=g>",
    "other": GRAMMAR,
    "rule": "URI",
}


@attrs.frozen
class Taking:
    """A public function, or a method of several values, and wrong arguments by parameter.

    `rest` has correct arguments for the other parameters.
    """

    calls: tuple[Callable[..., object], ...]
    wrong: Mapping[str, tuple[object, ...]]
    rest: Mapping[str, object] = attrs.field(factory=dict)

    def check(self, parameter: str, wrong: object) -> str:
        """Check that every call raises a TypeError; return the last message."""
        for call in self.calls:
            with pytest.raises(TypeError) as raised:
                self._exhaust(call, parameter, wrong)
        return str(raised.value)

    def _exhaust(self, call: Callable[..., object], parameter: str, wrong: object) -> None:
        """Call a function; if it returns an iterator, exhaust it."""
        kind = inspect.signature(call).parameters.get(parameter)
        if kind is not None and kind.kind is kind.VAR_POSITIONAL:
            call(wrong)
        elif isinstance(given := call(**{**self.rest, parameter: wrong}), Iterator):
            list(given)


def by_annotations(*calls: Callable[..., object]) -> Taking:
    """Derive the wrong arguments of a function from the annotations of its parameters."""
    parameters = inspect.signature(calls[0]).parameters
    wrong = {name: _wrong_for(parameter) for name, parameter in parameters.items()}
    needed = [name for name, item in parameters.items() if item.default is item.empty]
    given = GIVEN.keys() & {*needed, "base"} & parameters.keys()
    return Taking(calls, wrong, {name: GIVEN[name] for name in given})


def _wrong_for(parameter: inspect.Parameter) -> tuple[object, ...]:
    asked = str(parameter.annotation)
    if parameter.name in WRONG_FOR:
        return WRONG_FOR[parameter.name]
    if "None" in asked:
        return NOT_NONE if "str" in asked or "Rule" in asked else ()
    if "str" not in asked.replace(str(Parts), ""):
        return ()
    return NOT_OCTETS if "bytes" in asked else WRONG


def _function(name: str) -> Taking:
    function = getattr(hexapla, name)
    if next(iter(inspect.signature(function).parameters)) == "spec":
        return by_annotations(*(functools.partial(function, spec) for spec in SPECS))
    return by_annotations(function)


def _takes_text(function: Callable[..., object]) -> bool:
    parameters = inspect.signature(function).parameters.values()
    annotations = (str(parameter.annotation).replace(str(Parts), "") for parameter in parameters)
    return any("str" in annotation for annotation in annotations)


SPECIAL = {
    "identify": Taking(
        (hexapla.identify,),
        {
            "resolve": ("python:urllib.parse:urljoin", b"x", 1, True),
            "specs": WRONG_FOR["specs"],
            "cases": ("x", b"x", 1, True, ["x"], [1], [("x:", None)], [("x:", b"g")]),
        },
        {"resolve": lambda base, reference: None},
    ),
    "identify, parse": Taking(
        (hexapla.identify,),
        {
            "parse": ("python:urllib.parse:urlsplit", b"x", 1, True),
            "specs": WRONG_FOR["specs"],
            "cases": ("x", b"x", 1, True, [1], [("a", "b")]),
        },
        {"parse": lambda url: {}},
    ),
    "differential": Taking(
        (functools.partial(hexapla.differential, "spec:rfc3986", "spec:whatwg"),),
        {
            "programs": (b"x", 1, True, None),
            "names": ("ab", b"x", 1, [1, 2]),
            "on": (b"x", 1, True, [1]),
            "specs": WRONG_FOR["specs"],
            **dict.fromkeys(("alphabet", "prefix"), WRONG),
            **dict.fromkeys(("max_length", "count", "seed"), NO_NUMBER),
            "against": ("x", b"x", 1, [1], None),
        },
    ),
    "ask_parsers": Taking(
        (functools.partial(hexapla.ask_parsers, "http://a/"),),
        {
            "base": NOT_NONE,
            "on": (b"x", 1, True, [1]),
            "names": ("ab", b"x", 1, [1, 2]),
            "specs": WRONG_FOR["specs"],
        },
    ),
    "agreement": Taking(
        (functools.partial(hexapla.agreement, "rfc3986", "whatwg"),),
        {
            "readers": (b"x", 1, True, None),
            "names": ("ab", b"x", 1, [1, 2]),
            "on": (b"x", 1, True, [1]),
            "schemes": WRONG_FOR["schemes"],
            **dict.fromkeys(("extra_states", "seed"), NO_NUMBER),
        },
    ),
    "Standard.split": Taking(
        tuple(spec.standard.split for spec in SPECS), {"text": (*WRONG, [], {})}
    ),
    "Standard.spans_of": Taking(
        tuple(spec.standard.spans_of for spec in SPECS),
        {"parts": ("", "x", b"x", None, 1, [], ["x"])},
    ),
}
WRITTEN_BY_STANDARDS = {name for (name,) in rows_of("types", "written by standards")}
CLASSES = (
    *(
        Spec,
        Standard,
        Escaping,
        EquivalenceRules,
        Extraction,
        BasePrecedence,
        Schemes,
        Access,
        UrlDivision,
    ),
    *(Reference, Grammar),
)
# The values whose methods are called.
HELD = [
    *SPECS,
    *(spec.standard for spec in SPECS),
    *(
        getattr(spec.standard, name)
        for spec in SPECS
        for name in ("escaping", "equivalence", "extraction", "schemes", "access", "division")
    ),
    *(spec.standard.base_precedence for spec in SPECS),
    *(RFC3986.parse("x:"), GRAMMAR),
]
FUNCTIONS = {
    item.__name__: _function(item.__name__)
    for item in (getattr(hexapla, name) for name in hexapla.__all__)
    if inspect.isfunction(item) and _takes_text(item)
}
METHODS = {
    name: by_annotations(*(getattr(item, method) for item in HELD if isinstance(item, cls)))
    for cls in CLASSES
    for method, function in inspect.getmembers(cls, inspect.isfunction)
    if not method.startswith("_") and _takes_text(function)
    for name in [f"{cls.__name__}.{method}"]
    if name not in WRITTEN_BY_STANDARDS
}
CASES = [
    (f"{name} {parameter}={wrong!r:.30}", (taking, parameter, wrong))
    for name, taking in (FUNCTIONS | METHODS | SPECIAL).items()
    for parameter, each in taking.wrong.items()
    for wrong in each
]
# Names in messages for a value in a list, or in a tuple.
ITEMS = {"pairs": ("base", "reference"), "cases": ("base", "reference")}


@every_row(CASES)
def test_what_has_another_type_is_named(taking: Taking, parameter: str, wrong: object) -> None:
    within = next(iter(wrong), wrong) if isinstance(wrong, (list, tuple)) and wrong else wrong
    said = taking.check(parameter, wrong)
    names = (parameter, *ITEMS.get(parameter, ()), *(["rule"] if "rule" in parameter else []))
    assert any(f"{name} must be" in said for name in names)
    kinds = {type(wrong).__name__, type(within).__name__}
    if isinstance(within, tuple):
        kinds |= {type(item).__name__ for item in within}
    found, _, _ = said.rpartition("not ")[2].partition(";")
    assert found in kinds


def test_functions_and_methods_are_checked_for_every_value_that_has_them() -> None:
    assert {"compare", "escape", "audit"} <= FUNCTIONS.keys()
    assert len(METHODS) > 30
    assert all(taking.calls for taking in METHODS.values())


def test_a_grammar_keeps_no_more_variants_than_there_are() -> None:
    varied = hexapla.spec("rfc2396").standard.syntax
    assert varied is not None
    name = varied.grammar.variants[0]
    first = varied.grammar.varied(name)
    assert all(varied.grammar.varied(*[name] * count) is first for count in range(1, 50))


def test_classes_of_characters_are_kept_for_few_characters() -> None:
    assert GRAMMAR is not None
    acceptor = GRAMMAR.acceptor("URI")
    acceptor.accepts("".join(map(chr, range(0x10000))))
    assert len(acceptor.class_of) <= 1024

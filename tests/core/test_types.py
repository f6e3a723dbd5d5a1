"""Every public function names the parameter and the type where it is given what it can't take."""

import inspect
from collections.abc import Callable, Mapping

import attrs
import pytest
from tables import every_row

import hexapla
from hexapla.comparison.columns import Columns, ColumnsWithBase
from hexapla.grammar import Grammar
from hexapla.operations.access import Access
from hexapla.operations.base import BasePrecedence
from hexapla.operations.division import UrlDivision
from hexapla.operations.equivalence import EquivalenceRules
from hexapla.operations.escaping import Escaping
from hexapla.operations.extraction import Extraction
from hexapla.operations.schemes import Schemes
from hexapla.standard.driver import Parts
from hexapla.standard.reference import Reference
from hexapla.standard.rule import Phase
from hexapla.standard.spec import Spec


class Other:
    """A type of nobody's, the same by its name in every process."""

    def __repr__(self) -> str:
        return "Other()"


WRONG: tuple[object, ...] = (b"x", None, 1, True, ("a",), ["x"], Other())
NOT_OCTETS = tuple(value for value in WRONG if not isinstance(value, bytes))
NOT_NONE = tuple(value for value in WRONG if value is not None)
NO_LIST: tuple[object, ...] = ("rfc1808", b"x", 1, True, False, Other())
OF_WRONG: tuple[object, ...] = ([1], [None], [b"x"], (True,), [["rfc1808"]])
VALIDATED = {"text": WRONG, "base": NOT_NONE}
SPECS = hexapla.specs()
BASE = "http://a/b"


@attrs.frozen
class Taking:
    """A public function, with what it takes: for each parameter, what it can't take.

    `rest` are the other arguments, and `each` says that the function is one of every spec.
    """

    call: Callable[..., object]
    wrong: Mapping[str, tuple[object, ...]]
    rest: Mapping[str, object] = attrs.field(factory=dict)


def of(name: str) -> Callable[..., object]:
    """Return an operation of all specs that hold it, such as `equivalence.normalize`."""
    operation, _, method = name.partition(".")

    def call(*args: object, **kwargs: object) -> None:
        for spec in SPECS:
            held = spec if operation == "spec" else getattr(spec, operation)
            if held is not None:
                with pytest.raises(TypeError) as raised:
                    getattr(held, method)(*args, **kwargs)
                last = str(raised.value)
        raise TypeError(last)

    return call


def in_all(function: Callable[..., object]) -> Callable[..., object]:
    """Return a function that is called for every spec."""

    def call(**kwargs: object) -> None:
        for spec in SPECS:
            with pytest.raises(TypeError) as raised:
                function(spec, **kwargs)
            last = str(raised.value)
        raise TypeError(last)

    return call


def grammar() -> Grammar:
    found = hexapla.spec("rfc3986").grammar
    assert found is not None
    return found


SPECS_WRONG = NO_LIST + OF_WRONG
PAIRS_WRONG = (1, True, [("a", 1)], [(None, "a")], [("x:", ("a",))], ["ab"], [b"ab"], [3])
COLUMNS = hexapla.columns()
TEXT = {"text": WRONG}
FUNCTIONS: dict[str, Taking] = {
    "spec": Taking(hexapla.spec, {"selector": WRONG}),
    "compare": Taking(
        hexapla.compare,
        {"reference": WRONG, "base": NOT_NONE, "specs": SPECS_WRONG, "readings": WRONG},
        {"reference": "g"},
    ),
    "columns": Taking(hexapla.columns, {"base": NOT_NONE, "specs": SPECS_WRONG, "readings": WRONG}),
    "compare_all": Taking(
        lambda **kwargs: list(hexapla.compare_all(**kwargs)),
        {"pairs": PAIRS_WRONG, "specs": SPECS_WRONG, "readings": WRONG},
        {"pairs": []},
    ),
    "equivalent": Taking(
        in_all(hexapla.equivalent), {"left": WRONG, "right": WRONG}, {"left": "x:", "right": "x:"}
    ),
    "normalize": Taking(in_all(hexapla.normalize), TEXT),
    "escape": Taking(
        in_all(hexapla.escape), {"data": NOT_OCTETS, "component": WRONG}, {"data": "x"}
    ),
    "unescape": Taking(in_all(hexapla.unescape), TEXT),
    "extract": Taking(in_all(hexapla.extract), TEXT),
    "access": Taking(in_all(hexapla.access), {"url": WRONG}),
    "divide": Taking(in_all(hexapla.divide), {"url": WRONG}),
    "agreed_host": Taking(
        hexapla.agreed_host, {"url": WRONG, "specs": SPECS_WRONG}, {"url": "http://a/"}
    ),
    "compare_equivalence": Taking(
        hexapla.compare_equivalence,
        {"left": WRONG, "right": WRONG, "specs": SPECS_WRONG},
        {"left": "x:", "right": "x:a"},
    ),
    "compare_escaping": Taking(
        hexapla.compare_escaping, {"data": WRONG, "component": WRONG, "specs": SPECS_WRONG}
    ),
    "compare_extraction": Taking(
        hexapla.compare_extraction, {"text": WRONG, "specs": SPECS_WRONG}, {"text": "x"}
    ),
    "establish_base": Taking(
        hexapla.establish_base,
        {
            "document": (1, True, ("a",), Other()),
            "within": ("x", b"x", 1, True, ["x"], [None]),
            "retrieval": NOT_NONE,
            "default": NOT_NONE,
            "spec": NOT_NONE,
        },
    ),
    "identify": Taking(
        hexapla.identify,
        {
            "resolve": ("python:urllib.parse:urljoin", b"x", 1, True),
            "specs": SPECS_WRONG,
            "cases": ("x", b"x", 1, True, ["x"], [1], [("x:", None)], [("x:", b"g")]),
        },
        {"resolve": lambda base, reference: None},
    ),
    "identify, parse": Taking(
        hexapla.identify,
        {
            "parse": ("python:urllib.parse:urlsplit", b"x", 1, True),
            "specs": SPECS_WRONG,
            "cases": ("x", b"x", 1, True, [1], [("a", "b")]),
        },
        {"parse": lambda url: {}},
    ),
    "audit": Taking(
        hexapla.audit,
        {
            "page": ("x", 1, True, None, ["x"]),
            "base": NOT_NONE,
            "specs": SPECS_WRONG,
            "charset": NOT_NONE,
        },
        {"page": b"<a href=g>", "base": BASE},
    ),
    "differential": Taking(
        lambda one="spec:rfc3986", **kwargs: hexapla.differential(one, "spec:whatwg", **kwargs),
        {
            "one": (b"x", 1, True, None),
            "names": ("ab", b"x", 1, [1, 2]),
            "on": (b"x", 1, True, [1]),
            "specs": SPECS_WRONG,
            "alphabet": WRONG,
            "prefix": WRONG,
            "max_length": ("x", None, 1.5),
            "count": ("x", None, 1.5),
            "seed": ("x", None, 1.5),
            "against": ("x", b"x", 1, [1], None),
        },
    ),
}
METHODS: dict[str, Taking] = {
    "Spec.parse": Taking(of("spec.parse"), TEXT),
    "Spec.split": Taking(of("spec.split"), {"text": (*WRONG, [], {})}),
    "Spec.spans_of": Taking(of("spec.spans_of"), {"parts": ("", "x", b"x", None, 1, [], ["x"])}),
    "Spec.resolve": Taking(
        of("spec.resolve"), {"base": WRONG, "reference": WRONG}, {"base": BASE, "reference": "g"}
    ),
    "Spec.record": Taking(
        of("spec.record"), {"base": WRONG, "reference": WRONG}, {"base": BASE, "reference": "g"}
    ),
    "Spec.record_parsing": Taking(of("spec.record_parsing"), TEXT),
    "Spec.continue_from": Taking(
        of("spec.continue_from"),
        {"base": WRONG, "text": WRONG, "behind": (*WRONG, "split"), "rule": NOT_NONE},
        {"base": BASE, "text": "g", "behind": Phase.SPLIT},
    ),
    "Spec.touched": Taking(
        of("spec.touched"), {"base": WRONG, "reference": WRONG}, {"base": BASE, "reference": "g"}
    ),
    "Spec.validate": Taking(of("spec.validate"), VALIDATED, {"text": "g"}),
    "Spec.validation_errors": Taking(of("spec.validation_errors"), VALIDATED, {"text": "g"}),
    "Spec.ambiguity": Taking(of("spec.ambiguity"), TEXT),
    "Spec.subdivide": Taking(
        of("spec.subdivide"), {"component": WRONG, "part": WRONG}, {"component": "x", "part": "x"}
    ),
    "Spec.shared_name": Taking(of("spec.shared_name"), {"component": WRONG}),
    "Spec.is_absolute": Taking(of("spec.is_absolute"), TEXT),
    "Escaping.escape": Taking(
        of("escaping.escape"), {"data": NOT_OCTETS, "component": WRONG}, {"data": "x"}
    ),
    "Escaping.unescape": Taking(of("escaping.unescape"), TEXT),
    "Escaping.classes_of": Taking(of("escaping.classes_of"), {"character": WRONG}),
    "EquivalenceRules.equivalent": Taking(
        of("equivalence.equivalent"), {"left": WRONG, "right": WRONG}, {"left": "a", "right": "a"}
    ),
    "EquivalenceRules.normalize": Taking(of("equivalence.normalize"), TEXT),
    "Extraction.find": Taking(of("extraction.find"), TEXT),
    "BasePrecedence.establish": Taking(
        of("base_precedence.establish"),
        {"document": (1, True, ("a",)), "retrieval": NOT_NONE, "default": NOT_NONE},
    ),
    "Schemes.parts": Taking(of("schemes.parts"), TEXT),
    "Access.commands": Taking(of("access.commands"), TEXT),
    "UrlDivision.divide": Taking(of("division.divide"), TEXT),
    "Columns.compare": Taking(COLUMNS.compare, {"reference": WRONG}),
    "Columns.under": Taking(COLUMNS.under, {"base": WRONG}),
    "Columns.compare_all": Taking(
        lambda **kwargs: list(COLUMNS.compare_all(**kwargs)), {"pairs": PAIRS_WRONG}
    ),
    "ColumnsWithBase.compare": Taking(COLUMNS.under(BASE).compare, {"reference": WRONG}),
    "Reference.part": Taking(hexapla.spec("rfc3986").parse("x:").part, {"shared": WRONG}),
    "Grammar.varied": Taking(
        lambda variants: grammar().varied(variants), {"variants": (*WRONG, ["x"])}
    ),
    "Grammar.expression": Taking(grammar().expression, {"rule": WRONG}),
    "Grammar.automaton": Taking(lambda rule: grammar().automaton(rule), {"rule": WRONG}),
    "Grammar.acceptor": Taking(lambda rule: grammar().acceptor(rule), {"rule": WRONG}),
    "Grammar.pattern": Taking(grammar().pattern, {"rule": WRONG}),
    "Grammar.matches": Taking(
        grammar().matches, {"rule": WRONG, "text": WRONG}, {"rule": "URI", "text": "x:"}
    ),
    "Grammar.reach": Taking(
        grammar().reach,
        {"rule": WRONG, "text": WRONG, "start": ("x", None), "stop": ("x", 1.5)},
        {"rule": "URI", "text": "x:"},
    ),
    "Grammar.single_characters": Taking(grammar().single_characters, {"rule": WRONG}),
    "Grammar.relation": Taking(
        grammar().relation,
        {"rule": WRONG, "other_rule": NOT_NONE},
        {"other": grammar(), "rule": "URI"},
    ),
}
# What a standard writes, and what the project calls with what it has checked.
WRITTEN_BY_STANDARDS = {
    "EquivalenceRules.incomparable",
    "EquivalenceRules.without_normal_form",
    "EquivalenceRules.distinguish",
    "Extraction.is_uri",
    "Extraction.reach",
    "Spec.ask",
    "Spec.rules_of_base",
    "UrlDivision.host",
    "UrlDivision.outline",
    "UrlDivision.divide_authority",
    "Escaping.written",
    "Spec.classify",
    "Spec.combine",
    "Spec.remove_dots",
    "Access.sequence",
    "Columns.split",
    *(f"{cls.__name__}.characters" for cls in (Escaping, EquivalenceRules, Extraction)),
    *(f"{cls.__name__}.characters" for cls in (BasePrecedence, Schemes, Access, UrlDivision)),
}
CLASSES = (
    *(Spec, Escaping, EquivalenceRules, Extraction, BasePrecedence, Schemes, Access, UrlDivision),
    *(Columns, ColumnsWithBase, Reference, Grammar),
)
CASES = [
    (f"{name} {parameter}={wrong!r:.30}", (taking, parameter, wrong))
    for name, taking in (FUNCTIONS | METHODS).items()
    for parameter, each in taking.wrong.items()
    for wrong in each
]


@every_row(CASES)
def test_what_has_another_type_is_named(taking: Taking, parameter: str, wrong: object) -> None:
    within = next(iter(wrong), wrong) if isinstance(wrong, (list, tuple)) and wrong else wrong
    if parameter == "one":
        parameter = "programs"
    with pytest.raises(TypeError) as raised:
        taking.call(**{**taking.rest, ("one" if parameter == "programs" else parameter): wrong})
    said = str(raised.value)
    assert " must be " in said
    names = {
        "pairs": ("base", "reference"),
        "cases": ("base", "reference"),
        "other_rule": ("rule",),
    }
    assert any(f"{name} must be" in said for name in (parameter, *names.get(parameter, ())))
    kinds = {type(wrong).__name__, type(within).__name__}
    if isinstance(within, tuple):
        kinds |= {type(item).__name__ for item in within}
    assert said.rpartition("not ")[2] in kinds


def _takes_text(function: Callable[..., object]) -> bool:
    parameters = inspect.signature(function).parameters.values()
    annotations = (str(parameter.annotation).replace(str(Parts), "") for parameter in parameters)
    return any("str" in annotation for annotation in annotations)


def test_every_public_function_that_takes_text_is_in_the_table() -> None:
    named = (getattr(hexapla, name) for name in hexapla.__all__)
    functions = {item.__name__ for item in named if inspect.isfunction(item) and _takes_text(item)}
    assert functions <= FUNCTIONS.keys()
    methods = {
        f"{cls.__name__}.{name}"
        for cls in CLASSES
        for name, method in inspect.getmembers(cls, inspect.isfunction)
        if not name.startswith("_") and _takes_text(method)
    }
    assert methods - WRITTEN_BY_STANDARDS <= METHODS.keys()


def test_a_grammar_keeps_no_more_variants_than_there_are() -> None:
    varied = hexapla.spec("rfc2396").syntax
    assert varied is not None
    name = varied.grammar.variants[0]
    first = varied.grammar.varied(name)
    assert all(varied.grammar.varied(*[name] * count) is first for count in range(1, 50))


def test_classes_of_characters_are_kept_for_few_characters() -> None:
    automaton = grammar().automaton("URI")
    automaton.accepts("".join(map(chr, range(0x10000))))
    assert len(automaton.class_of) <= 1024

"""What is simplified does what it did, and no more than it has to."""

import ast
from collections.abc import Mapping, Sequence
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexapla.standard.simplification import simplified
from hexapla.values.frozen import FrozenMapping


@attrs.frozen
class Mark:
    """A value that does not change."""

    name: str
    other: object = None


@attrs.define
class Changing:
    """A value that may change."""

    name: str


def short(text: str) -> bool:
    """Return whether a text is short."""
    return len(text) < 2 or text is SHORT


def without_end(text: str) -> str:
    if text:
        return text[:-1]
    return text


SHORT = "a short one"
ONE, TWO = Mark("one"), Mark("two", Mark("inner"))
NAMES: Mapping[str, Any] = {
    "ONE": ONE,
    "TWO": TWO,
    "BY_NAME": FrozenMapping({"one": ONE, "two": TWO}),
    "CHANGING": Changing("x"),
    "BY_CHANGING": {"one": ONE},
    "type": type,
    "tuple": tuple,
    "short": short,
    "without_end": without_end,
}


def in_short(source: str) -> str:
    """Return the source of simplified statements."""
    made = simplified(ast.parse(source).body, dict(NAMES))
    return "\n".join(ast.unparse(ast.fix_missing_locations(statement)) for statement in made)


SIMPLIFIED = {
    "a copy": ("b = a\nreturn b", "return a"),
    "a copy of what changes": ("b = a\na = f()\nreturn b", "b = a\na = f()\nreturn b"),
    "what nobody reads": ("b = (a, ONE)\nreturn a", "return a"),
    "an effect that nobody reads": ("b = f(a)\nreturn a", "b = f(a)\nreturn a"),
    "a pair taken apart": ("p = (a, b)\nc, d = p\nreturn d", "return b"),
    "an exchange": ("a, b = (b, a)\nreturn a", "a, b = (b, a)\nreturn a"),
    "an item": ("p = (a, b)\nreturn p[1]", "return b"),
    "further items": ("p = (a, b, c)\nreturn (*p[:1], d, *p[1 + 1:])", "return (a, d, c)"),
    "arguments": ("p = (a, b)\nreturn f(*p)", "return f(a, b)"),
    "what a pair is made of": (
        "p = (f(a), b)\nc, d = p\nreturn c",
        "value_0 = f(a)\nreturn value_0",
    ),
    "a known type": ("p = (a, b)\nif type(p) is not tuple:\n return a\nreturn b", "return b"),
    "an unknown type": ("return type(a) is tuple", "return type(a) is tuple"),
    "a known value": ("r = ONE\nif r is TWO:\n return a\nreturn b", "return b"),
    "another known value": ("r = ONE\nreturn a if r is ONE else b", "return a"),
    "a field": ("r = TWO\nreturn r.name", "return 'two'"),
    "a field of a field": ("r = TWO\nreturn r.other.name", "return 'inner'"),
    "what may change": ("r = CHANGING\nreturn r.name", "return CHANGING.name"),
    "a key": ("r = ONE\nreturn BY_NAME[r.name].name", "return 'one'"),
    "a key of what may change": ("return BY_CHANGING['one']", "return BY_CHANGING['one']"),
    "a key that is not there": ("return BY_NAME['three']", "return BY_NAME['three']"),
    "an expression of a function": (
        "return short(a)",
        "return known_10(a) < 2 or a is known_9",
    ),
    "more than an expression": ("return without_end(a)", "return without_end(a)"),
    "a constant": ("a = None\nif a is None:\n return b\nreturn a", "return b"),
    "texts, which may be one": ("a = 'x'\nreturn a is b", "a = 'x'\nreturn a is b"),
    "an item of a constant": ("a = None\nreturn a[0]", "a = None\nreturn a[0]"),
    "texts on the other side": ("a = 'x'\nreturn b is a", "a = 'x'\nreturn b is a"),
    "not": ("a = ()\nreturn not a is None", "return True"),
    "and": ("r = ONE\nreturn r is ONE and a and b", "return a and b"),
    "or": ("r = ONE\nreturn a or r is ONE or b", "return a or True"),
    "a loop left at its end": ("while True:\n a = f()\n break\nreturn a", "a = f()\nreturn a"),
    "a loop that is never left": ("while True:\n return a\nreturn b", "return a"),
    "the same on both ways": ("if a:\n b = c\nelse:\n b = c\nreturn b", "return c"),
    "a condition for nothing": ("if a is b:\n c = d\nreturn d", "return d"),
    "only the other way": (
        "if a:\n c = d\nelse:\n f()\nreturn d",
        "if not a:\n    f()\nreturn d",
    ),
    "an addition in place": ("a += 'x'\nreturn a", "a += 'x'\nreturn a"),
    "behind an addition in place": ("b = a\nb += 'x'\nreturn b", "b = a\nb += 'x'\nreturn b"),
    "an item that is set": ("b = a\nb[0] = c\nreturn a", "b = a\nb[0] = c\nreturn a"),
}


@pytest.mark.parametrize(("source", "expected"), SIMPLIFIED.values(), ids=SIMPLIFIED)
def test_what_is_known_or_not_read_is_left_out(source: str, expected: str) -> None:
    assert in_short(source) == expected


# Programs made at random.

VARIABLES = ("a", "b", "c", "d")
EXPRESSIONS = (
    *(*VARIABLES, "'x'", "None", "ONE", "TWO", "(a, b)", "(c, (a, d))", "()"),
    *("tag(a)", "(tag(b), a)", "BY_NAME['one']", "(ONE, c)", "pair(a, b)", "ONE.name", "(c, d)[0]"),
    *("a if b is ONE else c", "not d", "a and b", "b or (c is None)", "short(str(d))"),
)
TESTS = (
    *("a", "not b", "c is None", "d is not ONE", "type(a) is tuple", "type(b) is not tuple"),
    *("a is b", "c and d is TWO", "short(str(a))", "ONE is TWO", "a is None or b"),
)
expressions = st.sampled_from(EXPRESSIONS)
variables = st.sampled_from(VARIABLES)
simple = st.one_of(
    st.builds("{} = {}".format, variables, expressions),
    st.builds("{}, {} = {}, {}".format, variables, variables, expressions, expressions),
    st.builds("{}, {} = pair({}, {})".format, variables, variables, expressions, expressions),
    st.builds("{0} = ({1}, {2})\n{3}, {4} = {0}".format, *[variables] * 5),
    st.builds("note({})".format, expressions),
    st.builds("return {}, {}".format, expressions, expressions),
)


def indented(block: Sequence[str]) -> str:
    return "\n".join(f" {line}" for line in "\n".join(block).split("\n"))


def nested(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    blocks = st.lists(inner, min_size=1, max_size=4).map(indented)
    return st.one_of(
        st.builds("if {}:\n{}".format, st.sampled_from(TESTS), blocks),
        st.builds("if {}:\n{}\nelse:\n{}".format, st.sampled_from(TESTS), blocks, blocks),
        st.builds("while True:\n{}\n break".format, blocks),
        st.builds(
            "while True:\n{}\n if {}:\n{}\n  break\n{}\n break".format,
            blocks,
            st.sampled_from(TESTS),
            blocks.map(lambda block: indented([block])),
            blocks,
        ),
    )


programs = st.lists(st.recursive(simple, nested, max_leaves=12), min_size=1, max_size=6).map(
    lambda statements: "\n".join([*statements, "return (a, b, c, d)"])
)


def run(body: list[ast.stmt], namespace: dict[str, Any], values: Sequence[object]) -> object:
    """Return what a function of four parameters gives, and what it noted on the way."""
    arguments = ast.arguments([], [ast.arg(name) for name in VARIABLES], None, [], [], None, [])
    module = ast.Module([ast.FunctionDef("made", arguments, body, [])], [])
    noted: list[object] = []

    def tag(value: object) -> str:
        noted.append(value)
        return f"<{value}>"

    def pair(one: object, other: object) -> tuple[object, object]:
        noted.append(one)
        return one, other

    scope = {**namespace, "tag": tag, "pair": pair, "note": noted.append}
    exec(compile(ast.fix_missing_locations(module), "<made>", "exec"), scope)
    return scope["made"](*values), noted


@given(
    source=programs,
    values=st.lists(
        st.sampled_from([None, "", "x", "long", ONE, TWO, (), ("x", None)]), min_size=4, max_size=4
    ),
)
@pytest.mark.filterwarnings("error::SyntaxWarning")
def test_a_program_gives_the_same(source: str, values: list[object]) -> None:
    body = ast.parse(source).body
    namespace = dict(NAMES)
    made = simplified(ast.parse(source).body, namespace)
    assert run(made, namespace, values) == run(body, dict(NAMES), values)

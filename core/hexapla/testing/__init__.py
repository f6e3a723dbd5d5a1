"""Checks that authors of specs can use to test whether a spec conforms to Hexapla's interface.

from hexapla.testing import check_spec

def test_my_spec_conforms() -> None:
    check_spec(STANDARD)
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice, pairwise, product
from random import Random

import attrs

from hexapla.standard.driver import Parts
from hexapla.standard.phases import NoUri, Record
from hexapla.standard.registry import ID
from hexapla.standard.spec import Spec
from hexapla.standard.standard import Standard
from hexapla.testing.fixtures import (
    AssertAgreed,
    AssertParsersAgree,
    AssertSameHost,
    IdentifyParser,
)

__all__ = [
    "AssertAgreed",
    "AssertParsersAgree",
    "AssertSameHost",
    "IdentifyParser",
    "Problem",
    "check_spec",
    "problems",
]

# Characters and strings that matter to the standards' rules, tried alone and in combination.
_TOKENS = (
    "",
    "g",
    "..",
    ".",
    "/",
    "//",
    "?",
    "#",
    ";",
    ":",
    "@",
    "%41",
    "%",
    "[",
    "]",
    "http:",
    "HTTP:",
    "1:",
    "x:y",
    " ",
    "\n",
    "\0",
    "é",
    "\U0001f600",
    "\ud800",
)
_BASES = ("http://a/b/c/d;p?q", "http://a", "x:y", "x:", "//a/b", "a/b", "", "#f")
_SEED = 2396
_RANDOM_TEXTS = 300
_SHOWN = 10


@attrs.frozen
class Problem:
    """A violation of the interface by a spec, and the input that shows the violation, if any.

    Attributes:
        wrong: What is wrong.
        base: The base of that input; None if there is no base.
        text: The reference of that input; None if no input is involved.
    """

    wrong: str
    base: str | None = None
    text: str | None = None

    def __str__(self) -> str:
        against = "" if self.base is None else f" against {self.base!r}"
        return self.wrong if self.text is None else f"{self.text!r}{against}: {self.wrong}"


def check_spec(standard: Standard, texts: Iterable[str] = ()) -> None:
    """Check that a standard conforms to the interface.

    Args:
        standard: The standard, as its package defines it.
        texts: Strings to try as references and bases, in addition to the built-in strings.

    Raises:
        AssertionError: The standard violates the interface; the message lists the first problems.
    """
    first = list(islice(problems(standard, texts), _SHOWN))
    if first:
        listed = "\n".join(f"- {problem}" for problem in first)
        raise AssertionError(f"{standard.id} doesn't follow the interface:\n{listed}")


def problems(standard: Standard, texts: Iterable[str] = ()) -> Iterator[Problem]:
    """Yield violations of the interface by a standard; the arguments are those of `check_spec`.

    If a declaration is wrong, only the problems with declarations are yielded.
    """
    spec = standard.spec
    declared = list(_of_declarations(spec))
    yield from declared
    if declared:
        return
    given = tuple(texts)
    tried = tuple(dict.fromkeys((*_texts(), *given)))
    for text in tried:
        yield from _caught(_of_parsing, spec, text)
    for text in tried:
        for base in (*_BASES, *given):
            yield from _caught(_of_resolving, spec, text, base)
    yield from _of_examples(spec)


def _texts() -> Iterator[str]:
    """Yield all tokens, all pairs of tokens, and, with a fixed seed, random sequences of tokens."""
    yield from _TOKENS
    yield from map("".join, product(_TOKENS, repeat=2))
    random = Random(_SEED)
    for _ in range(_RANDOM_TEXTS):
        yield "".join(random.choices(_TOKENS, k=random.randint(3, 9)))


def _caught(
    check: Callable[..., Iterator[str]], spec: Spec, text: str, base: str | None = None
) -> Iterator[Problem]:
    """Yield the problems that a check finds, including any exception that the spec raises."""
    try:
        for wrong in check(spec, text) if base is None else check(spec, text, base):
            yield Problem(wrong, base, text)
    except Exception as error:
        yield Problem(f"raised {error!r}; any string must be accepted", base, text)


# Declarations.


def _of_declarations(spec: Spec) -> Iterator[Problem]:
    if not ID.fullmatch(spec.id):
        yield Problem(
            f"the id {spec.id!r} has characters other than lower-case letters, digits, . _ and -"
        )
    for reading in spec.readings:
        if len(reading.options) < 2:
            yield Problem(f"the reading {reading.name} has fewer than two options")
    declared = [reading.name for reading in spec.readings]
    for name in sorted({name for name in declared if declared.count(name) > 1}):
        yield Problem(f"there are two readings named {name}")


# Parsing.


def _of_parsing(spec: Spec, text: str) -> Iterator[str]:
    parts: Parts = spec.standard.split(text)
    if parts[0] != text or len(parts) != len(spec.components) + 1:
        yield f"split gave {parts!r}, not the text and {len(spec.components)} components"
        return
    if not all(part is None or isinstance(part, str) for part in parts):
        yield f"split gave {parts!r}; a component must be a str or None"
        return
    reference = spec.parse(text)
    cleans = spec.standard.clean_text(text) != text
    for name, span in () if cleans else reference.spans.items():
        if span is not None and text[span.start : span.stop] != reference.parts[name]:
            yield f"{name} is {reference.parts[name]!r}, but its span contains another string"
    segments = reference.segments()
    if segments and "".join(text[item.start : item.stop] for item in segments) != text:
        yield "the segments do not make up the text"
    spec.validate(text)
    yield from _of_steps(spec, spec.standard.record_parsing(text), text)
    yield from _of_division(spec, text)


def _of_division(spec: Spec, text: str) -> Iterator[str]:
    divided = None if spec.standard.division is None else spec.standard.division.divide(text)
    if divided is None:
        return
    if not divided.accepts and divided.components.stated:
        yield f"dividing rejects the text, but still gives {divided.components}"
    names = [piece.name for piece in divided.pieces]
    if len(names) != len(set(names)):
        yield f"dividing gives two pieces with the same name: {names}"
    for piece in divided.pieces[1:]:
        if piece.begins is None:
            yield f"no provision sets the start of {piece.name}"


def _of_steps(spec: Spec, record: Record, text: str) -> Iterator[str]:
    phases = [step.phase.number for step in record.steps]
    if phases != sorted(phases):
        yield f"the phases are in the wrong order: {[step.phase.value for step in record.steps]}"
    rules = [step.rule for step in record.steps]
    for rule in (*rules, *record.kept):
        if rule not in spec.rules:
            yield f"{rule!r} is not among the spec's rules"
    if record.steps and record.steps[0].before != text:
        yield f"the first step begins with {record.steps[0].before!s}, not with the text"
    for earlier, later in pairwise(record.steps):
        if earlier.after != later.before:
            yield f"a step ends with {earlier.after!s}, and the next begins with {later.before!s}"


# Resolving.


def _of_resolving(spec: Spec, text: str, base: str) -> Iterator[str]:
    target = spec.resolve(text, base=base).target
    if not isinstance(target, str | NoUri):
        yield f"resolving gave {target!r}, neither a str nor a NoUri"
        return
    record = spec.standard.record(text, base=base)
    if record.target != target:
        yield f"resolving gives {record.target!s} with a trace, but {target!s} without"
    if record.choices != spec.standard.consulted(text, base=base):
        yield "resolving consults different readings with a trace than without"
    names = {reading.name for reading in spec.readings}
    for choice in record.choices:
        if choice.reading not in names:
            yield f"resolving consults {choice.reading}, which isn't a reading of the spec"
    yield from _of_steps(spec, record, text)


def _of_examples(spec: Spec) -> Iterator[Problem]:
    for example in spec.examples() if not spec.choices else ():
        for answer in example.answers:
            target = (
                spec.choosing(*answer.choices).resolve(example.reference, base=example.base).target
            )
            if target != answer.target:
                wrong = f"the standard's example gives {answer.target!s}, the spec {target!s}"
                yield Problem(wrong, example.base, example.reference)

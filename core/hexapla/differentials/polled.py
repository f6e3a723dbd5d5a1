"""The results of standards and parsers for one input, grouped by result."""

from collections.abc import Iterator, Sequence

import attrs

from hexapla.comparison.run import SpecInput
from hexapla.divergence.answers import Compared, compared_values
from hexapla.divergence.divergence import ProgramReading, divergence
from hexapla.divergence.messages import says, value_text
from hexapla.divergence.model import HOST
from hexapla.grammar.validity import Verdict
from hexapla.implementations.asking import Answer, AnyAnswer, AnyCase, ask
from hexapla.implementations.labels import parser_label
from hexapla.implementations.programs import StandardParser
from hexapla.operations.authority import COMPONENT_NAMES, UrlComponents
from hexapla.standard.display import uri_of
from hexapla.standard.phases import has_rule
from hexapla.standard.spec import Spec
from hexapla.values.value import Value, json_form

Values = tuple[tuple[str, Compared], ...]
"""The values by which answers are compared, each with its name: a URL's aspects, or one URI."""


@attrs.frozen(repr=False)
class PolledParser(Value):
    """A parser with its answer to an input.

    Attributes:
        name: The name of the parser's adapter.
        version: The parser's version; "" if the parser didn't report it.
        is_recorded: Whether the answer was recorded earlier, rather than given now.
        answer: The parser's answer.
    """

    _json_members = ("name", "version", "recorded=is_recorded")

    name: str
    version: str
    is_recorded: bool
    answer: AnyAnswer

    def __str__(self) -> str:
        words = [parser_label(self.name)]
        if self.version:
            words.append(self.version)
        if self.is_recorded:
            words.append("(recorded)")
        return " ".join(words)


@attrs.frozen(repr=False)
class PollGroup(Value):
    """Standards and parsers with the same result for an input.

    Attributes:
        reads: The result, on one line.
        specs: The standards.
        parsers: The parsers.
        does: A verb phrase that follows "it" and states how the group differs from the first group;
            "" for the first group, or if the two groups don't report different hosts.
        invalid: The selectors of the standards under which the input is invalid.
    """

    _json_members = ("reads", "standards=selectors", "invalid", "parsers", "does")

    reads: str
    specs: tuple[Spec, ...]
    parsers: tuple[PolledParser, ...]
    does: str
    invalid: tuple[str, ...] = ()

    @property
    def selectors(self) -> tuple[str, ...]:
        """The selectors of the standards."""
        return tuple(spec.selector for spec in self.specs)

    @property
    def members(self) -> tuple[str, ...]:
        """The labels of the standards, and the parsers with their versions."""
        labels: list[str] = []
        for spec in self.specs:
            is_invalid = spec.selector in self.invalid
            labels.append(f"{spec.label} (not valid)" if is_invalid else spec.label)
        return (*labels, *map(str, self.parsers))


@attrs.frozen(repr=False)
class PolledInput(Value):
    """The results for one input.

    Attributes:
        case: The URL, or the reference and its base.
        groups: The groups of standards and parsers with the same result, largest first.
        silent: The parsers that gave no answer, or that report none of the compared aspects.
    """

    case: AnyCase
    groups: tuple[PollGroup, ...]
    silent: tuple[PolledParser, ...]

    @property
    def agrees(self) -> bool:
        """Whether all standards and parsers with a result have the same result."""
        return len(self.groups) < 2

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        silent: list[dict[str, object]] = []
        for parser in self.silent:
            trouble = parser.answer.trouble or "it doesn't report this"
            silent.append({**parser.to_dict(), "trouble": trouble})
        return {**self.case.to_dict(), "groups": json_form(self.groups), "silent": silent}


@attrs.define
class _Group:
    """Standards and parsers with the same values.

    Attributes:
        values: The values.
        first: The first standard or parser with these values, and its answer.
        specs: The standards.
        parsers: The parsers.
    """

    values: Values
    first: ProgramReading
    specs: list[Spec] = attrs.field(factory=list)
    parsers: list[PolledParser] = attrs.field(factory=list)

    @property
    def size(self) -> int:
        return len(self.specs) + len(self.parsers)

    def polled(self, largest: "_Group", case: AnyCase, columns: Sequence[Spec]) -> PollGroup:
        """Return the group as a part of the result.

        Args:
            largest: The largest group.
            case: The input.
            columns: The standards that may explain how the groups differ.
        """
        return PollGroup(
            reads=_text(self.values),
            specs=tuple(self.specs),
            parsers=tuple(self.parsers),
            does=_does(self.first, largest.first, columns),
            invalid=tuple(spec.selector for spec in self.specs if _is_invalid(spec, case)),
        )


def grouped(
    case: AnyCase,
    parsers: Sequence[PolledParser],
    columns: Sequence[Spec],
    aspects: tuple[str, ...],
) -> PolledInput:
    """Group the standards and parsers that have the same result for an input.

    Args:
        case: The input.
        parsers: The parsers, with their answers to the input.
        columns: The standards.
        aspects: The aspects of URLs to compare.
    """
    groups: dict[Values, _Group] = {}
    silent: list[PolledParser] = []
    for spec in (*columns, *_extended(columns, case)):
        answer = _answer_of(spec, case)
        values = _values(answer, aspects)
        if values is not None:
            reading = ProgramReading(spec.label, answer, spec)
            groups.setdefault(values, _Group(values, reading)).specs.append(spec)
    for parser in parsers:
        values = _values(parser.answer, aspects)
        if values is None:
            silent.append(parser)
        else:
            reading = ProgramReading(parser.name, parser.answer)
            groups.setdefault(values, _Group(values, reading)).parsers.append(parser)
    largest_first = sorted(groups.values(), key=lambda group: group.size, reverse=True)
    polled = [group.polled(largest_first[0], case, columns) for group in largest_first]
    return PolledInput(case, tuple(polled), tuple(silent))


def _extended(columns: Sequence[Spec], case: AnyCase) -> Iterator[Spec]:
    """Yield the specs that give a URI only with an extension, each with this extension."""
    if case.base is None:
        return
    for spec in columns:
        for extended in SpecInput.of(spec, case.base, case.text).extended():
            if isinstance(extended.target, str):
                yield extended.spec


def _is_invalid(spec: Spec, case: AnyCase) -> bool:
    """Return whether a URL or a reference is invalid under a standard's grammar."""
    return spec.validate(case.text, base=case.base).verdict is Verdict.NO


def _answer_of(spec: Spec, case: AnyCase) -> AnyAnswer:
    """Return a standard's answer to a case.

    A standard gives no answer if it has no rule for the reference, or if it doesn't define how to
    split URLs.
    """
    if case.base is not None:
        target = spec.resolve(case.text, base=case.base).target
        if has_rule(target):
            return Answer(case, uri_of(target, case.base))
    elif spec.standard.division is not None:
        return ask(StandardParser(spec), case)
    return Answer(case, trouble="has no rule")


def _values(answer: AnyAnswer, aspects: tuple[str, ...]) -> Values | None:
    """Return the values by which an answer is compared; None if there are none."""
    if answer.trouble is not None:
        return None
    if answer.case.base is not None:
        return ((answer.case.result, answer.value),)
    if answer.value is None:
        return (("accepts", False),)
    told = compared_values(aspects, answer.value)
    return tuple(told.items()) or None


def _text(values: Values) -> str:
    """Return the compared values on one line, each component preceded by its name."""
    told: list[str] = []
    for aspect, value in values:
        text = value_text(aspect, value)
        is_component = aspect in COMPONENT_NAMES and isinstance(value, str)
        told.append(f"{aspect} {text}" if is_component else text.strip("()"))
    return ", ".join(told)


def _does(own: ProgramReading, first: ProgramReading, specs: Sequence[Spec]) -> str:
    """Describe what a standard or parser does differently from another one.

    Args:
        own: The standard or parser, with its answer.
        first: The first member of the largest group, with its answer.
        specs: The standards that may explain the difference.

    Returns:
        A verb phrase that follows "it"; "" unless both answers contain a host, and the hosts
        differ.
    """
    hosts: set[str] = set()
    for reading in (own, first):
        value = reading.answer.value
        if isinstance(value, UrlComponents) and HOST in value.stated:
            hosts.add(value.host_connected_to or "")
    if len(hosts) < 2:
        return ""
    return says(divergence(HOST, own, first, specs).left.behaviour)

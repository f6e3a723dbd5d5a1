"""Ask all parsers on this machine, and the standards, how they parse given inputs.

The parsers run in parallel, each in its own process.
"""

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

import attrs

from hexapla.divergence.answers import NOT_TOLD, Compared, aspects_of, compared
from hexapla.divergence.divergence import ProgramReading, divergence
from hexapla.divergence.messages import says, value_text
from hexapla.divergence.model import HOST
from hexapla.documents.reading import SelectorError
from hexapla.grammar.validity import Verdict
from hexapla.identification.recording import Recordings
from hexapla.identification.shown import case_text
from hexapla.implementations.adapters import ADAPTERS, Adapter, adapter
from hexapla.implementations.asking import (
    Answer,
    AnyAnswer,
    AnyCase,
    Case,
    NoAnswerError,
    UrlCase,
    ask,
)
from hexapla.implementations.labels import parser_label
from hexapla.implementations.process import EndedError, Program
from hexapla.implementations.programs import StandardParser
from hexapla.jobs.pool import Progress, no_progress
from hexapla.jobs.time_limit import TimeLimit
from hexapla.operations.authority import COMPONENT_NAMES, UrlComponents
from hexapla.standard.display import uri_of
from hexapla.standard.phases import has_rule
from hexapla.standard.registry import columns_of
from hexapla.standard.spec import Spec
from hexapla.text.table import GAP
from hexapla.values.checked import checked, checked_items
from hexapla.values.errors import InputError
from hexapla.values.value import Value

TIMEOUT = 10.0
"""The time limit for a parser's answer in seconds, including the start of the parser."""
# The number of parsers that are asked at the same time; they spend most of their time starting.
_AT_A_TIME = 16

Values = tuple[tuple[str, Compared], ...]
"""The values by which answers are compared: each aspect of a URL with its value, or a URI."""


@attrs.frozen(repr=False)
class PolledParser(Value):
    """A parser that was asked.

    Attributes:
        name: The name of the parser's adapter.
        version: The parser's version; "" if the parser took too long to report it.
        is_recorded: Whether the answer was recorded earlier, rather than given now.
        answer: The parser's answer.
    """

    _json_members = ("name", "version", "recorded=is_recorded")

    name: str
    version: str
    is_recorded: bool
    answer: AnyAnswer

    def __str__(self) -> str:
        version = f" {self.version}" if self.version else ""
        return f"{parser_label(self.name)}{version}{' (recorded)' if self.is_recorded else ''}"


@attrs.frozen(repr=False)
class PollGroup(Value):
    """Standards and parsers with the same result for an input.

    Attributes:
        reads: The result, on one line.
        specs: The standards, oldest first.
        parsers: The parsers.
        does: A verb phrase (with "it" as its subject) that states how the group differs from the
            first group; "" for the first group, or if unknown.
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
        labels = [
            f"{spec.label} (not valid)" if spec.selector in self.invalid else spec.label
            for spec in self.specs
        ]
        return (*labels, *map(str, self.parsers))


@attrs.frozen(repr=False)
class PolledInput(Value):
    """The results for one input.

    Attributes:
        case: The URL, or the reference and its base.
        groups: The groups with the same result, largest first.
        silent: The parsers that gave no answer, or that report nothing comparable.
    """

    case: AnyCase
    groups: tuple[PollGroup, ...]
    silent: tuple[PolledParser, ...]

    @property
    def agrees(self) -> bool:
        """Whether all standards and parsers have the same result."""
        return len(self.groups) < 2

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        silent = [
            {**each.to_dict(), "trouble": each.answer.trouble or "it doesn't report this"}
            for each in self.silent
        ]
        groups = [group.to_dict() for group in self.groups]
        return {**self.case.to_dict(), "groups": groups, "silent": silent}


@attrs.frozen(repr=False)
class Poll(Value):
    """The results for some inputs.

    Attributes:
        inputs: The results for each input.
        absent: The reason why each missing parser isn't on this machine, keyed by the parser's
            name.
    """

    inputs: tuple[PolledInput, ...]
    absent: Mapping[str, str]

    @property
    def agrees(self) -> bool:
        """Whether all standards and parsers have the same result for each input."""
        return all(each.agrees for each in self.inputs)


@attrs.frozen
class _AskedParser:
    """A parser that was asked now, with its answers, or the reason why it isn't on this machine."""

    adapter: Adapter
    version: str
    answers: tuple[AnyAnswer, ...]
    absence: str = ""


def ask_parsers(
    *inputs: str,
    base: str | None = None,
    on: str | Iterable[str] = HOST,
    names: Iterable[str] | None = None,
    specs: Iterable[str | Spec] | None = None,
    recordings: Iterable[Recordings] = (),
    timeout: float = TIMEOUT,
    progress: Progress = no_progress,
) -> Poll:
    r"""Ask every parser on this machine, and the standards, how they parse the inputs.

    >>> import hexapla
    >>> (asked,) = hexapla.ask_parsers("http://a\\@b/", names=["urllib.parse"]).inputs
    >>> [(group.reads, len(group.specs), len(group.parsers)) for group in asked.groups]
    [('host b', 4, 1), ('host a\\@b', 1, 0), ('host a', 1, 0)]

    Args:
        inputs: URLs to parse or, with `base`, references to resolve.
        base: The base to resolve the references against.
        on: The aspects of URLs to compare: `host`, another component, `accepts`, several of these,
            or `all`.
        names: The names of the adapters of the parsers to ask; by default, all parsers are asked.
        specs: The standards; by default, those that come with Hexapla.
        recordings: Recorded answers to add, for other versions of the parsers and for parsers that
            aren't on this machine.
        timeout: The time limit for each answer, in seconds.
        progress: A callback that receives the number of parsers asked.

    Returns:
        For each input, the groups of parsers and standards with the same result, largest first.

    Raises:
        LookupError: An adapter or a standard is unknown, or a named parser can't parse URLs or,
            with a base, can't resolve references.
        ValueError: There is no input, or an aspect is unknown.
    """
    texts = checked_items(inputs, "inputs")
    if base is not None:
        checked(base, "base")
    aspects = aspects_of(on)
    chosen = ADAPTERS if names is None else tuple(map(adapter, checked_items(names, "names")))
    columns = columns_of(specs)
    if not texts:
        raise InputError("give at least one URL or reference")
    cases: list[AnyCase] = [UrlCase(text) if base is None else Case(base, text) for text in texts]
    question = cases[0].question
    answering = [each for each in chosen if question in each.functions]
    if names is not None:
        _check_answering(chosen, question)
    limit = TimeLimit()
    with ThreadPoolExecutor(_AT_A_TIME) as pool:
        asking = functools.partial(_ask, cases=cases, timeout=timeout, limit=limit)
        asked: list[_AskedParser] = []
        for each in pool.map(asking, answering):
            asked.append(each)
            progress(1)
    polled = [*_recorded(recordings, asked, {each.name for each in answering})]
    present = [each for each in asked if not each.absence]
    return Poll(
        tuple(
            _grouped(case, [*_now(present, number), *_then(polled, case)], columns, aspects)
            for number, case in enumerate(cases)
        ),
        {each.adapter.name: each.absence for each in asked if each.absence},
    )


def _check_answering(named: Sequence[Adapter], question: str) -> None:
    """Raise `SelectorError` if one of the named parsers can't answer a question."""
    for item in named:
        if question not in item.functions:
            cure = "omit the base" if question == "resolve" else "give a base"
            (answered,) = item.functions
            raise SelectorError(f"{item.name} only {answered}s; {cure}, or name another parser")


def _ask(item: Adapter, cases: Sequence[AnyCase], timeout: float, limit: TimeLimit) -> _AskedParser:
    """Ask a parser for its version, and then for its answers to all cases."""
    command = (*item.command, "--version")
    try:
        with Program(
            command, timeout, plain=item.plain, limit=limit, tells_version=True
        ) as program:
            version = program.read_version()
            answers = tuple(ask(program, case) for case in cases)
    except (OSError, EndedError) as error:
        return _AskedParser(item, "", (), str(item.absence(error)))
    except NoAnswerError as error:
        return _AskedParser(item, "", tuple(Answer(case, trouble=str(error)) for case in cases))
    return _AskedParser(item, version, answers)


def _now(present: Sequence[_AskedParser], number: int) -> list[PolledParser]:
    return [
        PolledParser(each.adapter.name, each.version, False, each.answers[number])
        for each in present
    ]


@attrs.frozen
class _Recorded:
    """The recorded answers of one version of a parser."""

    name: str
    version: str
    answers: Mapping[AnyCase, AnyAnswer]


def _recorded(
    recordings: Iterable[Recordings], asked: Sequence[_AskedParser], names: set[str]
) -> Iterable[_Recorded]:
    """Yield the recorded parsers with the given names, except for versions that were asked now."""
    now = {(each.adapter.name, each.version) for each in asked}
    for recording in (item for each in recordings for item in each.implementations):
        if recording.name in names and (recording.name, recording.version) not in now:
            answers = {answer.case: answer for answer in recording.all_answers}
            yield _Recorded(recording.name, recording.version, answers)


def _then(recorded: Sequence[_Recorded], case: AnyCase) -> list[PolledParser]:
    return [
        PolledParser(each.name, each.version, True, each.answers[case])
        for each in recorded
        if case in each.answers
    ]


@attrs.define
class _Group:
    """Standards and parsers with the same values.

    Attributes:
        values: The values.
        first: The first standard or parser with these values.
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


def _grouped(
    case: AnyCase,
    parsers: Sequence[PolledParser],
    columns: Sequence[Spec],
    aspects: tuple[str, ...],
) -> PolledInput:
    """Group the standards and parsers that have the same result for a case."""
    groups: dict[Values, _Group] = {}
    silent: list[PolledParser] = []
    for spec in (*columns, *_extended(columns, case)):
        answer = _of_standard(spec, case)
        values = None if answer is None else _values(answer, aspects)
        if answer is not None and values is not None:
            reading = ProgramReading(spec.label, answer, spec)
            groups.setdefault(values, _Group(values, reading)).specs.append(spec)
    for parser in parsers:
        values = _values(parser.answer, aspects)
        if values is None:
            silent.append(parser)
        else:
            reading = ProgramReading(parser.name, parser.answer)
            groups.setdefault(values, _Group(values, reading)).parsers.append(parser)
    polled: list[PollGroup] = []
    largest_first = sorted(groups.values(), key=lambda group: group.size, reverse=True)
    for group in largest_first:
        does = _does(group.first, largest_first[0].first, columns)
        invalid = tuple(spec.selector for spec in group.specs if _is_invalid(spec, case))
        specs, of_group = tuple(group.specs), tuple(group.parsers)
        polled.append(PollGroup(_text(group.values), specs, of_group, does, invalid))
    return PolledInput(case, tuple(polled), tuple(silent))


def _extended(columns: Sequence[Spec], case: AnyCase) -> Iterator[Spec]:
    """Yield specs with an extension under which they give a URI, if they give none without it."""
    reference, base = case.text, case.base
    if base is None:
        return
    for spec in columns:
        if spec.resolve(reference, base=base).uri is not None:
            continue
        for choice in spec.standard.extensions:
            extended = spec.choosing(choice)
            if extended.resolve(reference, base=base).uri is not None:
                yield extended


def _is_invalid(spec: Spec, case: AnyCase) -> bool:
    """Return whether a URL or a reference is invalid under a standard's grammar."""
    return spec.validate(case.text, base=case.base).verdict is Verdict.NO


def _of_standard(spec: Spec, case: AnyCase) -> AnyAnswer | None:
    """Return a standard's answer to a case; None if the standard has no rule for the case."""
    if case.base is not None:
        target = spec.resolve(case.text, base=case.base).target
        return Answer(case, uri_of(target, case.base)) if has_rule(target) else None
    if spec.standard.division is None:
        return None
    return ask(StandardParser(spec), case)


def _values(answer: AnyAnswer, aspects: tuple[str, ...]) -> Values | None:
    """Return the values by which an answer is compared; None if there are none."""
    if answer.trouble is not None:
        return None
    if answer.case.base is not None:
        return ((answer.case.result, answer.value),)
    if answer.value is None:
        return (("accepts", False),)
    values = tuple((aspect, compared(aspect, answer.value)) for aspect in aspects)
    told = tuple((aspect, value) for aspect, value in values if value is not NOT_TOLD)
    return told or None


def _text(values: Values) -> str:
    """Return the compared values on one line, each component preceded by its name."""
    told: list[str] = []
    for aspect, value in values:
        text = value_text(aspect, value)
        is_component = aspect in COMPONENT_NAMES and isinstance(value, str)
        told.append(f"{aspect} {text}" if is_component else text.strip("()"))
    return ", ".join(told)


def _does(own: ProgramReading, first: ProgramReading, specs: Sequence[Spec]) -> str:
    """Describe a reader's behaviour if its host differs from the first group's; otherwise ""."""
    hosts = [
        reading.answer.value.host_connected_to or ""
        for reading in (own, first)
        if isinstance(reading.answer.value, UrlComponents) and HOST in reading.answer.value.stated
    ]
    if len(set(hosts)) < 2:
        return ""
    return says(divergence(HOST, own, first, specs).left.behaviour)


def failure_of_poll(poll: Poll) -> str:
    """Return the failure message of a test that expects no differences; "" if there are none."""
    lines: list[str] = []
    for asked in poll.inputs:
        if asked.agrees:
            continue
        lines.append(case_text(asked.case))
        for group in asked.groups:
            does = f": it {group.does}" if group.does else ""
            lines.append(f"{GAP}{group.reads}{does}{GAP}{', '.join(group.members)}")
    return "\n".join(lines)

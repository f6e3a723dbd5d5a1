"""Ask the parsers on this machine, and the standards, how they parse or resolve given inputs.

The parsers run in parallel, each in its own process.
"""

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

import attrs

from hexapla.differentials.polled import PolledInput, PolledParser, grouped
from hexapla.divergence.answers import aspects_of
from hexapla.divergence.model import HOST
from hexapla.documents.reading import SelectorError
from hexapla.identification.recording import Recordings
from hexapla.identification.shown import case_text
from hexapla.implementations.adapters import ADAPTERS, Adapter, adapter
from hexapla.implementations.asking import (
    Answer,
    AnyAnswer,
    AnyCase,
    NoAnswerError,
    ask_all,
    case_of,
)
from hexapla.implementations.process import EndedError, Program
from hexapla.jobs.pool import Progress, no_progress
from hexapla.jobs.time_limit import TimeLimit
from hexapla.standard.registry import columns_of
from hexapla.standard.spec import Spec
from hexapla.text.table import GAP
from hexapla.values.checked import checked, checked_items
from hexapla.values.errors import InputError
from hexapla.values.value import Value

TIMEOUT = 10.0
"""The time limit, in seconds, for a parser's version and for each of its answers."""
# The number of parsers that are asked at the same time; they spend most of their time starting.
_AT_A_TIME = 16


@attrs.frozen(repr=False)
class Poll(Value):
    """The results of asking parsers and standards about some inputs.

    Attributes:
        inputs: The results for each input.
        absent: The reason why each missing parser isn't on this machine, keyed by the parser's
            name.
    """

    inputs: tuple[PolledInput, ...]
    absent: Mapping[str, str]

    @property
    def agrees(self) -> bool:
        """Whether, for each input, all standards and parsers with a result have the same result."""
        return all(each.agrees for each in self.inputs)


@attrs.frozen
class _Respondent:
    """A version of a parser, with its answers.

    Attributes:
        name: The name of the parser's adapter.
        version: The version; "" if it is unknown.
        answers: The answers, keyed by case.
        is_recorded: Whether the answers were recorded earlier, rather than given now.
        absence: The reason why the parser isn't on this machine; "" if it is.
    """

    name: str
    version: str
    answers: Mapping[AnyCase, AnyAnswer]
    is_recorded: bool = False
    absence: str = ""

    def polled(self, case: AnyCase) -> PolledParser:
        """Return the parser with its answer to a case."""
        return PolledParser(self.name, self.version, self.is_recorded, self.answers[case])


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
    r"""Ask the parsers on this machine, and the standards, how they parse or resolve the inputs.

    >>> import hexapla
    >>> (asked,) = hexapla.ask_parsers("http://a\\@b/", names=["urllib.parse"]).inputs
    >>> [(group.reads, len(group.specs), len(group.parsers)) for group in asked.groups]
    [('host b', 4, 1), ('host a\\@b', 1, 0), ('host a', 1, 0)]

    Args:
        inputs: URLs to parse or, with `base`, references to resolve.
        base: The base against which the references are resolved; None to parse URLs.
        on: The aspects of URLs to compare: `host`, another component, `accepts`, several of these,
            or `all`. With a base, the URIs are compared instead.
        names: The names of the parsers' adapters; by default, all adapters are used.
        specs: The standards; by default, the default specs.
        recordings: Recorded answers to add, for other versions of the parsers and for parsers that
            aren't on this machine.
        timeout: The time limit for a parser's version and for each of its answers, in seconds.
        progress: A callback that receives the number of parsers just asked.

    Returns:
        For each input, the groups of parsers and standards with the same result, largest first;
        and the parsers that aren't on this machine.

    Raises:
        LookupError: An adapter or a standard is unknown, or a named parser can't parse URLs (or,
            with a base, can't resolve references).
        TypeError: An argument has the wrong type.
        ValueError: There is no input, an aspect is unknown, no aspect is named, or `specs` is
            empty.
        RunError: Hexapla is running on Windows, where it can't ask other programs.
    """
    texts = checked_items(inputs, "inputs")
    if base is not None:
        checked(base, "base")
    aspects = aspects_of(on)
    chosen = ADAPTERS if names is None else tuple(map(adapter, checked_items(names, "names")))
    columns = columns_of(specs)
    if not texts:
        raise InputError("give at least one URL or reference")
    cases = [case_of(text, base) for text in texts]
    question = cases[0].question
    answering = [each for each in chosen if question in each.functions]
    if names is not None:
        _check_answering(chosen, question)
    limit = TimeLimit()
    asking = functools.partial(_ask, cases=cases, timeout=timeout, limit=limit)
    asked: list[_Respondent] = []
    with ThreadPoolExecutor(_AT_A_TIME) as pool:
        for each in pool.map(asking, answering):
            asked.append(each)
            progress(1)
    respondents = (*asked, *_recorded(recordings, asked))
    polled: list[PolledInput] = []
    for case in cases:
        parsers = [each.polled(case) for each in respondents if case in each.answers]
        polled.append(grouped(case, parsers, columns, aspects))
    absent = {each.name: each.absence for each in asked if each.absence}
    return Poll(tuple(polled), absent)


def _check_answering(named: Sequence[Adapter], question: str) -> None:
    """Raise `SelectorError` if one of the named parsers can't answer a question."""
    for item in named:
        if question not in item.functions:
            cure = "omit the base" if question == "resolve" else "give a base"
            (answered,) = item.functions
            raise SelectorError(f"{item.name} only {answered}s; {cure}, or name another parser")


def _ask(item: Adapter, cases: Sequence[AnyCase], timeout: float, limit: TimeLimit) -> _Respondent:
    """Ask a parser for its version, and then for its answers to all cases."""
    command = (*item.command, "--version")
    try:
        with Program(
            command, timeout, plain=item.plain, limit=limit, tells_version=True
        ) as program:
            version = program.read_version()
            answers = dict(zip(cases, ask_all(program, cases), strict=True))
    except (OSError, EndedError) as error:
        return _Respondent(item.name, "", {}, absence=str(item.absence(error)))
    except NoAnswerError as error:
        version = ""
        answers = {case: Answer(case, trouble=str(error)) for case in cases}
    return _Respondent(item.name, version, answers)


def _recorded(
    recordings: Iterable[Recordings], asked: Sequence[_Respondent]
) -> Iterator[_Respondent]:
    """Yield the recorded versions of the asked parsers, except for the versions asked now."""
    versions = {each.name: each.version for each in asked}
    for of_question in recordings:
        for recording in of_question.implementations:
            name, version = recording.name, recording.version
            if versions.get(name, version) != version:
                answers = {answer.case: answer for answer in recording.all_answers}
                yield _Respondent(name, version, answers, is_recorded=True)


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

"""Describe the result of an identification in words, for a terminal, a page or a test."""

from collections.abc import Callable, Iterator

from hexapla.documents.reading import Choice
from hexapla.identification.departure import Departure
from hexapla.identification.identification import Identification
from hexapla.identification.shown import answer_text, case_text
from hexapla.implementations.asking import AnyAnswer
from hexapla.standard.display import show_cut
from hexapla.standard.spec import Spec
from hexapla.text.counted import counted
from hexapla.text.signs import UNDEFINED, sanitized
from hexapla.text.table import GAP, aligned

_HOSTS = (
    "host: as clients use it, in lower case and without brackets; as given: as the program writes "
    "it"
)


def identification_lines(
    identification: Identification,
    *,
    strong: Callable[[str], str] = str,
    faint: Callable[[str], str] = str,
    most: int | None = None,
) -> Iterator[str]:
    """Yield the result of an identification, line by line.

    `strong` emphasizes a string, and `faint` makes it less prominent. `most` is the maximum number
    of differing cases to list; None for all.
    """
    yield strong(identification.verdict)
    yield ""
    resolves = len(identification.told) == 1
    first, *others = aligned(_rows(identification), numbers=True)
    yield faint(first)
    yield from others
    if not resolves:
        yield faint(_HOSTS)
        yield faint(identification.question.nearest)
    if identification.left_out:
        left_out = (f"{name} (a {kind})" for name, kind in identification.left_out.items())
        yield f"not compared, since it isn't text: {sanitized(', '.join(left_out))}"
    label = identification.explanations[0].spec.document.label
    yield from _options(identification.explanations[0].spec)
    if identification.equally_good and identification.departures:
        yield ""
        yield faint(f"departures from {label}, the newest of the standards named above")
    for number, departure in enumerate(identification.departures, 1):
        yield ""
        cases = counted(len(departure.cases), identification.question.noun)
        yield f"[{number}] {cases}: {departure.sentence}"
        yield from _example(departure, label, faint)
    if resolves and identification.departures:
        yield from _differing_cases(identification, most)
    yield from _listed(identification, label)


def _options(spec: Spec) -> Iterator[str]:
    """Yield the options of a spec other than the defaults, each with its question and answer."""
    lines: list[str] = []
    for reading in spec.readings:
        option = spec.options[reading.name]
        if option == reading.default:
            continue
        rationale = reading.rationales[option]
        cited = "" if rationale.citation is None else f" ({rationale.citation.section})"
        choice = Choice(reading.name, option)
        lines.append(f"{GAP}{choice}: {reading.question} {rationale.says}{cited}")
    if lines:
        yield ""
        yield f"The answers fit these options of {spec.document.label}"
        yield from lines


def _rows(identification: Identification) -> Iterator[list[object]]:
    """Yield a heading row, then a row for each standard with its number of matching cases.

    For a resolver, the number under the default readings follows. For a parser, the numbers of
    agreeing values follow, one for each component and one for hosts as the program writes them; a
    last row has the numbers of values compared.
    """
    told = identification.told
    if len(told) == 1:
        yield ["", "match", "by default"]
        for item in identification.explanations:
            yield [item.spec.label, item.matching, item.by_default]
        return
    yield ["", "match", *told, "as given"]
    for item in identification.explanations:
        explained = [*item.by_component.items(), ("host", item.hosts_as_given)]
        cells = [number if told[name] else UNDEFINED for name, number in explained]
        yield [item.spec.label, item.matching, *cells]
    yield ["compared", identification.cases, *told.values(), told["host"]]


def _example(departure: Departure, label: str, faint: Callable[[str], str]) -> Iterator[str]:
    """Yield the smallest example: the case, the answer, the expected result and any known rule."""
    answer = departure.smallest
    yield f"{GAP}{case_text(answer.case)}"
    given = ["implementation", answer_text(answer)]
    expected = [label, departure.expected.text(answer)]
    for line in aligned([given, expected]):
        yield f"{GAP}{GAP}{line}"
    rule = departure.kind.rule
    if rule is not None:
        yield faint(f"{GAP}{GAP}{rule.citation.section}: {rule.says}")


def _differing_cases(identification: Identification, most: int | None) -> Iterator[str]:
    """Yield the differing cases of each departure, with the answer and the expected result."""
    by_case = {item.answer.case: item for item in identification.all_unexplained}
    lines: list[str] = []
    for number, departure in enumerate(identification.departures, 1):
        for case in departure.cases:
            item = by_case.get(case)
            # A rejection that the standard allows isn't a difference.
            if item is not None:
                given = answer_text(item.answer)
                expected = item.expected.text(item.answer)
                lines.append(f"{GAP}[{number}] {case_text(case)}: {given}, not {expected}")
    yield ""
    if most is None or len(lines) <= most:
        yield "Every case that differs"
        yield from lines
        return
    yield "Cases that differ"
    yield from lines[:most]
    yield f"and {len(lines) - most:,} more, which --all shows"


def _listed(identification: Identification, label: str) -> Iterator[str]:
    """Yield lines that list cases without an answer, and cases that don't count as departures.

    These cases look like departures, but the standard allows the answers, or has no rule. They are
    listed only if there is a verdict. A reason stands before each group of cases.
    """
    rejects = identification.question.rejects
    rejected = f"it {rejects} what is invalid under {label}, or has no rule there"
    as_base = f"it gives the base's URI where {label} refers to the current document"
    noted: dict[str, list[AnyAnswer]] = {}
    for item in identification.all_unexplained:
        trouble = item.answer.trouble
        if trouble is not None:
            says = f"no answer: it {sanitized(trouble)}"
            noted.setdefault(says, []).append(item.answer)
    if identification.no_verdict is None:
        noted[f"not a departure: {rejected}"] = [*identification.rejected]
        noted[f"not a departure: {label} has no rule for them"] = [*identification.no_rule]
        noted[f"not a departure: {as_base}"] = [*identification.as_base]
    for says, answers in noted.items():
        if answers:
            texts = [show_cut(answer.case.text) for answer in answers]
            yield ""
            yield f"{counted(len(texts), identification.question.noun)}, {says}"
            yield f"{GAP}{GAP.join(dict.fromkeys(texts))}"

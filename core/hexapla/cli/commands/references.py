"""The commands on one reference: parse, resolve, compare and validate it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from hexapla.cli import options
from hexapla.cli.command import argument
from hexapla.cli.output import accent, columns, faint, inserted, printing, removed, strong
from hexapla.comparison.comparison import Comparison
from hexapla.comparison.comparison import compare as compare_specs
from hexapla.comparison.explanation import (
    Layout,
    Styles,
    base_rows,
    explanation_blocks,
    host_rows,
    lines_of,
    row_lines,
    why_invalid,
)
from hexapla.comparison.facet import Facet
from hexapla.comparison.shown import group_rows, sentences_on
from hexapla.documents.citation import Provision
from hexapla.grammar.validity import SchemeParts, Validity, Verdict
from hexapla.standard.display import parts_text, show, target_text
from hexapla.standard.reference import Reference, Resolution
from hexapla.standard.rule import Phase
from hexapla.standard.spec import Spec
from hexapla.standard.syntax import ValidationError
from hexapla.text.signs import UNDEFINED, visible, width
from hexapla.text.table import GAP

_reference_argument = argument(
    "texts", "The reference; - reads references from standard input, one per line.", metavar="REF"
)

_WIDEST_TABLE = 80
_STYLES = Styles(removed=removed, inserted=inserted, differing=strong)
_PHASE = max(map(len, Phase))


def _compared(
    text: str,
    *,
    specs: Sequence[Spec],
    base: str | None = None,
    readings: str = "default",
    **_: Any,
) -> Comparison:
    """Compare the specs on a reference; the other options affect only the output."""
    return compare_specs(text, base=base, specs=specs, readings=readings)


def _layout() -> Layout:
    return Layout(columns(_WIDEST_TABLE), _STYLES)


def _reading_lines(facet: Facet, comparison: Comparison) -> Iterator[str]:
    """Yield each possible result of each spec, with its choices, if all readings were compared."""
    if facet.agreement is None or facet.variants is None:
        return
    variants_of_all = [variant for _, variants in facet.variants for variant in variants]
    if facet.name == "host" and not any(variant.choices for variant in variants_of_all):
        return
    yield f"{facet.name}: the standards agree {facet.agreement.value}"
    labels = {spec.selector: spec.label for spec in comparison.specs}
    for selector, variants in facet.variants:
        for variant in variants:
            choices = ", ".join(map(str, variant.choices)) or "no choice consulted"
            yield f"{GAP}{labels[selector]}{GAP}{variant.shown}{GAP}{faint(choices)}"


@printing(
    "parse",
    "hexapla parse 'http://a/b;c?d#e'",
    "hexapla parse '//g' --spec rfc1630 --spec rfc3986 --json",
    "printf '?y\\n;x\\n' | hexapla parse -",
    ask=_compared,
    is_yes=lambda it: it.parts.agrees and it.host.agrees and not it.host.is_refused,
    further=options.readings,
)
@_reference_argument
def parse(comparison: Comparison, **_: Any) -> Iterable[str]:
    """Parse a reference as each standard does.

    Each component is shown with the offsets of its start and end, in code points.

    Exit code: 0 if the standards agree on all components, including the host; 1 if they differ, or
    if a standard rejects the URL.
    """
    readings = map(_parsed, comparison.references)
    hosts = _layout().table(host_rows(comparison))
    return lines_of([*readings, hosts, _reading_lines(comparison.parts, comparison)])


def _parsed(reference: Reference) -> Iterator[str]:
    """Yield the lines that show how a spec parses a reference."""
    spec = reference.spec
    if reference.failure is not None:
        yield f"{strong(spec.label)}{GAP}{show(reference.text)}{GAP}failure"
        yield f"{GAP}{reference.failure}"
        return
    yield f"{strong(spec.label)}{GAP}{show(reference.text)}{GAP}{reference.form_name}"
    subparts = reference.subparts
    indented = [f"{GAP}{sub}" for inside in subparts.values() for sub in inside]
    first = max(map(width, [*reference.parts, *indented]))
    spans, values = reference.spans, reference.values
    for name, part in reference.parts.items():
        span, value = spans[name], values.get(name, part)
        text = UNDEFINED if value is None or (span is None and not value) else show(value)
        place = f"{GAP}{span.start}–{span.stop}" if span is not None else ""
        read_from = f", from {show(part)}" if value != part and part is not None else ""
        yield f"{GAP}{name}{' ' * (first - width(name))}{GAP}{text}{faint(place + read_from)}"
        for sub, (inside, (start, stop)) in subparts.get(name, {}).items():
            heading = f"{GAP}{sub}"
            padding = " " * (first - width(heading))
            place = f"{GAP}{start}–{stop}"
            yield f"{GAP}{heading}{padding}{GAP}{show(inside)}{faint(place)}"


def _targets_agree(comparison: Comparison) -> bool:
    return comparison.target is not None and comparison.target.agrees


def _agree_on_a_uri(comparison: Comparison) -> bool:
    has_uri = any(resolution.uri is not None for resolution in comparison.resolutions)
    return has_uri and _targets_agree(comparison)


def _is_valid(comparison: Comparison) -> bool:
    """Return whether some standard calls the reference valid, and no standard calls it invalid."""
    verdicts = {validity.verdict for validity in comparison.validities}
    return Verdict.YES in verdicts and Verdict.NO not in verdicts


def _resolved_form(
    comparison: Comparison, steps: bool, all_steps: bool, **_: Any
) -> dict[str, object]:
    return {
        "base": comparison.base,
        "reference": comparison.reference,
        "specs": [spec.selector for spec in comparison.specs],
        "agrees": _targets_agree(comparison),
        "target": comparison.target and comparison.target.to_dict(),
        "resolved": [item.to_dict(steps=steps or all_steps) for item in comparison.resolutions],
    }


@printing(
    "resolve",
    "hexapla resolve '../../../g' --base 'http://a/b/c/d;p?q'",
    "hexapla resolve '?y' --base 'http://a/b/c/d;p?q' --steps --spec rfc1808,rfc3986",
    "printf 'g\\n\\n#s\\n' | hexapla resolve - --base http://a/b --json",
    ask=_compared,
    form=_resolved_form,
    is_yes=_agree_on_a_uri,
    further=options.readings,
)
@_reference_argument
@options.base("The base URI, against which the reference is resolved.", required=True)
@options.flag("--steps", "Show the steps that changed or decided something, with their rules.")
@options.flag("--all-steps", "Show all steps, with their rules.")
def resolve(comparison: Comparison, steps: bool, all_steps: bool, **_: Any) -> Iterable[str]:
    """Resolve a reference against a base as each standard does.

    Each target is shown with a letter and the standards that produce it; A is the newest standard's
    target.

    Exit code: 0 if the targets agree; 1 if they differ, or if no standard produces a URI.
    """
    assert comparison.target is not None
    target = comparison.target
    layout = _layout()
    blocks: list[Iterable[str]] = [layout.table(group_rows(target))]
    blocks += sentences_on(target)
    blocks.append(layout.table(base_rows(comparison)))
    if all_steps:
        by_spec = zip(comparison.resolutions, comparison.references, strict=True)
        blocks += (_steps_lines(*given) for given in by_spec)
    elif steps:
        blocks.append(row_lines(target, target.trace, layout))
    blocks.append(_reading_lines(target, comparison))
    return lines_of(blocks)


def _steps_lines(resolution: Resolution, reference: Reference) -> Iterator[str]:
    """Yield lines with all steps of a spec's resolution."""
    spec = resolution.spec
    yield f"{strong(spec.label)}{GAP}{target_text(resolution.target)}"
    yield f"{GAP}{'parts'.ljust(_PHASE)} {parts_text(reference)}"
    for step in resolution.steps:
        choices = "".join(f"{GAP}[{choice}]" for choice in step.choices)
        section = spec.standard.cited(step.rule.citation).section
        says = f"{step.rule.says} ({section}){choices}"
        yield f"{GAP}{step.phase.value.ljust(_PHASE)} {says}"
        if step.changed:
            removed = "".join(f' "{show(text)}"' for text in step.removed_texts)
            without = f"{GAP}{faint('without' + removed)}" if removed else ""
            yield f"{GAP}{' ' * _PHASE} → {target_text(step.after)}{without}"


@printing(
    "compare",
    "hexapla compare '../../../g' --base 'http://a/b/c/d;p?q'",
    "hexapla compare '?y' --base http://a/b --spec 'rfc1808,rfc2396[excess-dots=remove]'",
    "hexapla compare 'g;x' --readings all --json",
    ask=_compared,
    is_yes=lambda it: it.agrees,
    further=options.readings,
)
@_reference_argument
@options.base(
    "The base URI; without it, only the reference's validity, parts and host are compared."
)
@options.flag("--parts", "Show the components too, even if the targets differ.")
def compare(comparison: Comparison, parts: bool, **_: Any) -> Iterable[str]:
    """Compare how the standards treat a reference, with the rules behind each difference.

    The output begins with the groups of standards that give the same result; A is the newest
    standard's group. The steps to each result follow in order. Each step is shown with the letters
    of the groups that took it and the sections of its rules; ≠ marks the steps that make the
    difference. The last part shows the results under other options of readings, and the standards
    under which the reference is valid.

    Exit code: 0 if the standards agree on validity, parts, host and target; 1 if they differ on any
    of these, even if only on whether the reference is valid.
    """
    heading, *blocks = explanation_blocks(comparison, _layout(), parts=parts)
    heading[0] = strong(heading[0])
    by_scheme = list(_scheme_lines(comparison))
    if by_scheme:
        blocks.append(["by its scheme", *by_scheme])
    readings = (_reading_lines(facet, comparison) for facet in comparison.facets)
    return lines_of([heading, *blocks, *readings])


def _scheme_lines(comparison: Comparison) -> Iterator[str]:
    """Yield the specs whose production for the scheme doesn't derive an otherwise valid URL."""
    by_spec = zip(comparison.specs, comparison.validities, comparison.scheme_parts, strict=False)
    for spec, validity, scheme_parts in by_spec:
        is_derived = validity.verdict is not Verdict.NO
        if is_derived and scheme_parts.validity.verdict is Verdict.NO:
            yield f"{GAP}{spec.label}{GAP}{_derived(scheme_parts, comparison.reference)}"


def _derived(scheme_parts: SchemeParts, text: str) -> str:
    """Describe where a spec's production for the scheme stops matching a URL."""
    why = why_invalid(scheme_parts.validity, text)
    return f"{scheme_parts.production} doesn't derive it: {why}"


def _validated_form(comparison: Comparison, **_: Any) -> dict[str, object]:
    ambiguities = (spec.ambiguity(comparison.reference) for spec in comparison.specs)
    validated = [
        {**form, "ambiguity": ambiguity and ambiguity.to_dict()}
        for form, ambiguity in zip(comparison.validated, ambiguities, strict=True)
    ]
    return {
        "reference": comparison.reference,
        "base": comparison.base,
        "valid": comparison.valid.to_dict(),
        "validated": validated,
    }


@printing(
    "validate",
    "hexapla validate 'http://a b'",
    "hexapla validate '~' --spec rfc1738 --spec rfc3986",
    "hexapla validate '//a_b' --base http://a/ --spec whatwg",
    "printf '//\\n%%4\\n' | hexapla validate - --json",
    ask=_compared,
    form=_validated_form,
    is_yes=_is_valid,
)
@_reference_argument
@options.base("The base URI; only the URL Standard uses it for validation.")
def validate(comparison: Comparison, **_: Any) -> Iterable[str]:
    """Check whether a reference is valid under each standard.

    If a standard's grammar doesn't match the reference, a caret marks the first invalid place, and
    the next line lists what is expected there. The rest of the reference isn't checked. Below these
    lines, all validation errors of the URL Standard's parser are listed. A position is the number
    of code points before a place, so the first character is at position 0.

    Exit code: 0 if the reference is valid under every standard that has a rule for it, 1 if not.
    """
    by_spec = zip(
        comparison.specs,
        comparison.verdict_texts,
        comparison.validities,
        comparison.validation_errors,
        comparison.notes,
        strict=True,
    )
    return lines_of(_validity_lines(comparison.reference, *given) for given in by_spec)


def _validity_lines(
    text: str,
    spec: Spec,
    verdict: str,
    validity: Validity,
    errors: Iterable[ValidationError],
    notes: Iterable[Provision],
) -> Iterator[str]:
    """Yield a grammar's verdict on a reference, with a caret at the problem, errors and notes."""
    yield f"{strong(spec.label)}{GAP}{verdict}"
    if validity.offset is not None:
        yield f"{GAP}{show(text)}"
        yield GAP + " " * width(visible(text[: validity.offset])) + accent("^")
        wrong = text[validity.offset : validity.offset + validity.length]
        found = "the end" if validity.ends_too_early else f'"{visible(wrong)}"'
        name = f" ({validity.error})" if validity.error else ""
        where = f"{found} at position {validity.offset}{name}"
        is_last = validity.offset + validity.length >= len(text)
        rest = "" if is_last else "; the rest isn't checked"
        yield f"{GAP}invalid: {where}; expected: {validity.expected}{rest}"
    ambiguity = spec.ambiguity(text)
    if ambiguity is not None:
        yield f"{GAP}the grammar has two derivations, which differ in these rules:"
        for number, derivation in enumerate((ambiguity.first, ambiguity.second), 1):
            captures = (f"{each.rule} {show(text[each.start : each.stop])}" for each in derivation)
            yield f"{GAP}{GAP}{number}: {', '.join(captures) or 'none of them'}"
        if ambiguity.settled_by is not None:
            yield f"{GAP}{ambiguity.settled_by.says} ({ambiguity.settled_by.citation})"
    for error in errors:
        failure = ", failure" if error.failure else ""
        step = faint(f" ({error.citation.section})")
        yield f"{GAP}validation error at position {error.offset}: {error.name}{failure}{step}"
    for note in notes:
        yield f"{GAP}note: {note}"

"""The commands for single references: parse, resolve, compare and validate."""

import functools
from collections.abc import Iterable, Iterator

from hexapla.cli import options
from hexapla.cli.command import argument, command
from hexapla.cli.options import Specs
from hexapla.cli.output import (
    Printer,
    accent,
    columns,
    faint,
    headed,
    indented,
    inserted,
    removed,
    strong,
)
from hexapla.comparison.comparison import Comparison, ResolvedComparison
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
from hexapla.comparison.shown import group_rows, need_of_base, sentences_on
from hexapla.documents.citation import Provision
from hexapla.grammar.validity import Validity, Verdict
from hexapla.standard.display import parts_text, show, show_or_undefined, target_text
from hexapla.standard.phases import Step
from hexapla.standard.reference import Reference, Resolution
from hexapla.standard.rule import Phase
from hexapla.standard.spec import Spec
from hexapla.standard.standard import Standard
from hexapla.standard.syntax import Ambiguity, ValidationError
from hexapla.text.signs import UNDEFINED, in_quotes, visible, width
from hexapla.text.span import Span
from hexapla.text.table import GAP, padded

_reference_argument = argument(
    "texts", "The reference; - reads references from standard input, one per line.", metavar="REF"
)

_WIDEST_TABLE = 80
_STYLES = Styles(removed=removed, inserted=inserted, differing=strong)
_PHASE = max(map(len, Phase))


def _layout() -> Layout:
    return Layout(columns(_WIDEST_TABLE), _STYLES)


def _reading_lines(facet: Facet, comparison: Comparison) -> list[str]:
    """Return lines with each possible result of each spec, and the choices that lead to the result.

    There are no lines without `--readings all`. For very long input, there are only lines about
    validity. Hosts are shown only if they depend on a choice.
    """
    if facet.agreement is None or facet.variants is None:
        return []
    lines = [f"{facet.name}: the standards agree {facet.agreement.value}"]
    labels = {spec.selector: spec.label for spec in comparison.specs}
    has_choices = False
    for selector, variants in facet.variants:
        for variant in variants:
            choices = "no choice consulted"
            if variant.choices:
                choices = ", ".join(map(str, variant.choices))
                has_choices = True
            lines.append(indented(labels[selector], variant.shown, faint(choices)))
    if facet.name == "host" and not has_choices:
        return []
    return lines


@command(
    "parse",
    "hexapla parse 'http://a/b;c?d#e'",
    "hexapla parse '//g' --spec rfc1630 --spec rfc3986 --json",
    "printf '?y\\n;x\\n' | hexapla parse -",
)
@_reference_argument
@options.spec
@options.readings
@options.json
@options.silent
def parse(texts: str, specs: Specs, readings: str, as_json: bool, silent: bool) -> int:
    """Parse a reference as each standard does.

    Each component is shown with the offsets of its start and end, in code points. A dash (–) means
    that the component is absent.

    Exit code: 0 if the standards agree on all components, including the host; 1 if they differ, or
    if a standard rejects the reference.
    """
    printer = Printer("parse", as_json, silent)
    for text in options.texts_in(texts):
        comparison = compare_specs(text, specs=specs, readings=readings)
        agrees = comparison.parts.agrees and comparison.host.agrees
        is_yes = agrees and not comparison.host.is_refused
        lines = _parse_lines(comparison)
        printer.print(lines, comparison.to_dict, is_yes=is_yes)
    return printer.code


def _parse_lines(comparison: Comparison) -> Iterator[str]:
    blocks: list[Iterable[str]] = []
    blocks += map(_parsed, comparison.references)
    blocks.append(_layout().table(host_rows(comparison)))
    blocks.append(_reading_lines(comparison.parts, comparison))
    yield from lines_of(blocks)


def _parsed(reference: Reference) -> Iterator[str]:
    """Yield the lines that show how a spec parses a reference."""
    spec = reference.spec
    if reference.failure is not None:
        yield headed(spec.label, show(reference.text), "failure")
        yield indented(reference.failure)
        return
    yield headed(spec.label, show(reference.text), reference.form_name)
    if reference.needs_base is not None:
        yield from map(indented, _layout().sentences([need_of_base(spec, reference.needs_base)]))
    subparts = reference.subparts
    names = list(reference.parts)
    for inside in subparts.values():
        names += (GAP + name for name in inside)
    widest = max(map(width, names))
    spans = reference.spans
    for name, part in reference.parts.items():
        span = spans[name]
        value = reference.values.get(name, part)
        text = show_or_undefined(value)
        if span is None and not value:
            text = UNDEFINED
        note = _place(span)
        if value != part and part is not None:
            note += f", from {show(part)}"
        yield indented(padded(name, widest), f"{text}{faint(note)}")
        for subname, subpart in subparts.get(name, {}).items():
            heading = padded(GAP + subname, widest)
            yield indented(heading, f"{show(subpart.text)}{faint(_place(subpart.span))}")


def _place(span: Span | None) -> str:
    """Return the offsets of a component; "" if it is absent."""
    if span is None:
        return ""
    return f"{GAP}{span.start}–{span.stop}"


def _resolved_form(comparison: ResolvedComparison, *, steps: bool) -> dict[str, object]:
    selectors = [spec.selector for spec in comparison.specs]
    resolved = [item.to_dict(steps=steps) for item in comparison.resolutions]
    return {
        "base": comparison.base,
        "reference": comparison.reference,
        "specs": selectors,
        "agrees": comparison.target.agrees,
        "target": comparison.target,
        "resolved": resolved,
    }


@command(
    "resolve",
    "hexapla resolve '../../../g' --base 'http://a/b/c/d;p?q'",
    "hexapla resolve '?y' --base 'http://a/b/c/d;p?q' --steps --spec rfc1808,rfc3986",
    "printf 'g\\n\\n#s\\n' | hexapla resolve - --base http://a/b --json",
)
@_reference_argument
@options.base("The base URI, against which the reference is resolved.", required=True)
@options.flag("--steps", "Show the steps that changed or decided something, with their rules.")
@options.flag("--all-steps", "Show all steps, with their rules.")
@options.spec
@options.readings
@options.json
@options.silent
def resolve(
    texts: str,
    base: str,
    steps: bool,
    all_steps: bool,
    specs: Specs,
    readings: str,
    as_json: bool,
    silent: bool,
) -> int:
    """Resolve a reference against a base as each standard does.

    Each target is shown with a letter and the standards that produce it; A is the target produced
    by the newest standard that has a rule for the reference.

    Exit code: 0 if the targets agree; 1 if they differ, or if no standard produces a URI.
    """
    printer = Printer("resolve", as_json, silent)
    for text in options.texts_in(texts):
        comparison = compare_specs(text, base=base, specs=specs, readings=readings)
        has_uri = any(item.uri is not None for item in comparison.resolutions)
        is_yes = has_uri and comparison.target.agrees
        lines = _resolve_lines(comparison, steps=steps, all_steps=all_steps)
        form = functools.partial(_resolved_form, comparison, steps=steps or all_steps)
        printer.print(lines, form, is_yes=is_yes)
    return printer.code


def _resolve_lines(
    comparison: ResolvedComparison, *, steps: bool, all_steps: bool
) -> Iterator[str]:
    target = comparison.target
    layout = _layout()
    blocks: list[Iterable[str]] = [layout.table(group_rows(target))]
    blocks += sentences_on(target)
    blocks.append(layout.table(base_rows(comparison)))
    if all_steps:
        blocks += map(_steps_lines, comparison.resolutions, comparison.references)
    elif steps:
        blocks.append(row_lines(target, target.trace, layout))
    blocks.append(_reading_lines(target, comparison))
    yield from lines_of(blocks)


def _step_line(name: str, says: str) -> str:
    return indented(f"{name.ljust(_PHASE)} {says}")


def _steps_lines(resolution: Resolution, reference: Reference) -> Iterator[str]:
    """Yield lines with all steps by which a spec resolves a reference."""
    standard = resolution.spec.standard
    yield headed(resolution.spec.label, target_text(resolution.target))
    yield _step_line("parts", parts_text(reference))
    for step in resolution.steps:
        for base_step in standard.steps_of_base(resolution.base, step.rule):
            yield from _lines_of_step("base", base_step, standard)
        yield from _lines_of_step(step.phase.value, step, standard)


def _lines_of_step(name: str, step: Step, standard: Standard) -> Iterator[str]:
    """Yield lines with a step's rule and, if the step changed the text, with the result."""
    section = standard.cited(step.rule.citation).section
    says = f"{step.rule.says} ({section})"
    for choice in step.choices:
        says += f"{GAP}[{choice}]"
    yield _step_line(name, says)
    if step.changed:
        result = target_text(step.after)
        if step.removed_texts:
            removed = [in_quotes(show(text)) for text in step.removed_texts]
            without = " ".join(("without", *removed))
            result += GAP + faint(without)
        yield _step_line("", f"→ {result}")


@command(
    "compare",
    "hexapla compare '../../../g' --base 'http://a/b/c/d;p?q'",
    "hexapla compare '?y' --base http://a/b --spec 'rfc1808,rfc2396[excess-dots=remove]'",
    "hexapla compare 'g;x' --readings all --json",
)
@_reference_argument
@options.base(
    "The base URI; without it, only the reference's validity, parts and host are compared."
)
@options.flag("--parts", "Show the components too, even if the targets differ.")
@options.spec
@options.readings
@options.json
@options.silent
def compare(
    texts: str,
    base: str | None,
    parts: bool,
    specs: Specs,
    readings: str,
    as_json: bool,
    silent: bool,
) -> int:
    """Compare how the standards treat a reference, with the rules behind each difference.

    The output begins with the groups of standards that give the same result; A contains the newest
    standard that has a rule for the reference. The steps to each result follow in order. Each step
    is shown with the letters of the groups that took it and the sections of its rules; ≠ marks the
    steps that make the difference. Below the steps are the results under other options of readings,
    and the standards under which the reference is valid.

    Exit code: 0 if the standards agree on validity, parts, host and target; 1 if they differ on any
    of these, even if only on whether the reference is valid.
    """
    printer = Printer("compare", as_json, silent)
    for text in options.texts_in(texts):
        comparison = compare_specs(text, base=base, specs=specs, readings=readings)
        lines = _compare_lines(comparison, parts=parts)
        printer.print(lines, comparison.to_dict, is_yes=comparison.agrees)
    return printer.code


def _compare_lines(comparison: Comparison, *, parts: bool) -> Iterator[str]:
    heading, *blocks = explanation_blocks(comparison, _layout(), parts=parts)
    by_scheme = list(_scheme_lines(comparison))
    if by_scheme:
        blocks.append(["under the rule for its scheme", *by_scheme])
    for facet in comparison.facets:
        blocks.append(_reading_lines(facet, comparison))
    if comparison.base is None:
        blocks.append([faint("targets are compared only with a base: use --base URI")])
    yield from lines_of([[strong(heading[0])], *blocks])


def _scheme_lines(comparison: Comparison) -> Iterator[str]:
    """Yield a line for each spec that rejects the reference only by its production for the scheme.

    Such a production describes the URLs of one scheme, for example of `ftp`.
    """
    by_spec = zip(comparison.specs, comparison.validities, comparison.scheme_parts, strict=False)
    for spec, validity, scheme_parts in by_spec:
        is_derived = validity.verdict is not Verdict.NO
        if is_derived and scheme_parts.validity.verdict is Verdict.NO:
            why = why_invalid(scheme_parts.validity, comparison.reference)
            rule = scheme_parts.production
            yield indented(spec.label, f"{rule} doesn't derive it: {why}")


def _validated_form(comparison: Comparison) -> dict[str, object]:
    validated = comparison.validated
    for spec, form in zip(comparison.specs, validated, strict=True):
        form["ambiguity"] = spec.ambiguity(comparison.reference)
    return {
        "reference": comparison.reference,
        "base": comparison.base,
        "valid": comparison.valid,
        "validated": validated,
    }


@command(
    "validate",
    "hexapla validate 'http://a b'",
    "hexapla validate '~' --spec rfc1738 --spec rfc3986",
    "hexapla validate '//a_b' --base http://a/ --spec whatwg",
    "printf '//\\n%%4\\n' | hexapla validate - --json",
)
@_reference_argument
@options.base("The base URI; only the URL Standard uses it for validation.")
@options.spec
@options.json
@options.silent
def validate(texts: str, base: str | None, specs: Specs, as_json: bool, silent: bool) -> int:
    """Check whether a reference is valid under each standard.

    If a standard's grammar doesn't match the reference, a caret marks the first invalid place, and
    the next line lists what is expected there. The rest of the reference isn't checked. Below these
    lines, all validation errors of the URL Standard's parser are listed. A position is the number
    of code points before a place, so the first character is at position 0.

    Exit code: 0 if the reference is valid under every standard that has a rule for it; 1 if it is
    invalid under a standard, or if no standard has a rule for it.
    """
    printer = Printer("validate", as_json, silent)
    for text in options.texts_in(texts):
        comparison = compare_specs(text, base=base, specs=specs)
        verdicts = {validity.verdict for validity in comparison.validities}
        is_yes = Verdict.YES in verdicts and Verdict.NO not in verdicts
        form = functools.partial(_validated_form, comparison)
        lines = _validate_lines(comparison)
        printer.print(lines, form, is_yes=is_yes)
    return printer.code


def _validate_lines(comparison: Comparison) -> Iterator[str]:
    by_spec = zip(
        comparison.specs,
        comparison.verdict_texts,
        comparison.validities,
        comparison.validation_errors,
        comparison.notes,
        strict=True,
    )
    yield from lines_of(_validity_lines(comparison.reference, *given) for given in by_spec)


def _validity_lines(
    text: str,
    spec: Spec,
    verdict: str,
    validity: Validity,
    errors: Iterable[ValidationError],
    notes: Iterable[Provision],
) -> Iterator[str]:
    """Yield a standard's verdict on a reference, followed by the details.

    These are the first invalid place with a caret, the two derivations of an ambiguous reference,
    validation errors, and notes, as far as there are any.
    """
    yield headed(spec.label, verdict)
    if validity.offset is not None:
        yield from _invalid_lines(text, validity, validity.offset)
    ambiguity = spec.ambiguity(text)
    if ambiguity is not None:
        yield from _ambiguity_lines(text, ambiguity)
    for error in errors:
        words = [error.name] if error.name else []
        if error.failure:
            words.append("failure")
        says = f"validation error at position {error.offset}"
        if words:
            says += f": {', '.join(words)}"
        yield indented(says + faint(f" ({error.citation.section})"))
    for note in notes:
        yield indented(f"note: {note}")


def _invalid_lines(text: str, validity: Validity, offset: int) -> Iterator[str]:
    """Yield a reference with a caret at the first invalid place, and what is expected there."""
    yield indented(show(text))
    before = visible(text[:offset])
    yield indented(" " * width(before) + accent("^"))
    end = offset + validity.length
    found = in_quotes(visible(text[offset:end]))
    if validity.ends_too_early:
        found = "the end"
    says = f"invalid: {found} at position {offset}"
    if validity.error:
        says += f" ({validity.error})"
    says += f"; expected: {validity.expected}"
    if end < len(text):
        says += "; the rest isn't checked"
    yield GAP + says


def _ambiguity_lines(text: str, ambiguity: Ambiguity) -> Iterator[str]:
    """Yield two derivations of a reference, and any rule that chooses between them."""
    yield indented("the grammar has two derivations, which differ in these rules:")
    derivations = (ambiguity.first, ambiguity.second)
    for number, derivation in enumerate(derivations, 1):
        captures = []
        for capture in derivation:
            written = text[capture.start : capture.stop]
            captures.append(f"{capture.rule} {show(written)}")
        shown = ", ".join(captures) or "none of them"
        yield f"{GAP}{GAP}{number}: {shown}"
    if ambiguity.settled_by is not None:
        yield indented(f"{ambiguity.settled_by.says} ({ambiguity.settled_by.citation})")

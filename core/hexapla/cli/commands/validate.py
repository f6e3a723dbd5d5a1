"""The command `hexapla validate`."""

from collections.abc import Iterator

from hexapla.cli.command import argument, command
from hexapla.cli.options import json_option, spec_option
from hexapla.cli.output import print_results
from hexapla.cli.parameters import texts_in
from hexapla.cli.terminal import GAP, accent, strong
from hexapla.comparison.columns import compare
from hexapla.comparison.compared import Comparison
from hexapla.comparison.naming import label_of
from hexapla.comparison.one_line import show
from hexapla.grammar.validity import Validity
from hexapla.standard.spec import Spec
from hexapla.standard.syntax import Ambiguity
from hexapla.text.signs import visible, width


@command(
    "validate",
    "hexapla validate 'http://a b'",
    "hexapla validate '~' --spec rfc1738 --spec rfc3986",
    "printf '//\\n%%4\\n' | hexapla validate - --json",
)
@argument(
    "reference", "The reference; - reads references from standard input, one a line.", metavar="REF"
)
@spec_option
@json_option
def validate(reference: str, specs: tuple[Spec, ...], as_json: bool) -> int:
    """Tell whether the grammar of each standard derives a reference.

    Where it does not, a caret shows the first character that makes the text invalid, and the next
    line names what could stand there.

    Exit code: 0 where the grammars agree, 1 where they differ.
    """
    return print_results(
        "validate",
        (compare(text, base=None, specs=specs) for text in texts_in(reference)),
        as_json,
        _form,
        _validate_text,
        lambda comparison: comparison.valid.agrees,
    )


def _form(comparison: Comparison) -> dict[str, object]:
    validated = []
    for spec, validity in zip(comparison.specs, comparison.validities, strict=True):
        ambiguity = spec.ambiguity(comparison.reference)
        form = {"spec": spec.selector, **validity.to_dict()}
        validated.append({**form, "ambiguity": ambiguity and ambiguity.to_dict()})
    valid = comparison.valid.to_dict()
    return {"reference": comparison.reference, "valid": valid, "validated": validated}


def _validate_text(comparison: Comparison) -> str:
    return "\n\n".join(
        "\n".join(_lines(spec, comparison.reference, validity))
        for spec, validity in zip(comparison.specs, comparison.validities, strict=True)
    )


def _lines(spec: Spec, text: str, validity: Validity) -> Iterator[str]:
    """Yield what a grammar says of a reference, with a caret where the text leaves it."""
    yield f"{strong(label_of(spec))}{GAP}{validity.verdict.value}"
    if validity.offset is not None:
        yield f"{GAP}{show(text)}"
        yield GAP + " " * width(visible(text[: validity.offset])) + accent("^")
        at = "the end" if validity.ends_too_early else f'"{visible(text[validity.offset])}"'
        yield f"{GAP}invalid: {at} at position {validity.offset}; expected: {validity.expected}"
    ambiguity = spec.ambiguity(text)
    if ambiguity is not None:
        yield from _ambiguity_lines(ambiguity, text)


def _ambiguity_lines(ambiguity: Ambiguity, text: str) -> Iterator[str]:
    """Yield the two derivations of a reference, and which of them the standard takes."""
    derivations = (
        ", ".join(f"{each.rule} {show(text[each.start : each.stop])}" for each in derivation)
        for derivation in (ambiguity.first, ambiguity.second)
    )
    yield f"{GAP}two derivations: {' · '.join(derivations)}"
    if ambiguity.settled_by is not None:
        yield f"{GAP}{ambiguity.settled_by.says} ({ambiguity.settled_by.citation})"

"""The command `hexapla validate`."""

from collections.abc import Iterator

from hexapla.cli.command import argument, command
from hexapla.cli.options import json_option, spec_option, texts_in
from hexapla.cli.output import print_comparisons
from hexapla.cli.terminal import GAP, Terminal, this_terminal
from hexapla.comparison.columns import compare
from hexapla.comparison.compared import Comparison
from hexapla.comparison.naming import label_of
from hexapla.comparison.one_line import show
from hexapla.grammar.validity import Validity
from hexapla.standard.spec import Spec
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
def validate(reference: str, specs: tuple[Spec, ...], as_json: bool) -> None:
    """Tell whether the grammar of each standard derives a reference.

    Where it does not, a caret shows the first character that makes the text invalid, and the next
    line names what could stand there.

    Exit code: 0 where the grammars agree, 1 where they differ.
    """
    terminal = this_terminal()
    print_comparisons(
        "validate",
        (compare(text, base=None, specs=specs) for text in texts_in(reference)),
        _form if as_json else None,
        lambda comparison: _validate_text(comparison, terminal),
        lambda comparison: comparison.valid.agrees,
    )


def _form(comparison: Comparison) -> dict[str, object]:
    return {
        "reference": comparison.reference,
        "valid": comparison.valid.to_dict(),
        "validated": [
            _validated_form(spec, comparison.reference, validity)
            for spec, validity in zip(comparison.specs, comparison.validities, strict=True)
        ],
    }


def _validated_form(spec: Spec, text: str, validity: Validity) -> dict[str, object]:
    ambiguity = spec.ambiguity(text)
    form = None if ambiguity is None else ambiguity.to_dict()
    return {"spec": spec.selector, **validity.to_dict(), "ambiguity": form}


def _validate_text(comparison: Comparison, terminal: Terminal) -> str:
    columns = zip(comparison.specs, comparison.validities, strict=True)
    return "\n\n".join(
        "\n".join(_lines(spec, comparison.reference, validity, terminal))
        for spec, validity in columns
    )


def _wrong(text: str, validity: Validity) -> str:
    """Return what is wrong with a reference, and where, in code points."""
    assert validity.offset is not None
    what = "the end" if validity.ends_too_early else f'"{visible(text[validity.offset])}"'
    return f"invalid: {what} at position {validity.offset}"


def _lines(spec: Spec, text: str, validity: Validity, terminal: Terminal) -> Iterator[str]:
    """Yield what a grammar says of a reference, with a caret where the text leaves it."""
    yield f"{terminal.strong(label_of(spec))}{GAP}{validity.verdict.value}"
    if validity.offset is not None:
        yield f"{GAP}{show(text)}"
        yield GAP + " " * width(visible(text[: validity.offset])) + terminal.accent("^")
        yield f"{GAP}{_wrong(text, validity)}; expected: {validity.expected}"
    ambiguity = spec.ambiguity(text)
    if ambiguity is None:
        return
    derivations = (
        ", ".join(f"{each.rule} {show(text[each.start : each.stop])}" for each in derivation)
        for derivation in (ambiguity.first, ambiguity.second)
    )
    yield f"{GAP}two derivations: {' · '.join(derivations)}"
    if ambiguity.settled_by is not None:
        yield f"{GAP}{ambiguity.settled_by.says} ({ambiguity.settled_by.citation})"

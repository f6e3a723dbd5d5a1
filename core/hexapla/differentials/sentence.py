"""What two programs read in one URL, in a sentence: each with the rule of a standard."""

from collections.abc import Iterable, Mapping

from hexapla.comparison.naming import label_of
from hexapla.comparison.one_line import GAP, show_cut
from hexapla.differentials.agreement import Agreed
from hexapla.differentials.aspects import compared
from hexapla.differentials.classes import DifferentialClass
from hexapla.differentials.example import Example
from hexapla.implementations.parse_asking import ParseAnswer
from hexapla.implementations.parsing.comparing import ACCEPTS
from hexapla.standard.spec import Spec
from hexapla.text.signs import sanitized

# In code points.
_LONGEST_MESSAGE = 200


def sentence(item: DifferentialClass, example: Example, specs: Iterable[Spec]) -> str:
    """Return what either program reads in an example, and by which rule of a standard.

    Args:
        item: The class of the example.
        example: A URL of the class.
        specs: The columns that the class names.
    """
    labels = {spec.selector: label_of(spec) for spec in specs}
    sides = zip(
        (item.left.program, item.right.program),
        (example.left, example.right),
        example.agreed,
        strict=True,
    )
    return "; ".join(
        f"{sanitized(program)} {_reads(item.aspect, answer)}{_by_rule(agreed, labels)}"
        for program, answer, agreed in sides
    )


def _reads(aspect: str, answer: ParseAnswer) -> str:
    if aspect == ACCEPTS:
        if answer.accepts:
            return "accepts it"
        return (
            "rejects it" if answer.error is None else f"rejects it ({message_text(answer.error)})"
        )
    value = compared(aspect, answer.components)
    if not isinstance(value, str):
        return f"reads no {aspect}"
    if not value:
        return f"reads an empty {aspect}"
    given = answer.components and answer.components.told.get(aspect)
    written = "" if given in (None, value) else f", written {show_cut(str(given))}"
    return f"reads {aspect} {show_cut(value)}{written}"


def _by_rule(agreed: Agreed, labels: Mapping[str, str]) -> str:
    if agreed.column is None:
        return " (no column agrees)"
    if agreed.provision is None:
        return f" ({labels[agreed.column]} agrees)"
    citation = agreed.provision.citation
    return f" ({citation.document.label} {citation.section}: it {agreed.provision.does})"


def value_text(aspect: str, answer: ParseAnswer) -> str:
    """Return what an answer comes to under an aspect, on one line."""
    if aspect == ACCEPTS:
        return "accepted" if answer.accepts else "rejected"
    value = compared(aspect, answer.components)
    return show_cut(value) if isinstance(value, str) else f"(no {aspect})"


def apparatus(item: DifferentialClass, example: Example) -> str:
    """Return an example in one line: the URL, then what either program reads."""
    readings = (
        f"{value_text(item.aspect, answer)}{GAP}{sanitized(side.program)}"
        for side, answer in ((item.left, example.left), (item.right, example.right))
    )
    return f"{show_cut(example.url)} ]{GAP}{f'{GAP}·{GAP}'.join(readings)}"


def message_text(message: str) -> str:
    """Return a program's message on one line, with its spaces as they are, cut where it is long."""
    shown = " ".join(map(show_cut, message[:_LONGEST_MESSAGE].split()))
    return shown if len(message) <= _LONGEST_MESSAGE else f"{shown}…"

"""Show cases and answers on one line."""

from collections.abc import Mapping

from hexapla.implementations.asking import AnyAnswer, AnyCase
from hexapla.standard.display import show_cut
from hexapla.text.signs import sanitized
from hexapla.text.table import GAP


def case_text(case: AnyCase) -> str:
    """Return a case on one line: a URL, or a reference and its base."""
    return f"{GAP}on{GAP}".join(map(show_cut, reversed(case.texts)))


def answer_text(answer: AnyAnswer) -> str:
    """Return an implementation's answer on one line."""
    if answer.trouble is not None:
        return f"({sanitized(answer.trouble)})"
    if answer.value is None:
        said = "" if answer.error is None else f": {sanitized(answer.error)}"
        return f"({answer.case.refusal}{said})"
    if isinstance(answer.value, str):
        return show_cut(answer.value)
    return told_text(answer.value.stated)


def told_text(components: Mapping[str, str | None]) -> str:
    """Return the components that aren't None on one line."""
    there: list[str] = []
    for name, text in components.items():
        if text is not None:
            there.append(f"{name} {show_cut(text)}")
    return ", ".join(there) or "(nothing)"

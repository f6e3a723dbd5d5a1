"""One line for what an implementation answers, where it resolves and where it parses."""

from hexapla.comparison.one_line import show_cut
from hexapla.implementations.asking import Answer
from hexapla.implementations.parse_asking import ParseAnswer
from hexapla.operations.url_components import UrlComponents
from hexapla.text.signs import sanitized


def answer_text(answer: Answer) -> str:
    """Return what an implementation answers to a case."""
    if answer.trouble is not None:
        return f"({sanitized(answer.trouble)})"
    said = "" if answer.error is None else f": {sanitized(answer.error)}"
    return f"(no URI{said})" if answer.uri is None else show_cut(answer.uri)


def parse_answer_text(answer: ParseAnswer) -> str:
    """Return what a program reads in a URL: the components that are there."""
    if answer.trouble is not None:
        return f"({sanitized(answer.trouble)})"
    if answer.components is None:
        return "(refused)" if answer.error is None else f"(refused: {sanitized(answer.error)})"
    return components_text(answer.components)


def components_text(components: UrlComponents) -> str:
    """Return the components that are there."""
    items = components.told.items()
    there = [f"{name} {show_cut(text)}" for name, text in items if text is not None]
    return ", ".join(there) or "(nothing)"

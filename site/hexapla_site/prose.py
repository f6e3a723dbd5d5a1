"""The text of a docstring, a help or a schema as HTML: paragraphs, lists and code."""

from collections.abc import Callable, Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup

Places = Callable[[str], str | None]
"""Returns the address of what a name in backticks stands for; None for what has none."""


def paragraphs(text: str, places: Places = lambda _: None) -> Markup:
    """Return a text as HTML; all of it is escaped.

    Args:
        text: Paragraphs and lists with hyphens, with blank lines between; code is in backticks.
        places: Where a name in backticks is told, if anywhere.
    """
    return Markup(_MARKDOWN.render(text, {"places": places}).strip())


def inline(text: str, places: Places = lambda _: None) -> Markup:
    """Return running text as HTML."""
    return Markup(_MARKDOWN.renderInline(" ".join(text.split()), {"places": places}))


def _render_code(
    _: RendererHTML, tokens: Sequence[Token], index: int, __: object, env: dict[str, Any]
) -> str:
    name = tokens[index].content
    address = env["places"](name)
    code = Markup("<code>{}</code>").format(name)
    return code if address is None else Markup('<a href="{}">{}</a>').format(address, code)


def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("zero", {"typographer": True})
    markdown.enable(["backticks", "list", "smartquotes"])
    markdown.add_render_rule("code_inline", _render_code)
    return markdown


_MARKDOWN = _markdown()

"""The text of a docstring, a help or a schema as HTML: paragraphs, lists, examples and code."""

import re
from collections.abc import Callable, Sequence
from textwrap import indent
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup

Places = Callable[[str], str | None]
"""Returns the address of what a name in backticks stands for; None for what has none."""

_DOCTEST = re.compile(r"^>>> (?:.+\n?)+", re.MULTILINE)


def paragraphs(text: str, places: Places = lambda _: None) -> Markup:
    """Return a text as HTML; all of it is escaped.

    Args:
        text: Paragraphs, lists with hyphens and indented or `>>>` examples, with blank lines
            between; code is in backticks.
        places: Where a name in backticks is told, if anywhere.
    """
    examples_indented = _DOCTEST.sub(lambda match: indent(match[0], "    "), text)
    return Markup(_MARKDOWN.render(examples_indented, {"places": places}).strip())


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


def _render_example(_: RendererHTML, tokens: Sequence[Token], index: int, *__: object) -> str:
    return Markup(
        '<pre class="code" tabindex="0" role="region" aria-label="Example">{}</pre>\n'
    ).format(tokens[index].content.rstrip("\n"))


def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("zero", {"typographer": True})
    markdown.enable(["backticks", "code", "list", "smartquotes"])
    markdown.add_render_rule("code_inline", _render_code)
    markdown.add_render_rule("code_block", _render_example)
    return markdown


_MARKDOWN = _markdown()

"""Markdown as HTML: articles with front matter, and the texts of docstrings, helps and schemas."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from textwrap import indent
from typing import Any

import attrs
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup, escape

from hexapla.text.slug import slug
from hexapla_site.listing import Listing


@attrs.frozen
class Article:
    """A text in Markdown: its name, which its address ends in, the fields before it, its body."""

    name: str
    fields: Mapping[str, str]
    body: str = attrs.field(repr=False)

    @property
    def title(self) -> str:
        """The title, which is no part of the body."""
        return self.fields["title"]

    @property
    def about(self) -> str:
        """A sentence on what it is about; "" where it says none."""
        return self.fields.get("about", "")


def read_article(folder: Path, name: str) -> Article:
    """Return the article that a folder has under a name."""
    _, front, body = (folder / f"{name}.md").read_text("utf-8").split("---\n", 2)
    return Article(name, dict(line.split(": ", 1) for line in front.splitlines()), body)


def to_html(text: str) -> str:
    """Return Markdown as HTML: headings have anchors, code has a label, and tables scroll."""
    return str(_MARKDOWN.renderer.render(_tokens(text), _MARKDOWN.options, {}))


def listings(text: str) -> tuple[Listing, ...]:
    """Return the blocks of code of a text, in their order."""
    return tuple(_listing(token) for token in _MARKDOWN.parse(text) if token.type == "fence")


def _tokens(text: str) -> Sequence[Token]:
    tokens = _MARKDOWN.parse(text)
    for token, following in pairwise([*tokens, Token("end", "", 0)]):
        if token.type == "heading_open":
            token.attrSet("id", slug(following.content))
        elif token.type == "th_open":
            token.attrSet("scope", "col")
    for kind in _NUMBERED:
        for number, token in enumerate((one for one in tokens if one.type == kind), 1):
            token.meta["number"] = number
    return tokens


_NUMBERED = ("fence", "table_open")
_BRIEF = 24  # characters


def _listing(token: Token) -> Listing:
    return Listing.of(token.info, token.content)


def _render_fence(
    _: RendererHTML, tokens: Sequence[Token], index: int, *__: object
) -> str:  # the renderer's own arguments
    listing, number = _listing(tokens[index]), tokens[index].meta["number"]
    return Markup(
        '<figure class="listing"><figcaption>{caption}</figcaption>\n'
        '<pre class="code" tabindex="0" role="region" aria-label="Example {number}: {caption}">'
        "{text}</pre></figure>\n"
    ).format(caption=listing.caption, number=number, text=_marked(listing.pieces))


def _marked(pieces: Iterable[tuple[str, str]]) -> Markup:
    typed = Markup('<span class="prompt">{}</span><kbd>{}</kbd>')
    return Markup("").join(
        typed.format(prompt, text) if prompt else escape(text) for prompt, text in pieces
    )


def _render_code(_: RendererHTML, tokens: Sequence[Token], index: int, *__: object) -> str:
    """Return code within a line; what is brief stays on one line, however narrow the page is."""
    text = tokens[index].content
    brief = Markup(' class="brief"') if len(text) <= _BRIEF else ""
    return Markup("<code{}>{}</code>").format(brief, text)


def _render_table_open(_: RendererHTML, tokens: Sequence[Token], index: int, *__: object) -> str:
    label = f"Table {tokens[index].meta['number']}"
    return Markup(
        '<div class="scroll" tabindex="0" role="region" aria-label="{}"><table>\n'
    ).format(label)


def _reader(preset: str, enabled: list[str], **rules: Callable[..., str]) -> MarkdownIt:
    """Return what reads Markdown and renders some tokens by functions of ours."""
    reader = MarkdownIt(preset, {"html": False, "typographer": True})
    reader.enable([*enabled, "smartquotes"])
    for name, rule in rules.items():
        reader.add_render_rule(name, rule)
    return reader


_MARKDOWN = _reader(
    "commonmark",
    ["table"],
    fence=_render_fence,
    code_inline=_render_code,
    table_open=_render_table_open,
    table_close=lambda *_: "</table></div>\n",
)


# Docstrings, helps and schemas.

Places = Callable[[str], str | None]
"""Returns the address of what a name in backticks stands for; None for what has none."""


def paragraphs(text: str, places: Places = lambda _: None) -> Markup:
    """Return a text as HTML; all of it is escaped.

    Args:
        text: Paragraphs, lists with hyphens and examples with prompts, with blank lines between;
            code is in backticks.
        places: Where a name in backticks is told, if anywhere.
    """
    indented = _EXAMPLE.sub(lambda example: indent(example[0], " " * 4), text)
    return Markup(_PROSE.render(indented, {"places": places}).strip())


def inline(text: str, places: Places = lambda _: None) -> Markup:
    """Return running text as HTML."""
    return Markup(_PROSE.renderInline(" ".join(text.split()), {"places": places}))


def _render_name(
    _: RendererHTML, tokens: Sequence[Token], index: int, __: object, env: dict[str, Any]
) -> str:
    name = tokens[index].content
    address = env["places"](name)
    code = Markup("<code>{}</code>").format(name)
    return code if address is None else Markup('<a href="{}">{}</a>').format(address, code)


def _render_example(
    _: RendererHTML, tokens: Sequence[Token], index: int, *__: object
) -> str:  # the renderer's own arguments
    return Markup('<pre class="code wrapped">{}</pre>\n').format(tokens[index].content)


_PROSE = _reader(
    "zero", ["backticks", "code", "list"], code_block=_render_example, code_inline=_render_name
)
_EXAMPLE = re.compile(r"(?m)^>>> .*(?:\n.+)*")

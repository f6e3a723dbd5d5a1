"""Convert Markdown to HTML: articles with front matter, docstrings, help texts and schemas."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from textwrap import indent
from typing import Any, Self

import attrs
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup, escape

from hexapla.text.slug import slug
from hexapla_site.folders import SNIPPETS, read_data

_LANGUAGES: Mapping[str, str] = read_data("languages.json")
_PROMPTS = {"console": re.compile(r"\$ "), "pycon": re.compile(r">>> |\.\.\. |\.\.\.(?=\n)")}


@attrs.frozen
class Article:
    """An article in Markdown: its name (a part of its address), its front matter and its body."""

    name: str
    fields: Mapping[str, str]
    body: str = attrs.field(repr=False)

    @property
    def title(self) -> str:
        """The title, which is not part of the body."""
        return self.fields["title"]

    @property
    def install(self) -> tuple[str, ...]:
        """The arguments of `pip install` for readers who follow the article in a clone."""
        return tuple(self.fields.get("install", "").split())

    @property
    def about(self) -> str:
        """A sentence about the subject; "" if the front matter contains none."""
        return self.fields.get("about", "")


@attrs.frozen
class Listing:
    """A block of code in the documentation, with instructions for the tests that run it.

    In Markdown, the line that opens the block contains the language, the file if readers should
    save the code, and words for the tests:

    - `slow`: run the block with the slow tests;
    - `needs=node,go`: run the block only if these programs are installed;
    - `exit=2`: a command in the block ends with this exit code; by default, 0 or 1;
    - `unrun`: don't run the block, because another check runs it.

    If the block is empty, its text is read from the file in the folder `snippets`.

    Attributes:
        language: The name of the language in Markdown. In `console` and `pycon`, lines with a
            prompt are input, and all other lines are output.
        file: The name of the file; "" if readers needn't save the code.
        marks: The words that instruct the tests, each with its value.
        text: The code.
    """

    language: str
    file: str
    marks: Mapping[str, str]
    text: str = attrs.field(repr=False)

    @classmethod
    def of(cls, info: str, text: str) -> Self:
        """Create a block, given the line that opens the block and the text."""
        language, *words = info.split()
        file = next((word for word in words if "." in word), "")
        marks = dict(word.partition("=")[::2] for word in words if word != file)
        if file and not text:
            text = (SNIPPETS / file).read_text("utf-8")
        return cls(language, file, marks, text)

    @property
    def caption(self) -> str:
        """The name of the file or, if there is no file, the language."""
        return self.file or _LANGUAGES[self.language]

    @property
    def pieces(self) -> list[tuple[str, str]]:
        """The pieces of the text, each with its prompt, which is "" if the piece isn't input."""
        prompt = _PROMPTS.get(self.language)
        if prompt is None:
            return [("", self.text)]
        matches = ((prompt.match(line), line) for line in self.text.splitlines(keepends=True))
        return [(match[0], line[match.end() :]) if match else ("", line) for match, line in matches]


def read_article(folder: Path, name: str) -> Article:
    """Read an article, given its folder and name."""
    _, front, body = (folder / f"{name}.md").read_text("utf-8").split("---\n", 2)
    return Article(name, dict(line.split(": ", 1) for line in front.splitlines()), body)


def to_html(text: str) -> str:
    """Convert Markdown to HTML: headings get anchors, code gets labels, and tables can scroll."""
    return str(_MARKDOWN.renderer.render(_tokens(text), _MARKDOWN.options, {}))


def listings(text: str) -> tuple[Listing, ...]:
    """Return the blocks of code in a Markdown text, in order."""
    fences = (token for token in _MARKDOWN.parse(text) if token.type == "fence")
    return tuple(Listing.of(fence.info, fence.content) for fence in fences)


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


def _render_fence(
    _: RendererHTML, tokens: Sequence[Token], index: int, *__: object
) -> str:  # the arguments are the renderer's
    fence = tokens[index]
    listing = Listing.of(fence.info, fence.content)
    number = fence.meta["number"]
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
    """Render inline code; short code isn't broken across lines, even on narrow pages."""
    text = tokens[index].content
    brief = Markup(' class="brief"') if len(text) <= _BRIEF else ""
    return Markup("<code{}>{}</code>").format(brief, text)


def _render_table_open(_: RendererHTML, tokens: Sequence[Token], index: int, *__: object) -> str:
    label = f"Table {tokens[index].meta['number']}"
    return Markup(
        '<div class="scroll" tabindex="0" role="region" aria-label="{}"><table>\n'
    ).format(label)


def _reader(preset: str, enabled: list[str], **rules: Callable[..., str]) -> MarkdownIt:
    """Create a Markdown renderer that uses the given functions for some tokens."""
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


# Docstrings, help texts and schemas.

Places = Callable[[str], str | None]
"""A function that returns the address for a name in backticks; None if there is none."""


def paragraphs(text: str, places: Places = lambda _: None) -> Markup:
    """Convert prose to HTML, escaping all of it.

    Args:
        text: Paragraphs, lists with hyphens and examples with prompts, separated by blank lines;
            code is in backticks.
        places: A function that returns the address for a name in backticks.
    """
    indented = _EXAMPLE.sub(lambda example: indent(example[0], " " * 4), text)
    return Markup(_PROSE.render(indented, {"places": places}).strip())


def inline(text: str, places: Places = lambda _: None) -> Markup:
    """Convert running text to HTML."""
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
) -> str:  # the arguments are the renderer's
    return Markup('<pre class="code wrapped">{}</pre>\n').format(tokens[index].content)


_PROSE = _reader(
    "zero", ["backticks", "code", "list"], code_block=_render_example, code_inline=_render_name
)
_EXAMPLE = re.compile(r"(?m)^>>> .*(?:\n.+)*")

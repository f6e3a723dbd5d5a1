"""The text of a docstring or a help as HTML: paragraphs, lists, examples, code and citations."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from markupsafe import Markup, escape

_INLINE = r"`(?P<code>[^`]+)`|(?P<cited>(?P<label>{labels}), \d+(\.\d+)*)"
_ITEM = "- "
_EXAMPLE = Markup('<pre class="code" tabindex="0" role="region" aria-label="Example">{}</pre>')
_NOTHING = "(?!)"  # a pattern that matches nowhere

Places = Callable[[str], str | None]
"""Returns the address of what a name in the text stands for; None for what has none."""


def paragraphs(text: str, places: Places, documents: Mapping[str, str]) -> Markup:
    """Return a text as HTML; all of it is escaped.

    Args:
        text: Paragraphs, lists with hyphens and indented or `>>>` examples, with blank lines
            between; code is in backticks.
        places: Where a name in backticks is told, if anywhere.
        documents: The addresses of standards by their names in running text, which citations such
            as "RFC 2396, 4.2" link to.
    """
    blocks = re.split(r"\n\s*\n", text.strip("\n"))
    return Markup("\n").join(_block(block, places, documents) for block in blocks if block.strip())


def inline(text: str, places: Places, documents: Mapping[str, str]) -> Markup:
    """Return running text as HTML, with code and citations; takes what `paragraphs` takes."""
    return Markup("").join(_pieces(" ".join(text.split()), places, documents))


def code(name: str, places: Places) -> Markup:
    """Return a piece of code, as a link where it names what is told somewhere."""
    address = places(name)
    if address is None:
        return Markup("<code>{}</code>").format(name)
    return Markup('<a href="{}"><code>{}</code></a>').format(address, name)


def _block(block: str, places: Places, documents: Mapping[str, str]) -> Markup:
    if block.lstrip().startswith(">>> ") or block.startswith("    "):
        return _EXAMPLE.format(_dedented(block))
    if block.startswith(_ITEM):
        items = (
            Markup("<li>{}</li>").format(inline(item, places, documents))
            for item in re.split(r"\n?^- ", block, flags=re.MULTILINE)[1:]
        )
        return Markup("<ul>{}</ul>").format(Markup("").join(items))
    return Markup("<p>{}</p>").format(inline(block, places, documents))


def _dedented(block: str) -> str:
    lines = block.splitlines()
    margin = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return "\n".join(line[margin:] for line in lines)


def _pieces(text: str, places: Places, documents: Mapping[str, str]) -> Iterator[Markup]:
    end = 0
    for match in _pattern(documents).finditer(text):
        yield escape(text[end : match.start()])
        if match["code"] is not None:
            yield code(match["code"], places)
        else:
            yield Markup('<a href="{}">{}</a>').format(documents[match["label"]], match["cited"])
        end = match.end()
    yield escape(text[end:])


def _pattern(documents: Iterable[str]) -> re.Pattern[str]:
    labels = "|".join(map(re.escape, documents)) or _NOTHING
    return re.compile(_INLINE.format(labels=labels))

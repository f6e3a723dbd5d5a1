"""The search index: a script that assigns data, so that it also loads where a page is a file."""

import re
from collections.abc import Iterable

from markupsafe import Markup

from hexapla.text.signs import visible
from hexapla_site.search.entry import Entry

ADDRESS = "static/search-index.js"
_BEFORE, _AFTER = "window.hexaplaSearch = [\n", "\n];\n"
_SHOWN, _SEARCHED = 320, 6_000  # characters
_TITLE = re.compile(r"<title>(.*?) · Hexapla</title>", re.DOTALL)
_FIRST = re.compile(r'</h1>.*?<p(?: class="(?:lede|lead|note)")?>(.*?)</p>', re.DOTALL)
_OPTIONAL = re.compile(r'<span class="optional">[^<]*</span>')
_PROSE = re.compile(r'<article class="prose">(.*?)</article>|<h2[^>]*>(.*?)</h2>', re.DOTALL)


def index_of(entries: Iterable[Entry]) -> str:
    """Return the script that holds the index."""
    return _BEFORE + ",\n".join(entry.to_json() for entry in entries) + _AFTER


def page_entry(address: str, html: str) -> Entry:
    """Return the entry of a rendered page: its title, first words, prose and headings."""
    title, first = _TITLE.search(html), _FIRST.search(html)
    assert title is not None, address
    told = " ".join(_plain(prose or heading) for prose, heading in _PROSE.findall(html))
    text = shortened(_plain(first[1])) if first else ""
    return Entry("page", address, _plain(title[1]), text, more=shortened(told, _SEARCHED))


def shortened(text: str, longest: int = _SHOWN) -> str:
    """Return a text cut at a space where it has more than some characters."""
    return text if len(text) <= longest else text[: text.rindex(" ", 0, longest)] + " …"


def _plain(html: str) -> str:
    """Return a text without its tags and optional columns, every character visible."""
    default = _OPTIONAL.sub("", html)
    return " ".join(map(visible, Markup(default).striptags().split()))

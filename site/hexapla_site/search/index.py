"""The search index: a script that assigns data, so that it also loads where a page is a file."""

import json
import re
from collections.abc import Iterable

import attrs
from markupsafe import Markup

from hexapla.text.signs import visible
from hexapla_site.folders import SEARCH
from hexapla_site.search.entry import KINDS, PAGE, SearchEntry

ADDRESS = "static/search-index.js"
WORDS = SEARCH / "words.json"  # what is left out of a query, and what stands for what
_BEFORE, _AFTER = "window.hexaplaSearch = ", ";\n"
_SHOWN, _SEARCHED = 320, 3_000  # characters
_TITLE = re.compile(r"<title>(.*?) · Hexapla</title>", re.DOTALL)
_FIRST = re.compile(r'</h1>.*?<p(?: class="(?:lede|lead|note)")?>(.*?)</p>', re.DOTALL)
_NAVIGATION = re.compile(r"<nav.*?</nav>", re.DOTALL)
_PROSE = re.compile(r'<article class="prose[^"]*">(.*?)</article>|<h2[^>]*>(.*?)</h2>', re.DOTALL)


def index_of(entries: Iterable[SearchEntry]) -> str:
    """Return the script that holds the index, and what the words of a query stand for."""
    form = {
        "kinds": [attrs.asdict(kind) for kind in KINDS.values()],
        **json.loads(WORDS.read_text("utf-8")),
        "entries": [entry.to_row() for entry in entries],
    }
    return _BEFORE + json.dumps(form, separators=(",", ":"), ensure_ascii=False) + _AFTER


def page_entry(address: str, html: str, kind: str) -> SearchEntry:
    """Return the entry of a rendered page: its title, first words, prose and headings.

    Args:
        address: Where the page is, from the root of the site.
        html: What was rendered.
        kind: The name of its kind of page.
    """
    html = _NAVIGATION.sub("", html)
    title, first = _TITLE.search(html), _FIRST.search(html)
    assert title is not None, address
    told = " ".join(_plain(prose or heading) for prose, heading in _PROSE.findall(html))
    text = shortened(_plain(first[1])) if first else ""
    label = kind if kind in KINDS else PAGE
    return SearchEntry(label, address, _plain(title[1]), text, more=shortened(told, _SEARCHED))


def shortened(text: str, longest: int = _SHOWN) -> str:
    """Return a text cut at a space where it has more than some characters."""
    return text if len(text) <= longest else text[: text.rindex(" ", 0, longest)] + " …"


def _plain(html: str) -> str:
    """Return a text without its tags, every character visible."""
    return " ".join(map(visible, Markup(html).striptags().split()))

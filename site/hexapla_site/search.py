"""What the search field finds: an index, as a script that assigns data, so that it loads anywhere.

An entry of it is something that a reader can look for.
"""

import json
import re
from collections.abc import Iterable

import attrs
from markupsafe import Markup

from hexapla.text.signs import visible
from hexapla_site.folders import read_data

INDEX = "static/search-index.js"
_SHOWN, _SEARCHED = 320, 3_000  # characters
_TITLE = re.compile(r"<title>(.*?) · Hexapla</title>", re.DOTALL)
_FIRST = re.compile(r'</h1>.*?<p(?: class="(?:lede|lead|note)")?>(.*?)</p>', re.DOTALL)
_NAVIGATION = re.compile(r"<nav.*?</nav>", re.DOTALL)
_FIGURE = re.compile(r'<div class="plate".*?</details>\s*</div>', re.DOTALL)
_PROSE = re.compile(r'<article class="prose[^"]*">(.*?)</article>|<h2[^>]*>(.*?)</h2>', re.DOTALL)


_FILE = read_data("search.json")
"""Synonyms, words that a query does without, the pages of two standards, and the kinds of entry.

Of a kind it has what the results call it, and how much likelier it is what is looked for: where all
else is equal, the larger weight comes first. `is_uri` says that its titles are URIs or references,
of which a reader may type any part.
"""
PAGE = "page"
# A kind of page that has its name here has a label of its own; the others are called pages.
KINDS = tuple(_FILE["kinds"])


@attrs.frozen
class SearchEntry:
    """Something that a reader can look for.

    Attributes:
        kind: One of `KINDS`.
        address: Where it is, from the root of the site.
        title: Its name; of a case the reference.
        text: What is shown after the title; of a case the base.
        targets: Of a case each target, the short labels of the standards, and whether it is a URI.
        more: What is searched and not shown.
        usual: Whether a reader is likelier to look for it than for others of its kind.
    """

    kind: str
    address: str
    title: str
    text: str
    targets: tuple[tuple[str, str, bool], ...] = ()
    more: str = ""
    usual: bool = False

    def to_row(self) -> list[object]:
        """Return its JSON form: its members in their order, without empty ones at the end."""
        row: list[object] = [KINDS.index(self.kind), *attrs.astuple(self)[1:-1]]
        row.append(int(self.usual))
        while not row[-1]:
            row.pop()
        return row


def index_of(entries: Iterable[SearchEntry]) -> str:
    """Return the script that holds the index, and what the words of a query stand for."""
    form = {
        **_FILE,
        "kinds": list(_FILE["kinds"].values()),
        "space": visible(" "),
        "entries": [entry.to_row() for entry in entries],
    }
    data = json.dumps(form, separators=(",", ":"), ensure_ascii=False)
    return f"window.hexaplaSearch = {data};\n"


def page_entry(address: str, html: str, kind: str) -> SearchEntry:
    """Return the entry of a rendered page of a kind: its title, first words, prose, headings."""
    html = _FIGURE.sub("", _NAVIGATION.sub("", html))
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

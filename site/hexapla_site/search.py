"""The index for the site's search field.

The index is a script that assigns the data to a global variable, because a page that is opened as a
local file can't load JSON. Each entry is something that a reader can search for.
"""

import json
import re
from collections.abc import Iterable

import attrs
from markupsafe import Markup

from hexapla.text.signs import visible
from hexapla_site.folders import read_data

INDEX = "static/search-index.js"
_SHOWN, _SEARCHED = 320, 2_700  # characters
_TITLE = re.compile(r"<title>(.*?) · Hexapla</title>", re.DOTALL)
_FIRST = re.compile(r'</h1>.*?<p(?: class="(?:lede|lead|note)")?>(.*?)</p>', re.DOTALL)
_NAVIGATION = re.compile(r"<nav.*?</nav>", re.DOTALL)
_FIGURE = re.compile(r'<div class="plate".*?</details>\s*</div>', re.DOTALL)
_PROSE = re.compile(r'<article class="prose[^"]*">(.*?)</article>|<h2[^>]*>(.*?)</h2>', re.DOTALL)


_FILE = read_data("search.json")
"""The data that doesn't depend on pages, such as synonyms and the kinds of entries.

A kind has a label that is shown in the results, and a weight: if all else is equal, entries of the
kind with the larger weight come first. If `is_uri` is true, the titles of the kind's entries are
URIs or references, of which a reader may type any part.
"""
PAGE = "page"
# Kinds of pages that are listed here have a label of their own; all others are labelled as pages.
KINDS = tuple(_FILE["kinds"])


@attrs.frozen
class SearchEntry:
    """Something that a reader can search for.

    Attributes:
        kind: One of `KINDS`.
        address: The address, relative to the root of the site.
        title: The title; for a case, the reference.
        text: The text shown after the title; for a case, the base.
        targets: For a case, each target, the short labels of its standards, and whether it is a
            URI.
        more: Text that is searched but not shown.
        usual: Whether readers are more likely to search for this entry than for others of its kind.
    """

    kind: str
    address: str
    title: str
    text: str
    targets: tuple[tuple[str, str, bool], ...] = ()
    more: str = ""
    usual: bool = False

    def to_row(self) -> list[object]:
        """Return the entry as a JSON array of its attributes, without empty values at the end."""
        row: list[object] = [KINDS.index(self.kind), *attrs.astuple(self)[1:-1]]
        row.append(int(self.usual))
        while not row[-1]:
            row.pop()
        return row


def index_of(entries: Iterable[SearchEntry]) -> str:
    """Return the script with the index and the data in `_FILE`."""
    form = {
        **_FILE,
        "kinds": list(_FILE["kinds"].values()),
        "space": visible(" "),
        "entries": [entry.to_row() for entry in entries],
    }
    data = json.dumps(form, separators=(",", ":"), ensure_ascii=False)
    return f"window.hexaplaSearch = {data};\n"


def page_entry(address: str, html: str, kind: str) -> SearchEntry:
    """Create the entry for a rendered page from the page's title, beginning, prose and headings."""
    html = _FIGURE.sub("", _NAVIGATION.sub("", html))
    title = _TITLE.search(html)
    first = _FIRST.search(html)
    assert title is not None, address
    told = " ".join(_plain(prose or heading) for prose, heading in _PROSE.findall(html))
    text = shortened(_plain(first[1])) if first else ""
    label = kind if kind in KINDS else PAGE
    return SearchEntry(label, address, _plain(title[1]), text, more=shortened(told, _SEARCHED))


def shortened(text: str, longest: int = _SHOWN) -> str:
    """Shorten a string that is too long: cut it off at a space and add an ellipsis."""
    return text if len(text) <= longest else text[: text.rindex(" ", 0, longest)] + " …"


def _plain(html: str) -> str:
    """Return the text of some HTML, with visible symbols for invisible characters."""
    return " ".join(map(visible, Markup(html).striptags().split()))

"""What the site has computed, as a script that a page loads: it answers these inputs by itself.

A script also loads where the page is a file. Answers have most of their HTML in common, so each is
a list of numbers of pieces, which are stored once.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable

from hexapla.comparison.comparison import Comparison
from hexapla_site.playground.answer import html_of, texts_of
from hexapla_site.report.case import CaseReport
from hexapla_site.report.hosts import HostRow

ADDRESS = "static/known-answers.js"
MOST_OCTETS = 1_000_000  # a tenth of it where a server compresses it
COMMON_BASES = ("http://a/b/c/d;p?q", "https://example.com/a/b?c#d")
COMMON_REFERENCES = (
    "https://example.com/",
    "https://example.com/a/../b",
    "http://example.com",
    "HTTP://EXAMPLE.COM/",
    "https://example.com:443/",
    "https://example.com/%7Euser",
    "https://example.com/a b",
    "/",
    "/index.html",
    "index.html",
    "./index.html",
    "../index.html",
    "../..",
    "?q=a&r=b",
    "?",
    "#top",
    "#",
    "//example.com/a.js",
    "mailto:me@example.com",
    "javascript:void(0)",
    "tel:123",
    "data:text/plain,a",
    "page.html?a=1#b",
    "a:b",
    "a/b:c",
    "\\a",
    "%2e%2e/a",
)
"""What one types who tries: known references, against the base of the RFCs and a common one."""
_BEFORE, _AFTER = "window.hexaplaKnown = ", ";\n"
# Where HTML is cut: around texts of the input, links and lines.
_PIECES = re.compile(r'(<bdi[^>]*>[^<]*</bdi>|<a [^>]*>[^<]*</a>|\n| class="of-[^"]*"|, base=.*)')


KnownAnswer = tuple[tuple[str, str, str], tuple[str, ...]]
"""An input, with the address of its own page or "", and members that `answer` gives for it."""


def known_answer(
    comparison: Comparison,
    case: CaseReport | None = None,
    page: str = "",
    row: HostRow | None = None,
) -> KnownAnswer:
    """Return the answer to a comparison; `row` is what parsers read in the reference, if known."""
    members = (*html_of(comparison, case, row).values(), *texts_of(comparison).values())
    return (comparison.base or "", comparison.reference, page), members


def script_of(answers: Iterable[KnownAnswer]) -> str:
    """Return the script that holds some answers."""
    pieces = [
        (asked, [list(filter(None, _PIECES.split(text))) for text in members])
        for asked, members in answers
    ]
    count = Counter(piece for _, members in pieces for text in members for piece in text)
    numbers = {piece: number for number, (piece, _) in enumerate(count.most_common())}
    rows = [
        [*asked, *([numbers[piece] for piece in text] for text in members)]
        for asked, members in pieces
    ]
    data = {"pieces": list(numbers), "answers": rows}
    return _BEFORE + json.dumps(data, separators=(",", ":")) + _AFTER

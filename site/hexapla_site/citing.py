"""Cite pages and the project: as a line of text, in BibTeX, and in CITATION.cff."""

import json
import re

import attrs
from markupsafe import Markup

from hexapla.values.provenance import AUTHORS, Provenance

ABSTRACT = (
    "Applies the URI standards (RFC 1630, 1738, 1808, 2396, 3986 and the URL Standard) to the same "
    "input, compares their results, and names the rule that causes each disagreement."
)

# Characters that are special in TeX, with their escaped forms.
_TEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: "\\" + sign for sign in "&%$#_{}"},
}


@attrs.frozen
class PageCitation:
    """A page's citation without its address: as a line of text, and as a BibTeX entry.

    The entry lacks its last line, so that an address can be added.
    """

    text: str
    bibtex: str


def citation_of(title: str, address: str, provenance: Provenance) -> PageCitation:
    """Return the citation of a page: authors, year, title, version and date, without an address.

    The title can be markup. The key of the BibTeX entry is derived from the address within the
    site.
    """
    plain = Markup(title).unescape() if isinstance(title, Markup) else title
    plain = " ".join(plain.split())
    key = re.sub(r"[^a-z0-9]+", "-", address.removesuffix(".html").lower()).strip("-")
    in_tex = "".join(_TEX.get(character, character) for character in plain)
    fields = {
        "author": f"{{{AUTHORS}}}",
        "title": f"{{{in_tex}}}",
        "howpublished": f"Hexapla {provenance.version}",
        "version": provenance.version,
        "year": provenance.year,
        "date": provenance.date,
    }
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items())
    return PageCitation(
        f"{provenance.cite(plain)}, built on {provenance.date}", f"@misc{{hexapla-{key},\n{lines}"
    )


def citation_file(provenance: Provenance, *, data: bool = False) -> str:
    """Return CITATION.cff, in the Citation File Format 1.2.0.

    If `data` is true, the data is cited, with a date; otherwise, the program is cited without a
    date.
    """
    fields = {
        "cff-version": "1.2.0",
        "message": "If you use Hexapla or its data, please cite it as below.",
        "type": "dataset" if data else "software",
        "title": "Data of Hexapla" if data else "Hexapla",
        "abstract": ABSTRACT,
        "version": provenance.version,
        "license": provenance.license,
    }
    if data:
        fields["date-released"] = provenance.date
    # A JSON string is also a YAML string.
    lines = [f"{name}: {json.dumps(value)}\n" for name, value in fields.items()]
    return "".join((*lines, f"authors:\n  - name: {json.dumps(AUTHORS)}\n"))

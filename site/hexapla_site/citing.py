"""How pages and the project are cited: as a line of text, for BibTeX, and in CITATION.cff."""

import json
import re

from markupsafe import Markup

from hexapla.values.provenance import AUTHORS, Provenance

ABSTRACT = (
    "The standards for URIs in parallel columns: RFC 1630, 1738, 1808, 2396, 3986 and the URL "
    "Standard on the same input, every disagreement explained by the rule that causes it."
)

# What TeX would take for its own, as it has to be written.
_TEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: "\\" + sign for sign in "&%$#_{}"},
}


def citation_of(title: str, address: str, provenance: Provenance) -> tuple[str, str]:
    """Return the citation of a page without its address: a line of text, and an entry of BibTeX.

    The entry lacks its last line, so that an address may come before that; its key is made of the
    address within the site. The title may be markup.
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
    cited = f"{provenance.cite(plain)}, built on {provenance.date}"
    return cited, f"@misc{{hexapla-{key},\n{lines}"


def citation_file(provenance: Provenance, *, data: bool = False) -> str:
    """Return CITATION.cff, in the Citation File Format 1.2.0.

    The archive of the `data` has a date, the program has none.
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
    # A string of JSON is one of YAML.
    lines = [f"{name}: {json.dumps(value)}\n" for name, value in fields.items()]
    return "".join((*lines, f"authors:\n  - name: {json.dumps(AUTHORS)}\n"))

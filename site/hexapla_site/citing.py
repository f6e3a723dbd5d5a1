"""How a page is cited: as a line of text, and for BibTeX."""

import re
from importlib.metadata import version

import attrs
from markupsafe import Markup

# What TeX would take for its own, as it has to be written.
_TEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: "\\" + sign for sign in "&%$#_{}"},
}


@attrs.frozen
class PageCitation:
    """A page's citation up to its address: as a line of text, and as an entry of BibTeX."""

    text: str
    bibtex: str


def citation_of(title: str, address: str) -> PageCitation:
    """Return the citation of a page, with the version that made it, and no date of access.

    Args:
        title: The title, which may be markup.
        address: The address within the site.
    """
    plain = Markup(title).unescape() if isinstance(title, Markup) else title
    plain = " ".join(plain.split())
    release = version("hexapla")
    key = re.sub(r"[^a-z0-9]+", "-", address.removesuffix(".html").lower()).strip("-")
    in_tex = "".join(_TEX.get(character, character) for character in plain)
    return PageCitation(
        f"Hexapla {release}, “{plain}”",
        f"@misc{{hexapla-{key},\n  title = {{{{{in_tex}}}}},\n  howpublished = {{Hexapla}},\n"
        f"  version = {{{release}}},\n  url = ",
    )

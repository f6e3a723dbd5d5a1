"""RFC 1630: what is cited stands there, and what a section beside the rules relies on."""

import re

from tables import by_rows_of

import hexapla
from hexapla import Citation

# The headings of the RFC that are cited, each with the headings under it, as it writes them.
HEADINGS = {
    "URI syntax": {"SCHEME", "PATH"},
    "Reserved characters": {"QUERY STRINGS"},
    "Partial (relative) form": {"Examples", "Note: Trailing slashes"},
    "Fragment-id": set(),
    "FTP": {"Data type"},
    "BNF of Generic URI Syntax": {"scheme", "path", "xpalphas", "reserved"},
    "BNF for specific URL schemes": {
        *("httpaddress", "ftpaddress", "telnetaddress", "ftptype", "xpalphas", "segment"),
        *("login", "hostport", "host", "hostname", "user", "port"),
    },
}


def citations() -> list[Citation]:
    """Return all citations of the components, rules, readings and boundaries of a host."""
    spec = hexapla.spec("rfc1630")
    of_readings = (
        rationale.citation for reading in spec.readings for rationale in reading.rationales.values()
    )
    of_components = (component.citation for component in spec.components)
    of_rules = (rule.citation for rule in spec.rules)
    of_boundaries = (
        provision.citation
        for url in ("http://u@h:1/p?q#f", "ftp://a@b@h", "telnet://u@h:1:2#f", "http://h?q")
        for provisions in hexapla.divide(spec, url).rules.values()
        for provision in provisions
    )
    cited = (*of_components, *of_rules, *of_readings, *of_boundaries)
    return [citation for citation in cited if citation is not None]


NUMBERED = r"(form), (paragraph [1-4]|(2nd or )?(1st|2nd|3rd|4th) rule)$"


def test_every_citation_names_headings_of_the_rfc() -> None:
    """Its four paragraphs before the rules and its four rules have numbers, but no headings."""
    for citation in citations():
        sections = re.sub(
            r"(form), (paragraph [1-4]|(2nd or )?(1st|2nd|3rd|4th) rule)$", r"\1", citation.section
        ).split("; ")
        assert set(sections) <= set(HEADINGS)
        titles = {title for title in citation.title.split(", ") if title}
        assert titles <= set().union(*(HEADINGS[section] for section in sections))


@by_rows_of("specs")
def test_a_context_without_a_slash_gives_its_scheme_only(
    context: str, partial: str, full: str
) -> None:
    """ "News" and "WAIS" have partial forms in such contexts."""
    assert str(hexapla.spec("rfc1630").resolve(context, partial)) == full

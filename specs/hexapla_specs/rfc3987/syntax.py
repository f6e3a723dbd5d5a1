"""RFC 3987, section 2: the components of an IRI, and its grammar.

IRIs are parsed and resolved as in RFC 3986 (2.1, 6.5), with characters beyond US-ASCII counted as
unreserved.
"""

from datetime import date
from pathlib import Path

from hexapla.documents.citation import Citation, rfc, sections_of
from hexapla.documents.reading import Choice, Rationale, Reading
from hexapla.grammar import Grammar
from hexapla.standard.component import Component, Form
from hexapla.standard.syntax import Subdivision, Syntax, roles

RFC3987 = rfc(
    3987,
    "Internationalized Resource Identifiers (IRIs)",
    date(2005, 1, 1),
    "M. Duerst",
    "M. Suignard",
    develops=("rfc3986",),
)
cite = sections_of(RFC3987, Path(__file__).with_name("headings.json"))
provision = cite.provision


def applied(citation: Citation) -> Citation:
    """Cite the section in which RFC 3987 applies a section of RFC 3986.

    Section 6.5 applies the algorithms for relative references. Section 2.1 applies all other
    operations. A citation of RFC 3987 itself is returned unchanged.
    """
    if citation.document == RFC3987:
        return citation
    is_resolving = citation.section.startswith("5.")
    applies = cite("6.5" if is_resolving else "2.1")
    section = f"{applies.section}: {citation.document.label} {citation.section}"
    return Citation(RFC3987, section, applies.title)


# 2.2: an undefined component differs from an empty one, as in RFC 3986.

COMPONENTS = (
    Component(
        "scheme",
        "scheme",
        cite("2.2"),
        suffix=":",
        made_of=Rationale("anything but : / ? and #", cite("2.1")),
        under=Choice("scheme-test", "appendix-b"),
    ),
    Component("iauthority", "authority", cite("2.2"), prefix="//"),
    Component("ipath", "path", cite("2.2")),
    Component("iquery", "query", cite("2.2"), prefix="?"),
    Component("ifragment", "fragment", cite("2.2"), prefix="#"),
)

BIDI_FORMATTING = Reading(
    "bidi-formatting",
    "May an IRI contain bidirectional formatting characters, such as U+200E and U+202E?",
    {
        "derived": Rationale("Yes: ucschar derives them.", cite("2.2")),
        "refused": Rationale("No: an IRI must not contain them.", cite("4.1")),
    },
)

DECODED = Reading(
    "decoded",
    "Which percent-encoded characters are decoded in the normal form?",
    {
        "unreserved": Rationale(
            "Those that are unreserved in RFC 3986, to which the section refers.", cite("5.3.2.3")
        ),
        "iunreserved": Rationale(
            "Those that are unreserved in IRIs, as when a URI is converted to an IRI: sequences of "
            "octets are decoded, and 2.1 extends the class of unreserved characters.",
            cite("5.3.2.3, 2.1, 3.2"),
        ),
    },
)

SYNTAX = Syntax(
    Grammar(Path(__file__).with_name("grammar.abnf")),
    roles=roles(
        "reference=IRI-reference, absolute=IRI, relative=irelative-ref, scheme, "
        "authority=iauthority, user information=iuserinfo, host=ihost, port, path=ipath, "
        "segment=isegment, query=iquery, fragment=ifragment, unreserved=iunreserved, reserved, "
        "escape=pct-encoded"
    ),
    components=("scheme", "iauthority", "iquery", "ifragment"),
    variant_readings=(BIDI_FORMATTING.name,),
    subdivisions={
        "iauthority": Subdivision(("iauthority",), ("iuserinfo", "ihost", "port")),
        # All other path rules derive only paths that these two derive as well.
        "ipath": Subdivision(("ipath-abempty", "ipath-rootless"), ("isegment-nz", "isegment")),
    },
)

FORM_NAMES = {
    Form.ABSOLUTE: "IRI",
    Form.NETWORK_PATH: "relative IRI reference with an iauthority",
    Form.ABSOLUTE_PATH: "relative IRI reference with an absolute path",
    Form.RELATIVE_PATH: "relative IRI reference",
    Form.EMPTY: "relative IRI reference with an empty path",
}

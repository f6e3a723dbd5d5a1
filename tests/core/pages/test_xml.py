"""The links and bases in an XML document, and the errors that end its reading."""

from typing import NamedTuple

import pytest
from command_line import counts_peaks, peak_of_code
from hypothesis import assume, given
from hypothesis import strategies as st
from inputs import any_text
from tables import in_parts

from hexapla.pages.link import Link, UnreadPart, XmlBase
from hexapla.pages.page import LARGEST_PAGE, ParsedPage
from hexapla.pages.xml import DEEPEST_BASE, DEEPEST_ELEMENT, read_xml
from hexapla.values.errors import DocumentError

XHTML = "xmlns='http://www.w3.org/1999/xhtml'"
SVG = "xmlns='http://www.w3.org/2000/svg'"
XLINK = "xmlns:l='http://www.w3.org/1999/xlink'"
ATOM = "xmlns='http://www.w3.org/2005/Atom'"
STRICT = '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "no">'


def read(document: str) -> ParsedPage:
    return read_xml(document.encode())


def chain_of(xml_base: XmlBase | None) -> list[str]:
    """Return the values of the xml:base attributes that apply to a link, innermost first."""
    values = []
    while xml_base is not None:
        values.append(xml_base.value)
        xml_base = xml_base.parent
    return values


class Document(NamedTuple):
    """A document, and its links: element, attribute, and reference."""

    text: str
    links: list[tuple[str, str, str]]


DOCUMENTS = [
    Document("<a href='b' src='c' data='no'/>", [("a", "href", "b"), ("a", "src", "c")]),
    Document(f"<feed {ATOM}><link href='a'/><id>no</id></feed>", [("link", "href", "a")]),
    Document("<rss><enclosure url='no'/><link>no</link></rss>", []),
    Document(f"<a {XLINK} l:href='b' l:role='no'/>", [("a", "l:href", "b")]),
    Document("<a xmlns:l='no' l:href='no'/>", []),
    Document(f"<h:a xmlns:h='no' {XLINK} l:href='b'/>", [("h:a", "l:href", "b")]),
    Document(
        f"<html {XHTML}><img src='a' srcset='b 1x, c 2x'/></html>",
        [("img", "src", "a"), ("img", "srcset", "b"), ("img", "srcset", "c")],
    ),
    Document(f"<meta {XHTML} http-equiv='refresh' content='0;url=a'/>", [("meta", "content", "a")]),
    Document(f"<q {XHTML} cite='a' href='b'/>", [("q", "cite", "a"), ("q", "href", "b")]),
    Document(f"<IMG {XHTML} srcset='no'/>", []),
    Document(f"<base {XHTML} href='no'/>", []),
    Document("<img srcset='no' style='b: url(no)'/>", []),  # in no namespace
    Document(f"<h:img xmlns:h{XHTML[5:]} srcset='a'/>", [("h:img", "srcset", "a")]),
    Document(f"<svg {SVG} fill='url(a)' mask='none'/>", [("svg", "fill", "a")]),
    Document(f"<p {XHTML} fill='url(no)' style='b: url(a)'/>", [("p", "style", "a")]),
    Document(f"<svg {SVG}><style>b{{c:url(a)}}</style></svg>", [("style", "", "a")]),
    Document(f"<style {SVG}><![CDATA[@import 'a';]]></style>", [("style", "", "a")]),
    Document(f"<style {SVG} type='text/less'>url(no)</style>", []),
    Document(f"<style {SVG}>url(<b/>a)</style>", [("style", "", "a")]),
    Document("<style>url(no)</style>", []),
    Document(
        "<a href='?b&amp;c&#x64;&#10;e\nf'/>", [("a", "href", "?b&cd\ne f")]
    ),  # XML 1.0, 3.3.3
    Document("<!-- <a href='no'/> --><a><![CDATA[<a href='no'/>]]></a>", []),
    # Associating Style Sheets with XML documents, 3
    Document("<?xml-stylesheet href='a' type='b'?><c/>", [("?xml-stylesheet", "href", "a")]),
    Document(
        "<?xml-stylesheet type='b' href=\"&#97;&amp;\"?><c/>", [("?xml-stylesheet", "href", "a&")]
    ),
    Document("<?xml-stylesheet href='no'/><a b=''?><c/>", []),
    Document("<?xml-stylesheet href=no?><c/>", []),
    Document("<?other href='no'?><c><?xml-stylesheet href='no'?></c>", []),
    # XML 1.0, 4.1 and 4.4: entities
    Document("<!DOCTYPE a [<!ENTITY b 'c'>]><a href='&b;d'/>", [("a", "href", "cd")]),
    Document("<!DOCTYPE a [<!ENTITY b '<c href=\"d\"/>'>]><a>&b;</a>", [("c", "href", "d")]),
    Document("<!DOCTYPE a [<!ENTITY b SYSTEM '/etc/hostname'>]><a>&b;</a>", []),
    Document("<!DOCTYPE a [<!ATTLIST a href CDATA 'no'>]><a/>", []),
    Document(f"{STRICT}<a {XHTML} href='&eacute;&nbsp;'/>", [("a", "href", "\xe9\xa0")]),
    Document("<!DOCTYPE a SYSTEM 'no'><a href='b&eacute;'/>", [("a", "href", "b")]),
]


@pytest.mark.parametrize("case", DOCUMENTS, ids=lambda case: case.text)
def test_links_are_those_of_the_vocabulary(case: Document) -> None:
    page = read(case.text)
    assert page.unread == ()
    assert [(link.element, link.attribute, link.reference) for link in page.links] == case.links


def test_a_link_has_its_place_and_its_css() -> None:
    document = (
        f"<?xml-stylesheet href='1'?>\r\n<\xe9 {SVG}\n>\U0001f600<a href='2'/>\r<style>\n b: url(3)"
    )
    links = read(document).links
    assert links[0] == Link("1", "?xml-stylesheet", "href", 1, 0)
    assert links[1] == Link("2", "a", "href", 3, 2)
    styled = read(f"{document}</style></\xe9>").links[2]
    assert styled == Link("3", "style", "", 5, 4, "url()")


def test_the_nearest_xml_base_is_that_of_a_link() -> None:
    """XML Base, 4.2: the attribute of the element itself, or else of its nearest ancestor."""
    page = read(
        "<?xml-stylesheet href='1'?><a href='2'><b xml:base='x/' href='3'><c href='4'/>"
        "<d xml:base='y/'><e href='5'/></d><f href='6'/></b><g href='7'/></a>"
    )
    chains = {link.reference: chain_of(link.xml_base) for link in page.links}
    assert chains == {
        "1": [],
        "2": [],
        "3": ["x/"],
        "4": ["x/"],
        "5": ["y/", "x/"],
        "6": ["x/"],
        "7": [],
    }
    assert page.root_xml_base is None
    assert read("<a xml:base='x/'><b xml:base='y/'/></a>").root_xml_base == "x/"


def test_css_has_the_xml_base_of_its_element() -> None:
    page = read(f"<svg {SVG} xml:base='x/' fill='url(1)'><style>url(2)</style></svg>")
    assert [chain_of(link.xml_base) for link in page.links] == [["x/"], ["x/"]]


def test_the_first_base_element_of_xhtml_counts() -> None:
    assert (
        read(f"<html {XHTML}><base/><base href=' a '/><base href='b'/></html>").base_element == "a"
    )
    assert read("<html><base href='no'/></html>").base_element is None


class Ended(NamedTuple):
    """A document that can't be read to its end: its references, why, and where it ends."""

    content: bytes
    references: list[str]
    unread: UnreadPart


REST = "; the rest wasn't read"
ENDED = [
    Ended(b"", [], UnreadPart(f"XML error: no element found{REST}", 1, 0)),
    Ended(
        b"<a href='b'>\n <c href='d'/></e>",
        ["b", "d"],
        UnreadPart(f"XML error: mismatched tag{REST}", 2, 16),
    ),
    Ended(
        b"<a href='b'/><c/>",
        ["b"],
        UnreadPart(f"XML error: junk after document element{REST}", 1, 13),
    ),
    Ended(b"<a href='b'><c:d/></a>", ["b"], UnreadPart(f"XML error: unbound prefix{REST}", 1, 12)),
    Ended(b"<a>&b;</a>", [], UnreadPart(f"XML error: undefined entity{REST}", 1, 3)),
    Ended(
        b"<a href='b'>\xc3\xa9\r\n\xff</a>",
        ["b"],
        UnreadPart(f"XML error: bytes that aren't valid utf-8{REST}", 2, 0),
    ),
    Ended(b"\x89PNG\0", [], UnreadPart(f"XML error: bytes that aren't valid utf-8{REST}", 1, 0)),
    Ended(
        b"<!DOCTYPE a [<!ENTITY b 'ccccccccccccccccccccccccccccccccccccccc'>]>"
        b"<a href='b'><d e='&b;&b;&b;&b;&b;' href='f'/></a>",
        ["b"],
        UnreadPart(f"the entities expand to more text than the document contains{REST}", 1, 80),
    ),
]


@pytest.mark.parametrize("case", ENDED, ids=lambda case: repr(case.content))
def test_what_is_before_an_error_is_read(case: Ended) -> None:
    page = read_xml(case.content)
    assert [link.reference for link in page.links] == case.references
    assert page.unread == (case.unread,)


def test_so_many_elements_and_bases_may_be_open() -> None:
    elements = "<a>" * (DEEPEST_ELEMENT - 1) + "<a href='b'>"
    assert [link.reference for link in read(elements).links] == ["b"]
    (part,) = read(f"{elements}<a href='no'>").unread
    assert part.wrong == f"elements are nested more than 100,000 deep{REST}"
    bases = "<a xml:base='b'>" * DEEPEST_BASE
    assert len(chain_of(read(f"{bases}<a href='b'/>").links[0].xml_base)) == DEEPEST_BASE
    page = read(f"{bases}\n<a xml:base='b' href='no'/>")
    assert page.links == ()
    assert page.unread == (UnreadPart(f"more than 100 xml:base attributes apply here{REST}", 2, 0),)


class Encoded(NamedTuple):
    """A document as bytes, and the charset in which it is read."""

    content: bytes
    charset: str
    declared: bool


def declared(charset: str) -> str:
    return f"<?xml version='1.0' encoding='{charset}'?><a href='я'/>"


ENCODED = [  # XML 1.0, 4.3.3 and appendix F
    Encoded("<a href='я'/>".encode(), "utf-8", False),
    Encoded(declared("koi8-r").encode("koi8-r"), "koi8-r", True),
    Encoded(declared("shift_jis").encode("shift_jis"), "shift_jis", True),
    Encoded(declared("utf-8").encode("utf-8-sig"), "utf-8", True),
    Encoded(declared("utf-16").encode(), "utf-8", True),
    Encoded(declared("utf-16").encode("utf-16-le"), "utf-16le", True),
    Encoded(("\ufeff" + declared("utf-16")).encode("utf-16-be"), "utf-16be", True),
]


@pytest.mark.parametrize("case", ENCODED, ids=repr)
def test_a_document_declares_its_charset(case: Encoded) -> None:
    page = read_xml(case.content)
    assert (page.charset, page.declared) == (case.charset, case.declared)
    assert [link.reference for link in page.links] == ["я"]


def test_a_charset_that_is_given_counts() -> None:
    assert read_xml(declared("utf-8").encode("koi8-r"), "koi8-r").links[0].reference == "я"
    with pytest.raises(DocumentError, match="the page declares an unknown charset, 'x-klingon'"):
        read_xml(declared("x-klingon").encode())


@given(st.binary(max_size=60))
def test_any_bytes_are_read_up_to_an_error(content: bytes) -> None:
    assume(b"</a" not in content)  # it may end the document without an error
    page = read_xml(b"<a href='b'>" + content)
    assert page.links[0].reference == "b"
    assert len(page.unread) == 1


@given(any_text | st.text(st.sampled_from("<a b='&;\"/>!?[]- \n")))
def test_any_text_is_read_up_to_an_error(text: str) -> None:
    read_xml(f"<?xml-stylesheet {text}".encode("utf-8", "surrogatepass"))
    read_xml(f"<!DOCTYPE a [{text}".encode("utf-8", "surrogatepass"))
    read_xml(f"<a href='{text}".encode("utf-8", "surrogatepass"))


UNITS = [
    "<a>",
    "<a href='b'/>",
    "<a xml:base='b/' href='c'/>",
    "<a style='b: url(c)'/>",
    "<style>url(a)</style>",
    "<?xml-stylesheet href='a'?>",
    "<!DOCTYPE ",
    "\r\n&amp;",
]


@pytest.mark.parametrize("unit", UNITS)
def test_long_xml_comes_back(unit: str) -> None:
    # Quadratic code would not end.
    read(unit * 50_000)
    read(f"<a {XHTML}>" + unit * 50_000)


MANY_ELEMENTS = '<c href="d"/>' * 100_000
LONG_VALUE = "c" * 1_000_000
EXPANDING = {
    "elements": f"<!DOCTYPE a [<!ENTITY b '{MANY_ELEMENTS}'>]><a>" + "&b;" * 100,
    "values": f"<!DOCTYPE a [<!ENTITY b '{LONG_VALUE}'>]><a>" + "<d href='&b;'/>" * 1_000,
    "defaults": f"<!DOCTYPE a [<!ATTLIST a href CDATA '{LONG_VALUE}'>]><b>" + "<a/>" * 10_000,
}


@in_parts("name", "values", "defaults", slow=["elements"])
def test_a_document_multiplies_no_links(name: str) -> None:
    page = read(EXPANDING[name])
    assert sum(len(link.reference) for link in page.links) <= len(EXPANDING[name])
    assert page.unread


REPEATED = ["<a>", "<a href=''/>", "<a xml:base='' src=''/>", "<a b='&lt;'/>", "\n"]


@pytest.mark.slow
@counts_peaks
@pytest.mark.parametrize("repeated", REPEATED)
def test_memory_is_in_proportion_to_the_document(repeated: str) -> None:
    count = (LARGEST_PAGE >> 3) // len(repeated)
    code = (
        "from hexapla.pages.xml import read_xml\n"
        f"read_xml(b'<a>' + {repeated!r}.encode() * {count})\n"
    )
    assert peak_of_code(code) < 240 * 1024

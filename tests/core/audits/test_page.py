"""An audit as a library: causes counted by their keys."""

import io
import tracemalloc
from typing import NamedTuple
from urllib.parse import urljoin

import pytest
from command_line import documents, run

import hexapla
from hexapla.audits.page import audit
from hexapla.comparison.shown import summary_line
from hexapla.standard.registry import columns_of
from hexapla.standard.spec import Spec
from hexapla.values.errors import DocumentError, InputError

BASE = "http://a/b/c/d;p?q"
PAGE = b"<a href=?y><a href=?z><a href=g><a href=;x><a href=../../../g>"


def test_links_with_the_same_causes_are_counted_together() -> None:
    found = audit(io.BytesIO(PAGE), BASE)
    links = list(found.links())
    assert list(found.links()) == links  # the links can be read again
    assert [link.agrees for link in links] == [False, False, True, False, False]
    assert (found.count, found.differing) == (5, 4)
    assert [cause.links for cause in found.causes] == [2, 1, 1, 1]
    assert links[0].causes == links[1].causes != links[3].causes


@pytest.mark.parametrize("specs", [None, columns_of(["rfc1630", "rfc1808", "rfc3986", "whatwg"])])
def test_every_cause_of_a_link_has_its_key(specs: tuple[Spec, ...] | None) -> None:
    for link in audit(io.BytesIO(PAGE), BASE, specs=specs).links():
        assert set(link.causes) <= {cause.key for cause in link.target.causes}
        assert len(link.causes) == max(0, len(link.target.groups) - 1)


def test_a_column_without_a_rule_makes_no_link_differ() -> None:
    """RFC 1738 (2.3) leaves relative links to other documents."""
    found = audit(io.BytesIO(PAGE), BASE, specs=columns_of(["rfc1738", "rfc1808", "rfc2396"]))
    without = audit(io.BytesIO(PAGE), BASE, specs=columns_of(["rfc1808", "rfc2396"]))
    for link, other in zip(found.links(), without.links(), strict=True):
        assert link.target.silent == ("rfc1738",)
        assert link.agrees == other.agrees
        assert link.target.groups == other.target.groups
        assert link.causes == other.causes
        assert summary_line(link.comparison.reference, link.target).count("1738") == 1
    assert found.differing == without.differing
    assert found.causes == without.causes


def test_the_library_tells_what_the_command_prints() -> None:
    found = hexapla.audit(PAGE, BASE, specs=["rfc1808", "rfc3986"])
    links = [link.to_dict() for link in found.links()]
    options = ("--base", BASE, "--spec", "rfc1808,rfc3986", "--all", "--json")
    *printed, last = documents(run("audit", "-", *options, stdin=PAGE))
    assert [document["link"] for document in printed] == links
    assert last["summary"] == found.to_dict()
    assert [cause["sentence"] for cause in last["summary"]["causes"]] == [
        cause.sentence for cause in found.causes
    ]


class LeadsTo(NamedTuple):
    """A link of a page of http://shop/a/b, and the hosts that it leads to."""

    reference: str
    hosts: dict[str | None, list[str]]
    difference: str = "host"


RFCS = ["rfc1808", "rfc2396", "rfc3986"]
DIFFERENT_HOSTS = [
    LeadsTo("\\\\evil\\x", {"evil": ["whatwg"], "shop": RFCS}),
    LeadsTo("///evil/x", {"evil": ["whatwg"], None: RFCS[1:], "shop": ["rfc1808"]}),
    LeadsTo("http:g", {"shop": ["whatwg"], None: RFCS}),
    LeadsTo("http://a\\@b/", {"a": ["whatwg"], "b": RFCS}),
    LeadsTo("http://É/", {"xn--9ca": ["whatwg"], "É": RFCS}, "form"),
    LeadsTo("http://1.2/", {"1.0.0.2": ["whatwg"], "1.2": ["rfc1808", "rfc3986"]}, "form"),
    LeadsTo("http://0x7f.1/", {"127.0.0.1": ["whatwg"], "0x7f.1": ["rfc1808", "rfc3986"]}, "form"),
    LeadsTo("http://%61/", {"a": ["whatwg"], "%61": ["rfc1808", "rfc3986"]}, "form"),
    LeadsTo("http://A/", {"a": [*RFCS, "whatwg"]}, "none"),
    LeadsTo("../../../g", {"shop": [*RFCS, "whatwg"]}, "none"),
    # RFC 2396 doesn't split this authority, and the URL Standard rejects the text.
    LeadsTo("http://a;b:80", {"a;b": ["rfc1808", "rfc3986", "whatwg"]}, "none"),
    LeadsTo("http://a b/", {"a b": RFCS}, "none"),
    LeadsTo("g", {}, "none"),
]


@pytest.mark.parametrize("case", DIFFERENT_HOSTS, ids=lambda case: case.reference)
def test_a_link_has_the_hosts_that_it_leads_to(case: LeadsTo) -> None:
    page = f'<a href="{case.reference}"><a href="g">'.encode()
    found = audit(page, "http://shop/a/b", specs=[*RFCS, "whatwg"], charset="utf-8")
    link, _ = found.links()
    assert {item.host: list(item.specs) for item in link.hosts.hosts} == case.hosts
    assert link.hosts.difference.value == case.difference
    assert list(found.with_different_hosts) == [link.link] * (case.difference == "host")
    assert list(found.with_different_forms) == [link.link] * (case.difference == "form")
    assert found.to_dict()["different_hosts"] == len(found.with_different_hosts)


def test_the_places_of_many_links_are_not_all_listed() -> None:
    page = b"<a href=///evil>\n" * 101
    result = run("audit", "-", "--base", "http://shop/", "--spec", "rfc1808,whatwg", stdin=page)
    words = " ".join(result.output.split())
    assert "101 links lead to different hosts: 1:1, 2:1, 3:1, 4:1, " in words
    assert "12:1, and 89 more" in words


class OwnBase(NamedTuple):
    """A document, its address or None, and the base of each of its links."""

    document: str
    retrieval: str | None
    bases: list[str]


XHTML = "xmlns='http://www.w3.org/1999/xhtml'"
# XML Base, 4: an xml:base is resolved against the enclosing base, as in RFC 3986, 5.2.
OWN_BASES = [
    OwnBase("<a xml:base='x/' href=''><b xml:base='../y/' href=''/></a>", BASE, ["x/", "y/"]),
    OwnBase("<a href=''><b xml:base='x/'><c href=''/></b><d href=''/></a>", BASE, ["", "x/", ""]),
    OwnBase("<a><b xml:base='x/' href=''/><b xml:base='y/' href=''/></a>", BASE, ["x/", "y/"]),
    OwnBase("<a xml:base='' href=''/>", BASE, ["d;p?q"]),
    OwnBase("<a xml:base='x#y' href=''/>", BASE, ["x"]),
    OwnBase("<a xml:base='x:/y' href=''><b xml:base='z' href=''/></a>", BASE, ["x:/y", "x:/z"]),
    OwnBase(f"<html {XHTML} xml:base='x/'><base href='y/'/><a href=''/></html>", BASE, ["y/x/"]),
    OwnBase("<a xml:base='http://x/y'><b href='' xml:base='z'/></a>", None, ["http://x/z"]),
    OwnBase("<?xml-stylesheet href=''?><a xml:base='x/'/>", BASE, [""]),
]


@pytest.mark.parametrize("case", OWN_BASES, ids=lambda case: case.document)
def test_each_link_has_the_base_that_holds_for_it(case: OwnBase) -> None:
    page = audit(case.document.encode(), case.retrieval, format="xml")
    whole = [urljoin(BASE, base) if base else BASE for base in case.bases]
    assert [link.base for link in page.links()] == whole
    assert [link.to_dict()["base"] for link in page.links()] == whole


def test_an_absolute_root_xml_base_is_enough() -> None:
    page = audit(b"<a xml:base='http://x/y'/>", format="xml")
    assert (page.base.uri, page.base.source) == ("http://x/y", "xml:base")
    assert {base.source for base in page.bases if base.uri == "http://x/y"} == {"xml:base"}
    for content in (b"<a xml:base='x/'/>", b"<a><b xml:base='http://x/'/></a>"):
        with pytest.raises(DocumentError, match="the page has no base; give the URL"):
            audit(content, format="xml")


def test_a_page_has_the_format_that_is_named() -> None:
    content = b"<a href='b'>@import 'c';"
    references = {
        name: [link.link.reference for link in audit(content, BASE, format=name).links()]
        for name in ("html", "xml", "css")
    }
    assert references == {"html": ["b"], "xml": ["b"], "css": ["c"]}
    with pytest.raises(InputError, match="unknown page format 'svg'"):
        audit(content, BASE, format="svg")


def test_long_bases_take_linear_memory() -> None:
    bases = "<a xml:base='b/' href=''>" * 100 + "</a>" * 100
    document = f"<a xml:base='http://a/{'x' * 100_000}/'>{bases * 5}</a>"
    tracemalloc.start()
    for link in audit(document.encode(), BASE, format="xml", specs=["rfc3986"]).links():
        assert link.base.startswith("http://a/x")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 100_000_000

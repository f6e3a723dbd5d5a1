"""Links are checked while the site is built."""

from pathlib import Path

import attrs
import pytest
from tables import by_rows_of

import hexapla
import hexapla_site.build
from hexapla.documents.citation import Citation
from hexapla_site.build import Built, build_site, kind_of, kinds_named
from hexapla_site.links import BrokenLinkError, LinkChecker
from hexapla_site.pages import KINDS
from hexapla_site.pages.kind import Page, PageKind
from hexapla_site.rendering import column_names, template_environment

PAGE = '<a href="b/c.html#here">x</a> <a id="there" href="https://example.org/#nowhere">y</a>'
OTHER = '<a href="../a.html#there">x</a> <h2 id="here">"id" &lt;a href=&#34;no&#34;&gt;</h2>'


def checked(pages: dict[str, str], files: set[str] | None = None) -> None:
    checker = LinkChecker()
    for address, markup in pages.items():
        checker.add(address, markup)
    checker.check(set(pages) if files is None else files, lambda _: True)


def test_links_that_lead_somewhere_pass() -> None:
    checked({"a.html": PAGE, "b/c.html": OTHER})
    checked({"p.html": '<a href="p.html#ref=%3Fy&amp;base=">x</a>'})
    checked(
        {"p.html": '<link href="s/x.css"><script src="s/y.js"></script>'}, {"s/x.css", "s/y.js"}
    )


@by_rows_of("pages")
def test_a_broken_link_is_named_with_its_page(link: str, shown: str) -> None:
    with pytest.raises(BrokenLinkError) as raised:
        checked({"a.html": f'<p id="A"><a class="x" href="{link}">x</a></p>'})
    assert str(raised.value) == f"a.html: the link {shown!r} leads nowhere"


def test_a_link_into_a_kind_that_is_not_built_is_not_checked() -> None:
    checker = LinkChecker()
    checker.add("a.html", '<a href="cases/x.html#y">x</a>')
    checker.check({"a.html"}, lambda address: not address.startswith("cases/"))


def test_every_page_belongs_to_the_nearest_kind() -> None:
    names = {
        "index.html": "front",
        "cases/index.html": "cases",
        "data/index.html": "data",
        "data/benchmarks.html": "benchmarks",
        "grammars/atlas.html": "grammars",
    }
    for address, name in names.items():
        kind = kind_of(address)
        assert kind is not None
        assert kind.name == name
    assert kind_of("static/hexapla.css") is None


def test_kinds_are_known_by_name() -> None:
    assert kinds_named(None) == KINDS
    assert [kind.name for kind in kinds_named(["capacity", "front"])] == ["front", "capacity"]
    with pytest.raises(ValueError, match="no kind of page is named 'rfcs'; there are front, "):
        kinds_named(["rfcs"])


def test_one_kind_is_built_by_itself(tmp_path: Path) -> None:
    assert build_site(tmp_path, only=["clients", "benchmarks"]) == Built(2, "clients.html")
    pages = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.html")}
    assert pages == {"clients.html", "data/benchmarks.html"}


def test_a_build_with_a_broken_link_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = PageKind(
        "broken", "x/y.html", lambda _: [Page("x/y.html", "docs.html", {"sections": ()})]
    )
    monkeypatch.setattr(hexapla_site.build, "KINDS", (broken,))
    with pytest.raises(BrokenLinkError, match=r"x/y\.html: the link .*html.* leads nowhere"):
        build_site(tmp_path)


def test_a_page_that_nothing_links_to_is_told() -> None:
    links = LinkChecker()
    links.add("a.html", '<a href="b.html">b</a><a href="#x" id="x">x</a>')
    links.add("b.html", '<a href="a.html">a</a>')
    links.add("c.html", '<a href="c.html#y" id="y">a link to the page itself</a>')
    links.add_link("", "c.html")
    assert links.check({"a.html", "b.html", "c.html"}, lambda _: True) == ["c.html"]


@by_rows_of("pages")
def test_only_addresses_of_the_web_become_links(address: str) -> None:
    environment = template_environment()
    source = '{% import "macros.html" as m with context %}{{ m.source(citation) }}'
    document = attrs.evolve(hexapla.spec("rfc1808").document, url=address)
    template = environment.from_string(source)
    names = {**column_names(()), "root": ""}
    assert (
        template.render(citation=Citation(document, "4"), **names)
        == '<span class="tag">§\N{NO-BREAK SPACE}4</span>'
    )
    there = attrs.evolve(document, url="HTTP://a/")
    assert 'href="HTTP://a/#section-4"' in template.render(citation=Citation(there, "4"), **names)

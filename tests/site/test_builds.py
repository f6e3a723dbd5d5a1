"""Building the site: the choice of pages, the folder, the address, and the check of links."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import attrs
import click
import pytest
from command_line import run
from npm_modules import MODULES, needs_npm
from site_under_test import Page
from tables import by_rows_of, in_parts

import hexapla
import hexapla_site.build
from hexapla.documents.citation import Citation
from hexapla_site.build import build_site, kind_of
from hexapla_site.links import BrokenLinkError, LinkChecker
from hexapla_site.pages import KINDS
from hexapla_site.pages.docs import DocsContext
from hexapla_site.pages.kind import Page as BuiltPage
from hexapla_site.pages.kind import PageKind
from hexapla_site.rendering import column_names, template_environment
from hexapla_site.web_address import MISSING, WebAddress, WebAddressError, web_address

BASE = web_address("https://example.org/uris")
SOURCE = "https://example.org/code"
PAGE = '<a href="b/c.html#here">x</a> <a id="there" href="https://example.org/#nowhere">y</a>'
OTHER = '<a href="../a.html#there">x</a> <h2 id="here">"id" &lt;a href=&#34;no&#34;&gt;</h2>'


def checked(*files: str, **pages: str) -> list[str]:
    """Check the links of pages, named without suffix, in a build without cases; return orphans."""
    checker = LinkChecker()
    for name, markup in pages.items():
        checker.add(f"{name}.html", markup)
    there = {*files, *(f"{name}.html" for name in pages)}
    return checker.check(there, lambda address: not address.startswith("cases/"))


def test_links_that_lead_somewhere_pass_and_orphans_are_told() -> None:
    assert checked(**{"a": PAGE, "b/c": OTHER}) == []
    alone = '<a href="p.html#ref=%3Fy&amp;base=">x</a><a href="cases/x.html#y">x</a>'
    loaded = '<link href="s/x.css"><script src="s/y.js"></script><a href="#y" id="y">y</a>'
    assert checked("s/x.css", "s/y.js", p=alone + loaded) == ["p.html"]


@in_parts("only", slow=[["front", "standards", "docs"]], nightly=[[]])
def test_a_site_has_the_chosen_standards_alone(tmp_path: Path, only: list[str]) -> None:
    selectors = ["rfc1808", "whatwg[as-of=2022-03]"]
    kinds = [f"--only={kind}" for kind in only]
    built = run("site", str(tmp_path / "public"), "--spec", ",".join(selectors), *kinds)
    assert built.exit_code == 0, built.output
    standards = {path.name for path in (tmp_path / "public/standards").glob("rfc*.html")}
    assert standards == {"rfc1808.html"}
    front = (tmp_path / "public/index.html").read_text("utf-8")
    assert "<h1>Two standards. One link. Different answers.</h1>" in front
    article = (tmp_path / "public/docs/standards.html").read_text("utf-8")
    assert '<a href="../standards/rfc1808.html">RFC 1808</a>' in article
    assert "<td>RFC 2396</td>" in article


def test_a_site_of_one_standard_is_refused(tmp_path: Path) -> None:
    built = run("site", str(tmp_path / "public"), "--spec", "rfc3986")
    assert built.exit_code == 2
    assert "at least two standards" in built.output


@by_rows_of("pages")
def test_a_broken_link_is_named_with_its_page(link: str, shown: str) -> None:
    with pytest.raises(BrokenLinkError) as raised:
        checked(a=f'<p id="A"><a class="x" href="{link}">x</a></p>')
    assert str(raised.value) == f"a.html: the link {shown!r} is broken"


def test_a_build_with_a_broken_link_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = BuiltPage("x/y.html", "docs.html", DocsContext(()))
    monkeypatch.setattr(hexapla_site.build, "KINDS", (PageKind("x", "x/y.html", lambda _: [page]),))
    with pytest.raises(BrokenLinkError, match=r"x/y\.html: the link .*html.* is broken"):
        build_site(tmp_path)


@by_rows_of("pages")
def test_every_page_but_404_must_be_linked(
    unlinked: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hexapla_site.build, "KINDS", (PageKind("x", "x/", lambda _: []),))
    monkeypatch.setattr(LinkChecker, "check", lambda *_: unlinked)
    if message:
        with pytest.raises(BrokenLinkError) as raised:
            build_site(tmp_path / "site")
        assert str(raised.value) == message
    else:
        assert build_site(tmp_path / "site") == []


@by_rows_of("pages")
def test_only_addresses_of_the_web_become_links(address: str, is_linked: bool) -> None:
    source = "{{ macros('links').section(citation)|trim }}"
    document = attrs.evolve(hexapla.spec("rfc1808").document, url=address)
    shown = (
        template_environment()
        .from_string(source)
        .render(citation=Citation(document, "4"), root="", **column_names(()))
    )
    assert (f'href="{address}#section-4"' in shown) is is_linked
    assert is_linked or shown == '<span class="tag">§\N{NO-BREAK SPACE}4</span>'


def test_every_page_belongs_to_the_nearest_kind() -> None:
    addresses = ("index.html", "cases/index.html", "data/index.html", "data/benchmarks.html")
    kinds = map(kind_of, (*addresses, "grammars/atlas.html", "static/hexapla.css"))
    names = [kind and kind.name for kind in kinds]
    assert names == ["front", "cases", "data", "benchmarks", "grammars", None]


def test_kinds_are_built_alone_and_pages_of_an_earlier_build_removed(tmp_path: Path) -> None:
    def built() -> set[str]:
        return {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.html")}

    columns = (hexapla.spec("rfc1808"), hexapla.spec("rfc2396"))
    kinds = ["clients", "standards"]
    pages = ["standards/rfc1808.html", "standards/rfc2396.html", "clients.html"]
    assert build_site(tmp_path, columns=columns, only=kinds) == pages
    assert built() == {*pages}
    (tmp_path / "mine.html").write_text("not of this build")
    build_site(tmp_path, columns=columns[:1], only=["standards"])
    assert built() == {"mine.html", "standards/rfc1808.html"}
    with pytest.raises(ValueError, match=r"unknown kind of page 'rfcs'. Available: front, "):
        build_site(tmp_path, only=["rfcs"])
    assert built() == {"mine.html", "standards/rfc1808.html"}


# Its pages link to files that other kinds of page write, too.
OTHERS = [kind.name for kind in KINDS if kind.name != "front"]


@needs_npm
@in_parts("kind", slow=["front"], nightly=OTHERS)
def test_each_kind_can_be_built_alone(kind: str, tmp_path: Path) -> None:
    assert build_site(tmp_path / "site", only=[kind], npm=MODULES)


# Builds that know the address of the site.


def test_a_site_that_knows_its_address_tells_it(tmp_path: Path) -> None:
    kinds = ["benchmarks", "missing", "places"]
    build_site(tmp_path, only=kinds, base=BASE, source=SOURCE)
    full = {f"{BASE.folder}standards/", f"{BASE.folder}data/benchmarks.html"}
    for address in ("data/benchmarks.html", "standards/index.html"):
        shown = Page(tmp_path / address)
        (canonical,) = [item["href"] for _, item in shown.tags if item.get("rel") == "canonical"]
        assert canonical in full
        assert canonical.startswith(BASE.folder + address.removesuffix("index.html"))
        assert shown.meta["og:url"] == canonical
        assert shown.meta["og:description"] == shown.meta["description"]
        assert (shown.meta["og:site_name"], shown.meta["og:type"]) == ("Hexapla", "article")
        assert shown.meta["og:title"]
        assert f". {canonical}" in "".join(shown.text)
        assert f"  url = {{{canonical}}}\n}}" in "".join(shown.text)
        assert {SOURCE, f"{SOURCE}/issues"} <= set(shown.values("href"))
    assert "../docs/tutorial.html#install" in shown.values("href")
    listed = ElementTree.parse(tmp_path / "sitemap.xml").getroot()
    assert {place.text for place in listed.iter() if place.tag.endswith("loc")} == full
    robots = (tmp_path / "robots.txt").read_text()
    assert f"Sitemap: {BASE.folder}sitemap.xml\n" in robots
    missing = Page(tmp_path / MISSING)
    assert missing.meta["robots"] == "noindex"
    links = [each for each in missing.values("href", "src") if not each.startswith(("https:", "#"))]
    assert links
    assert all(link.startswith("/uris/") for link in links)  # at any depth
    build_site(tmp_path, only=["missing"])
    assert not {"sitemap.xml", "robots.txt"} & {path.name for path in tmp_path.iterdir()}
    links = Page(tmp_path / MISSING).values("href")
    assert "/static/hexapla.css" in links
    assert not [link for link in links if link.endswith("/issues")]


@by_rows_of("pages")
def test_an_address_is_that_of_a_folder(text: str, folder: str, path: str) -> None:
    assert web_address(text) == WebAddress(folder)
    assert web_address(text).path == path


@by_rows_of("pages")
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(WebAddressError):
        web_address(text)


def test_two_builds_of_one_day_are_equal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "850000000")
    for name in ("one", "other"):
        build_site(tmp_path / name, only=["places", "capacity", "missing"], base=BASE)
    one, other = (files_of(tmp_path / name) for name in ("one", "other"))
    assert one == other
    assert b"1996-12-07" in one["standards/index.html"]


def files_of(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


# The command.


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = []
    monkeypatch.setattr(click, "launch", found.append)
    return found


def site(*arguments: str | Path) -> tuple[int, str]:
    done = run("site", *map(str, arguments))
    return done.exit_code, done.output


def test_what_was_built_is_opened_without_a_build(tmp_path: Path, opened: list[str]) -> None:
    code, text = site(tmp_path, "--no-build", "--serve")
    assert (code, "has no front page" in text) == (2, True)
    front = tmp_path / "index.html"
    front.write_text("front")
    for option in ("--only", "front"), ("--base-url", BASE.folder), ("--case", "a", "b"):
        code, text = site(tmp_path, "--no-build", *option)
        assert (code, "--no-build" in text) == (2, True)
    assert site(tmp_path, "--no-build", "--open") == (0, "")
    assert opened == [front.as_uri()]
    assert [*tmp_path.iterdir()] == [front]


def test_a_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "t"
    folder.mkdir()
    files = {"files.txt": b"notes.html\n", "notes.html": b"N", "index.html": b"I"}
    for name, text in files.items():
        (folder / name).write_bytes(text)
    code, said = site(folder, "--only", "benchmarks")
    assert code == 2
    assert f"{folder} isn't empty, and Hexapla didn't create it" in said
    assert "or add --force" in said
    assert files_of(folder) == files
    assert site(folder, "--only", "benchmarks", "--force")[0] == 0
    assert files.items() <= files_of(folder).items()
    assert (folder / "data" / "benchmarks.html").exists()
    assert [*tmp_path.iterdir()] == [folder]


def test_what_is_built_is_named_and_a_build_that_fails_leaves_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opened: list[str]
) -> None:
    folder = tmp_path / "t"
    page = folder / "data" / "benchmarks.html"
    code, text = site(folder, "--only", "benchmarks", "--open")
    assert (code, text[:10], text.endswith(f": {page}\n")) == (0, "1 page in ", True)
    assert opened == [page.as_uri()]
    (folder / "CNAME").write_text("example.org")
    before = files_of(folder)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device", "source.css", None, "index.html")

    monkeypatch.setattr("hexapla_site.build.page_entry", fail)
    code, text = site(folder, "--only", "benchmarks")
    assert (code, f"can't write {folder}: No space left on device" in text) == (2, True)
    assert files_of(folder) == before
    assert [*tmp_path.iterdir()] == [folder]

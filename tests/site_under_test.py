"""The site that the tests check: built once per run, with hostile cases among the others."""

import csv
import functools
import io
import posixpath
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

from built_once import built_once
from tables import rows_of

from hexapla_site.build import build_site
from hexapla_site.report.report import STARTLING, make_report
from hexapla_site.web_address import MISSING

HOSTILE = (
    *('"><script>window.broken = 1</script>', "'><img src=x onerror=window.broken=1>"),
    *("</title><svg onload=window.broken=1>", "javascript:window.broken=1"),
    *("--><script>window.broken=1</script><!--", "{{ 7 * 7 }}{% raw %}"),
    "\u202e\u0000\u001b[31m\ud800\u2028</style><script>window.broken=1</script>",
)
HOSTILE_CASES = tuple(
    (base, text) for text in HOSTILE for base in ("http://a/b/c/d;p?q", f"http://a/{text}")
)
VOID = frozenset({"meta", "link", "br", "col", "input", "img", "hr", "wbr"})
INLINE = frozenset({"a", "abbr", "b", "bdi", "code", "i", "kbd", "mark", "small", "span", "strong"})
INLINE |= {"sub", "sup", "time", "wbr"}
SCRIPTS = {
    *("columns.js", "page.js", "stepper.js"),
    *("hosts.js", "hosts-data.js", "answering.js", "pair.js", "parsers.js", "playground.js"),
    *("fonts.js", "server.js"),
}


class Page(HTMLParser):
    """Collects the contents of a page: tags with attributes, ids, links, text.

    Its words have a space between elements that aren't on the same line.
    """

    def __init__(self, source: Path | str) -> None:
        super().__init__(convert_charrefs=True)
        self.source = source
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.text: list[str] = []
        self._spaced_text: list[str] = []
        self.misnested: list[str] = []
        self.feed(source if isinstance(source, str) else source.read_text("utf-8"))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        self._separate(tag)

    def handle_endtag(self, tag: str) -> None:
        self._separate(tag)
        if not self.open or self.open.pop() != tag:
            self.misnested.append(tag)

    def handle_data(self, data: str) -> None:
        self.text.append(data)
        self._spaced_text.append(data)

    def _separate(self, tag: str) -> None:
        if tag not in INLINE:
            self._spaced_text.append(" ")

    @functools.cached_property
    def words(self) -> str:
        return " ".join("".join(self._spaced_text).split())

    @functools.cached_property
    def ids(self) -> list[str]:
        return self.values("id")

    def values(self, *names: str) -> list[str]:
        return [item[name] for _, item in self.tags for name in names if name in item]

    def all(self, tag: str) -> list[dict[str, str]]:
        """Return the attributes of each element with a tag name."""
        return [attributes for each, attributes in self.tags if each == tag]

    @property
    def meta(self) -> dict[str, str]:
        """The page's metadata by name."""
        names = ("name", "property", "http-equiv")
        told = [item for item in self.all("meta") if "content" in item]
        return {item[name]: item["content"] for item in told for name in names if name in item}


def assert_is_well_formed(page: Page) -> None:
    """Check that ids on a page are unique, and that its tags nest."""
    assert len(page.ids) == len(set(page.ids)), page.source
    assert not page.misnested, page.source
    assert not page.open, page.source


def assert_has_only_our_scripts(page: Page) -> None:
    """Check that a page is well formed, and that its only scripts are the site's files."""
    assert_is_well_formed(page)
    names = {name for name, _ in page.tags}
    assert not names & {"img", "iframe", "object", "style"}, page.source
    attributes = {name for _, item in page.tags for name in item}
    assert not [name for name in attributes if name.startswith("on") or name == "style"]
    assert not [link for link in page.values("href") if link.lower().startswith("javascript:")]
    assert all(map(_is_our_script, page.all("script"))), page.source


def _is_our_script(attributes: dict[str, str]) -> bool:
    """Return whether a script is one of the site's files, or the settings as data."""
    if "type" in attributes:
        return attributes == {"type": "application/json", "id": "settings"}
    name = posixpath.basename(attributes["src"])
    expected = {"src"} if name in ("columns.js", "fonts.js") else {"src", "defer"}
    return set(attributes) == expected and name in SCRIPTS


def links_to_nowhere(folder: Path, address: str) -> Iterator[str]:
    """Yield the links and sources of a page that don't exist; only links may be external."""
    for tag, attributes in page_of(folder / address).tags:
        for link in filter(None, map(attributes.get, ("href", "src"))):
            parts = urlsplit(link)
            path = parts.path.removeprefix("/") if address == MISSING else parts.path
            joined = posixpath.join(posixpath.dirname(address), path)
            target = folder / (posixpath.normpath(joined) if path else address)
            if parts.scheme or parts.netloc or not target.is_file():
                yield from (link,) if tag != "a" or parts.scheme != "https" else ()
            elif parts.fragment and not ("=" in parts.fragment and _is_read_by_a_script(target)):
                yield from (link,) if parts.fragment not in page_of(target).ids else ()


def _is_read_by_a_script(path: Path) -> bool:
    """Return whether a page's script reads the fragment of the address, as filters do."""
    own = path.match("playground.html") or path.match("hosts/index.html")
    return own or bool(page_of(path).values("data-filter"))


@functools.cache
def built_site() -> Path:
    return built_once("site", lambda folder: build_site(folder, HOSTILE_CASES))


page_of = functools.cache(Page)


def page(address: str) -> Page:
    return page_of(built_site() / address)


def source_of(address: str) -> str:
    """Return the text of a file of the built site."""
    return (built_site() / address).read_bytes().decode()


def rows_of_data(name: str) -> list[dict[str, str]]:
    """Return the rows of a table of the built site's data."""
    return list(csv.DictReader(io.StringIO(source_of(f"data/{name}.csv"), newline="")))


def pages() -> Iterator[tuple[str, Page]]:
    """Yield each page with its address; only one process should, since this takes seconds."""
    return ((address, page(address)) for address in addresses())


@functools.cache
def addresses() -> tuple[str, ...]:
    root = built_site()
    return tuple(sorted(path.relative_to(root).as_posix() for path in root.rglob("*.html")))


def address_of(path: str) -> str:
    return (built_site() / path).as_uri()


# At least one page with each set of scripts.
FEW_PAGES = (
    *("index.html", "playground.html", "a case", "hosts/index.html", "clients.html"),
    *("docs/test-my-parser.html", "docs/uris.html"),
)
KINDS_OF_PAGE = tuple(kind for (kind,) in rows_of("pages", "kinds of page"))


def path_of(kind: str) -> str:
    """Return the path of a page of a kind in the built site."""
    report = make_report(())
    standing_for = {
        "a case": f"cases/{report.by_input[STARTLING].id}.html",
        "a cause": f"causes/{report.causes[0].id}.html",
    }
    return standing_for.get(kind, kind)

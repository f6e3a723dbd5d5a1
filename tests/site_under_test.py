"""The site as the tests see it: built once a run, with hostile cases beside the reference ones."""

import functools
from html.parser import HTMLParser
from pathlib import Path

from built_once import built_once
from tables import rows_of

import hexapla
from hexapla.standard.spec import Spec
from hexapla_site.build import build_site
from hexapla_site.playground.runtime import PYODIDE_FILES
from hexapla_site.report.report import STARTLING, make_report

HOSTILE = (
    *('"><script>window.broken = 1</script>', "'><img src=x onerror=window.broken=1>"),
    *("</title><svg onload=window.broken=1>", "javascript:window.broken=1"),
    *("--><script>window.broken=1</script><!--", "{{ 7 * 7 }}{% raw %}"),
    "\u202e\u0000\u001b[31m\ud800\u2028</style><script>window.broken=1</script>",
)
HOSTILE_CASES = tuple(
    (base, text) for text in HOSTILE for base in ("http://a/b/c/d;p?q", f"http://a/{text}")
)
VOID = frozenset({"meta", "link", "br", "input", "img", "hr", "wbr"})


class Page(HTMLParser):
    """Collects what a page has: tags with attributes, ids, links, text."""

    def __init__(self, source: Path | str) -> None:
        super().__init__(convert_charrefs=True)
        self.source = source
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.text: list[str] = []
        self.misnested: list[str] = []
        self.feed(source if isinstance(source, str) else source.read_text("utf-8"))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.misnested.append(tag)

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    @property
    def words(self) -> str:
        return " ".join("".join(self.text).split())

    @property
    def ids(self) -> list[str]:
        return [attributes["id"] for _, attributes in self.tags if "id" in attributes]

    def values(self, *names: str) -> list[str]:
        return [
            attributes[name] for _, attributes in self.tags for name in names if name in attributes
        ]


def assert_is_well_formed(page: Page) -> None:
    """Check that no two elements of a page have one id, and that its tags nest."""
    assert len(page.ids) == len(set(page.ids)), page.source
    assert not page.misnested, page.source
    assert not page.open, page.source


def assert_has_no_foreign_markup(page: Page) -> None:
    """Check that a page without a script has no element, and no handler, that came with text."""
    for tag, attributes in page.tags:
        assert tag not in ("img", "iframe", "object", "script"), tag
        assert not [name for name in attributes if name.startswith("on")]


def assert_has_only_our_scripts(page: Page) -> None:
    """Check that a page is well formed, has scripts of files alone, and nothing that runs in it."""
    assert_is_well_formed(page)
    for tag, attributes in page.tags:
        assert tag not in ("img", "iframe", "object"), tag
        assert tag != "script" or {"src"} <= set(attributes) <= {"src", "defer"}
        assert not [name for name in attributes if name.startswith("on")]
    assert not [link for link in page.values("href") if link.lower().startswith("javascript:")]


def links_to_nowhere(page: Page, directory: Path) -> list[str]:
    """Return what a page asks for and its folder lacks; links to other sites do not count."""
    asked = [
        (tag, address)
        for tag, attributes in page.tags
        for address in filter(None, (attributes.get("href"), attributes.get("src")))
    ]
    return [
        address
        for tag, address in asked
        if not (tag == "a" and address.startswith("https://"))
        and not (address[1:] in page.ids if address[0] == "#" else (directory / address).is_file())
    ]


_MODULE = Path(__file__).parents[1] / "site" / "node_modules" / "pyodide"
PYODIDE = _MODULE if all((_MODULE / name).exists() for name in PYODIDE_FILES) else None


@functools.cache
def built_site() -> Path:
    return built_once("site", lambda folder: build_site(folder, HOSTILE_CASES))


@functools.cache
def site_with_python() -> Path:
    """Return the pages that answer, with Python for the browser: for slow tests only."""
    kinds = ("front", "playground")
    return built_once("with-python", lambda folder: build_site(folder, pyodide=PYODIDE, only=kinds))


def _three_columns() -> tuple[Spec, ...]:
    return tuple(map(hexapla.spec, ("rfc1630", "rfc1808", "rfc2396")))


@functools.cache
def site_of_three_columns() -> Path:
    """Return some kinds of page, of the columns of the catalogue alone, without Pyodide."""
    kinds = ("front", "standards", "explanations", "playground")
    return built_once(
        "some-of-three-columns",
        lambda folder: build_site(folder, HOSTILE_CASES, _three_columns(), only=kinds),
    )


@functools.cache
def page(address: str) -> Page:
    return Page(built_site() / address)


@functools.cache
def addresses() -> tuple[str, ...]:
    root = built_site()
    return tuple(sorted(path.relative_to(root).as_posix() for path in root.rglob("*.html")))


def address_of(path: str) -> str:
    return (built_site() / path).as_uri()


KINDS_OF_PAGE = tuple(kind for (kind,) in rows_of("pages", "kinds of page"))


def path_of(kind: str) -> str:
    """Return where a page of a kind lies in the built site."""
    report = make_report(())
    standing_for = {
        "a case": f"cases/{report.by_input[STARTLING].id}.html",
        "a cause": f"causes/{report.causes[0].id}.html",
    }
    return standing_for.get(kind, kind)

"""The site as the tests see it: built once with hostile cases beside the reference ones."""

import functools
import tempfile
from html.parser import HTMLParser
from pathlib import Path

import hexapla
from hexapla_site.build import build_site
from hexapla_site.pages import OPERATIONS
from hexapla_site.report.report import STARTLING, make_report

HOSTILE = (
    '"><script>window.broken = 1</script>',
    "'><img src=x onerror=window.broken=1>",
    "</title><svg onload=window.broken=1>",
    "javascript:window.broken=1",
    "--><script>window.broken=1</script><!--",
    "{{ 7 * 7 }}{% raw %}",
    "\u202e\u0000\u001b[31m\ud800\u2028</style><script>window.broken=1</script>",
)
HOSTILE_CASES = tuple(
    (base, text) for text in HOSTILE for base in ("http://a/b/c/d;p?q", f"http://a/{text}")
)
VOID = frozenset({"meta", "link", "br", "input", "img", "hr"})


class Page(HTMLParser):
    """Collects what a page has: tags with attributes, ids, links, text."""

    def __init__(self, path: Path) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.text: list[str] = []
        self.misnested: list[str] = []
        self.feed(path.read_text("utf-8"))
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
    def ids(self) -> list[str]:
        return [attributes["id"] for _, attributes in self.tags if "id" in attributes]

    def values(self, *names: str) -> list[str]:
        return [
            attributes[name] for _, attributes in self.tags for name in names if name in attributes
        ]


def links_to_nowhere(page: Page, directory: Path) -> list[str]:
    """Give what a page by itself asks for that its folder lacks; links to other sites are none."""
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


@functools.cache
def built_site() -> Path:
    directory = Path(tempfile.mkdtemp(prefix="hexapla-site-"))
    build_site(directory, HOSTILE_CASES)
    return directory


@functools.cache
def site_without_newcomers() -> Path:
    directory = Path(tempfile.mkdtemp(prefix="hexapla-site-"))
    columns = tuple(spec for spec in hexapla.specs() if spec.default_column)
    build_site(directory, HOSTILE_CASES, columns)
    return directory


@functools.cache
def page(address: str) -> Page:
    return Page(built_site() / address)


@functools.cache
def addresses() -> tuple[str, ...]:
    root = built_site()
    return tuple(sorted(path.relative_to(root).as_posix() for path in root.rglob("*.html")))


def address_of(path: str) -> str:
    """Give the address of a file of the built site."""
    return (built_site() / path).as_uri()


def kinds_of_page(memos: int | None = None) -> list[str]:
    """Give the address of a page of each kind; of some memos, where not all are wanted."""
    report = make_report(())
    folders = [
        f"{name}/index.html" for name in ("cases", "causes", "explanations", "grammars", "data")
    ]
    return [
        *("index.html", "catalogue.html", "agreement.html", "clients.html", "playground.html"),
        *("implementations.html", "guide.html"),
        *folders,
        *(f"standards/{spec.id}.html" for spec in hexapla.specs()[:memos]),
        *(kind.address for kind in OPERATIONS),
        f"cases/{report.by_input[STARTLING].id}.html",
        f"causes/{report.causes[0].id}.html",
        "explanations/dots-that-climb.html",
        *("grammars/rfc2396.html", "grammars/rfc1808-rfc2396.html", "grammars/timeline.html"),
        "data/capacity.html",
    ]

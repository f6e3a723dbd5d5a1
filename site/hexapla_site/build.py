"""Build the site: render and write all kinds of pages, and check all links."""

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from jinja2 import Environment

from hexapla.jobs.folder import replaced_folder
from hexapla.standard.spec import Spec
from hexapla_site.links import BrokenLinkError, LinkChecker
from hexapla_site.navigation import navigation_of
from hexapla_site.output import SITE, copy_static_files, octets_of
from hexapla_site.pages import KINDS
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.rendering import (
    column_names,
    template_environment,
    without_needless_lines,
)
from hexapla_site.report.report import Report, make_report
from hexapla_site.search import INDEX, SearchEntry, index_of, page_entry
from hexapla_site.web_address import MISSING, WebAddress

_COLUMN_STYLE = "static/columns.css"


def build_site(
    directory: Path,
    more: Iterable[tuple[str, str]] = (),
    columns: tuple[Spec, ...] | None = None,
    *,
    npm: Path | None = None,
    only: Iterable[str] | None = None,
    base: WebAddress | None = None,
    source: str | None = None,
    force: bool = False,
    workers: int = 1,
) -> Sequence[str]:
    """Write the site to a directory, replacing any earlier build there.

    Returns:
        The addresses of the site's pages.

    Args:
        directory: The output directory. Files that Hexapla didn't write are kept.
        more: Pairs of base and reference to show in addition to the reference cases.
        columns: The specs to show; by default, the default specs.
        npm: A folder of npm packages (`node_modules`), whose parsers run on the pages.
        only: The kinds of pages to build; by default, all kinds. Links to other kinds are not
            checked.
        base: The address of the published site. If it is given, pages have canonical addresses, and
            files for crawlers are written.
        source: The address of the source code; each page links to it and to the issue tracker.
        force: Whether to replace files that Hexapla didn't write but that have the same name as a
            new file.
        workers: The number of processes that search the recorded answers of implementations for
            departures from the standards, which takes most of the time.

    Raises:
        ForeignFolderError: The directory is not empty, and no site was built there; or, unless
            `force` is true, a new file has the name of a file that Hexapla didn't write.
        RunError: The directory can't be replaced (because it is a mount point, or is or contains
            the working directory), another process is building a site there, or a worker process
            was killed.
        OSError: The directory can't be written, or `npm` contains no parser.
        ValueError: `only` contains an unknown kind of page.
        BrokenLinkError: A page contains a broken link. Or, if all kinds are built, a page links to
            the 404 page, or no page links to one of the other pages. Any earlier build is kept.
    """
    wanted = set(only or ())
    if unknown := wanted - {kind.name for kind in KINDS}:
        known = ", ".join(kind.name for kind in KINDS)
        raise ValueError(f"unknown kind of page {min(unknown)!r}. Available: {known}")
    with replaced_folder(directory, SITE, force=force) as folder:
        kinds = [kind for kind in KINDS if kind.name in wanted or not wanted]
        report = make_report(more, columns)
        copy_static_files(folder / "static")
        environment = _environment(report, base or WebAddress(), source)
        build = _Build(Site(report, environment, KINDS, npm, workers), folder, base)
        build.write(_COLUMN_STYLE, environment.get_template("columns.css").render())
        for kind in kinds:
            build.write_kind(kind)
        build.finish(kinds)
    return build.pages


def kind_of(address: str) -> PageKind | None:
    """Return the kind of page to which an address belongs; None if no kind matches."""
    kinds = (kind for kind in KINDS if address.startswith(kind.address))
    return max(kinds, key=lambda kind: len(kind.address), default=None)


class _Build:
    """Writes pages and files, and collects links and search entries to be processed at the end."""

    def __init__(self, site: Site, directory: Path, base: WebAddress | None) -> None:
        self._site = site
        self._directory = directory
        self._base = base or WebAddress()
        self._listed: list[str] = []
        self._links = LinkChecker(self._base.folder)
        self._entries: list[SearchEntry] = []
        self._page_entries: list[SearchEntry] = []
        self._files: list[str] = []
        self.pages: list[str] = []

    def write(self, address: str, content: str | bytes) -> None:
        """Write a file at an address; a string is encoded as UTF-8."""
        path = self._directory / address
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(octets_of(content) if isinstance(content, str) else content)
        self._files.append(address)

    def write_kind(self, kind: PageKind) -> None:
        """Write the pages and files of a kind of page."""
        for page in kind.pages(self._site):
            self._write_page(page, kind)
        for file in kind.files(self._site):
            self.write(file.address, file.content)
        self._entries += kind.entries(self._site)

    def _write_page(self, page: Page, kind: PageKind) -> None:
        template = self._site.environment.get_template(page.template)
        root = "../" * page.address.count("/")
        names = page.names
        text = template.render(root=root, here=page.address, **names)
        self._links.add(page.address, text)
        if page.anywhere:
            text = template.render(root=self._base.path, here=page.address, **names)
        else:
            self._listed.append(page.address)
        self.write(page.address, without_needless_lines(text))
        self.pages.append(page.address)
        if page.indexed:
            self._page_entries.append(page_entry(page.address, text, kind.name))

    def finish(self, kinds: Sequence[PageKind]) -> None:
        """Write the search index, and check the links.

        If the site's address is known, also write files for crawlers.
        """
        entries = [*self._entries, *self._page_entries]
        self.write(INDEX, index_of(entries))
        for entry in entries:
            self._links.add_link("", entry.address)
        if self._base:
            for address in ("robots.txt", "sitemap.xml"):
                template = self._site.environment.get_template(address)
                self.write(address, f"{template.render(listed=self._listed)}\n")
        static = (path for path in (self._directory / "static").rglob("*") if path.is_file())
        there = {*self._files, *(path.relative_to(self._directory).as_posix() for path in static)}
        built = (None, *kinds)
        alone = self._links.check(there, lambda address: kind_of(address) in built)
        if len(kinds) == len(KINDS):
            _check_unlinked(alone)


def _check_unlinked(pages: Collection[str]) -> None:
    """Raise `BrokenLinkError` unless the 404 page is the only page that no other page links to.

    Args:
        pages: The addresses of all pages that no other page links to.
    """
    forgotten = [page for page in pages if page != MISSING]
    if forgotten:
        raise BrokenLinkError(f"no page links to {', '.join(forgotten)}")
    if MISSING not in pages:
        raise BrokenLinkError(f"a page links to {MISSING}")


def _environment(report: Report, base: WebAddress, source: str | None) -> Environment:
    environment = template_environment()
    environment.globals.update(
        report=report,
        web_address=base,
        source_url=source,
        navigation=navigation_of(report.columns),
        **column_names(report.columns),
    )
    return environment

"""The documentation: articles in Markdown, in sections, and a page that lists them.

An article is a file in the folder `docs`; those that are generated come from functions. Every
example in them is run by the tests.
"""

from collections.abc import Callable, Iterator
from itertools import chain

import attrs

from hexapla_site.folders import DOCS
from hexapla_site.markdown import Article, headings, read_article, to_html
from hexapla_site.pages.kind import Page, PageKind, Site


@attrs.frozen
class Listed:
    """Pages of another kind that the list of the documentation has as well."""

    address: str
    title: str
    about: str


@attrs.frozen
class DocsSection:
    """Articles for one purpose.

    Attributes:
        title: The heading above them.
        about: When a reader needs them.
        names: Of the articles that are files, in the order in which they are listed.
        generated: Functions that return further articles, which are listed behind them.
        listed: Pages of other kinds, which are listed last.
    """

    title: str
    about: str
    names: tuple[str, ...]
    generated: tuple[Callable[[], tuple[Article, ...]], ...] = ()
    listed: tuple[Listed, ...] = ()

    @property
    def articles(self) -> tuple[Article, ...]:
        """The articles."""
        read = (read_article(DOCS, name) for name in self.names)
        return tuple(chain(read, *(generate() for generate in self.generated)))


SECTIONS = (
    DocsSection(
        "Tutorial", "To begin with: ten minutes, from installing to a plug-in.", ("tutorial",)
    ),
    DocsSection(
        "How-to guides",
        "For one task each.",
        (
            "test-my-parser",
            "test-in-ci",
            "same-host",
            "use-the-vectors",
            "use-the-library",
            "compare-a-crawl",
            "list-every-disagreement",
            "write-a-spec",
            "build-the-site",
            "complete-in-the-shell",
            "cite",
        ),
    ),
    DocsSection(
        "Reference",
        "To look things up.",
        ("command-line-conventions",),
        listed=(
            Listed(
                "library/index.html",
                "The library",
                "Every public name of the Python package, with signature, types and exceptions.",
            ),
            Listed(
                "commands/index.html",
                "The command line",
                "Every command with its arguments, options, exit codes and examples.",
            ),
            Listed(
                "formats/index.html",
                "The formats",
                "Every member of what Hexapla prints, writes and reads, and the JSON Schemas.",
            ),
        ),
    ),
    DocsSection(
        "Background",
        "What it is about, and how it works.",
        ("uris", "standards", "how-a-cause-is-worked-out", "glossary"),
    ),
)


def _pages(_: Site) -> Iterator[Page]:
    sections = tuple((section, section.articles) for section in SECTIONS)
    yield Page("docs/index.html", "docs.html", {"sections": sections})
    ordered = [article for _, articles in sections for article in articles]
    for number, article in enumerate(ordered):
        context = {
            "article": article,
            "body": to_html(article.body),
            "headings": headings(article.body),
            "before": ordered[number - 1] if number else None,
            "after": ordered[number + 1] if number + 1 < len(ordered) else None,
        }
        yield Page(f"docs/{article.name}.html", "doc.html", context)


KIND = PageKind("docs", "docs/", _pages, title="Docs")

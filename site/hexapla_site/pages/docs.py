"""The documentation: articles in Markdown, in sections, and a page that lists them.

An article is a file in the folder `docs`, where `sections.toml` lists them. The tests run every
example in them.
"""

import tomllib
from collections.abc import Iterator

import attrs

from hexapla_site.folders import DOCS
from hexapla_site.markdown import Article, headings, read_article, to_html
from hexapla_site.navigation import Area
from hexapla_site.pages.kind import Page, PageKind, Site, with_neighbours


@attrs.frozen
class DocsSection:
    """Articles for one purpose.

    Attributes:
        title: The heading above them.
        about: When a reader needs them.
        articles: The articles, in the order in which they are listed.
        listed: Pages of other kinds, which are listed last.
    """

    title: str
    about: str
    articles: tuple[Article, ...]
    listed: tuple[Area, ...]


def _read() -> Iterator[DocsSection]:
    for section in tomllib.loads((DOCS / "sections.toml").read_text("utf-8"))["section"]:
        articles = tuple(read_article(DOCS, name) for name in section["articles"])
        listed = tuple(Area(**area) for area in section.get("listed", ()))
        yield DocsSection(section["title"], section["about"], articles, listed)


SECTIONS = tuple(_read())


def _pages(_: Site) -> Iterator[Page]:
    yield Page("docs/index.html", "docs.html", {"sections": SECTIONS})
    ordered = [article for section in SECTIONS for article in section.articles]
    for article, neighbours in with_neighbours(ordered):
        context = {
            **neighbours,
            "article": article,
            "body": to_html(article.body),
            "headings": headings(article.body),
        }
        yield Page(f"docs/{article.name}.html", "doc.html", context)


KIND = PageKind("docs", "docs/", _pages, title="Docs")

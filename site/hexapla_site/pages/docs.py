"""The documentation: Markdown articles in sections, and a page that lists them.

Articles are files in the folder `docs`; `sections.toml` lists them. The tests run every example in
them.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence

import attrs

from hexapla_site.addresses import USUAL_BASE
from hexapla_site.folders import DOCS
from hexapla_site.markdown import Article, read_article, to_html
from hexapla_site.navigation import PageLink
from hexapla_site.pages.kind import Page, PageKind, Site, with_neighbours
from hexapla_site.report.case import CaseReport


@attrs.frozen
class DocsSection:
    """A section of the documentation.

    Attributes:
        title: Its title.
        about: A sentence about when a reader needs it.
        articles: Its articles.
        listed: Pages of other kinds, which follow the articles.
    """

    title: str
    about: str
    articles: Sequence[Article]
    listed: Sequence[Mapping[str, str]] = ()


@attrs.frozen
class DocsContext:
    """The content of the first page of the documentation."""

    sections: Sequence[DocsSection]


@attrs.frozen
class DocContext:
    """The content of the page of an article.

    Attributes:
        article: The article.
        body: Its text as HTML.
        picture: A case whose steps are drawn; None if the article has none.
        before: The article before it.
        after: The article after it.
    """

    article: Article
    body: str
    picture: CaseReport | None
    before: PageLink | None
    after: PageLink | None


def _read_sections() -> Iterator[DocsSection]:
    text = (DOCS / "sections.toml").read_text("utf-8")
    for section in tomllib.loads(text)["section"]:
        articles = [read_article(DOCS, name) for name in section["articles"]]
        yield DocsSection(section["title"], section["about"], articles, section.get("listed", ()))


SECTIONS = tuple(_read_sections())
ARTICLES = tuple(article for section in SECTIONS for article in section.articles)


def _address(article: Article) -> str:
    return f"docs/{article.name}.html"


def _pages(site: Site) -> Iterator[Page]:
    yield Page("docs/index.html", "docs.html", DocsContext(SECTIONS))
    links = [PageLink(article.title, _address(article)) for article in ARTICLES]
    for article, (before, _, after) in zip(ARTICLES, with_neighbours(links), strict=True):
        reference = article.fields.get("picture")
        picture = None if reference is None else site.report.by_input[USUAL_BASE, reference]
        context = DocContext(article, to_html(article.body), picture, before, after)
        yield Page(_address(article), "doc.html", context)


KIND = PageKind("docs", "docs/", _pages)

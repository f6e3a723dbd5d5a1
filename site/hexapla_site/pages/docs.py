"""The documentation: Markdown articles, grouped in sections, and a page that lists them.

Articles are files in the folder `docs`, and `sections.toml` lists them. Tests run the examples in
the articles.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence

import attrs

from hexapla.standard.registry import default_columns
from hexapla_site.addresses import USUAL_BASE
from hexapla_site.folders import DOCS
from hexapla_site.markdown import Article, read_article, to_html
from hexapla_site.navigation import PageLink
from hexapla_site.pages.data import vectors_address
from hexapla_site.pages.explanations import all_topics, explanations_of, topic_address
from hexapla_site.pages.kind import Page, PageKind, Site, with_neighbours
from hexapla_site.pages.standards import standard_address
from hexapla_site.report.case import CaseReport


@attrs.frozen
class DocsSection:
    """A section of the documentation.

    Attributes:
        title: The title of the section.
        about: A sentence that says when a reader needs the section.
        articles: The articles.
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
        body: The text of the article as HTML.
        picture: A case whose steps are drawn; None if the article has no picture.
        before: The previous article; None if there is none.
        after: The next article; None if there is none.
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


# A link to a page of another kind; articles are in the folder `docs`.
_LINK = re.compile(r'<a href="\.\./(?P<address>[^"#]+)[^"]*">(?P<text>.*?)</a>', re.DOTALL)
SECTIONS = tuple(_read_sections())
ARTICLES = tuple(article for section in SECTIONS for article in section.articles)


def _address(article: Article) -> str:
    return f"docs/{article.name}.html"


def _left_out(site: Site) -> frozenset[str]:
    """Return addresses that articles may link to but that a site with these standards lacks."""
    every = (*map(standard_address, default_columns()), *map(vectors_address, default_columns()))
    there = {*map(standard_address, site.columns), *map(vectors_address, site.columns)}
    shown = site.once(explanations_of).topics
    unshown = (topic_address(topic) for topic in all_topics() if topic not in shown)
    return frozenset((*every, *unshown)) - there


def _without_links(body: str, addresses: frozenset[str]) -> str:
    """Return an article's HTML with links to the given addresses replaced by plain text."""

    def kept(link: re.Match[str]) -> str:
        return link["text"] if link["address"] in addresses else link[0]

    return _LINK.sub(kept, body)


def _pages(site: Site) -> Iterator[Page]:
    yield Page("docs/index.html", "docs.html", DocsContext(SECTIONS))
    left_out = _left_out(site)
    links = [PageLink(article.title, _address(article)) for article in ARTICLES]
    for article, (before, _, after) in zip(ARTICLES, with_neighbours(links), strict=True):
        reference = article.fields.get("picture")
        picture = None if reference is None else site.report.by_input[USUAL_BASE, reference]
        body = _without_links(to_html(article.body), left_out)
        context = DocContext(article, body, picture, before, after)
        yield Page(_address(article), "doc.html", context)


KIND = PageKind("docs", "docs/", _pages)

"""The documentation: articles in Markdown, in sections, and a page that lists them.

An article is a file in the folder `docs`, where `sections.toml` lists them. The tests run every
example in them.
"""

import tomllib
from collections.abc import Iterator
from typing import Any

from hexapla_site.addresses import USUAL_BASE
from hexapla_site.folders import DOCS
from hexapla_site.markdown import read_article, to_html
from hexapla_site.pages.kind import Page, PageKind, Site, with_neighbours

# Each section has a title, a sentence on when a reader needs it, articles, and pages of other kinds
# that are `listed` behind them.
SECTIONS: list[dict[str, Any]] = [
    {**section, "articles": [read_article(DOCS, name) for name in section["articles"]]}
    for section in tomllib.loads((DOCS / "sections.toml").read_text("utf-8"))["section"]
]


def _pages(site: Site) -> Iterator[Page]:
    yield Page("docs/index.html", "docs.html", {"sections": SECTIONS})
    ordered = [article for section in SECTIONS for article in section["articles"]]
    for article, neighbours in with_neighbours(ordered):
        picture = article.fields.get("picture")  # a reference, whose resolving is shown
        context = {
            **neighbours,
            "article": article,
            "picture": picture and site.report.by_input[USUAL_BASE, picture],
            "body": to_html(article.body),
        }
        yield Page(f"docs/{article.name}.html", "doc.html", context)


KIND = PageKind("docs", "docs/", _pages)

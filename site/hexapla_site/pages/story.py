"""How URLs have changed since 1994: an illustrated page, with the data for each picture.

The article is a Markdown file in the folder `story`. Calls in the article stand for computed
results: answers, sections of rules, parsers that give an older answer, dates of changes to the URL
Standard, and counts.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, ClassVar

import attrs
from jinja2 import Environment

from hexapla.standard.registry import spec
from hexapla.standard.spec import Spec
from hexapla_site.data.real_links import RealLinks, read_real_links
from hexapla_site.data.table import Cells, Table, table_of
from hexapla_site.figures.drawing import Picture
from hexapla_site.folders import STORY, read_data
from hexapla_site.markdown import Article, read_article
from hexapla_site.pages.explanations import Explanations, Prose, explanations_of
from hexapla_site.pages.kind import File, Page, PageKind, Site
from hexapla_site.report.implementations import json_of
from hexapla_site.story.answer_grid import answer_grid
from hexapla_site.story.changes import (
    ShownLink,
    StandardChange,
    all_parsers,
    change_named,
    changes,
    shown_links,
    words_of,
)
from hexapla_site.story.follower_matrix import follower_matrix
from hexapla_site.story.line_of_documents import line_of_documents
from hexapla_site.story.lineage import ShownDocument, documents, standards
from hexapla_site.story.link_bars import link_bars
from hexapla_site.story.neighbours import NeighbourCount, neighbour_counts

ADDRESS = "how-urls-changed.html"
_ARTICLE = read_article(STORY, "how-urls-changed")


@attrs.frozen(eq=False, repr=False)
class Story:
    """The computed content of the page."""

    documents: tuple[ShownDocument, ...]
    links: tuple[ShownLink, ...]
    counts: tuple[NeighbourCount, ...]
    changes: tuple[StandardChange, ...]
    counted: RealLinks
    changed: tuple[date, ...]
    pictures: Mapping[str, Picture]

    @property
    def standards(self) -> tuple[Spec, ...]:
        """The standards in the story, oldest first."""
        return standards()

    @property
    def labels(self) -> Mapping[str, str]:
        """The labels of the documents, keyed by id."""
        return {shown.document.id: shown.document.label for shown in self.documents}

    @property
    def not_compared(self) -> Sequence[str]:
        """The labels of the documents that are shown, but not compared."""
        compared = {one.id for one in self.standards}
        return [label for name, label in self.labels.items() if name not in compared]


@attrs.frozen
class StoryContext:
    """The content of the page: the article, with its text as HTML."""

    article: Article
    body: str


def story_of(site: Site) -> Story:
    """Compute the story: run the standards, read the recordings, and draw the pictures."""
    lines, links, told = documents(), shown_links(), changes()
    counted = read_real_links()
    counts = neighbour_counts(counted)
    changed = tuple(date.fromisoformat(item["date"]) for item in _changes_of_result())
    today = date.fromisoformat(site.provenance.date)
    pictures = (
        line_of_documents(lines, changed, today),
        answer_grid(links, standards()),
        link_bars(counts),
        follower_matrix(told, all_parsers()),
    )
    by_name = {picture.name: picture for picture in pictures}
    return Story(lines, links, counts, told, counted, changed, by_name)


def _changes_of_result() -> list[dict[str, Any]]:
    changes_of_result: list[dict[str, Any]] = read_data("url-standard-changes.json")
    return changes_of_result


class StoryProse(Prose):
    """Renders the text of the story, in which more calls are available than in explanations."""

    calls: ClassVar[tuple[str, ...]] = (
        "answer",
        "topic",
        "figure",
        "change",
        "rule",
        "since",
        "number",
    )
    template: ClassVar[str] = "macros/story.html"

    def __init__(self, story: Story, explanations: Explanations, environment: Environment) -> None:
        super().__init__(explanations, environment, "")
        self._story = story
        self._figures = 0

    def figure(self, name: str) -> str:
        """Return a picture with its caption, links to its data, and the same data as a table."""
        self._figures += 1
        picture = self._story.pictures[name]
        return self._block("figure", self._figures, picture, self._story)

    def change(self, *names: str) -> str:
        """Return changes, each with both results and the parsers that give the older result."""
        return self._block("changes", [change_named(name) for name in names])

    def rule(self, spec_id: str, name: str) -> str:
        """Return a link to a rule, labelled with its section."""
        one = spec(spec_id)
        return self._put("rule", one, one.standard.rules_by_name[name])

    def since(self, commit: str) -> str:
        """Return the date of a change to the URL Standard, as a link to the change."""
        for row, item in enumerate(_changes_of_result(), 1):
            if item["commit"].startswith(commit):
                return self._put("since", row, date.fromisoformat(item["date"]))
        raise LookupError(commit)

    def number(self, name: str) -> str:
        """Format the count with the given name."""
        return f"{_COUNTS[name](self._story):,}"


_COUNTS: Mapping[str, Callable[[Story], int]] = {
    "changes of a result": lambda story: len(story.changed),
    "links": lambda story: story.counted.facts["links"],
    "packages": lambda story: len(story.counted.facts["packages"]),
    "parsers": lambda _: len(all_parsers()),
    "absolute links": lambda story: _pair(story, "rfc1630", "rfc1738")["agree"],
    "absolute links that differ": lambda story: _pair(story, "rfc1630", "rfc1738")["differ"],
    "links that differ today": lambda story: story.counted.all["today"],
}


def _pair(story: Story, left: str, right: str) -> Mapping[str, int]:
    pairs = story.counted.facts["facets"]["target"]["pairs"]
    return next(pair for pair in pairs if (pair["left"], pair["right"]) == (left, right))


def _pages(site: Site) -> Iterator[Page]:
    story = site.once(story_of)
    prose = StoryProse(story, site.once(explanations_of), site.environment)
    context = StoryContext(_ARTICLE, prose.html(_ARTICLE.body))
    yield Page(ADDRESS, "story.html", context)


def _files(site: Site) -> Iterator[File]:
    provenance = site.provenance
    source = f"Hexapla {provenance.version}, {provenance.date}. {provenance.license} licence."
    for picture in site.once(story_of).pictures.values():
        yield File(picture.address, picture.file(source))


def _tables(site: Site) -> Iterator[Table]:
    story = site.once(story_of)
    yield table_of("url-documents", map(_document_row, story.documents))
    yield table_of("url-answers", map(_link_row, story.links), (one.id for one in standards()))
    yield table_of("url-links-that-differ", _count_rows(story))
    yield table_of("url-followers", _follower_rows(story))


def _count_rows(story: Story) -> Iterator[Cells]:
    for count in story.counts:
        for kind, links in count.by_kind:
            yield count.earlier.id, count.later.id, kind.title, links, count.links


def _document_row(shown: ShownDocument) -> Cells:
    document = shown.document
    published = document.date.isoformat()
    relations = "; ".join(f"{relation.value} {name}" for name, relation in shown.relations)
    end = None if shown.obsoleted_on is None else shown.obsoleted_on.isoformat()
    return document.id, document.title, published, relations, shown.obsoleted_by, end


def _link_row(link: ShownLink) -> Cells:
    return link.base, link.reference, *map(words_of, link.targets)


def _follower_rows(story: Story) -> Iterator[Cells]:
    for change in story.changes:
        what = (change.name, change.older.id, change.newer.id, change.base, change.reference)
        for each in change.followers:
            who = (each.recording.name, each.recording.language)
            answer = json_of(each.answer)
            yield *what, change.question, *who, each.standing.value, answer


KIND = PageKind("story", ADDRESS, _pages, tables=_tables, files=_files)

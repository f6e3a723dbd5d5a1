"""Explanations of the disagreements: prose in which all answers and figures are computed.

A topic is a Markdown file in the folder `explanations`, with front matter and a body. The body
contains calls such as `{{ apparatus("?y") }}`, which stand for results of the library. Results are
inserted after Markdown is rendered, so computed text is never interpreted as Markdown.
"""

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import ClassVar

import attrs
from jinja2 import Environment

from hexapla.comparison.cause import Cause
from hexapla.comparison.cause_key import TARGET, CauseKey
from hexapla.comparison.facet import Facet
from hexapla.standard.phases import NoUri, Outcome, Target
from hexapla.standard.registry import spec
from hexapla_site.data.period_clients import CLIENTS, PERIOD_CASES
from hexapla_site.data.recordings import recorded_answers
from hexapla_site.folders import EXPLANATIONS, read_data
from hexapla_site.markdown import read_article, to_html
from hexapla_site.navigation import PageLink
from hexapla_site.pages.kind import Page, PageKind, Site, with_neighbours
from hexapla_site.report.case import CaseReport
from hexapla_site.report.report import CauseExample, CauseWithCases, Report, case_of

BASE = "http://a/b/c/d;p?q"
NAMES: tuple[str, ...] = tuple(read_data("explanations.toml")["names"])
_REFUSED = NoUri(Outcome.ERROR)
_CALL = re.compile("\ue000([0-9]+)\ue001")
_NAME = re.compile(r"\b(RFC|section|appendix|step|steps|CPython)\s(?=[0-9A-G])")
_UNBROKEN = "\\1\N{NO-BREAK SPACE}"
_LONE_CALL = re.compile("<p>\ue000([0-9]+)\ue001</p>")


@attrs.frozen
class Topic:
    """A topic to explain, with an input that shows the disagreement and patterns for its causes."""

    name: str
    title: str
    reference: str
    base: str
    patterns: tuple[str, ...]
    body: str

    def claims(self, cause_id: str) -> bool:
        """Return whether the topic's patterns match a cause."""
        return any(fnmatchcase(cause_id, pattern) for pattern in self.patterns)


def read_topic(name: str) -> Topic:
    """Read a topic's file."""
    article = read_article(EXPLANATIONS, name)
    patterns = tuple(pattern.strip() for pattern in article.fields["causes"].split(","))
    base = article.fields.get("base", BASE)
    reference = article.fields["reference"].strip('"')
    return Topic(name, article.title, reference, base, patterns, article.body)


def topic_address(topic: Topic) -> str:
    """Return the address of the page of a topic."""
    return f"explanations/{topic.name}.html"


@functools.cache
def all_topics() -> tuple[Topic, ...]:
    """Return all topics, in the order of `explanations.toml`."""
    return tuple(map(read_topic, NAMES))


@functools.cache
def topic_of_id(cause_id: str) -> Topic | None:
    """Return the first topic that claims a cause, given the cause's name; None if none does."""
    for topic in all_topics():
        if topic.claims(cause_id):
            return topic
    return None


@attrs.frozen(slots=False)
class Explanations:
    """The topics for a report, and the causes and cases that each topic explains."""

    report: Report

    @functools.cached_property
    def topics(self) -> tuple[Topic, ...]:
        """The topics whose own input shows one of their causes under the report's standards."""
        return tuple(topic for topic in all_topics() if self.shown_by(topic))

    def shown_by(self, topic: Topic) -> tuple[Cause, ...]:
        """Return the causes of a topic that occur in its own input.

        If some of these causes make targets differ, only those causes are returned.
        """
        of_target: list[Cause] = []
        others: list[Cause] = []
        for cause in self.case_of(topic).causes:
            if topic_of_id(cause.key.name) == topic:
                listed = of_target if cause.facet == TARGET else others
                listed.append(cause)
        return tuple(of_target or others)

    def facet_of(self, topic: Topic) -> Facet:
        """Return the facet on which standards differ for a topic's own input."""
        comparison = self.case_of(topic).comparison
        of_target = any(cause.facet == TARGET for cause in self.shown_by(topic))
        return comparison.target if of_target else comparison.parts

    def case(self, reference: str, base: str = BASE) -> CaseReport:
        """Return a case of the report, or a new case if the report doesn't contain the input."""
        known = self.report.by_input.get((base, reference))
        return known or case_of(base, reference, self.report.columns)

    def case_of(self, topic: Topic) -> CaseReport:
        """Return the case of a topic's own input."""
        return self.case(topic.reference, topic.base)

    def of_key(self, key: CauseKey) -> Topic | None:
        """Return the topic that explains the cause with the given key; None if no topic does."""
        topic = topic_of_id(key.name)
        return topic if topic in self.topics else None

    def example_of(self, cause: CauseWithCases) -> CauseExample:
        """Return the example of a cause: its topic's own input or, failing that, the shortest."""
        topic = self.of_key(cause.key)
        if topic is not None:
            for item in cause.examples:
                if (item.case.base, item.case.reference) == (topic.base, topic.reference):
                    return item
        return cause.smallest

    def of_case(self, case: CaseReport) -> tuple[Topic, ...]:
        """Return the topics that explain a case."""
        topics = dict.fromkeys(topic_of_id(cause.key.name) for cause in case.causes)
        return tuple(topic for topic in topics if topic in self.topics)

    def causes_of(self, topic: Topic) -> tuple[CauseWithCases, ...]:
        """Return the causes that a topic explains."""
        return tuple(cause for cause in self.report.causes if topic_of_id(cause.id) == topic)


class Prose:
    """Renders the body of a topic; `calls` names the methods that a body can call."""

    calls: ClassVar[tuple[str, ...]] = ("apparatus", "answer", "clients", "current", "topic")
    template: ClassVar[str] = "macros/topics.html"

    def __init__(self, explanations: Explanations, environment: Environment, root: str) -> None:
        self._explanations = explanations
        self._environment = environment
        template = environment.get_template(self.template)
        self._macros = template.make_module({"root": root, "explanations": explanations})
        self._computed: list[str] = []

    def html(self, body: str) -> str:
        """Convert a body to HTML: run the calls, render Markdown, and insert the results."""
        calls = {name: getattr(self, name) for name in self.calls}
        text = self._environment.from_string(_NAME.sub(_UNBROKEN, body)).render(**calls)
        return _CALL.sub(self._result, _LONE_CALL.sub(self._result, to_html(text)))

    def apparatus(self, reference: str, base: str = BASE) -> str:
        """Return the line with the standards' targets for an input, as a separate paragraph."""
        return self._block("line", self._explanations.case(reference, base))

    def answer(self, spec_id: str, reference: str, base: str = BASE) -> str:
        """Return the result of resolving a reference under one standard."""
        return self._put("answer", spec(spec_id).resolve(reference, base=base).target)

    def clients(self, reference: str, base: str = BASE) -> str:
        """List the targets that the clients tested in 1997 gave."""
        row = next(row for row in PERIOD_CASES if (row.base, row.reference) == (base, reference))
        return self._givers("In 1997", "clients.html", row.by_answer(CLIENTS))

    def current(self, reference: str, base: str = BASE) -> str:
        """List the answers of current implementations, which must have been recorded."""
        names = recorded_answers(base, reference).names
        assert names, (base, reference)
        answers = {_REFUSED if uri is None else uri: given for uri, given in names.items()}
        return self._givers("Today", "implementations.html", answers)

    def topic(self, name: str) -> str:
        """Return a link to another topic, or only the topic's title if it has no page."""
        return self._put("topic", next(topic for topic in all_topics() if topic.name == name))

    def _givers(self, when: str, address: str, given: Mapping[Target, Sequence[str]]) -> str:
        """List the answers and the names of the programs that gave them, most frequent first."""
        ordered = sorted(given.items(), key=lambda item: -len(item[1]))
        return self._block("givers", when, address, ordered)

    def _put(self, macro: str, *values: object) -> str:
        """Store the result of a macro, and return a placeholder for the result."""
        self._computed.append(str(getattr(self._macros, macro)(*values)).strip())
        return f"\ue000{len(self._computed) - 1}\ue001"

    def _block(self, macro: str, *values: object) -> str:
        return f"\n\n{self._put(macro, *values)}\n\n"

    def _result(self, mark: re.Match[str]) -> str:
        return self._computed[int(mark[1])]


def explanations_of(site: Site) -> Explanations:
    """Return the topics for the site's report."""
    return Explanations(site.report)


@attrs.frozen
class ExplanationsContext:
    """The content of the list of topics."""

    explanations: Explanations


@attrs.frozen
class ExplanationContext:
    """The content of the page of a topic, with its body as HTML and links to its neighbours."""

    explanations: Explanations
    topic: Topic
    body: str
    before: PageLink | None
    after: PageLink | None


def _pages(site: Site) -> Iterator[Page]:
    explanations = site.once(explanations_of)
    listed = ExplanationsContext(explanations)
    yield Page("explanations/index.html", "explanations.html", listed)
    topics = explanations.topics
    links = [PageLink(topic.title, topic_address(topic)) for topic in topics]
    for topic, (before, link, after) in zip(topics, with_neighbours(links), strict=True):
        body = Prose(explanations, site.environment, "../").html(topic.body)
        context = ExplanationContext(explanations, topic, body, before, after)
        yield Page(link.address, "explanation.html", context)


KIND = PageKind("explanations", "explanations/", _pages)

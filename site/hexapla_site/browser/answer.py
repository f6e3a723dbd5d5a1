"""Answer the playground's questions with the content of a case's page, for any input.

The function `answer` runs in a reader's browser, in the preview server, during the build, and in
the tests.
"""

import functools
import json
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from hexapla.comparison.comparison import Comparison, ResolvedComparison, compare
from hexapla.comparison.facet import Facet
from hexapla.comparison.host_facet import HostFacet
from hexapla.comparison.shown import summary_line
from hexapla.documents.reading import SelectorError
from hexapla.standard.registry import columns_of
from hexapla.text.signs import visible
from hexapla_site.data.parsers import NOBODY, REFUSED, ParserAnswers, answers_in
from hexapla_site.rendering import column_names, shared_environment
from hexapla_site.report.case import GIVES, CaseReport, CaseVerdict, host_verdict


def answer(question: str) -> str:
    """Answer a question; both the question and the answer are JSON.

    Members of the question:

    - `reference`, and `base`, which is "" if there is no base;
    - `specs`: a list of selectors; an empty list selects the default standards;
    - `details`: whether the answer should contain the details;
    - `parsers` and `known`: the results of parsers for the input, and where further information
      can be found (see `answers_in`).

    Members of the answer:

    - `host`, `verdict` and `parts`, as HTML; `host` is "" if the reference alone has no host, and
      `verdict` is "" if there is no base;
    - `summary`: a one-line summary;
    - `markdown`: the comparison as the text of a link, to which the page adds its own address;
    - `python`: the comparison as Python code;
    - `reads`: the host that each parser and each standard sees in a whole URL, keyed by name. A
      host is given as a list with one item, which is None if there is no host. If the URL is
      rejected, the value is `refused` instead of a list;
    - `why` and `details`, as HTML: an explanation of the targets, and the details of the input.

    If a selector is unknown, `summary` is the error message, and all other members are empty.
    """
    members: dict[str, object] = {}
    for piece in pieces_of(json.loads(question)):
        members |= piece
    return json.dumps(members)


def pieces_of(asked: Mapping[str, Any]) -> Iterator[Mapping[str, object]]:
    """Yield the members of the answer in two pieces: the results, and then the reasons.

    The reasons (`why` and `details`) take several times as long as the results, so a page shows
    the results first. The question is already decoded from JSON.
    """
    reference = str(asked["reference"])
    base = str(asked["base"]) or None
    try:
        columns = columns_of(asked["specs"] or None)
    except SelectorError as error:
        nothing = dict.fromkeys(("host", "verdict", "parts", "markdown", "python"), "")
        yield {**nothing, "reads": {}, "summary": str(error)}
        yield {"why": "", "details": ""}
        return
    comparison = compare(reference, base=base, specs=columns)
    given = PlaygroundAnswer(comparison, answers_in(asked))
    yield {**given.html, "reads": given.reads, **given.texts}
    details = given.details if asked.get("details", True) else ""
    yield {"why": given.why, "details": details}


@attrs.frozen(slots=False, repr=False)
class PlaygroundAnswer:
    """The answer for an input, including the results of parsers if they are known."""

    comparison: Comparison
    parsers: ParserAnswers = NOBODY

    @functools.cached_property
    def _hosts(self) -> HostFacet | None:
        """The hosts that standards see in the reference alone; None if there is no host in it."""
        comparison = self.comparison
        if comparison.base is not None:
            comparison = compare(comparison.reference, specs=comparison.specs)
        return comparison.host if comparison.host.is_in(comparison.reference) else None

    @functools.cached_property
    def _host_verdict(self) -> CaseVerdict | None:
        return None if self._hosts is None else host_verdict(self._hosts, self.parsers.hosts)

    @functools.cached_property
    def _case(self) -> CaseReport | None:
        """The input as a case, with the parsers' targets; None if there is no base."""
        if not isinstance(self.comparison, ResolvedComparison):
            return None
        return CaseReport(self.comparison, recorded=self.parsers.targets)

    @property
    def html(self) -> Mapping[str, str]:
        """The host, the verdict and the parts, as HTML."""
        hosts, case, parsers = self._host_verdict, self._case, self.parsers
        host = verdict = ""
        if hosts is not None:
            host = self._render("host.html", verdict=hosts, parsers=parsers)
        if case is not None:
            verdict = self._render("verdict.html", case=case, host=host, here=parsers.here)
        parts = self._render("bars.html", comparison=self.comparison, case=case, host=host)
        return {"host": host, "verdict": verdict, "parts": parts}

    @property
    def why(self) -> str:
        """The explanation of the targets as HTML; "" if there is no base."""
        return "" if self._case is None else self._render("why.html", case=self._case)

    @property
    def details(self) -> str:
        """The details of the input as HTML: parts, validity and steps."""
        return self._render("answer.html", comparison=self.comparison, case=self._case)

    @property
    def reads(self) -> Mapping[str, object]:
        """The host that each parser and each standard sees, in the form described in `answer`."""
        verdict = self._host_verdict
        if verdict is None:
            return {}
        read: dict[str, object] = {}
        for group in verdict.groups:
            host = _shown_host(group.target)
            read |= dict.fromkeys([spec.label for spec in group.specs], host)
            read |= dict.fromkeys(group.implementations, host)
        for other in verdict.others:
            read |= dict.fromkeys(other.names, _shown_host(other.target))
        return read

    @property
    def texts(self) -> Mapping[str, str]:
        """The members of the answer that are plain text: a summary, Markdown and Python code."""
        comparison = self.comparison
        selectors = [spec.selector for spec in comparison.specs]
        reference = comparison.reference
        base = comparison.base
        line = summary_line(reference, comparison.target or comparison.parts, GIVES)
        line = line.replace("`", "\N{MODIFIER LETTER GRAVE ACCENT}")  # "`" would end the code
        return {
            "summary": self._summary(),
            "markdown": f"[`{line}`]",
            "python": "import hexapla\n\n"
            f"comparison = hexapla.compare({reference!a}, base={base!a}, specs={selectors!a})\n"
            "comparison.facets\n",
        }

    def _summary(self) -> str:
        """Summarize which standards disagree on the host or, if none do, on the target.

        Without a base, the parts are used instead of the target.
        """
        comparison = self.comparison
        if self._hosts is not None and not self._hosts.agrees:
            return f"The standards see different hosts: {_groups_of(self._hosts)}."
        facet: Facet = comparison.target or comparison.parts
        short_labels = {spec.selector: spec.short_label for spec in comparison.specs}
        silent = facet.silent if facet is comparison.target else ()
        no_rule = f" No rule: {' '.join(map(short_labels.__getitem__, silent))}." if silent else ""
        if facet.agrees:
            return f"All standards{' that have a rule' if silent else ''} agree.{no_rule}"
        return f"The standards disagree: {_groups_of(facet)}.{no_rule}"

    def _render(self, template: str, **context: object) -> str:
        page = shared_environment().get_template(template)
        return page.render(root="", **column_names(self.comparison.specs), **context)


def _shown_host(host: object) -> object:
    """Convert a host to a list for JSON, or to the word for a rejection."""
    if not isinstance(host, tuple):
        return REFUSED
    return [None if each is None else visible(each) for each in host]


def _groups_of(facet: Facet) -> str:
    """List the groups of standards that agree on a facet."""
    short_labels = {spec.selector: spec.short_label for spec in facet.columns}
    groups = (" ".join(map(short_labels.__getitem__, group.specs)) for group in facet.groups)
    return " · ".join(groups)

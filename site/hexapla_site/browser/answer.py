"""The playground's answer to a question: what a case's page says, for any input.

The same function runs in a reader's browser, in the server of a preview, where the site is built,
and in the tests.
"""

import json
from collections.abc import Mapping
from typing import Any

from hexapla.comparison.comparison import Comparison, ResolvedComparison, compare
from hexapla.comparison.facet import Facet
from hexapla.comparison.shown import summary_line
from hexapla.documents.reading import SelectorError
from hexapla.standard.registry import columns_of
from hexapla.standard.spec import Spec
from hexapla.text.signs import visible
from hexapla_site.data.parsers import NOBODY, REFUSED, ParserAnswers, answers_in
from hexapla_site.rendering import column_names, shared_environment
from hexapla_site.report.case import GIVES, CaseReport, host_verdict


def answer(question: str) -> str:
    """Answer a question in JSON, as JSON.

    The question has `reference`, `base` ("" for none) and `specs`, a list of selectors, empty for
    all columns; `details` says whether they are wanted, and `parsers` what these read in the input
    (`answers_in`). The answer has, as HTML, the `host` ("" where the reference has none by itself),
    the `verdict` ("" without a base), the `parts` and the `details`; a `summary` in a line; and the
    comparison as the text of a link in `markdown`, behind which the page puts its own address, and
    as a piece of `python`. `reads` has the host that each parser and each standard reads in a whole
    URL, by name: in a list, None for no host, or `refused`.
    """
    return answer_to(json.loads(question))


def answer_to(asked: Mapping[str, Any]) -> str:
    """Answer a question whose JSON was read, as JSON."""
    reference, base = str(asked["reference"]), str(asked["base"]) or None
    try:
        columns = columns_of(asked["specs"] or None)
    except SelectorError as error:
        members = ("host", "verdict", "parts", "details", "summary", "markdown", "python")
        return json.dumps({**dict.fromkeys(members, ""), "reads": {}, "summary": str(error)})
    comparison = compare(reference, base=base, specs=columns)
    parsers = answers_in(asked)
    html = html_of(comparison, parsers)
    details = details_of(comparison, parsers) if asked.get("details", True) else ""
    reads = reads_in(comparison, parsers)
    return json.dumps({**html, "details": details, "reads": reads, **texts_of(comparison)})


def html_of(comparison: Comparison, parsers: ParserAnswers = NOBODY) -> Mapping[str, str]:
    """Return the host, the verdict and the parts, as HTML, with what parsers read and give."""
    columns = comparison.specs
    alone = _alone(comparison).host
    case = _case_of(comparison, parsers)
    host = verdict = ""
    if alone.is_in(comparison.reference):
        hosts = host_verdict(alone, parsers.hosts)
        host = _render("host.html", columns, verdict=hosts, parsers=parsers)
    if case is not None:
        verdict = _render("verdict.html", columns, case=case, host=host, here=parsers.here)
    parts = _render("bars.html", columns, comparison=comparison, case=case, host=host)
    return {"host": host, "verdict": verdict, "parts": parts}


def reads_in(comparison: Comparison, parsers: ParserAnswers) -> Mapping[str, object]:
    """Return the host that each parser and each standard reads in a reference without a base.

    Without one that is a host by itself there is nothing. A host is in a list, with its signs made
    visible; `refused` stands for itself.
    """
    alone = _alone(comparison).host
    if not alone.is_in(comparison.reference):
        return {}
    verdict = host_verdict(alone, parsers.hosts)
    read: dict[str, object] = {}
    for group in verdict.groups:
        host = _shown_host(group.target)
        read |= dict.fromkeys([spec.label for spec in group.specs], host)
        read |= dict.fromkeys(group.implementations, host)
    for other, names in verdict.others:
        read |= dict.fromkeys(names, _shown_host(other))
    return read


def _shown_host(host: object) -> object:
    """Return a host in a list, as JSON has it, or the word that it is refused."""
    if not isinstance(host, tuple):
        return REFUSED
    return [None if each is None else visible(each) for each in host]


def details_of(comparison: Comparison, parsers: ParserAnswers = NOBODY) -> str:
    """Return what there is to an input beside the verdict, as HTML: parts, validity and steps."""
    case = _case_of(comparison, parsers)
    return _render("answer.html", comparison.specs, comparison=comparison, case=case)


def _case_of(comparison: Comparison, parsers: ParserAnswers) -> CaseReport | None:
    """Return a reference as a case, with what parsers resolve it to; None without a base."""
    if not isinstance(comparison, ResolvedComparison):
        return None
    return CaseReport(comparison, recorded=parsers.targets)


def texts_of(comparison: Comparison) -> Mapping[str, str]:
    """Return what an answer has as text: a summary, and pieces of Markdown and of Python."""
    selectors = [spec.selector for spec in comparison.specs]
    reference, base = comparison.reference, comparison.base
    line = summary_line(reference, comparison.target or comparison.parts, GIVES)
    line = line.replace("`", "\N{MODIFIER LETTER GRAVE ACCENT}")  # which would end the code
    return {
        "summary": _summary(comparison),
        "markdown": f"[`{line}`]",
        "python": "import hexapla\n\n"
        f"comparison = hexapla.compare({reference!a}, base={base!a}, specs={selectors!a})\n"
        "comparison.facets\n",
    }


def _render(template: str, columns: tuple[Spec, ...], **context: object) -> str:
    page = shared_environment().get_template(template)
    return page.render(root="", **column_names(columns), **context)


def _alone(comparison: Comparison) -> Comparison:
    """Return a comparison of the same reference without a base."""
    if comparison.base is None:
        return comparison
    return compare(comparison.reference, specs=comparison.specs)


def _summary(comparison: Comparison) -> str:
    """Return in a sentence who agrees on what the page shows first: the host, or the target."""
    alone = _alone(comparison).host
    if alone.is_in(comparison.reference) and not alone.agrees:
        return f"They read different hosts: {_groups_of(alone)}."
    facet: Facet = comparison.target or comparison.parts
    short_labels = {spec.selector: spec.short_label for spec in comparison.specs}
    silent = facet.silent if facet is comparison.target else ()
    no_rule = f" No rule: {' '.join(map(short_labels.__getitem__, silent))}." if silent else ""
    if facet.agrees:
        return f"All columns{' that have a rule' if silent else ''} agree.{no_rule}"
    return f"They disagree: {_groups_of(facet)}.{no_rule}"


def _groups_of(facet: Facet) -> str:
    """Return who agrees with whom on a facet."""
    short_labels = {spec.selector: spec.short_label for spec in facet.columns}
    groups = (" ".join(map(short_labels.__getitem__, group.specs)) for group in facet.groups)
    return " · ".join(groups)

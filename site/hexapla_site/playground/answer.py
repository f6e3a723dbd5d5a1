"""The playground's answer to a question: what a case's page says, for any input.

The same function runs in a reader's browser, in the server of a preview, where the site is built,
and in the tests.
"""

import functools
import json
from collections.abc import Mapping

from jinja2 import Environment

from hexapla.comparison.columns import columns_of, compare
from hexapla.comparison.comparison import Comparison, ResolvedComparison
from hexapla.comparison.facet import Facet
from hexapla.comparison.shown import summary_line
from hexapla.documents.reading import SelectorError
from hexapla.standard.registry import specs
from hexapla.standard.spec import Spec
from hexapla_site.rendering import column_names, template_environment
from hexapla_site.report.case import GIVES, CaseReport

_PREPARED = (
    *(("g;x=1/../?y#s", "http://a/b/c/d;p?q"), ("http://a b/%4", "x:y"), ("", "")),
    *(("g", "file:///b"), ("//é/g", "http://a/b")),
)


def answer(question: str) -> str:
    """Answer a question in JSON, as JSON.

    The question has `reference`, `base` ("" for none) and `specs`, a list of selectors, empty for
    all columns. The answer has the `verdict` as HTML ("" without a base), the `details` as HTML, a
    `summary` in a line, and the comparison as the text of a link in `markdown`, behind which the
    page puts its own address, and as a piece of `python`.
    """
    asked = json.loads(question)
    reference, base = str(asked["reference"]), str(asked["base"]) or None
    try:
        columns = columns_of(asked["specs"] or specs())
    except SelectorError as error:
        return json.dumps({"verdict": "", "details": "", **_texts(str(error))})
    comparison = compare(reference, base=base, specs=columns)
    if isinstance(comparison, ResolvedComparison):
        case = CaseReport(comparison)
        verdict, details = verdict_of(case, columns), details_of(case, columns)
    else:
        verdict, details = "", _details(comparison, None, columns)
    return json.dumps({"verdict": verdict, "details": details, **texts_of(comparison)})


def verdict_of(case: CaseReport, columns: tuple[Spec, ...]) -> str:
    """Return the verdict on a case in some columns, as HTML."""
    return _render("verdict.html", columns, case=case)


def details_of(case: CaseReport, columns: tuple[Spec, ...]) -> str:
    """Return what there is to a case beside the verdict, as HTML: parts, validity and steps."""
    return _details(case.comparison, case, columns)


def texts_of(comparison: Comparison) -> Mapping[str, str]:
    """Return what an answer has as text: a summary, and pieces of Markdown and of Python."""
    selectors = [spec.selector for spec in comparison.specs]
    reference, base = comparison.reference, comparison.base
    line = summary_line(reference, comparison.target or comparison.parts, GIVES)
    return _texts(
        _summary(comparison),
        f"[`{_code(line)}`]",
        "import hexapla\n\n"
        f"comparison = hexapla.compare({reference!a}, base={base!a}, specs={selectors!a})\n"
        "comparison.facets\n",
    )


def prepare() -> None:
    """Answer in every column, so that what is loaded and worked out on first use is there."""
    for reference, base in _PREPARED:
        answer(json.dumps({"reference": reference, "base": base, "specs": []}))


def _details(comparison: Comparison, case: CaseReport | None, columns: tuple[Spec, ...]) -> str:
    return _render("answer.html", columns, comparison=comparison, case=case)


def _render(template: str, columns: tuple[Spec, ...], **context: object) -> str:
    page = _environment().get_template(template)
    return page.render(root="", **column_names(columns), **context)


@functools.cache
def _environment() -> Environment:
    return template_environment()


def _texts(summary: str, markdown: str = "", python: str = "") -> Mapping[str, str]:
    return {"summary": summary, "markdown": markdown, "python": python}


def _summary(comparison: Comparison) -> str:
    facet: Facet = comparison.target or comparison.parts
    sigla = {spec.selector: spec.siglum for spec in comparison.specs}
    silent = facet.silent if facet is comparison.target else ()
    no_rule = f" No rule: {' '.join(map(sigla.__getitem__, silent))}." if silent else ""
    if facet.agrees:
        return f"All columns{' that have a rule' if silent else ''} agree.{no_rule}"
    groups = (" ".join(map(sigla.__getitem__, group.specs)) for group in facet.groups)
    return f"They disagree: {' · '.join(groups)}.{no_rule}"


def _code(text: str) -> str:
    """Keep a text from ending the piece of code that it is set in."""
    return text.replace("`", "\N{MODIFIER LETTER GRAVE ACCENT}")

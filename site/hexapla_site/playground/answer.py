"""The playground's answer to a question: what a case's page says, for any input.

The same function runs in a reader's browser, and in the tests.
"""

import functools
import json

from jinja2 import Environment

from hexapla.comparison.columns import columns_of, compare
from hexapla.comparison.compared import Comparison, ResolvedComparison
from hexapla.comparison.facet import Facet
from hexapla.comparison.naming import siglum_of
from hexapla.comparison.wording import apparatus
from hexapla.documents.reading import SelectorError
from hexapla.standard.registry import specs
from hexapla_site.rendering import column_names, template_environment
from hexapla_site.report.case import Case
from hexapla_site.report.verdict import why_of


def answer(question: str) -> str:
    """Answer a question in JSON, as JSON.

    The question has `reference`, `base` ("" for none) and `specs`, a list of selectors, empty for
    all columns. The answer has `html`, a `summary` in a line, and the comparison as a piece
    of `markdown` and of `python`, in which `{address}` stands for the address of the page.
    """
    asked = json.loads(question)
    reference, base = str(asked["reference"]), str(asked["base"]) or None
    try:
        columns = columns_of(asked["specs"] or specs())
    except SelectorError as error:
        return json.dumps({"html": "", "summary": str(error), "markdown": "", "python": ""})
    comparison = compare(reference, base=base, specs=columns)
    page = _environment().get_template("answer.html")
    selectors = [spec.selector for spec in columns]
    return json.dumps(
        {
            "html": page.render(
                root="",
                comparison=comparison,
                case=Case(comparison) if isinstance(comparison, ResolvedComparison) else None,
                why_parts_differ=why_of(comparison.parts),
                **column_names(columns),
            ),
            "summary": _summary(comparison),
            "markdown": f"[`{_code(apparatus(comparison))}`]({{address}})",
            "python": (
                "import hexapla\n\n"
                f"comparison = hexapla.compare({reference!a}, base={base!a}, specs={selectors!a})\n"
                "comparison.facets\n"
            ),
        }
    )


def prepare() -> None:
    """Answer in every column, so that what is worked out on first use is there: the grammars."""
    selectors = [spec.selector for spec in specs()]
    for reference in ("g", "http://a/g"):
        answer(json.dumps({"reference": reference, "base": "http://a/b", "specs": selectors}))


@functools.cache
def _environment() -> Environment:
    return template_environment()


def _summary(comparison: Comparison) -> str:
    facet: Facet = comparison.target or comparison.parts
    sigla = {spec.selector: siglum_of(spec) for spec in comparison.specs}
    silent = facet.silent if facet is comparison.target else ()
    no_rule = f" No rule: {' '.join(map(sigla.__getitem__, silent))}." if silent else ""
    if facet.agrees:
        return f"All columns{' that have a rule' if silent else ''} agree.{no_rule}"
    groups = (" ".join(map(sigla.__getitem__, group.specs)) for group in facet.groups)
    return f"They disagree: {' · '.join(groups)}.{no_rule}"


def _code(text: str) -> str:
    """Keep a text from ending the piece of code that it is set in."""
    return text.replace("`", "\N{MODIFIER LETTER GRAVE ACCENT}")

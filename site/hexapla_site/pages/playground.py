"""The playground, which answers while the reader types; the front page works in the same way."""

from collections.abc import Iterator, Mapping, Sequence

import attrs
from markupsafe import Markup

from hexapla_site.browser import bundle, npm, recorded
from hexapla_site.browser.answer import PlaygroundAnswer
from hexapla_site.browser.bundle import python_parser
from hexapla_site.data.parsers import ParserAnswers
from hexapla_site.pages.hosts import hosts_of
from hexapla_site.pages.kind import File, Page, PageKind, Site
from hexapla_site.report.case import CaseReport
from hexapla_site.report.report import InterestingCase, case_of

EXAMPLE_BASE = "https://shop.example/list;v=1?page=1"
GIVEN = (EXAMPLE_BASE, "?page=2")
"""The base and the reference shown first, on which standards disagree."""
EXAMPLES = (
    "?page=2",
    "../../../g",
    "https:g",
    ";x",
    "",
    "http://a\\@b/",
    "http://127.0.0.%31/",
    "http://1.2.3/",
)
"""References and whole URLs to try; implementations' targets or hosts for each are recorded."""


@attrs.frozen
class PlaygroundQuestion:
    """The data for a page that answers while the reader types.

    Attributes:
        given: The first input.
        answer: The answer to the first input: the host, the verdict and the parts, as HTML.
        why: The explanation of the answer as HTML.
        details: The details of the answer as HTML; "" if the page doesn't show details.
        examples: References and whole URLs to try.
        has_npm_parsers: Whether npm parsers run on the page.
        recorded_parsers: The names of the parsers whose answers are recorded.
        settings: The settings for the page's script.
    """

    given: CaseReport
    answer: Mapping[str, Markup]
    why: Markup
    details: Markup
    examples: Sequence[str]
    has_npm_parsers: bool
    recorded_parsers: Sequence[str]
    settings: Mapping[str, object]


@attrs.frozen
class PlaygroundContext:
    """The content of the playground: a question, and interesting cases."""

    question: PlaygroundQuestion
    interesting: Sequence[InterestingCase]


def question_of(site: Site, *, details: bool) -> PlaygroundQuestion:
    """Return the data for a page that answers while the reader types, with or without `details`."""
    case = case_of(*GIVEN, site.columns)
    given = PlaygroundAnswer(case.comparison, ParserAnswers(targets=case.recorded))
    settings = {
        "reference": case.reference,
        "base": case.base,
        "details": details,
        "columns": [spec.selector for spec in site.columns],
        "recorded": recorded.ADDRESS,
        "python": bundle.PYTHON,
        "given": given.texts,
        "here": [python_parser()],
    }
    answer = {name: Markup(text) for name, text in given.html.items()}
    return PlaygroundQuestion(
        given=case,
        answer=answer,
        why=Markup(given.why),
        details=Markup(given.details if details else ""),
        examples=EXAMPLES,
        has_npm_parsers=site.npm is not None,
        recorded_parsers=site.once(hosts_of).names,
        settings=settings,
    )


def cases_of(site: Site) -> Iterator[tuple[CaseReport, str]]:
    """Yield the report's cases and the examples, each with its page's address or "" for no page."""
    asked = {(case.base, case.reference) for case in site.report.cases}
    for case in site.report.cases:
        yield case, f"cases/{case.id}.html"
    for reference in EXAMPLES:
        if (EXAMPLE_BASE, reference) not in asked:
            yield case_of(EXAMPLE_BASE, reference, site.columns), ""


def _pages(site: Site) -> Iterator[Page]:
    question = question_of(site, details=True)
    context = PlaygroundContext(question, list(site.report.interesting))
    yield Page("playground.html", "playground.html", context)


def _scripts(site: Site) -> Sequence[File]:
    python = bundle.python_script(site.columns)
    answers = recorded.recorded_script(site.once(hosts_of), cases_of(site))
    scripts = [File(bundle.PYTHON, python), File(recorded.ADDRESS, answers)]
    if site.npm is not None:
        scripts.append(File(npm.ADDRESS, npm.npm_script(site.npm)))
    return scripts


def scripts_of(site: Site) -> Sequence[File]:
    """Return the scripts with which a page answers while the reader types."""
    return site.once(_scripts)


KIND = PageKind("playground", "playground.html", _pages, files=scripts_of)

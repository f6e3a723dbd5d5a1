"""The pages of causes, and articles: each example has the cause that it is an example of."""

import re
from collections.abc import Sequence

from markupsafe import Markup
from site_under_test import HOSTILE_CASES, built_site, page

import hexapla
from hexapla_site.pages.explanations import Explanations
from hexapla_site.rendering import plain_section
from hexapla_site.report.report import CauseExample, CauseWithCases, make_report

REPORT = make_report(HOSTILE_CASES)
EXAMPLE = re.compile(r'<li class="apparatus">\s*<a href="../cases/([\w-]+).html">(.*?)</li>', re.S)


def examples_on(path: str) -> list[tuple[str, str]]:
    """Return the examples on a page: the case's name, and the text next to it."""
    html = (built_site() / path).read_text("utf-8")
    return [(name, str(Markup(text).striptags())) for name, text in EXAMPLE.findall(html)]


def check(cause: CauseWithCases, shown: Sequence[tuple[str, str]]) -> None:
    """Check that examples belong to a cause, and that the text of each cites its two rules."""
    expected = cause.examples[: len(shown)]
    assert [name for name, _ in shown] == [example.case.id for example in expected], cause.id
    for (_, text), example in zip(shown, expected, strict=True):
        for side in example.cause.deciding.sides:
            assert plain_section(side.rule.citation.section) in text, (cause.id, text)


def decides(cause: CauseWithCases, example: CauseExample) -> bool:
    """Compare two columns alone; return whether a cause decides the case."""
    case = example.case
    pair = [cause.left, cause.right]
    comparison = hexapla.compare(case.reference, base=case.base, specs=pair)
    facet = comparison.parts if cause.key.facet == "parts" else comparison.target
    return [item.key for item in facet.causes] == [cause.key]


def test_every_case_of_a_cause_is_decided_by_it() -> None:
    for cause in REPORT.causes:
        for example in cause.examples[:6]:
            assert decides(cause, example), (cause.id, example)


def test_the_shortest_case_comes_first() -> None:
    for cause in REPORT.causes:
        sizes = [len(example.case.reference) for example in cause.examples]
        assert sizes == sorted(sizes), cause.id


def test_the_page_of_a_cause_shows_its_rules_with_each_case() -> None:
    for cause in REPORT.causes:
        shown = examples_on(f"causes/{cause.id}.html")
        assert bool(shown) == (len(cause.examples) > 1)
        check(cause, shown)


def test_a_cause_is_shown_by_the_example_of_its_explanation_where_it_has_it() -> None:
    explanations = Explanations(REPORT)
    shared = 0
    for cause in REPORT.causes:
        example = explanations.example_of(cause)
        assert example in cause.examples
        topic = explanations.of_key(cause.key)
        if topic and (topic.base, topic.reference) in {
            (each.case.base, each.case.reference) for each in cause.examples
        }:
            shared += 1
            assert (example.case.base, example.case.reference) == (topic.base, topic.reference)
        else:
            assert example == cause.smallest
        html = (built_site() / f"causes/{cause.id}.html").read_text("utf-8")
        headline = html.partition('<p class="apparatus headline">')[2].partition("</p>")[0]
        assert f"../cases/{example.case.id}.html" in headline
    assert shared > 25


def test_an_article_shows_the_rules_of_each_cause_with_its_examples() -> None:
    explanations = Explanations(REPORT)
    for topic in explanations.topics:
        shown = examples_on(f"explanations/{topic.name}.html")
        for cause in explanations.causes_of(topic):
            count = min(2, len(cause.examples))
            check(cause, shown[:count])
            shown = shown[count:]
        assert shown == []


def test_the_page_of_rfc1630_says_why_an_example_fails() -> None:
    text = "".join(page("standards/rfc1630.html").text)
    assert "8 of 10 examples give the expected result under the default readings" in text
    assert "slash-run=examples" in text
    assert "27 January 1997" in text

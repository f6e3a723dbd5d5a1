"""The few words for rules: every rule that decides has some, and they tell two sides apart."""

from hexapla_site.report.report import make_report
from hexapla_site.report.rule_words import brief_sides

LONGEST = 64  # characters


def test_the_sides_of_every_cause_have_few_words_that_differ() -> None:
    for cause in make_report().causes:
        (_, left), (_, right) = brief_sides(cause)
        assert len(left) <= LONGEST, left
        assert len(right) <= LONGEST, right
        assert left != right

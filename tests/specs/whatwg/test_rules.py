"""Each rule of the URL Standard's column acts and decides; only rules that acted are blamed."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from applied_rules import applied_rules
from hypothesis import given
from hypothesis import strategies as st
from random_urls import SEED, random_pairs
from tables import by_rows_of, every_row, in_parts, json_of, rows_of

import hexapla
from hexapla.comparison.cause import SpecStep
from hexapla.comparison.comparison import ResolvedComparison
from hexapla.standard import Step
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla_specs.whatwg import rules
from hexapla_specs.whatwg.cleaning import scalar_values
from hexapla_specs.whatwg.former import FORMER_RULES
from hexapla_specs.whatwg.history import parser_as_of
from hexapla_specs.whatwg.percent import PATH_SET
from hexapla_specs.whatwg.trace import ParserTrace

WHATWG = hexapla.spec("whatwg")
RFCS = ("rfc3986", "rfc2396", "rfc1808")
TABLE: dict[str, dict[str, Any]] = json_of("url_standard_rules")["rules"]
CANNOT_DECIDE = dict(rows_of("whatwg", "rules that can't decide"))

# A rule of these kinds is cited for the text that it leaves.
LEAVES = {RuleKind.KEEP_REST, RuleKind.SKIP_DOTS}


def leaves_text(rule: Rule) -> bool:
    return rule.keeps or rule.kind in LEAVES or rule.kind.startswith("cut-")


# In these phases, a standard rewrites text step by step. In all other phases, it tests one
# condition after another, and the test that ends the phase is responsible for the result.
REWRITING = frozenset({Phase.CLEAN, Phase.SPLIT, Phase.DOTS, Phase.NORMALISE})


def compared_with(rfc: str, base: str, reference: str) -> ResolvedComparison:
    return hexapla.compare(reference, base=base, specs=[rfc, "whatwg"])


def test_every_rule_is_in_the_table_or_cannot_decide() -> None:
    assert not TABLE.keys() & CANNOT_DECIDE.keys()
    former = {rule.name for rule in FORMER_RULES}
    assert TABLE.keys() | CANNOT_DECIDE.keys() == WHATWG.standard.rules_by_name.keys() - former


@every_row((name, (name, case)) for name, case in TABLE.items())
def test_a_rule_acts_and_decides_in_its_case(name: str, case: dict[str, Any]) -> None:
    rule, base, reference = WHATWG.standard.rules_by_name[name], case["base"], case["reference"]
    assert rule.citation.section == case["section"]
    specs = hexapla.spec(case["against"]), WHATWG
    assert [str(spec.resolve(reference, base=base).target) for spec in specs] == case["targets"]
    comparison = compared_with(case["against"], base, reference)
    (cause,) = comparison.target.causes
    assert rule in (cause.right.rule, applied_rules(comparison)[-1].right)
    steps = [
        step for step in WHATWG.standard.record(reference, base=base).steps if step.rule == rule
    ]
    of_component = rule in [component.rule for component in WHATWG.components]
    assert of_component or rule.keeps or steps
    if rule.phase in REWRITING and not of_component and not leaves_text(rule):
        assert any(step.changed for step in steps)


@pytest.mark.parametrize(
    ("reference", "section"),
    [("/a\\", "path state 1"), ("//a\\", "file host state 1"), ("/\\a", "file slash state 1")],
)
def test_a_backslash_of_a_file_url_counts_as_a_slash_where_it_stands(
    reference: str, section: str
) -> None:
    steps = WHATWG.standard.record(reference, base="file:///x").steps
    turning = [step for step in steps if step.rule.kind is RuleKind.BACKSLASH and step.changed]
    assert [step.rule.citation.section for step in turning] == [section]


@pytest.mark.parametrize(
    "reference", ["file://C|\\x", "file://h\\x", "//C|\\x\\y", "file:///C|\\.."]
)
def test_each_backslash_of_a_file_url_is_read_once(reference: str) -> None:
    steps = WHATWG.standard.record(reference, base="file:///x").steps
    turning = [step for step in steps if step.rule.kind is RuleKind.BACKSLASH]
    assert turning
    assert all(step.changed for step in turning)


def test_a_drive_letter_that_stays_is_cited_with_the_step_that_normalizes_it() -> None:
    sections = []
    for letter in ("C:", "C|"):
        steps = WHATWG.standard.record(f"/{letter}/../..", base="file:///").steps
        (step,) = (step for step in steps if step.rule == rules.DRIVE_STAYS)
        sections.append(step.rule.citation.section)
    assert sections == ["4.2, shorten step 3", "4.2, shorten step 3, path state 1.4.1"]


def test_nothing_is_traced_after_a_failure() -> None:
    """Authority state 2.1 returns failure, so path start state doesn't read the backslash."""

    class Watcher(ParserTrace):
        __slots__ = ()

        def reads(self, rule: Rule, start: int, stop: int, text: str) -> None:
            assert self.failure is None
            super().reads(rule, start, stop, text)

    trace = Watcher()
    run = parser_as_of(WHATWG.options).states("http://user@\\x", None, trace).run()
    assert run.failure is not None
    assert trace.failure is not None
    assert trace.events[-1] == rules.CUTS_AUTHORITY


@by_rows_of("whatwg", "parsed bases")
def test_a_base_counts_as_parsed_where_what_is_taken_is_not_written_so(
    base: str, reference: str, parsed: bool
) -> None:
    steps = WHATWG.standard.record(reference, base=base).steps
    (rule,) = (step.rule for step in steps if step.phase is Phase.COMBINE)
    assert bool(WHATWG.standard.steps_of_base(base, rule)) == parsed


def idle_rules(pairs: Iterator[tuple[str, str]]) -> Iterator[tuple[str, str, str, str]]:
    """Yield each rule that is blamed but did nothing, with the input and the RFC."""
    for base, reference in pairs:
        steps = WHATWG.standard.record(reference, base=base).steps
        steps += WHATWG.standard.record(base, base="x:/").steps  # steps that changed the base
        for rfc in RFCS:
            comparison = compared_with(rfc, base, reference)
            for cause in comparison.target.causes:
                applied = applied_rules(comparison)
                for difference, (_, rule) in zip(cause.differences, applied, strict=True):
                    if not acted(difference.right, rule, steps):
                        yield rfc, base, reference, rule.name


def acted(side: SpecStep, rule: Rule, steps: tuple[Step, ...]) -> bool:
    """Return whether the run used the rule on a side, and the rule changed the text."""
    may_leave = rule.phase not in REWRITING or leaves_text(rule)
    if side.supposed:
        return may_leave or side.before != side.after
    return rule.keeps or any(step.rule == rule and (step.changed or may_leave) for step in steps)


@in_parts("count", 200, nightly=[50_000])
def test_no_rule_is_blamed_that_did_nothing(count: int) -> None:
    assert list(idle_rules(random_pairs(count, SEED))) == []


@given(st.text("a\ud800\udbff\udc00\udfff\U0001f600"))
def test_a_pair_of_surrogates_is_one_scalar_value_and_a_lone_one_is_replaced(text: str) -> None:
    by_codec = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    assert scalar_values(text) == by_codec


@given(st.text("a /%é\0\U0001f600~"))
def test_what_is_not_left_alone_is_percent_encoded(text: str) -> None:
    assert PATH_SET.encode(text) == quote(text, safe="".join(PATH_SET.unencoded))


@by_rows_of("whatwg")
def test_what_rewrites_a_base_is_told_as_far_as_a_rule_takes_of_it(
    kind: str, sections: list[str]
) -> None:
    taking = {
        "inherit": rules.INHERITS_QUERY,
        "merge": rules.MERGES,
        "replace": rules.KEEPS_PATH,
    }
    rule = taking[kind]
    steps = WHATWG.standard.steps_of_base("HTTP://EX%41MPLE:80/%2e/a b?c d", rule)
    assert [step.rule.citation.section for step in steps] == sections

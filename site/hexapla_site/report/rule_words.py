"""What rules do, in few words: for titles, where all that a rule does would be a paragraph."""

import functools
import json
from collections.abc import Mapping

from hexapla.standard.rule import Rule
from hexapla.standard.spec import Spec
from hexapla_site.folders import DATA
from hexapla_site.report.causes import CauseWithCases

_FILE = DATA / "brief-rules.json"


@functools.cache
def _brief_rules() -> Mapping[str, Mapping[str, str]]:
    forms: Mapping[str, Mapping[str, str]] = json.loads(_FILE.read_text("utf-8"))
    return forms


def brief_sides(cause: CauseWithCases) -> tuple[tuple[Spec, str], tuple[Spec, str]]:
    """Return both standards of a cause, each with what its rule does, in few words."""
    key = cause.key
    return (
        (cause.left, brief_rule(cause.left, key.left_rule, cause.left_rule)),
        (cause.right, brief_rule(cause.right, key.right_rule, cause.right_rule)),
    )


def title_of(cause: CauseWithCases) -> str:
    """Return what the two standards of a cause do, as plain text."""
    return ", ".join(f"{spec.document.label} {does}" for spec, does in brief_sides(cause))


def brief_rule(spec: Spec, name: str, rule: Rule) -> str:
    """Return what a rule does by its name in the cause's key; in full where no words are known."""
    return _brief_rules().get(spec.id, {}).get(name, rule.does)

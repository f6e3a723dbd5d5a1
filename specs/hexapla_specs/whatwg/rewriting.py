"""URL Standard, 1.3: percent-encoded bytes; and how a component is rewritten or refused."""

import re
from collections.abc import Callable

from hexapla.documents.citation import Citation
from hexapla.standard.phases import Substep, Substeps, error
from hexapla.standard.rule import Phase, Rule, RuleKind


def rewrites(citation: Citation, about: str, does: str, name: str = "") -> Rule:
    """Return a rule by which a component is rewritten."""
    return Rule(Phase.NORMALISE, RuleKind.REWRITE, citation, about, does, name)


def refuses(citation: Citation, about: str, error_name: str, name: str = "") -> Rule:
    """Return a rule by which the parser returns failure, with the name of its validation error."""
    does = f"is failure: {error_name}"
    return Rule(Phase.NORMALISE, RuleKind.REFUSE, citation, about, does, name or error_name.lower())


def refusing(rule: Rule, applies: Callable[[str], bool] | None = None) -> Substep:
    """Return a step by which the parser returns failure."""
    failure = error(rule.says, rule.citation)
    return Substep(rule, lambda _: failure, applies)


# 1.3 Percent-encoded bytes: the characters of US-ASCII that each set leaves alone.

_PRINTABLE = frozenset(map(chr, range(0x20, 0x7F)))
C0_CONTROL = _PRINTABLE
FRAGMENT_SET = C0_CONTROL - frozenset(' "<>`')
QUERY_SET = C0_CONTROL - frozenset(' "#<>')
SPECIAL_QUERY_SET = QUERY_SET - frozenset("'")
PATH_SET = QUERY_SET - frozenset("?^`{}")
USERINFO_SET = PATH_SET - frozenset("/:;=@[\\]|")


def encoding(rule: Rule, left: frozenset[str]) -> tuple[Callable[[str], bool], Substep]:
    """Return what says whether a component needs encoding, and the step that does it."""
    others = re.compile(f"[^{re.escape(''.join(sorted(left)))}]+")
    needs = others.search

    def encode(text: str) -> str:
        return others.sub(lambda match: f"%{match[0].encode().hex('%').upper()}", text)

    def applies(text: str | None) -> bool:
        return text is not None and needs(text) is not None

    return applies, Substep(rule, encode, applies)


def encoded(place: int, rule: Rule, left: frozenset[str]) -> Substeps:
    """Return the steps for a component that is only percent-encoded."""
    applies, step = encoding(rule, left)
    return Substeps(place, (step,), applies)

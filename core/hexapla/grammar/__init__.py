"""Grammars as data: ABNF is parsed into rules, which are compiled to expressions and automata.

Only regular languages are supported, so the differences between two rules can be computed exactly.
The automata, the verdicts and the derivations are all computed from the ABNF text.
"""

from hexapla.grammar.abnf import GrammarError, GrammarRule
from hexapla.grammar.grammar import Grammar
from hexapla.grammar.relation import Relation, RelationKind
from hexapla.grammar.validity import Expected, SchemePart, SchemeParts, Validity, Verdict

__all__ = [
    "Expected",
    "Grammar",
    "GrammarError",
    "GrammarRule",
    "Relation",
    "RelationKind",
    "SchemePart",
    "SchemeParts",
    "Validity",
    "Verdict",
]

"""Grammars as data: ABNF text is read into rules, and compiled to expressions and automata.

All grammars here are regular languages, so the differences between two rules can be computed
exactly. The ABNF text is the only source.
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

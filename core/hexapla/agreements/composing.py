"""Combine the automata of the parts into an automaton for whole URLs."""

from collections.abc import Mapping

from hexapla.agreements.parts import (
    ADDRESS,
    NAME,
    PORT,
    REST,
    SCHEME,
    USERINFO,
)
from hexapla.grammar.automaton import Automaton


def compose(parts: Mapping[str, Automaton]) -> Automaton:
    """Return the automaton of whole URLs.

    Args:
        parts: The automata of the parts, keyed by name. If a part has no automaton, no URL can have
            this part.
    """
    text = Automaton.of_text
    never = Automaton.of_nothing()
    userinfo = parts.get(USERINFO, never) + text("@")
    address = text("[") + parts.get(ADDRESS, never) + text("]")
    host = parts.get(NAME, never) | address
    port = text(":") + parts.get(PORT, never)
    authority = userinfo.optional() + host + port.optional()
    return parts.get(SCHEME, never) + text("://") + authority + parts.get(REST, text(""))

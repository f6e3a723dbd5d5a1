"""Our own commands, as data: each is loaded when it is called, and not for the list of all."""

from types import MappingProxyType
from typing import NamedTuple


class Listed(NamedTuple):
    """Where a command is, and what it does in one line."""

    module: str
    attribute: str
    does: str


def _listed(name: str, does: str) -> tuple[str, Listed]:
    return name, Listed(f"{__name__}.{name}", name, does)


COMMANDS = MappingProxyType(
    dict(
        (
            _listed("specs", "List the specs, their components and their readings."),
            _listed("parse", "Take a reference apart as each spec does."),
            _listed("resolve", "Resolve a reference against a base as each spec does."),
            _listed(
                "compare", "Compare the specs on a reference, with the cause of each difference."
            ),
            _listed("validate", "Say whether each grammar derives a reference."),
            _listed("grammar", "Show grammars, and compare two of them."),
            _listed("equivalent", "Ask each spec whether two URIs are equivalent."),
            _listed("normalize", "Print a URI in the normal form of each spec."),
            _listed("escape", "Escape data for a component as each spec does."),
            _listed("unescape", "Read the escape sequences of a text as each spec does."),
            _listed("extract", "Find the URIs in running text as each spec does."),
            _listed("access", "Print the commands by which each spec has a client access a URL."),
            _listed(
                "vectors", "Write test vectors of a standard, to test a parser in any language."
            ),
            _listed("audit", "List the links of a page whose meaning differs between the specs."),
            _listed("corpus", "Compare many pairs of base and reference, and count the causes."),
            _listed("discover", "Find every class of disagreement, with its smallest example."),
            _listed(
                "identify", "Say which standard a parser follows, and where it departs from it."
            ),
            _listed(
                "differential", "Find the URLs that programs read differently, each with the rule."
            ),
            _listed(
                "implementations",
                "Ask the parsers that this machine has which standard they follow.",
            ),
        )
    )
)
"""The commands by name, in the order in which a reader meets them."""

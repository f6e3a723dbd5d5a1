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
            _listed("specs", "List the standards, with their components and readings."),
            _listed("parse", "Parse a reference as each standard does."),
            _listed("resolve", "Resolve a reference against a base as each standard does."),
            _listed(
                "compare",
                "Compare the standards on a reference, with the cause of each difference.",
            ),
            _listed("validate", "Tell whether the grammar of each standard derives a reference."),
            _listed("grammar", "Show grammars, and compare two of them."),
            _listed(
                "equivalent",
                "Tell whether each standard calls two URIs equivalent, and by which rule.",
            ),
            _listed("normalize", "Print the normal form of a URI by each standard."),
            _listed("escape", "Escape data for a component as each standard does."),
            _listed("unescape", "Read the escape sequences of a text as each standard does."),
            _listed("extract", "Find the URIs in running text as each standard does."),
            _listed(
                "access", "Print the commands by which each standard has a client access a URL."
            ),
            _listed("audit", "List the links of a page that the standards resolve differently."),
            _listed("corpus", "Compare many pairs of base and reference, and count the causes."),
            _listed("discover", "Find every class of disagreement, with its smallest example."),
            _listed(
                "identify", "Find the standard that a parser follows, and where it departs from it."
            ),
            _listed(
                "differential", "Find the URLs that programs read differently, each with the rule."
            ),
            _listed(
                "implementations",
                "Find the standard that each parser on this machine follows.",
            ),
            _listed(
                "vectors", "Write test vectors of a standard, to test a parser in any language."
            ),
        )
    )
)
"""The commands by name, in the order in which a reader meets them."""

SECTIONS = MappingProxyType(
    {
        "One reference": ("specs", "parse", "resolve", "compare", "validate", "grammar"),
        "Other operations": (
            *("equivalent", "normalize", "escape", "unescape", "extract", "access"),
        ),
        "Many references": ("audit", "corpus", "discover"),
        "Parsers": ("identify", "differential", "implementations", "vectors"),
    }
)
"""The commands by what they are for; a command that another package adds is listed behind them."""

FURTHER = "Further commands"
"""The heading above commands that other packages add."""

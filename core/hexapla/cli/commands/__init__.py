"""Our own commands, as data: each is loaded when it is called, or listed."""

from types import MappingProxyType

SECTIONS = MappingProxyType(
    {
        "One reference": ("specs", "parse", "resolve", "compare", "validate", "grammar"),
        "Other operations": (
            "equivalent",
            "normalize",
            "escape",
            "unescape",
            "extract",
            "access",
        ),
        "Many references": ("audit", "corpus", "discover"),
        "Parsers": ("ask", "identify", "differential", "agreement", "implementations", "vectors"),
    }
)
"""The commands by what they are for; a command that another package adds is listed after them."""

FURTHER = "Further commands"
"""The heading above commands that other packages add."""

COMMANDS = MappingProxyType(
    {name: name for names in SECTIONS.values() for name in names}
    | dict.fromkeys(("parse", "resolve", "compare", "validate"), "references")
    | dict.fromkeys(("specs", "grammar", "vectors"), "standards")
    | {"identify": "implementations"}
    | dict.fromkeys(SECTIONS["Other operations"], "operations")
)
"""The modules of the commands, in the order in which a reader meets these."""

INTERRUPTIBLE = frozenset(
    (
        "ask",
        "corpus",
        "discover",
        "identify",
        "differential",
        "agreement",
        "implementations",
        "vectors",
    )
)
"""The commands that have something to keep, to remove or to end after a Ctrl-C.

It ends the others at once. Commands from other packages are taken to be of this kind.
"""

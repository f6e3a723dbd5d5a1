"""Hexapla's own commands, as data: a module is loaded when its command is called or listed."""

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
"""The commands by purpose; commands from other packages are listed after them."""

FURTHER = "Further commands"
"""The heading above commands that other packages add."""

COMMANDS = MappingProxyType(
    {name: name for names in SECTIONS.values() for name in names}
    | dict.fromkeys(("parse", "resolve", "compare", "validate"), "references")
    | dict.fromkeys(("specs", "grammar", "vectors"), "standards")
    | {"identify": "implementations"}
    | dict.fromkeys(SECTIONS["Other operations"], "operations")
)
"""The modules of the commands, in the order of the help."""

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
"""The commands that must keep, remove or end something after a Ctrl-C.

For other commands, Ctrl-C ends the process at once. Commands from other packages belong to this
group.
"""

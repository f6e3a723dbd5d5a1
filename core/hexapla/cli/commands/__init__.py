"""The names of the built-in commands; a module is loaded when its command is called or listed."""

from itertools import chain
from types import MappingProxyType

SECTIONS = MappingProxyType(
    {
        "Standards and references": ("specs", "parse", "resolve", "compare", "validate", "grammar"),
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
"""The built-in commands, grouped by purpose; commands from entry points are listed after them."""

FURTHER = "Further commands"
"""The heading above the commands that packages add as entry points."""

_NAMES = tuple(chain.from_iterable(SECTIONS.values()))
COMMANDS = MappingProxyType(
    dict(zip(_NAMES, _NAMES, strict=True))
    | dict.fromkeys(("parse", "resolve", "compare", "validate"), "references")
    | dict.fromkeys(("specs", "grammar", "vectors"), "standards")
    | {"identify": "implementations"}
    | dict.fromkeys(SECTIONS["Other operations"], "operations")
)
"""The name of each command's module, keyed by command, in the order of the help."""

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
"""The commands that must save, remove or end something after Ctrl-C.

Commands from entry points are treated as if they were listed here. Ctrl-C ends all other commands
at once.
"""

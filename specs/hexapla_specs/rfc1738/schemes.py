"""RFC 1738, 5: BNF for specific URL schemes."""

from hexapla.documents.citation import Provision
from hexapla.operations.schemes import Schemes
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.rfc1738.document import cite

TAB = Provision(
    cite("3.4.1", "Gopher URL syntax"),
    "ends the selector, and the search after it, at an encoded tab, which no selector has",
)


class Rfc1738Schemes(Schemes):
    """A production for each scheme of 3.2 to 3.11."""

    productions = FrozenMapping(
        {
            "http": ("httpurl", "host", "port", "hpath", "search"),
            "ftp": ("ftpurl", "user", "password", "host", "port", "fpath", "ftptype"),
            "file": ("fileurl", "host", "fpath"),
            "gopher": ("gopherurl", "host", "port", "gtype", "selector", "search", "gopher-string"),
            "mailto": ("mailtourl", "encoded822addr"),
            "news": ("newsurl", "group", "article"),
            "nntp": ("nntpurl", "host", "port", "group", "digits"),
            "telnet": ("telneturl", "user", "password", "host", "port"),
            "wais": ("waisurl", "host", "port", "database", "search", "wtype", "wpath"),
            "prospero": ("prosperourl", "host", "port", "ppath", "fieldname", "fieldvalue"),
        }
    )
    lazy = ("selector", "search")
    preferences = FrozenMapping({"gopher": TAB})
    # 3.4.4 to 3.4.9.
    divisions = FrozenMapping(
        {
            "gopher-string": (
                "gopher-plus",
                *("item-view", "item-form", "item-attributes", "directory-attributes"),
                *("alternate-view", "filled-form"),
                *("attribute-name", "view-name", "language-name", "ask-item-value"),
            )
        }
    )

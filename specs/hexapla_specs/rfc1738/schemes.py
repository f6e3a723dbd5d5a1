"""RFC 1738, 5: BNF for specific URL schemes."""

from hexapla.operations.schemes import Schemes
from hexapla.values.frozen import FrozenMapping


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
    # 3.4.3: a tab, written %09, ends the selector.
    lazy = ("selector", "search")
    remark = "no production for this scheme but genericurl"

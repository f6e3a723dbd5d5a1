"""RFC 1630, "BNF for specific URL schemes"."""

from hexapla.operations.schemes import Schemes
from hexapla.values.frozen import FrozenMapping


class Rfc1630Schemes(Schemes):
    """A production for each scheme."""

    productions = FrozenMapping(
        {
            "http": ("httpaddress", "host", "port", "url-path", "url-search"),
            "ftp": ("ftpaddress", "user", "password", "host", "port", "url-path", "ftptype"),
            "afs": ("afsaddress", "cellname", "url-path"),
            "news": ("newsaddress", "group", "article"),
            "nntp": ("nntpaddress", "group", "digits"),
            "mid": ("midaddress", "addr-spec"),
            "cid": ("cidaddress", "content-identifier"),
            "mailto": ("mailtoaddress", "url-xalphas", "hostname"),
            "wais": ("waisaddress", "host", "port", "database", "url-search", "wtype", "wpath"),
            "prospero": ("prosperoaddress", "host", "port", "hsoname", "version", "attributes"),
            "telnet": ("telnetaddress", "user", "password", "host", "port"),
            "gopher": ("gopheraddress", "host", "port", "gtype", "gcommand"),
        }
    )
    remark = "no production for this scheme"

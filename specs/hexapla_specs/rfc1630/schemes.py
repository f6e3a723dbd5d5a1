"""RFC 1630, "Specific Schemes" and "BNF for specific URL schemes"."""

from hexapla.documents.citation import Provision
from hexapla.operations.schemes import Schemes
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.rfc1630.document import cite

# The one under "bnf", the other under "prose" of the reading data-type.
TYPES = ("ftptype", "type-code")

ARTICLE = Provision(
    cite("News"), 'tells the message identifier of an article from a group name by its "@"'
)
VERSION = Provision(
    cite("Prospero"), 'separates the version from the object name in front of it by "%00"'
)


class Rfc1630Schemes(Schemes):
    """A production for each scheme."""

    productions = FrozenMapping(
        {
            "http": ("httpaddress", "host", "port", "url-path", "url-search"),
            "ftp": ("ftpaddress", "user", "password", "host", "port", "url-path", *TYPES),
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
    lazy = ("hsoname",)
    preferences = FrozenMapping({"news": ARTICLE, "prospero": VERSION})

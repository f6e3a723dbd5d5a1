"""RFC 1738, 3.2 FTP: the commands that an FTP URL stands for.

Arguments are decoded (3.2.2). One in which a line end was encoded must not be sent as it stands
(section 6).
"""

from collections.abc import Iterator, Mapping

from hexapla.documents.citation import Provision
from hexapla.operations.access import Access, Command, decoded
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.rfc1738.document import cite
from hexapla_specs.rfc1738.equivalence import SCHEME_FACTS
from hexapla_specs.rfc1738.schemes import Rfc1738Schemes

# 3.2.1 FTP Name and Password.

_LOGIN = cite("3.2.1", "FTP Name and Password")
SUPPLIED = Provision(_LOGIN, "uses the user name and password that the URL supplies")
ANONYMOUS = Provision(
    _LOGIN, "supplies the user name anonymous where the URL has none and the server asks for one"
)
MAIL_ADDRESS = Provision(
    _LOGIN, "supplies the user's Internet mail address as the password that goes with anonymous"
)
ASK_USER = Provision(_LOGIN, "has the user asked for a password where the URL has only a user name")

# 3.2.2 FTP url-path, 3.2.3 FTP Typecode is Optional.

_PATH = cite("3.2.2", "FTP url-path")
CWD = Provision(_PATH, "changes the directory to each part of the url-path but the last one")
NLST = Provision(_PATH, "lists the names of the directory where the typecode is d")
TYPE = Provision(_PATH, "gives the typecode as the type of the transfer")
GUESSED = Provision(
    cite("3.2.3", "FTP Typecode is Optional"),
    "has the client guess the type where the URL gives none",
)
RETR = Provision(_PATH, "accesses the file by its name, for example by retrieving it")

_PORT = SCHEME_FACTS.of("ftp", "default-port")


class Rfc1738Access(Access):
    """What a client does with an FTP URL."""

    productions = FrozenMapping({"ftp": Rfc1738Schemes.productions["ftp"]})
    default_ports = FrozenMapping({} if _PORT is None else {"ftp": _PORT.value})

    def sequence(self, parts: Mapping[str, str]) -> Iterator[Command]:
        """Yield the login (3.2.1), then what the url-path stands for (3.2.2).

        Of a url-path that is omitted, no more is said than that it may be.
        """
        yield from _login(parts.get("user"), parts.get("password"))
        if "fpath" in parts:
            yield from _path(parts["fpath"], parts.get("ftptype"))


def _login(user: str | None, password: str | None) -> Iterator[Command]:
    if user is None:
        yield Command("USER", "anonymous", ANONYMOUS, on_request=True)
        yield Command("PASS", None, MAIL_ADDRESS, on_request=True)
        return
    yield Command("USER", decoded(user), SUPPLIED)
    if password is None:
        yield Command("PASS", None, ASK_USER, on_request=True)
    else:
        yield Command("PASS", decoded(password), SUPPLIED)


def _path(fpath: str, typecode: str | None) -> Iterator[Command]:
    """3.2.2: the parts are decoded only now, so that an encoded slash is part of an argument."""
    *directories, name = map(decoded, fpath.split("/"))
    for directory in directories:
        yield Command("CWD", directory, CWD)
    if typecode is not None and typecode in "dD":
        yield Command("NLST", name, NLST)
        return
    yield Command("TYPE", typecode, GUESSED if typecode is None else TYPE)
    yield Command("RETR", name, RETR)

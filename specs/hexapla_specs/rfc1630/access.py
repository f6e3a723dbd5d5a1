"""RFC 1630, "FTP": the commands that an FTP URL stands for."""

from collections.abc import Iterator, Mapping

from hexapla.documents.citation import Provision
from hexapla.operations.access import Access, Command, decoded
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.rfc1630.document import cite
from hexapla_specs.rfc1630.schemes import TYPES, Rfc1630Schemes

_LOGIN = cite("FTP", "User name and password")
SUPPLIED = Provision(_LOGIN, "allows a user name and a password in the URL")
ANONYMOUS = Provision(_LOGIN, "uses anonymous as the user name where the URL has none")
MAIL_ADDRESS = Provision(
    _LOGIN, "takes the user's Internet mail address for the password that goes with anonymous"
)

_PATH = cite("FTP", "Path")
CWD = Provision(_PATH, "changes the directory to each segment of the path but the last one")
RETR = Provision(_PATH, "retrieves the file that the last segment names")

_TYPE = cite("FTP", "Data type")
TYPE = Provision(_TYPE, "transfers by the type that the URL gives")
DEDUCED = Provision(
    _TYPE, "has the type deduced from the content, mostly by the suffix of the name"
)
DIRECTORY = Provision(_TYPE, "lists the directory where the URL ends in a slash")


class Rfc1630Access(Access):
    """What a client does with an FTP URL; no number is given for the default port."""

    productions = FrozenMapping({"ftp": Rfc1630Schemes.productions["ftp"]})

    def sequence(self, parts: Mapping[str, str]) -> Iterator[Command]:
        """Yield the login ("User name and password"), then the path's commands ("Path")."""
        yield from _login(parts.get("user"), parts.get("password"))
        *directories, last = map(decoded, parts["url-path"].split("/"))
        for directory in directories:
            yield Command("CWD", directory, CWD)
        given = next((parts[name] for name in TYPES if name in parts), None)
        if last or given:
            yield Command("TYPE", _with_space(given), TYPE if given else DEDUCED)
            yield Command("RETR", last, RETR)
        else:
            yield Command("NLST", last, DIRECTORY)


def _login(user: str | None, password: str | None) -> Iterator[Command]:
    """Of a user name without a password, nothing is said."""
    if user is None:
        yield Command("USER", "anonymous", ANONYMOUS)
        yield Command("PASS", None, MAIL_ADDRESS)
        return
    yield Command("USER", decoded(user), SUPPLIED)
    if password is not None:
        yield Command("PASS", decoded(password), SUPPLIED)


def _with_space(code: str | None) -> str | None:
    """Return a type code as FTP has it: the URL omits the space after the first letter."""
    return code if code is None or len(code) == 1 else f"{code[0]} {code[1:]}"

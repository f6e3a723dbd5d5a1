"""Readers made up for tests, whose agreement is known."""

from collections.abc import Callable

from hexapla.agreements.question import AgreementQuestion
from hexapla.agreements.readers import Reader, reader_of_program

Host = Callable[[str], str | None]


def reader(name: str, host: Host) -> Reader:
    """Return a reader that reports a host; an error is a rejection."""
    return reader_of_program(name, lambda url: {"host": host(url)}, ("host",))


def question(*hosts: Host, idna: bool = False) -> AgreementQuestion:
    """Return the question of whether functions read the same host."""
    readers = [reader(f"{number}", host) for number, host in enumerate(hosts)]
    return AgreementQuestion(readers, ("host",), ("http",), idna=idna)


def authority(url: str) -> str:
    """Return the authority, up to the first slash, question mark or number sign."""
    text = url.partition("://")[2]
    for sign in "/?#":
        text = text.partition(sign)[0]
    return text


def plain(url: str) -> str:
    """Read the host from the last "@" to the first colon; reject escapes and addresses."""
    host = authority(url).rpartition("@")[2].partition(":")[0]
    if not {"%", "[", "]"}.isdisjoint(host):
        raise ValueError(host)
    return host


def before_backslash(url: str) -> str:
    """Read the same host, except that a backslash also ends the authority."""
    return plain(url.replace("\\", "/"))


def letters_alone(url: str) -> str:
    """Read the same host, but reject one with characters other than letters."""
    host = plain(url)
    if not (host.isascii() and host.isalpha()):
        raise ValueError(host)
    return host

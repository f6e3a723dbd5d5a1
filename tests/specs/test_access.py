"""What an FTP URL tells a client to do: RFC 1738, 3.2, and RFC 1630, FTP."""

import pytest
from hypothesis import given
from inputs import any_text

import hexapla

ANONYMOUS = ["USER anonymous", "PASS"]
CASES = [
    # 3.2.2, its own examples.
    (
        "rfc1738",
        "ftp://myname@host.dom/%2Fetc/motd",
        ["USER myname", "PASS", "CWD /etc", "TYPE", "RETR motd"],
    ),
    (
        "rfc1738",
        "ftp://myname@host.dom/etc/motd",
        ["USER myname", "PASS", "CWD etc", "TYPE", "RETR motd"],
    ),
    (
        "rfc1738",
        "ftp://myname@host.dom//etc/motd",
        ["USER myname", "PASS", "CWD ", "CWD etc", "TYPE", "RETR motd"],
    ),
    # 3.2.1, 3.1: none, an empty user name, an empty password.
    ("rfc1738", "ftp://h", ANONYMOUS),
    ("rfc1738", "ftp://@h", ["USER ", "PASS"]),
    ("rfc1738", "ftp://foo:@h", ["USER foo", "PASS "]),
    ("rfc1738", "ftp://u%40v:p%3A@h", ["USER u@v", "PASS p:"]),
    # 3.2.2, 3.2.3: the typecode, in either case, and empty parts.
    ("rfc1738", "ftp://h/a;type=i", [*ANONYMOUS, "TYPE i", "RETR a"]),
    ("rfc1738", "ftp://h/a/b;type=d", [*ANONYMOUS, "CWD a", "NLST b"]),
    ("rfc1738", "FTP://h/;TYPE=D", [*ANONYMOUS, "NLST "]),
    ("rfc1738", "ftp://h/", [*ANONYMOUS, "TYPE", "RETR "]),
    ("rfc1738", "ftp://h/a%3Btype=i", [*ANONYMOUS, "TYPE", "RETR a;type=i"]),
    ("rfc1738", "ftp://h/a#type", [*ANONYMOUS, "TYPE", "RETR a"]),
    # What 3.2.2 does not derive, and other schemes.
    ("rfc1738", "ftp://h/a;type=x", None),
    ("rfc1738", "http://h/a", None),
    ("rfc1738", "//h/a", None),
    # RFC 1630, FTP.
    ("rfc1630", "ftp://h/a/b", [*ANONYMOUS, "CWD a", "TYPE", "RETR b"]),
    ("rfc1630", "ftp://u@h/a", ["USER u", "TYPE", "RETR a"]),
    ("rfc1630", "ftp://u:p@h/a", ["USER u", "PASS p", "TYPE", "RETR a"]),
    ("rfc1630", "ftp://h/%2Fa", [*ANONYMOUS, "TYPE", "RETR /a"]),
    ("rfc1630", "ftp://h/a/", [*ANONYMOUS, "CWD a", "NLST "]),
    ("rfc1630", "ftp://h/aI", [*ANONYMOUS, "TYPE", "RETR aI"]),
    ("rfc1630", "ftp://h/a;type=I", None),
    ("rfc1630[data-type=prose]", "ftp://h/a;type=I", [*ANONYMOUS, "TYPE I", "RETR a"]),
    ("rfc1630[data-type=prose]", "ftp://h/a;type=L8", [*ANONYMOUS, "TYPE L 8", "RETR a"]),
    ("rfc1630", "ftp://h", None),
    # Standards that say nothing of it.
    ("rfc1808", "ftp://h/a", None),
    ("rfc3986", "ftp://h/a", None),
]


@pytest.mark.parametrize(("spec", "url", "commands"), CASES)
def test_a_url_stands_for_its_commands(spec: str, url: str, commands: list[str] | None) -> None:
    found = hexapla.access(spec, url)
    assert (found.spec, found.text) == (spec, url)
    assert [str(command) for command in found.commands] == (commands or [])
    assert (found.host is None) == (commands is None)


@pytest.mark.parametrize(
    ("spec", "url", "host", "port"),
    [
        ("rfc1738", "ftp://h.c:99/a", "h.c", "99"),
        ("rfc1738", "ftp://h.c/a", "h.c", "21"),
        ("rfc1630", "ftp://h.c:99/a", "h.c", "99"),
        ("rfc1630", "ftp://h.c/a", "h.c", None),
    ],
)
def test_the_client_connects_to_host_and_port(
    spec: str, url: str, host: str, port: str | None
) -> None:
    """RFC 1738, 3.2, gives the number of the default port; RFC 1630 does not."""
    found = hexapla.access(spec, url)
    assert (found.host, found.port) == (host, port)


def test_each_command_has_its_section() -> None:
    found = hexapla.access("rfc1738", "ftp://h/a/b;type=i")
    sections = [command.provision.citation.section for command in found.commands]
    assert sections == ["3.2.1", "3.2.1", "3.2.2", "3.2.2", "3.2.2"]
    assert [command.on_request for command in found.commands] == [True, True, False, False, False]
    guessed = hexapla.access("rfc1738", "ftp://h/a").commands[2]
    assert (guessed.name, guessed.provision.citation.section) == ("TYPE", "3.2.3")


@given(any_text)
def test_any_text_has_commands_or_none(text: str) -> None:
    for spec in hexapla.specs():
        for url in (text, f"ftp://h/{text}"):
            hexapla.access(spec, url).to_dict()

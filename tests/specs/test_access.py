"""What an FTP URL tells a client to do: RFC 1738, 3.2, and RFC 1630, FTP."""

from tables import by_rows_of

import hexapla


@by_rows_of("access", "commands")
def test_a_url_stands_for_its_commands(spec: str, url: str, commands: list[str] | None) -> None:
    found = hexapla.access(spec, url)
    assert (found.spec, found.text) == (spec, url)
    assert [str(command) for command in found.commands] == (commands or [])
    assert (found.host is None) == (commands is None)


@by_rows_of("access")
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

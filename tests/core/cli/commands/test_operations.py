"""The commands on what standards define beside resolving, as a user meets them."""

import pytest
from command_line import documents, run

SPECS = ("--spec", "rfc1738", "--spec", "rfc1808", "--spec", "rfc3986")


def test_json_of_extracted_uris_follows_its_schema() -> None:
    text = 'See <URL:http://a/b-\nc>, "http://d/" and url:http://e/.'
    (document,) = documents(run("extract", "--json", *SPECS, stdin=text))
    assert document["silent"] == ["rfc1808"]
    assert [region["agrees"] for region in document["regions"]] == [True, False, False]


def test_an_equivalence_is_explained() -> None:
    lines = run("equivalent", "http://a:80/", "http://a/", *SPECS).stdout.splitlines()
    assert lines == [
        "RFC 1738  same",
        "  RFC 1738 gives http the default port 80 (3.3)",
        "  http://a:80/ → http://a/  RFC 1738 gives http the default port 80 (3.3)",
        "RFC 1808  undecided",
        "  the standard is silent",
        "RFC 3986  same",
        "  RFC 3986 lets a port go that is empty or the scheme's default (6.2.3)",
        "  http://a:80/ → http://a/  RFC 3986 lets a port go that is empty or the scheme's "
        "default (6.2.3)",
    ]


def test_a_missing_normal_form_has_a_reason() -> None:
    lines = run("normalize", "-", *SPECS, stdin="http://A\ng\n").stdout.splitlines()
    assert lines[:4] == [
        "RFC 1738  –",
        "  the standard defines no normal form",
        "RFC 1808  –",
        "  the standard defines no normal form",
    ]
    assert "RFC 3986  http://a/" in lines
    assert lines[-1] == (
        "  RFC 3986 compares no relative references before they are resolved (6.1)"
    )


def test_characters_on_which_columns_differ_are_listed() -> None:
    lines = run("escape", "a~b", *SPECS).stdout.splitlines()
    assert lines[1] == "RFC 1808  –  the standard is silent"
    assert lines[-1] == "~ ]  RFC 1738 %7E (national, unsafe)  ·  RFC 3986 ~ (unreserved)"


def test_a_malformed_escape_has_an_offset() -> None:
    assert "  at 1, %zz: RFC 3986 needs two" in run("unescape", "a%zz", *SPECS).stdout


def test_each_command_of_a_client_has_its_rule() -> None:
    lines = run("access", "-", *SPECS, stdin="ftp://h/a%0Ab\nftp://h:1;\n").stdout.splitlines()
    assert lines[:7] == [
        "RFC 1738  host h, port 21",
        "  USER anonymous (on request)  RFC 1738 supplies the user name anonymous where the URL "
        "has none and the server asks for one (3.2.1)",
        "  PASS (on request)  RFC 1738 supplies the user's Internet mail address as the password "
        "that goes with anonymous (3.2.1)",
        "  TYPE  RFC 1738 has the client guess the type where the URL gives none (3.2.3)",
        "  RETR a␊b  RFC 1738 accesses the file by its name, for example by retrieving it (3.2.2)",
        "RFC 1808  –",
        "RFC 3986  –",
    ]
    assert lines[7:9] == ["", "RFC 1738  –"]


def test_extracted_uris_have_a_line_and_a_column() -> None:
    lines = run("extract", "-", *SPECS, stdin="See\n <URL:http://a/b-\nc> ").stdout.splitlines()
    assert lines == [
        "2:2",
        "  RFC 1738  http://a/b-c or http://a/bc (angle brackets and URL:)",
        "  RFC 3986  http://a/b-c or http://a/bc (angle brackets)",
        "RFC 1808 is silent about URIs in running text",
    ]


def test_a_text_too_long_to_hold_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexapla.cli.commands.operations._LONGEST_TEXT", 20)
    result = run("extract", stdin="<http://a/b>" + " " * 8)
    assert result.exit_code in (0, 1)
    result = run("extract", stdin="<http://a/b>" + " " * 9)
    assert result.exit_code == 2
    assert "the text has more than 20 octets; cut it in pieces" in result.stderr


def test_each_place_of_a_text_has_its_line_and_column() -> None:
    text = "<http://a/1>\n\n  <http://a/2> <http://a/3>\n<http://a/4>"
    shown = run("extract", "--spec", "rfc3986", stdin=text).stdout
    places = [line for line in shown.splitlines() if line[:1].isdigit()]
    assert places == ["1:1", "3:3", "3:16", "4:1"]

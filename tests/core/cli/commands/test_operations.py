"""The commands on what standards define beside resolving, as a user meets them."""

import pytest
from command_line import documents, run

SPECS = ("--spec", "rfc1738", "--spec", "rfc1808", "--spec", "rfc3986")


def test_json_of_extracted_uris_follows_its_schema() -> None:
    text = 'See <URL:http://a/b-\nc>, "http://d/" and url:http://e/.'
    (document,) = documents(run("extract", "--json", *SPECS, stdin=text))
    assert document["silent"] == ["rfc1808"]
    assert [region["agrees"] for region in document["regions"]] == [True, False, False]


def test_a_text_too_long_to_hold_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexapla.cli.commands.operations._LONGEST_TEXT", 20)
    result = run("extract", stdin="<http://a/b>" + " " * 8)
    assert result.exit_code in (0, 1)
    result = run("extract", stdin="<http://a/b>" + " " * 9)
    assert result.exit_code == 2
    assert "the text has more than 20 octets; cut it in pieces" in result.stderr

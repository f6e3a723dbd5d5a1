"""The commands on one reference or text, as a user meets them."""

import pytest
from command_line import counts_peaks, documents, peak_of, run

import hexapla

BASE = "http://a/b/c/d;p?q"


def test_json_of_steps_and_specs_follows_its_schema() -> None:
    (document,) = documents(run("resolve", "../../../g", "--base", BASE, "--steps", "--json"))
    assert [item["spec"] for item in document["resolved"]] == [spec.id for spec in hexapla.specs()]
    assert all(item["steps"] for item in document["resolved"])
    (document,) = documents(run("specs", "--json"))
    assert [item["id"] for item in document["specs"]] == [spec.id for spec in hexapla.specs()]


def test_control_characters_are_shown_as_signs() -> None:
    result = run("compare", "\x1b[31m\u202e\udc80 g", "--base", BASE)
    assert "␛[31m⟨U+202E⟩⟨U+DC80⟩␣g" in result.stdout
    assert "\x1b" not in result.stdout


def test_what_does_not_fit_behind_a_long_text_goes_below() -> None:
    result = run("compare", "g" * 300, "--base", BASE, "--spec", "rfc1808", "--spec", "rfc2396")
    assert result.exit_code == 0
    assert result.stdout.count("g" * 300) == 2
    assert "\n    RFC 2396, RFC 1808\n" in result.stdout


@counts_peaks
@pytest.mark.slow
def test_memory_does_not_grow_with_long_lines() -> None:
    peaks = []
    for count in (5, 20):
        lines = "".join(f"{number}{'é' * 400_000}\n" for number in range(count))
        peaks.append(peak_of("compare", "-", "--base", "http://a/b", stdin=lines.encode()))
    assert peaks[1] < 1.15 * peaks[0]
    assert peaks[1] < 300 * 1024, peaks


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

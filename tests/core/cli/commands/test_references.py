"""The commands on one reference, as a user meets them."""

import pytest
from command_line import documents, run

import hexapla

BASE = "http://a/b/c/d;p?q"


def test_the_first_example_explains_every_difference() -> None:
    result = run("compare", "../../../g", "--base", BASE)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0] == "../../../g ]  http://a/../g  1808 2396  ·  http://g  1630"
    assert lines[4].split() == ["RFC", "1630", "RFC", "1808", "RFC", "2396"]
    assert "≠ target  http://g    http://a/../g  http://a/../g" in lines
    cause = " ".join(result.stdout.split("\n\n")[-1].split())
    assert cause == (
        'When dot segments are removed, RFC 1630 has "//a" in its path (URI syntax): it '
        'removes "xxx/../" where xxx is a path element that is neither void nor dots, and '
        'leaves a final ".." (Partial (relative) form, rule 4), and so takes out '
        '"a/b/c/../../../", which leaves "http://g"; RFC 1808 has "//a" in its net_loc '
        '(2.4.3): it removes "<segment>/../", where the segment is not "..", from the path '
        'alone (4 step 6c), and so takes out "b/c/../../", which leaves "http://a/../g", and '
        'RFC 2396 has "//a" in its authority (3.2): it removes "<segment>/../", where the '
        'segment is not "..", from the path alone (5.2 step 6e), and so takes out '
        '"b/c/../../", which leaves "http://a/../g". RFC 1630 is read with climb=free. May '
        '".." take away the element right after a run of two or more slashes? Any complete '
        'path element goes before "/../" (Partial (relative) form, rule 4). With '
        "climb=below-double-slash there would be no difference. RFC 1630 is read with "
        "path-root=after-colon. Is the host a path element like any other? The path is all "
        "that follows the scheme's colon, the host with it (URI syntax). With "
        "path-root=after-host there would be no difference."
    )


def test_json_of_steps_and_specs_follows_its_schema() -> None:
    (document,) = documents(run("resolve", "--steps", "--json", BASE, "../../../g"))
    assert [item["spec"] for item in document["resolved"]] == ["rfc1630", "rfc1808", "rfc2396"]
    assert all(item["steps"] for item in document["resolved"])
    (document,) = documents(run("specs", "--json"))
    assert [item["id"] for item in document["specs"]] == [spec.id for spec in hexapla.specs()]


def test_the_scheme_parts_are_shown() -> None:
    columns = ("--spec", "rfc1630", "--spec", "rfc1738", "--spec", "rfc2396")
    lines = run("compare", "ftp://h/a;type=i", *columns).stdout.splitlines()
    assert "  RFC 1630  ftpaddress does not derive it: no, at 9" in lines
    assert "  RFC 1738  ftpurl: host h, fpath a, ftptype i" in lines
    assert any(line.startswith("  RFC 2396  moved out") for line in lines)


@pytest.mark.parametrize(
    ("reference", "columns"), [("~:g", ["RFC 2396"]), ("1:g", ["RFC 1808", "RFC 2396"])]
)
def test_only_columns_that_find_a_scheme_say_something_of_it(
    reference: str, columns: list[str]
) -> None:
    """RFC 1630 begins a scheme with a letter or a few signs, RFC 1808 has no tilde in one."""
    lines = run("compare", reference).stdout.splitlines()
    begin = lines.index("by its scheme") + 1
    assert [line[2:10] for line in lines[begin:] if line.startswith("  RFC")] == columns


def test_the_caret_points_at_the_offending_character() -> None:
    lines = run("validate", "http://a b", "--spec", "rfc2396").stdout.splitlines()
    assert lines[1:3] == ["  http://a␣b", "          ^"]
    assert lines[3].startswith('  invalid: "␣" at position 8; expected: unreserved, reserved')


def test_control_characters_are_shown_as_signs() -> None:
    result = run("compare", "\x1b[31m\u202e\udc80 g", "--base", BASE)
    assert "␛[31m⟨U+202E⟩⟨U+DC80⟩␣g" in result.stdout
    assert "\x1b" not in result.stdout


def test_long_texts_are_stacked() -> None:
    result = run("compare", "g" * 300, "--base", BASE, "--spec", "rfc1808", "--spec", "rfc2396")
    assert result.exit_code == 0
    assert result.stdout.count("g" * 300) >= 4
    assert "\nRFC 2396\n" in result.stdout


def test_steps_show_every_rule() -> None:
    result = run("resolve", "--steps", BASE, "?y", "--spec", "rfc1808")
    for section in ("2.4.1", "2.4.6", "4 step 2c", "4 steps 5, 5a, 5b", "4 step 7"):
        assert section in result.stdout


def test_a_reason_is_shown() -> None:
    lines = run("compare", "g", "--base=-x").stdout.splitlines()
    assert "RFC 2396 (error): the base has no scheme (RFC 2396, 5.2)" in lines


def test_columns_that_agree_are_in_one_group() -> None:
    lines = run("parse", "a b#c").stdout.splitlines()
    assert lines[0] == "RFC 1630  a␣b#c  partial form"
    lines = run("compare", "a b#c", "--readings", "all").stdout.splitlines()
    assert lines[0] == "a␣b#c ]  path=a␣b fragmentid=c  1630 1808 2396"

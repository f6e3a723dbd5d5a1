"""How data is escaped: the standards' own examples, and the sets of characters."""

from typing import Any

import pytest
from tables import by_rows_of, every_row, json_of

import hexapla

SPECS = hexapla.specs()


@every_row(((case["spec"], case["why"]), (case,)) for case in json_of("escaping")["cases"])
def test_data_is_escaped_and_a_text_unescaped_as_expected(case: dict[str, Any]) -> None:
    if case["operation"] == "escape":
        found = hexapla.escape(case["spec"], case["data"], case["component"])
        assert found.text == case["result"]
        return
    unescaped = hexapla.unescape(case["spec"], case["text"])
    assert unescaped.text == case["result"]
    assert unescaped.octets == bytes.fromhex(case["octets"])
    assert (unescaped.provision is None) is (unescaped.text is not None)
    assert [{"offset": item.offset} for item in unescaped.malformed] == case["bad"]


def test_a_text_is_unescaped_once() -> None:
    for spec in SPECS:
        if spec.id != "rfc1808":
            assert hexapla.unescape(spec, "%2541").text == "%41"


def test_escaped_data_stays_in_its_component() -> None:
    """What is escaped for a component stays in it, whatever the data."""
    data = "".join(map(chr, range(1, 128)))
    for spec in SPECS[:-1]:
        for component, prefix in (("path", "x:/"), ("query", "x:/a?"), ("fragment", "x:/a#")):
            escaped = hexapla.escape(spec, data, component).text
            if escaped is not None and (component != "query" or spec.id != "rfc1738"):
                reference = spec.parse(prefix + escaped)
                part = reference.part(component)
                assert part is not None
                assert part.removeprefix("/") == escaped, spec.id


@by_rows_of("characters", "classes")
def test_a_class_has_the_members_of_the_standard(spec: str, name: str, members: str) -> None:
    escaping = hexapla.spec(spec).escaping
    assert escaping is not None
    assert escaping.classes[name] == set(members)


def test_columns_differ_on_the_characters_that_they_write_differently() -> None:
    found = hexapla.compare_escaping(specs=["rfc1738", "rfc2396", "rfc3986"])
    assert "".join(item.character for item in found.differences) == "!$&'()*+,:@~"
    tilde = found.differences[-1]
    assert [treatment.written for treatment in tilde.treatments] == ["%7E", "~", "~"]
    classes = [treatment.classes for treatment in tilde.treatments]
    assert classes == [("national", "unsafe"), ("unreserved", "mark"), ("unreserved",)]


RELATIVE = ("rfc1630", "rfc1808", "rfc2396")


def test_a_column_without_a_rule_for_a_component_is_silent() -> None:
    assert hexapla.compare_escaping(specs=RELATIVE).silent == ("rfc1808",)
    assert hexapla.compare_escaping("a", "params", specs=RELATIVE).silent == RELATIVE


@pytest.mark.parametrize(
    ("option", "text"), [("conflicting", "a:b@c"), ("all-but-unreserved", "a%3Ab%40c")]
)
def test_each_option_of_escape_data_keeps_its_own_characters(option: str, text: str) -> None:
    assert str(hexapla.escape(f"rfc2396[escape-data={option}]", "a:b@c")) == text


def test_a_segment_of_dots_is_told_from_a_step() -> None:
    spec = "rfc1630"
    escaped = [str(hexapla.escape(spec, data)) for data in (".", "..", "...", "a.b")]
    assert escaped == ["%2E", "%2E%2E", "...", "a.b"]
    assert str(hexapla.escape(spec, "..", "fragment")) == ".."


def test_the_standard_s_own_name_of_a_component_is_known() -> None:
    assert str(hexapla.escape("rfc1630", "a+b", "search")) == "a%2Bb"
    with pytest.raises(LookupError, match="did you mean 'search'"):
        hexapla.escape("rfc1630", "a", "serch")


def test_whatwg_leaves_alone_what_its_percent_encode_sets_lack() -> None:
    """The sets of the standard, 1.3, against what the library says of itself."""
    c0 = {chr(code) for code in range(0x20)} | {"\x7f"}
    fragment = c0 | set(' "<>`')
    query = c0 | set(" \"#<>'")
    path = (query - {"'"}) | set("?^`{}")
    userinfo = path | set("/:;=@[]^|\\")
    escaping = hexapla.spec("whatwg").escaping
    assert escaping is not None
    everything = {chr(code) for code in range(128)}
    expected = {"fragment": fragment, "query": query, "path": path | {"\\"}, "authority": userinfo}
    for component, encoded in expected.items():
        assert everything - escaping.kept[component].characters == encoded, component


def test_a_component_is_named_wrongly_in_a_silent_standard_too() -> None:
    for spec in SPECS:
        with pytest.raises(LookupError, match="'serch' is no component"):
            hexapla.escape(spec, "a", "serch")

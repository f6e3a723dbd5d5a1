"""How data is escaped: the memos' own examples, and the sets of characters."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from inputs import any_text

import hexapla

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "cases" / "escaping.json").read_text("utf-8")
)["cases"]
SPECS = hexapla.specs()
MEMOS = [spec for spec in SPECS if spec.id != "whatwg"]
COMPONENTS = ("authority", "path", "query", "fragment")


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if case["operation"] == "escape"],
    ids=lambda case: f"{case['spec']} {case['component']} {case['data']!r}",
)
def test_data_is_escaped_otherwise(case: dict[str, Any]) -> None:
    found = hexapla.spec(case["spec"]).escape(case["data"], case["component"])
    assert found.text == case["result"], case["why"]


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if case["operation"] == "unescape"],
    ids=lambda case: f"{case['spec']} {case['text']!r}",
)
def test_a_text_is_unescaped_otherwise(case: dict[str, Any]) -> None:
    found = hexapla.spec(case["spec"]).unescape(case["text"])
    assert found.text == case["result"], case["why"]
    assert found.octets == bytes.fromhex(case["octets"])
    assert [{"offset": item.offset} for item in found.malformed] == case["bad"]


@settings(max_examples=300, deadline=None)
@given(data=any_text, component=st.sampled_from(COMPONENTS))
def test_data_does_not_come_back(data: str, component: str) -> None:
    for spec in MEMOS:
        escaped = spec.escape(data, component)
        if escaped.text is not None:
            assert spec.unescape(escaped.text).text == data
            assert not spec.unescape(escaped.text).malformed


@settings(max_examples=200, deadline=None)
@given(octets=st.binary(max_size=30), component=st.sampled_from(COMPONENTS))
def test_octets_do_not_come_back(octets: bytes, component: str) -> None:
    for spec in MEMOS:
        escaped = spec.escape(octets, component)
        if escaped.text is not None:
            assert spec.unescape(escaped.text).octets == octets


@settings(max_examples=300, deadline=None)
@given(text=any_text)
def test_a_text_raises(text: str) -> None:
    for spec in SPECS:
        for item in spec.unescape(text).malformed:
            assert text[item.offset] == "%"
        for component in COMPONENTS:
            spec.escape(text, component)


def test_a_text_is_unescaped_twice() -> None:
    for spec in SPECS:
        if spec.id != "rfc1808":
            assert spec.unescape("%2541").text == "%41"


def test_escaped_data_ends_its_component() -> None:
    """What is escaped for a component stays in it, whatever the data."""
    data = "".join(map(chr, range(1, 128)))
    for spec in MEMOS:
        for component, prefix in (("path", "x:/"), ("query", "x:/a?"), ("fragment", "x:/a#")):
            escaped = spec.escape(data, component).text
            if escaped is not None and (component != "query" or spec.id != "rfc1738"):
                reference = spec.parse(prefix + escaped)
                part = reference.part(component)
                assert part is not None
                assert part.removeprefix("/") == escaped, spec.id


@pytest.mark.parametrize(
    ("spec", "name", "members"),
    [
        ("rfc1630", "safe", "$-_@.&"),
        ("rfc1630", "extra", "!*\"'(),"),
        ("rfc1630", "reserved", "=;/#?: "),
        ("rfc1630", "national", "{}|[]\\^~"),
        ("rfc1738", "safe", "$-_.+"),
        ("rfc1738", "unsafe", ' <>"#%{}|\\^~[]`'),
        ("rfc1808", "national", "{}|\\^~[]`"),
        ("rfc2396", "mark", "-_.!~*'()"),
        ("rfc2396", "unwise", "{}|\\^[]`"),
        ("rfc2396[ipv6-literals=rfc2732]", "unwise", "{}|\\^`"),
        ("rfc3986", "gen-delims", ":/?#[]@"),
        ("rfc3986", "sub-delims", "!$&'()*+,;="),
    ],
)
def test_a_class_has_other_members(spec: str, name: str, members: str) -> None:
    rules = hexapla.spec(spec).escaping_rules()
    assert rules is not None
    assert rules.classes[name] == set(members)


def test_the_columns_differ_on_other_characters() -> None:
    found = hexapla.compare_escaping(specs=["rfc1738", "rfc2396", "rfc3986"])
    assert "".join(item.character for item in found.differences) == "!$&'()*+,:@~"
    tilde = found.differences[-1]
    assert [treatment.written for treatment in tilde.treatments] == ["%7E", "~", "~"]
    assert [treatment.classes for treatment in tilde.treatments] == [
        ("national", "unsafe"),
        ("unreserved", "mark"),
        ("unreserved",),
    ]


def test_a_silent_column_has_a_voice() -> None:
    assert hexapla.compare_escaping().silent == ("rfc1808",)
    assert hexapla.compare_escaping("a", "params").silent == ("rfc1630", "rfc1808", "rfc2396")


@pytest.mark.parametrize(
    ("option", "text"), [("conflicting", "a:b@c"), ("all-but-unreserved", "a%3Ab%40c")]
)
def test_escape_data_has_no_effect(option: str, text: str) -> None:
    assert str(hexapla.spec(f"rfc2396[escape-data={option}]").escape("a:b@c")) == text


def test_a_segment_of_dots_is_not_told_from_a_step() -> None:
    spec = hexapla.spec("rfc1630")
    assert [str(spec.escape(data)) for data in (".", "..", "...", "a.b")] == [
        "%2E",
        "%2E%2E",
        "...",
        "a.b",
    ]
    assert str(spec.escape("..", "fragment")) == ".."


def test_the_memo_s_own_name_of_a_component_is_not_known() -> None:
    assert str(hexapla.spec("rfc1630").escape("a+b", "search")) == "a%2Bb"
    with pytest.raises(LookupError, match="did you mean 'search'"):
        hexapla.spec("rfc1630").escape("a", "serch")


def test_whatwg_leaves_other_characters_alone() -> None:
    """The sets of the standard, 1.3, against what the library says of itself."""
    c0 = {chr(code) for code in range(0x20)} | {"\x7f"}
    fragment = c0 | set(' "<>`')
    query = c0 | set(" \"#<>'")
    path = (query - {"'"}) | set("?^`{}")
    userinfo = path | set("/:;=@[]^|\\")
    rules = hexapla.spec("whatwg").escaping_rules()
    assert rules is not None
    everything = {chr(code) for code in range(128)}
    expected = {
        "fragment": fragment,
        "query": query,
        "path": path | {"\\"},
        "authority": userinfo,
    }
    for component, encoded in expected.items():
        assert everything - rules.kept[component].characters == encoded, component

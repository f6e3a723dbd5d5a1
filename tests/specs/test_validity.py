"""Validity: the verdict, the place where a text leaves a grammar, and what could stand there."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inputs import any_text, references

import hexapla
from hexapla.grammar.automaton import Automaton
from hexapla.grammar.derivation import derivations
from hexapla.grammar.validity import Verdict

STANDARDS = ["rfc1630", "rfc1738", "rfc1808", "rfc2396", "rfc3986"]
standards = pytest.mark.parametrize("standard", STANDARDS)
texts = st.one_of(
    references,
    st.text(alphabet="aG1:/?#;.%@=~[]+-&! é", max_size=10),
    references.map("http://a".__add__),
)


@standards
@given(text=texts)
def test_the_offset_is_where_a_text_leaves_the_grammar(standard: str, text: str) -> None:
    spec = hexapla.spec(standard)
    validity = spec.validate(text)
    grammar = spec.grammar
    assert grammar is not None
    if validity.verdict is Verdict.NO_PRODUCTION:
        return
    automaton = grammar.automaton(*validity.productions)
    states = list(states_along(automaton, text))
    assert (validity.verdict is Verdict.YES) == (states[-1] in automaton.accepting)
    if validity.verdict is Verdict.YES:
        assert validity.offset is None
        return
    assert validity.offset is not None
    assert validity.expected is not None
    assert completed(standard, text[: validity.offset]) is not None
    if not validity.ends_too_early:
        assert completed(standard, text[: validity.offset + 1]) is None
    expected = set(validity.expected.characters)
    for name in validity.expected.classes:
        expected |= set(grammar.character_classes[name])
    for code in range(128):
        could = completed(standard, text[: validity.offset] + chr(code)) is not None
        assert could == (chr(code) in expected)


def states_along(automaton: Automaton, text: str) -> Iterator[int]:
    """The state of the complete automaton at the start, and behind each character."""
    state = 0
    yield state
    for character in text:
        state = automaton.transitions[state][automaton.class_of[character]]
        yield state


def completed(standard: str, prefix: str) -> str | None:
    """Complete a prefix to a text that the grammar derives, by search alone; None where none is."""
    spec = hexapla.spec(standard)
    assert spec.syntax is not None
    assert spec.grammar is not None
    automaton = spec.grammar.automaton(*spec.syntax.productions)
    *_, start = states_along(automaton, prefix)
    found = {start: ""}
    todo = [start]
    while todo:
        state = todo.pop(0)
        if state in automaton.accepting:
            return prefix + found[state]
        for members, following in zip(automaton.classes, automaton.transitions[state], strict=True):
            if following not in found:
                found[following] = found[state] + members.first
                todo.append(following)
    return None


@standards
@given(text=any_text)
def test_any_text_is_validated(standard: str, text: str) -> None:
    spec = hexapla.spec(standard)
    spec.validate(text).to_dict()
    spec.ambiguity(text)
    if spec.schemes is not None:
        spec.schemes.parts(text).to_dict()


@pytest.mark.parametrize(
    ("standard", "text", "verdict"),
    [
        ("rfc1630", "http://a/b", "yes"),
        ("rfc1630", "url:http://a/b", "yes"),
        ("rfc1630", "g", "no-production"),
        ("rfc1630", "http://a b", "no"),
        ("rfc1630", "fxqn:/us/va/reston/cnri/ietf/24/asdf%*.fred", "no"),
        ("rfc1630", "news:12345667123%asdghfh@info.cern.ch", "no"),
        ("rfc1738", "http://a/b", "yes"),
        ("rfc1738", "g", "no-production"),
        ("rfc1808", "", "yes"),
        ("rfc1808", "//a//b", "no"),
        ("rfc1808", "~", "no"),
        ("rfc2396", "~", "yes"),
        ("rfc2396", "?y", "no"),
        ("rfc2396", "dav:", "no"),
        ("rfc2396", "//:a", "yes"),
    ],
)
def test_a_text_has_its_verdict(standard: str, text: str, verdict: str) -> None:
    assert hexapla.spec(standard).validate(text).verdict.value == verdict


@pytest.mark.parametrize(
    ("standard", "text", "ambiguous", "section"),
    [
        ("rfc2396", "//", True, "4.3"),
        ("rfc2396", "//a/b", True, "4.3"),
        ("rfc2396", "/a", False, ""),
        ("rfc1808", "a:", True, "2.4"),
        ("rfc1808", "/a;b", False, ""),
        ("rfc1630", "a:b?c", False, ""),
    ],
)
def test_an_ambiguity_is_told_and_settled(
    standard: str, text: str, ambiguous: bool, section: str
) -> None:
    ambiguity = hexapla.spec(standard).ambiguity(text)
    assert (ambiguity is not None) is ambiguous
    if ambiguity is not None:
        assert ambiguity.first != ambiguity.second
        assert ambiguity.settled_by is not None
        assert ambiguity.settled_by.citation is not None
        assert ambiguity.settled_by.citation.section == section


def test_the_greedy_derivation_is_the_first() -> None:
    """RFC 2396, 4.3: the authority wins."""
    grammar = hexapla.spec("rfc2396").grammar
    assert grammar is not None
    first, second = derivations(grammar, "URI-reference", ["authority", "abs-path"], "//a/b")
    assert [capture.rule for capture in first] == ["authority", "abs-path"]
    assert [capture.rule for capture in second] == ["abs-path"]


# RFC 1738, 3.4.4 to 3.4.9.
GOPHER_STRINGS: list[tuple[str, dict[str, str]]] = [
    ("+", {"item-view": "+"}),
    ("?", {"item-form": "?"}),
    ("!", {"item-attributes": "!"}),
    ("$", {"directory-attributes": "$"}),
    ("!+ABSTRACT", {"item-attributes": "!+ABSTRACT", "attribute-name": "+ABSTRACT"}),
    ("$+SMELL", {"directory-attributes": "$+SMELL", "attribute-name": "+SMELL"}),
    (
        "+application/postscript%20Es_ES",
        {
            "alternate-view": "+application/postscript%20Es_ES",
            "view-name": "application/postscript",
            "language-name": "Es_ES",
        },
    ),
    (
        "+%091%0D%0A+-1%0D%0Av%20w%0D%0A.%0D%0A",
        {
            "filled-form": "+%091%0D%0A+-1%0D%0Av%20w%0D%0A.%0D%0A",
            "ask-item-value": "v%20w",
        },
    ),
    ("+%091%0D%0A+-1%0D%0A.%0D%0A", {"filled-form": "+%091%0D%0A+-1%0D%0A.%0D%0A"}),
    ("+a", {}),
    ("!a%20%20b", {}),
]


@pytest.mark.parametrize(
    ("standard", "text", "parts"),
    [
        (
            "rfc1738",
            "ftp://u:p@h.c:21/a/b;type=i",
            {
                "user": "u",
                "password": "p",
                "host": "h.c",
                "port": "21",
                "fpath": "a/b",
                "ftptype": "i",
            },
        ),
        ("rfc1738", "ftp://@host.com/", {"user": "", "host": "host.com", "fpath": ""}),
        (
            "rfc1738",
            "ftp://foo:@host.com/",
            {"user": "foo", "password": "", "host": "host.com", "fpath": ""},
        ),
        (
            "rfc1738",
            "HTTP://h:80/p/q?s",
            {"host": "h", "port": "80", "hpath": "p/q", "search": "s"},
        ),
        ("rfc1738", "file:///p", {"fpath": "p"}),
        (
            "rfc1738",
            "gopher://h/1sel%09se%09plus",
            {"host": "h", "gtype": "1", "selector": "sel", "search": "se", "gopher-string": "plus"},
        ),
        *(
            (
                "rfc1738",
                f"gopher://h/1s%09%09{string}",
                {"host": "h", "gtype": "1", "selector": "s", "search": "", "gopher-string": string}
                | parts,
            )
            for string, parts in GOPHER_STRINGS
        ),
        ("rfc1738", "mailto:a@b", {"encoded822addr": "a@b"}),
        ("rfc1738", "news:comp.x", {"group": "comp.x"}),
        ("rfc1738", "news:1@h", {"article": "1@h"}),
        ("rfc1738", "nntp://h/g/12", {"host": "h", "group": "g", "digits": "12"}),
        ("rfc1738", "telnet://u@h/", {"user": "u", "host": "h"}),
        ("rfc1738", "wais://h/d/t/p", {"host": "h", "database": "d", "wtype": "t", "wpath": "p"}),
        ("rfc1738", "wais://h/d?s", {"host": "h", "database": "d", "search": "s"}),
        (
            "rfc1738",
            "prospero://h/p/q;n=v",
            {"host": "h", "ppath": "p/q", "fieldname": "n", "fieldvalue": "v"},
        ),
        (
            "rfc1630",
            "http://h:80/p?s+t",
            {"host": "h", "port": "80", "url-path": "p", "url-search": "s+t"},
        ),
        ("rfc1630", "gopher://h/1sel", {"host": "h", "gtype": "1", "gcommand": "sel"}),
        ("rfc1630", "news:comp.x", {"group": "comp.x"}),
        ("rfc1630", "news:a@b", {"article": "a@b"}),
        ("rfc1630", "prospero://h/a%001", {"host": "h", "hsoname": "a", "version": "1"}),
        (
            "rfc1630",
            "prospero://h/a%001x",
            {"host": "h", "hsoname": "a", "version": "1", "attributes": "x"},
        ),
        ("rfc1630", "prospero://h/a/b%00", {"host": "h", "hsoname": "a/b%00"}),
        ("rfc1630", "ftp://h/a/I", {"host": "h", "url-path": "a/I"}),
        ("rfc1630", "ftp://h/aI", {"host": "h", "url-path": "aI"}),
        ("rfc1630", "ftp://h/I", {"host": "h", "url-path": "I"}),
        *(
            ("rfc1630[data-type=prose]", f"ftp://h/{path};type={code}", parts | {"type-code": code})
            for path, code in (("a/b", "I"), ("", "A"), ("a/", "AN"), ("a", "L8"), ("a", "EC"))
            for parts in [{"host": "h", "url-path": path}]
        ),
        ("rfc1630", "mailto:a@bcd.e", {"url-xalphas": "a", "hostname": "bcd.e"}),
        ("rfc1630", "nntp:g/12", {"group": "g", "digits": "12"}),
        ("rfc1630", "mailto:a@b.c", {"url-xalphas": "a", "hostname": "b.c"}),
        ("rfc1630", "mid:a@b", {"addr-spec": "a@b"}),
        ("rfc1630", "cid:a@b", {"content-identifier": "a@b"}),
        ("rfc1630", "afs://c/p", {"cellname": "c", "url-path": "p"}),
        ("rfc1630", "telnet://h", {"host": "h"}),
        (
            "rfc1630",
            "wais://h/d/t/1=a;2=b;",
            {"host": "h", "database": "d", "wtype": "t", "wpath": "1=a;2=b;"},
        ),
    ],
)
def test_scheme_parts_are_at_their_places(standard: str, text: str, parts: dict[str, str]) -> None:
    schemes = hexapla.spec(standard).schemes
    assert schemes is not None
    found = schemes.parts(text)
    assert {part.name: part.raw for part in found.parts} == parts
    assert all(text[part.start : part.stop] == part.raw for part in found.parts)


@pytest.mark.parametrize(
    ("standard", "text", "other", "section"),
    [
        ("rfc1630", "news:a@b", {"group": "a@b"}, "News"),
        ("rfc1630", "prospero://h/a%001", {"host": "h", "hsoname": "a%001"}, "Prospero"),
        ("rfc1630", "ftp://h/a/I", {"host": "h", "url-path": "a/", "ftptype": "I"}, ""),
        ("rfc1630", "ftp://h/aI", {"host": "h", "url-path": "a", "ftptype": "I"}, ""),
        ("rfc1630[data-type=prose]", "ftp://h/aI", {}, ""),
        ("rfc1630", "mailto:a@b@c.de", {"url-xalphas": "a", "hostname": "b@c.de"}, ""),
        ("rfc1630", "gopher://h/1", {}, ""),
        (
            "rfc1738",
            "gopher://h/1a%09b",
            {"host": "h", "gtype": "1", "selector": "a%09b"},
            "3.4.1",
        ),
    ],
)
def test_the_other_derivation_by_a_production_is_told(
    standard: str, text: str, other: dict[str, str], section: str
) -> None:
    schemes = hexapla.spec(standard).schemes
    assert schemes is not None
    found = schemes.parts(text)
    assert {part.name: part.raw for part in found.other_parts} == other
    assert found.remark.endswith(f"({section})") if section else not found.remark


@pytest.mark.parametrize("text", ["ftp://h/a;type=I", "url:ftp://h/a;type=L8"])
def test_the_data_type_of_the_prose_is_valid_under_its_reading_only(text: str) -> None:
    """RFC 1630, FTP, Data type, against ftpaddress."""
    for option, verdict in (("bnf", "no"), ("prose", "yes")):
        for grammar in ("mended", "as-printed"):
            spec = hexapla.spec(f"rfc1630[data-type={option},grammar={grammar}]")
            assert spec.validate(text).verdict.value == verdict
    (found,) = hexapla.compare(text, specs=["rfc1630"], readings="all").valid.variants or ()
    assert [", ".join(map(str, variant.choices)) for variant in found[1]] == [
        "data-type=bnf",
        "data-type=prose",
    ]


def test_a_part_of_a_part_is_at_its_place() -> None:
    """RFC 1738, 3.4.7."""
    schemes = hexapla.spec("rfc1738").schemes
    assert schemes is not None
    text = "gopher://h/1s%09%09!+ABSTRACT%20+SMELL"
    names = [part for part in schemes.parts(text).parts if part.name == "attribute-name"]
    assert [text[part.start : part.stop] for part in names] == ["+ABSTRACT", "+SMELL"]


def test_a_scheme_part_is_decoded() -> None:
    schemes = hexapla.spec("rfc1738").schemes
    assert schemes is not None
    (host, path) = schemes.parts("http://h/a%2Fb%E9%25").parts
    assert (host.decoded, path.raw, path.decoded) == ("h", "a%2Fb%E9%25", "a/bé%")


@pytest.mark.parametrize(
    ("standard", "text", "production", "offset"),
    [
        ("rfc1738", "http://h/a~b", "httpurl", 10),
        ("rfc1738", "ftp://h/a;type=x", "ftpurl", 15),
        ("rfc1738", "urn:x", None, None),
        ("rfc1630", "gopher://", "gopheraddress", 9),
        ("rfc2396", "http://h/", None, None),
    ],
)
def test_a_failed_production_is_named(
    standard: str, text: str, production: str | None, offset: int | None
) -> None:
    schemes = hexapla.spec(standard).schemes
    assert schemes is not None
    found = schemes.parts(text)
    assert (found.production, found.validity.offset) == (production, offset)
    assert found.parts == ()
    assert found.remark or production


def test_a_scheme_grammar_has_every_scheme() -> None:
    common = {"http", "ftp", "news", "nntp", "telnet", "gopher", "wais", "mailto", "prospero"}
    for standard, more in (("rfc1630", {"mid", "cid", "afs"}), ("rfc1738", {"file"})):
        schemes = hexapla.spec(standard).schemes
        assert schemes is not None
        assert set(schemes.productions) == common | more


@standards
def test_productions_of_schemes_are_rules_and_rules_have_sections(standard: str) -> None:
    spec = hexapla.spec(standard)
    assert spec.grammar is not None
    assert spec.schemes is not None
    named = {rule for rules in spec.schemes.productions.values() for rule in rules}
    assert named <= set(spec.grammar.rules)
    assert all(rule.section for rule in spec.grammar.rules.values())


@pytest.mark.parametrize("text", ["HTTP:./", "http:./", "HTTP://a/", "Mailto:a"])
def test_case_of_a_scheme_is_ignored_in_every_production_of_rfc_1738(text: str) -> None:
    assert hexapla.spec("rfc1738").validate(text).verdict is Verdict.YES

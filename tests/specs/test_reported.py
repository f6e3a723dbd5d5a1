"""Faults that readers reported, with the correct results."""

from typing import NamedTuple

import pytest

import hexapla
from hexapla.comparison.explanation import explanation


class Failing(NamedTuple):
    """A URL that the URL Standard's parser rejects: the validation error, and its section."""

    url: str
    says: str
    section: str


FAILING = [
    Failing("http://a b/", "domain-to-ASCII, at 7", "3.3 steps 2, 8"),
    Failing("http://256.1.1.1/", "IPv4-out-of-range-part, at 7", "3.5, IPv4 parser 7, 8"),
    Failing("http://a:99999/", "port-out-of-range, at 9", "port state 2.1.2"),
    Failing("http://", "host-missing, at 7", "host state 3.1"),
    Failing("http://[::1/", "IPv6-unclosed, at 11", "3.5 step 1.1"),
]


@pytest.mark.parametrize("case", FAILING, ids=lambda case: case.url)
def test_a_failure_has_a_reason_and_no_parts(case: Failing) -> None:
    reference = hexapla.parse(case.url, spec="whatwg")
    assert reference.failure is not None
    assert (reference.failure.says, reference.failure.citation.section) == case[1:]
    assert set(reference.parts.values()) == {None}
    assert set(reference.spans.values()) == {None}
    assert reference.form_name == "failure"
    assert hexapla.parse(case.url, spec="rfc3986").failure is None


class Dated(NamedTuple):
    """An input on which two dates of the URL Standard differ, and the commit that decides."""

    reference: str
    base: str | None
    older: str
    commit: str
    was: str


DATED = [
    Dated(
        "http://a|b/", None, "2020-11", "4025253 of 2021-03-22", "U+007C (|) was not a forbidden"
    ),
    Dated("g", "http://u:p@h/", "2014-10", "06b2e68 of 2015-06-09", "username and password"),
]


@pytest.mark.parametrize("case", DATED, ids=lambda case: case.reference)
def test_the_commit_that_decides_is_named(case: Dated) -> None:
    specs = ["whatwg", f"whatwg[as-of={case.older}]"]
    comparison = hexapla.compare(case.reference, base=case.base, specs=specs)
    (decides,) = comparison.changes
    assert decides.change.citation.section == f"commit {case.commit}"
    assert case.was in decides.change.does
    assert f"commit {case.commit}" in explanation(comparison)


def test_no_commit_decides_between_standards() -> None:
    assert hexapla.compare("http://a|b/", base="x:").changes == ()


class Read(NamedTuple):
    """A URL, and the components of which the URL Standard changes the text."""

    url: str
    values: dict[str, str | None]


READ = [
    Read("http://0x7f.1/", {"host": "127.0.0.1"}),
    Read("HTTP://EX.com:80/", {"scheme": "http", "host": "ex.com", "port": None}),
    Read("http://a/./b c", {"path": "/b%20c"}),
    Read("http://a", {"path": "/"}),
    Read("x:y z", {}),
    Read("?y z", {}),
]


@pytest.mark.parametrize("case", READ, ids=lambda case: case.url)
def test_what_is_read_as_another_text_is_said(case: Read) -> None:
    assert hexapla.parse(case.url, spec="whatwg").values == case.values
    assert not hexapla.parse(case.url, spec="rfc3986").values


class Cleaned(NamedTuple):
    """A URL from which the URL Standard removes characters that RFC 3986 keeps, and its rule."""

    url: str
    scheme: str
    section: str


CLEANED = [
    Cleaned(" http://a/", " http", "4.4, basic URL parser 1.3"),
    Cleaned("ht\ttp://a/", "ht\ttp", "4.4, basic URL parser 3"),
    Cleaned("http://a/\n", "http", "4.4, basic URL parser 1.3"),
]


@pytest.mark.parametrize("case", CLEANED, ids=lambda case: repr(case.url))
def test_what_is_removed_is_in_no_part(case: Cleaned) -> None:
    comparison = hexapla.compare(case.url, specs=["rfc3986", "whatwg"])
    newer, older = comparison.parts.groups
    assert (newer.value["scheme"], older.value["scheme"]) == ("http", case.scheme)
    (cause,) = comparison.parts.causes
    assert cause.deciding.phase.value == "clean"
    assert cause.right.rule.citation.section == case.section
    assert not comparison.agrees


def test_hosts_consult_their_readings() -> None:
    """RFC 3986 has no rule for a second at sign; under one reading, the first one divides."""
    specs = ["rfc3986", "whatwg"]
    host = hexapla.compare("http://u@a@b/", specs=specs, readings="all").host
    assert host.variants is not None
    (_, rfc3986), (_, whatwg) = host.variants
    shown = {str(*variant.choices): variant.text for variant in rfc3986}
    assert shown == {
        "at-signs=last": "userinfo=u@a host=b",
        "at-signs=first": "userinfo=u host=a@b",
    }
    assert [variant.choices for variant in whatwg] == [()]


def test_readings_of_hosts_count_with_a_base() -> None:
    specs = ["rfc3986", "whatwg"]
    compared = hexapla.compare("/x", base="http://u@a@b/", specs=specs, readings="all")
    assert compared.host.variants is not None
    assert len(compared.host.variants[0][1]) == 2


def test_a_host_consults_readings_of_parsing() -> None:
    """A scheme that begins with a digit is valid by appendix B, but not by 3.1."""
    host = hexapla.compare("1://h/", specs=["rfc3986"], readings="all").host
    assert host.variants is not None
    ((_, rfc3986),) = host.variants
    shown = {str(*variant.choices): variant.text for variant in rfc3986}
    assert shown == {"scheme-test=appendix-b": "host=h", "scheme-test=grammar": "(none)"}


def test_a_host_of_no_uri_is_silence() -> None:
    """RFC 1808, 2.3: relative URLs can't be used with a base whose scheme is mailto."""
    compared = hexapla.compare("g", base="mailto:a", specs=["rfc1808"], readings="all")
    assert compared.host.variants is not None
    ((_, rfc1808),) = compared.host.variants
    silent = {str(*variant.choices): variant.silent for variant in rfc1808}
    assert silent == {"unsuited-scheme=resolve": False, "unsuited-scheme=error": True}


class Explained(NamedTuple):
    """An input, and a statement in its explanation: the spec, its section, and the words."""

    id: str
    reference: str
    base: str
    specs: str
    says: tuple[tuple[str, str, str], ...]


REPLACES = "everything after the base path's last slash is replaced"
FORM = "Partial (relative) form"
EXPLAINED = [
    Explained(
        "e01",
        "g",
        "http://a",
        "rfc1630 rfc1808",
        (
            ("rfc1630", "URI syntax", 'the host "a" of the base counts as part of the path'),
            ("rfc1630", f"{FORM}, 3rd rule", REPLACES),
        ),
    ),
    Explained(
        "e02",
        "..",
        "http://h?q/r",
        "rfc1630 rfc1808",
        (
            ("rfc1808", "2.4.3", '"?q" of the base is in the net_loc'),
            ("rfc1808", "4 step 6", REPLACES),
        ),
    ),
    Explained(
        "e03",
        "..",
        "x:/a/./b/../c",
        "rfc1630 rfc1808",
        (
            ("rfc1630", f"{FORM}, 4th rule", '"./" is removed'),
            ("rfc1630", f"{FORM}, 4th rule", '"b/../" is removed'),
            ("rfc1630", f"{FORM}, 4th rule", 'a final ".." stays'),
            ("rfc1808", "4 step 6a", '"./" is removed'),
            ("rfc1808", "4 step 6c", '"b/../" is removed'),
            ("rfc1808", "4 step 6d", '"a/.." is removed'),
        ),
    ),
    Explained(
        "e04",
        "./..",
        "http://a/b/c/d;p=1/2?q#f",
        "rfc1630 rfc1808 rfc3986",
        (
            ("rfc1808", "4 step 6a", '"./" is removed'),
            ("rfc3986", "5.2.4 step 2B", '"./" is removed'),
            ("rfc1630", f"{FORM}, 4th rule", '"./" is removed'),
        ),
    ),
    Explained(
        "e05",
        "../../../g",
        "file:///x/y",
        "rfc1630 rfc2396",
        (
            ("rfc2396", "5.2 step 6g", 'a ".." with nothing before it stays'),
            ("rfc1630", f"{FORM}, 4th rule", 'a ".." with no xxx before it stays'),
        ),
    ),
    Explained(
        "e06",
        ";;=",
        "http://h?q/r",
        "rfc1808 rfc2396",
        (
            ("rfc1808", "2.4.5", '";;=" is in the params'),
            ("rfc1808", "4 steps 5, 5a", "an empty path becomes the base's"),
            ("rfc2396", "3.3", '";;=" is in the path'),
        ),
    ),
    Explained(
        "e07",
        "g;x/../y",
        "http://h?q/r",
        "rfc1808 rfc3986",
        (("rfc1808", "2.4.5", '";x/../y" is in the params'),),
    ),
    Explained(
        "e08",
        "//../../g",
        "http://a",
        "rfc1630 rfc1808 rfc3986",
        (("rfc1630", f"{FORM}, 2nd rule", "dot segments after leading slashes stay"),),
    ),
    Explained(
        "e09",
        "%2e:",
        "http://a/b",
        "rfc1630 rfc2396 rfc3986",
        (
            ("rfc2396", "5.2 step 3", "a reference with a scheme stays as it is"),
            ("rfc3986", "5.2.2", "a reference with a scheme does not use the base"),
        ),
    ),
    Explained(
        "e11",
        "x;y=1/..",
        "mailto:u@h",
        "rfc1808 rfc2396",
        (
            ("rfc2396", "5", "the base is not hierarchical"),
            ("rfc1808", "2.4.5", '";y=1/.." is in the params'),
        ),
    ),
    Explained(
        "e12",
        "?@:/",
        "http://a/b/c/d;p=1/2?q#f",
        "rfc1808 rfc2396 rfc3986",
        (
            ("rfc1808", "4 steps 5, 5a, 5b", "path and params become the base's"),
            ("rfc3986", "5.2.2", "an empty path becomes the base's"),
        ),
    ),
    Explained(
        "e13",
        "a",
        "file:///x/y",
        "rfc1808 rfc2396 rfc3986",
        (
            ("rfc1808", "4 step 6", REPLACES),
            ("rfc2396", "5.2 steps 6a, 6b", REPLACES),
            ("rfc3986", "5.2.3", REPLACES),
        ),
    ),
    Explained(
        "e14",
        "../c",
        "https://u:p@h:443/a/b",
        "rfc3986 whatwg",
        (("whatwg", "port state 2.1.3", '":443" of the base is removed'),),
    ),
    Explained(
        "e15",
        "HTTP:^",
        "x:/a",
        "rfc2396 whatwg",
        (
            (
                "whatwg",
                "3.3 steps 2, 8",
                '"^": a domain with a forbidden domain code point fails',
            ),
        ),
    ),
    Explained(
        "e16",
        "[",
        "http://a/b",
        "rfc3986 whatwg",
        (("whatwg", "scheme start state 2, no scheme state 3", "a reference without a scheme"),),
    ),
    Explained(
        "e17",
        "a;",
        "mailto:u@h",
        "rfc3986 whatwg",
        (
            (
                "whatwg",
                "no scheme state 1",
                "a relative reference can't have an opaque base",
            ),
        ),
    ),
    Explained(
        "e19",
        "\\@",
        "file:///C:/x",
        "rfc1808 whatwg",
        (("rfc1808", "4 step 6", REPLACES),),
    ),
]


@pytest.mark.parametrize("case", EXPLAINED, ids=lambda case: case.id)
def test_an_explanation_names_what_happened(case: Explained) -> None:
    target = hexapla.compare(case.reference, base=case.base, specs=case.specs.split()).target
    told = {
        (source.spec.selector, source.citation.section, row.says, clause.says)
        for row in target.trace
        for clause in row.clauses
        for source in clause.sources
    }
    for selector, section, words in case.says:
        said = [
            f"{says} {reason}" if reason.startswith("is in") or "counts" in reason else text
            for by, at, says, reason in told
            for text in (": ".join(filter(None, (says, reason))),)
            if (by, at) == (selector, section)
        ]
        assert any(text.startswith(words) for text in said), (words, said)


def test_what_has_no_part_in_a_result_has_no_row() -> None:
    """e11: RFC 2396 fails since the base is opaque, whatever component has `;y` (3, 5.2)."""
    comparison = hexapla.compare("x;y=1/..", base="mailto:u@h", specs=["rfc1808", "rfc2396"])
    of_2396 = [row for row in comparison.target.rows if "rfc2396" in row.selectors]
    assert not [row for row in of_2396 if row.is_boundary]


def test_a_failure_has_no_row_of_a_state_that_did_not_run() -> None:
    """e17: an opaque base ends the run in the no scheme state, step 1."""
    comparison = hexapla.compare("a;", base="mailto:u@h", specs=["rfc3986", "whatwg"])
    sections = {
        source.citation.section
        for row in comparison.target.rows
        for clause in row.clauses
        for source in clause.sources
        if source.spec.id == "whatwg"
    }
    assert sections == {"no scheme state 1"}


def test_a_step_that_all_share_stands_once() -> None:
    """e13: 1808 4 step 6; 2396 5.2 steps 6a, 6b; 3986 5.2.3."""
    specs = ["rfc1808", "rfc2396", "rfc3986"]
    rows = hexapla.compare("a", base="file:///x/y", specs=specs).target.rows
    (merging,) = [row for row in rows if row.text == REPLACES]
    assert merging.selectors == ("rfc3986", "rfc2396", "rfc1808")


def test_a_base_of_the_same_scheme_gives_the_host() -> None:
    """e18: the base's special scheme is ignored; the host is the base's (relative state 5.1)."""
    comparison = hexapla.compare(
        "http:example.com/x", base="http://example.com/b/c", specs=["rfc3986", "whatwg"]
    )
    newest = comparison.target.groups[0]
    assert newest.uri == "http://example.com/b/example.com/x"
    assert "number of slashes" not in explanation(comparison)


class Sentence(NamedTuple):
    """An input, and the words about one side in the one-line explanation."""

    reference: str
    base: str
    specs: str
    says: str


SENTENCES = [
    Sentence("../c", "https://u:p@h:443/a/b", "rfc3986 whatwg", '":443" of the base is removed'),
    Sentence("\\@", "file:///C:/x", "rfc1808 whatwg", f"RFC 1808: {REPLACES} (4 step 6)"),
    Sentence("g", "http://u:p@h/", "whatwg[as-of=2014-10] whatwg", '"u" of the base is removed'),
    Sentence("?", "http://a/b", "rfc1808 rfc3986", 'RFC 1808: "?" is removed (2.4.4)'),
]


@pytest.mark.parametrize("case", SENTENCES, ids=lambda case: case.base)
def test_one_line_says_what_happened_here(case: Sentence) -> None:
    target = hexapla.compare(case.reference, base=case.base, specs=case.specs.split()).target
    (cause,) = target.causes
    assert case.says in cause.sentence


class Grouped(NamedTuple):
    """A URL, and the parts of a group under the names that its standards share."""

    url: str
    text: str


GROUPED = [
    Grouped("https://example.com:8443/a/b", "scheme=https authority=example.com:8443 path=/a/b"),
    Grouped("http://u:p@h:80/p", "scheme=http authority=u:p@h:80 path=/p"),
    Grouped("http://[::1]/", "scheme=http authority=[::1] path=/"),
]


@pytest.mark.parametrize("case", GROUPED, ids=lambda case: case.url)
def test_a_group_has_no_other_standards_parts(case: Grouped) -> None:
    """v01 to v03: RFC 1738 and the URL Standard subdivide the authority of the others."""
    comparison = hexapla.compare(case.url)
    groups = {group.specs: group.text for group in comparison.parts.groups}
    (text,) = [text for specs, text in groups.items() if "rfc3986" in specs]
    assert text == case.text


def test_a_url_that_is_invalid_under_all_is_said_to_be() -> None:
    """v12: no grammar allows a backslash there."""
    told = " ".join(explanation(hexapla.compare("http://example.com\\@evil.com")).split())
    every = "URL Standard, RFC 3986, RFC 2396, RFC 1808, RFC 1738, RFC 1630"
    assert f'invalid {every}: "\\" is not allowed at 18' in told


def test_a_guarded_path_is_not_cited_as_dot_segments() -> None:
    """v13: 6.2.2.3 removes dot segments; 3.3 forbids paths that begin with "//"."""
    normal = hexapla.spec("rfc3986").normalize("foo:..///bar")
    assert [step.provision.citation.section for step in normal.steps] == ["3.3"]


def test_a_host_is_cited_by_each_standards_own_section() -> None:
    """e10, v03: RFC 1808 3.2 is about base URLs; it leaves the net_loc to RFC 1738 (2.1)."""
    told = " ".join(explanation(hexapla.compare("http://[::1]/")).split())
    assert "(2396 3.2.2; 1738 3.1; 1630 BNF for specific URL schemes)" in told
    assert "ends it (1808 2.1)" in told


class Told(NamedTuple):
    """A URL, and lines of its explanation, in order."""

    url: str
    lines: tuple[str, ...]


TOLD = [
    Told(
        "http:256.1.1.1/",
        (
            '≠ –  "//" is inserted: a special authority begins after any number of slashes',
            '≠ –  "256.1.1.1": a host that ends in a number fails: IPv4-out-of-range-part',
        ),
    ),
    Told(
        "https://A b/",
        (
            '  –  "A" becomes "a": the host becomes lower case',
            '≠ –  "␣": a domain with a forbidden domain code point fails: domain-to-ASCII',
        ),
    ),
    Told("http://1.2.3/", ('"1.2.3" becomes "1.2.0.3": a host that ends in a number',)),
    Told("http://u@v@h/", ('"@" becomes "%40": each "@" but the last is percent-encoded',)),
]


@pytest.mark.parametrize("case", TOLD, ids=lambda case: case.url)
def test_the_way_to_a_failure_is_told(case: Told) -> None:
    told = explanation(hexapla.compare(case.url), columns=200)
    for line in case.lines:
        assert line in told
        told = told[told.index(line) :]


class HostReason(NamedTuple):
    """A URL, a standard, and the provisions by which its host differs from the others'."""

    url: str
    selector: str
    says: tuple[str, ...]


HOST_REASONS = [
    HostReason("https://u@a@b/", "rfc3986", ('allows no "@" in a host: the last of several',)),
    HostReason(
        "http://a\\@b/",
        "rfc1630",
        ("ends host and port at the first slash", "defines no user and password for this"),
    ),
    HostReason("file://%41?", "rfc3986", ("ends the authority at the first question mark",)),
    HostReason("http://./..", "rfc3986", ()),
]


@pytest.mark.parametrize("case", HOST_REASONS, ids=lambda case: case.url)
def test_a_host_has_a_reason_against_each_other(case: HostReason) -> None:
    comparison = hexapla.compare(case.url)
    reads = next(
        read
        for specs, read in comparison.host.hosts_read()
        if case.selector in {spec.selector for spec in specs}
    )
    assert all(says in reads for says in case.says)
    assert 'begins the authority after "//"' not in reads


def test_a_standard_that_needs_a_base_has_a_reason_instead_of_a_host() -> None:
    *_, (specs, read) = hexapla.compare("//@.././u:p@").host.hosts_read()
    assert [spec.selector for spec in specs] == ["whatwg"]
    assert read.startswith("(refused): a relative reference needs a base")


class ToldOnBase(NamedTuple):
    """A reference on a base, and texts that are, or aren't, in the explanation."""

    reference: str
    base: str
    specs: str
    says: tuple[str, ...]
    says_not: tuple[str, ...] = ()


TOLD_ON_BASE = [
    # Both replace the same part of the base by different rules, which makes no difference.
    ToldOnBase(
        "/..g./?",
        "http://a/b/c/d;p?q#f",
        "rfc1630 rfc1808",
        (
            "  A B  an absolute path replaces everything from the base's path on (1808 4 steps 3, "
            "4); leading slashes replace everything from the matching run on, the first run of the "
            "same length with no longer run after it (1630 2nd rule)",
        ),
        ('"a" of the base',),
    ),
    # 1630, 2nd rule: nothing after it applies ("Otherwise").
    ToldOnBase(
        "/..?y",
        "http://a/",
        "rfc1630 rfc2396 rfc3986",
        ("≠ B    dot segments stay in an absolute path (2396 5.2 steps 4, 5); dot segments after",),
    ),
    ToldOnBase(
        "/..#s:",
        "http://h;x/y?z",
        "rfc1630 rfc3986",
        ("≠ B    dot segments after leading slashes stay (1630 2nd rule)",),
        ("is not a scheme", "in the fragment"),
    ),
    # Removing spaces makes no difference if only "#" could be resolved anyway.
    ToldOnBase(" ?y", "mailto:u@h", "rfc3986 whatwg", ('  A  "␣" is removed',)),
    ToldOnBase(
        ";x=1:@/..",
        "x:?q",
        "rfc1630 rfc1808 rfc2396 rfc3986",
        ('≠ C         ";x=1" is not a scheme (1808 2.4.2; 1630 BNF of Generic URI Syntax)',),
    ),
    # Steps are numbered only for the current text.
    ToldOnBase(
        "é",
        "http://a/b",
        "rfc3986 whatwg[as-of=2018-09]",
        ("(URL Standard[as-of=2018-09] relative state; 3986 5.2.3)",),
        ("relative state 5",),
    ),
    # They remove different pieces of a text, and get the same text.
    ToldOnBase("./.", "mailto:u@h", "rfc1630 rfc3986", ('  A B  "./." becomes "."',)),
    # In RFC 1630, the context is rejected rather than the reference.
    ToldOnBase("g;x", "1:/a", "rfc1630 rfc1808 rfc3986", (), ("(1630 URI syntax)",)),
    # URL Standard: the host is missing, so none was parsed.
    ToldOnBase("\\/", "http://a", "rfc3986 whatwg", ("host-missing",), ("is in the host",)),
    # 5.2.1 is optional, which is shown if the base isn't in normal form.
    ToldOnBase(
        "?y",
        "x:/a/../b",
        "rfc1808 rfc3986 whatwg",
        ("[base-normalization=none]", "3986 base-normalization  none     syntax"),
    ),
]


@pytest.mark.parametrize("case", TOLD_ON_BASE, ids=lambda case: case.reference)
def test_a_row_tells_what_made_the_difference(case: ToldOnBase) -> None:
    compared = hexapla.compare(case.reference, base=case.base, specs=case.specs.split())
    told = explanation(compared, columns=400)
    assert [says for says in case.says if says not in told] == []
    assert [says for says in case.says_not if says in told] == []


def test_a_date_that_reads_a_failure_is_among_the_readings() -> None:
    parts = hexapla.compare("http://256.1.1.1/", specs=["rfc3986", "whatwg"]).parts
    assert [(effect.other, effect.then) for effect in parts.readings] == [("2014-10", "joins A")]


def test_an_empty_query_tells_nothing_of_an_absolute_url() -> None:
    """RFC 1808, 4 step 2b: an absolute URL is interpreted as it is."""
    told = explanation(hexapla.compare("x:h/a?"))
    assert "counts as absent" not in told


def test_a_port_of_an_unclosed_address_is_none() -> None:
    """URL Standard, host state 2: a ":" in square brackets doesn't begin a port."""
    divided = hexapla.spec("whatwg").divide("ftp://[::1/a")
    assert [piece.text for piece in divided.pieces if piece.name in ("host", "port")] == ["[::1"]


class Worded(NamedTuple):
    """What a rule of RFC 1630 says under an option, which says how the rule applies."""

    selector: str
    base: str
    reference: str
    says: str
    section: str


WORDED = [
    Worded(
        "rfc1630[missing-run=append]",
        "magic:a",
        "/g",
        "a form with leading slashes is put after the whole context",
        "2nd rule",
    ),
    Worded(
        "rfc1630[path-root=after-host]",
        "magic://a/b",
        "../../g",
        'a ".." after an element that an option keeps stays',
        "4th rule",
    ),
    Worded(
        "rfc1630[path-root=after-host]",
        "http://a",
        "g",
        "a slash and the form follow the context's host",
        "3rd rule",
    ),
    Worded(
        "rfc1630[same-scheme=absolute]",
        "magic:a",
        "magic:g",
        "a reference with a scheme stays as it is",
        "paragraph 4",
    ),
]


@pytest.mark.parametrize("case", WORDED, ids=lambda case: case.selector)
def test_a_rule_says_how_an_option_applies_it(case: Worded) -> None:
    record = hexapla.spec(case.selector).standard.record(case.reference, base=case.base)
    rules = {rule.says: rule for rule in (*(step.rule for step in record.steps), *record.kept)}
    assert rules[case.says].citation.section == f"Partial (relative) form, {case.section}"

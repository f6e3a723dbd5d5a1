"""Which host is read: rows, their letters and rules, pairs and the history, counted again."""

import functools
import json
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import by_rows_of

import hexapla
from hexapla.implementations.asking import Answer, ParseAnswer, UrlCase
from hexapla.implementations.recording import Recording, Recordings
from hexapla.operations.authority import UrlComponents
from hexapla_site.data.recordings import PARSINGS, current_parsings
from hexapla_site.report.host_row import HOST_KINDS, kind_of_url, known_sources
from hexapla_site.report.hosts import HostReport, host_report

SPECS = hexapla.specs()
DATA = json.loads(PARSINGS.read_text("utf-8"))
NO_ONE = "none"


@functools.cache
def hosts_read() -> HostReport:
    return host_report(SPECS, current_parsings())


def connected_to(said: dict[str, str | None] | None) -> str | None:
    """Return the host that a client connects to; `NO_ONE` where none is told, or none was asked."""
    if said is None or "host" not in said:
        return NO_ONE
    host = "".join(sign.lower() if sign.isascii() else sign for sign in said["host"] or "")
    host = host.encode(errors="surrogateescape").decode(errors="replace")  # octets, no UTF-8
    return (host[1:-1] if host.startswith("[") and host.endswith("]") else host) or None


def answers() -> list[tuple[str, dict[str, str | None]]]:
    said = {item["name"]: item["answers"] + item["further"] for item in DATA["implementations"]}
    return [
        (case["url"], {name: connected_to(given[place]) for name, given in said.items()})
        for place, case in enumerate(DATA["cases"] + DATA["further"])
    ]


def test_equal_letters_are_equal_hosts() -> None:
    for (url, hosts), row in zip(answers(), hosts_read().rows, strict=True):
        assert row.url == url
        letters = {name: row.sign_of(reading) for name, reading in row.by_name.items()}
        for one, other in combinations(hosts, 2):
            same = letters[one] == letters[other]
            if NO_ONE not in (hosts[one], hosts[other]):
                assert same is (hosts[one] == hosts[other]), (url, one, other)
        for name, host in hosts.items():
            assert (row.group_of(row.by_name[name]) is None) is (host == NO_ONE), (url, name)


def test_the_first_letter_is_that_of_the_newest_standard() -> None:
    newest = hosts_read().columns[-1]
    for row in hosts_read().rows:
        own = row.group_of(row.by_spec[newest])
        assert own is None or own.letter == "A"
        sizes = [len(group.names) for group in row.groups if group != own]
        assert sizes == sorted(sizes, reverse=True)
        letters = [group.letter for group in row.groups]
        assert letters == list("ABCDEFGHIJKLMNOP"[: len(letters)])


def test_a_backslash_is_told_with_who_reads_what_and_by_which_rule() -> None:
    row = next(row for row in hosts_read().rows if row.url == "http://a\\@b/")
    hosts = {group.host: group for group in row.groups}
    assert set(hosts) == {"a", "b", "a\\@b"}
    assert {"urllib.parse", "httpx"} <= set(hosts["b"].names)
    assert {"urllib3", "requests", "node-URL"} <= set(hosts["a"].names)
    assert [spec.id for spec in hosts["a"].specs] == ["whatwg"]
    assert row.because(hosts["b"], hosts["a"]) == 'RFC 3986 ends the userinfo at the "@" (3.2.1)'
    assert row.because(hosts["a"], hosts["b"]) == (
        "URL Standard ends the authority at a backslash, as the scheme is special "
        "(4.4, authority state)"
    )
    assert (row.differs, row.kind.id) == (True, "backslash")
    assert row.address == f"hosts/backslash.html#{row.id}"


def test_every_pair_is_counted_as_by_hand() -> None:
    given_hosts = answers()
    for pair in hosts_read().pairs:
        both = [
            (hosts[pair.left], hosts[pair.right])
            for _, hosts in given_hosts
            if NO_ONE not in (hosts[pair.left], hosts[pair.right])
        ]
        assert pair.compared == len(both)
        assert len(pair.rows) == sum(one != other for one, other in both)
        assert all(row.differs for row in pair.rows)


def test_every_url_is_of_one_kind_and_every_kind_has_urls() -> None:
    assert set(hosts_read().by_kind) == set(HOST_KINDS)
    counted = Counter(row.url for rows in hosts_read().by_kind.values() for row in rows)
    assert counted == Counter(case["url"] for case in DATA["cases"] + DATA["further"])


@given(st.text())
def test_any_text_is_of_a_kind(text: str) -> None:
    assert kind_of_url(text) in HOST_KINDS


@pytest.mark.parametrize("kind", HOST_KINDS, ids=lambda kind: kind.id)
def test_the_examples_of_a_kind_are_of_that_kind(kind: object) -> None:
    (examples,) = (kind_.examples for kind_ in HOST_KINDS if kind_ is kind)
    assert examples
    assert {kind_of_url(url) for url in examples} == {kind}


@by_rows_of("pages")
def test_the_history_has_what_each_standard_reads(url: str, read: list[str | None]) -> None:
    (item,) = (item for items in hosts_read().history.values() for item in items if item.url == url)
    told = [item.told(spec) for spec in hosts_read().columns]
    others = {"rejected": None, "no rule": "?"}
    assert [others.get(says, host or "") for host, says in told] == read


def test_the_history_names_the_standard_since_which_it_is_so() -> None:
    items = {item.url: item for items in hosts_read().history.values() for item in items}
    since = {url: item.eras[-1][0].id for url, item in items.items()}
    assert since["http://u@h/"] == "rfc1738"
    assert since["http://a?q"] == "rfc2396"
    assert since["http://[::1]/"] == "rfc3986"
    assert since["http://a\\@b/"] == "whatwg"
    for item in items.values():
        for spec in hosts_read().columns:
            provision = item.provision(spec)
            assert provision is None or provision.citation.document.label.split()[0] in (
                "RFC",
                "URL",
            )


def test_each_host_of_the_history_has_a_rule() -> None:
    for items in hosts_read().history.values():
        for item in items:
            for spec in hosts_read().columns:
                host, says = item.told(spec)
                if says != "no rule" and (host or says == "rejected"):
                    assert item.provision(spec) is not None, (item.url, spec.id)


def test_every_known_difference_is_in_a_row_with_its_source() -> None:
    rows = [row for row in hosts_read().rows if row.url in known_sources()]
    assert len(rows) > 40
    for row in rows:
        source = known_sources()[row.url]
        assert row.source == source
        assert row.reason == "a public source"
        assert source["source"]["url"].startswith("https://")


def test_failures_and_silence_have_signs_and_no_letter() -> None:
    case = UrlCase("//h")
    answers: tuple[ParseAnswer, ...] = (
        Answer(case, UrlComponents.of({"host": "h"})),
        Answer(case, error="no"),
        Answer(case, trouble="died"),
        Answer(case, UrlComponents.of({"port": "1"})),
    )
    recordings = (
        Recording(name, "", "", "", None, (answer,))
        for name, answer in zip("abcd", answers, strict=True)
    )
    made = host_report(SPECS, Recordings("parse", (case,), tuple(recordings)))
    row = made.rows[0]
    assert [(row.sign_of(item), item.says) for item in row.by_name.values()] == [
        ("A", ""),
        ("×", "rejected"),
        ("·", "no answer"),
        ("·", "not told"),
    ]
    assert list(map(str, row.by_name.values()))[:2] == ["h", "rejected"]
    assert [spec.id for spec in row.saying("no rule")[1]] == ["rfc1738"]
    assert row.saying("rejected")[0] == ["b"]
    assert not row.differs

"""The URL Standard's column gives the same results as other programs and web-platform-tests."""

import ipaddress
import json
import os
import shutil
import subprocess
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from random_urls import (
    ATTRIBUTES,
    SEED,
    needs_url_test_data,
    random_pairs,
    record_of_library,
    url_test_data,
)
from tables import in_parts, rows_of

import hexapla
from hexapla.standard.phases import NoUri
from hexapla.standard.rule import Phase
from hexapla_specs.whatwg.history import parser_as_of
from hexapla_specs.whatwg.serializing import recombine

WHATWG = hexapla.spec("whatwg")
Record = tuple[str, str, str, str, str | None, str | None, str, str | None, str | None]
"""A serialised URL, and its components; a missing username or password is "" (4.1)."""


def record_of(base: str, reference: str) -> Record | None:
    """Return the URL record of a resolved reference; None is failure."""
    base_parts = WHATWG.standard.split(base)
    parts = WHATWG.standard.split(reference, base_parts)
    passed = WHATWG.standard.passed_from(base_parts, parts)
    _, target, _, _ = passed[-1]
    assert WHATWG.standard.resolve_parts(base_parts, parts) == target
    if isinstance(target, NoUri):
        return None
    (url,) = (state for phase, _, _, state in passed if phase is Phase.NORMALISE)
    assert url is not None
    scheme, username, password, host, port, path, query, fragment = url
    assert scheme is not None
    assert path is not None
    return target, scheme, username or "", password or "", host, port, path, query, fragment


def as_attributes(record: Record | None) -> tuple[str, ...] | None:
    """Return the attributes of a URL record in an application, which include delimiters."""
    if record is None:
        return None
    href, scheme, username, password, host, port, path, query, fragment = record
    search, fragment = (
        f"{mark}{part}" if part else "" for mark, part in (("?", query), ("#", fragment))
    )
    return href, f"{scheme}:", username, password, host or "", port or "", path, search, fragment


# The library Ada.


def first_differing(answers: Iterable[tuple[object, object, object]]) -> list[tuple[object, ...]]:
    """Return the first inputs with two different answers, and both answers."""
    return [*islice((answer for answer in answers if answer[1] != answer[2]), 5)]


@in_parts("count", 2_000, nightly=[1_000_000])
def test_target_components_and_failure_are_the_library_s(count: int) -> None:
    answers = (
        (pair, as_attributes(record_of(*pair)), record_of_library(*pair))
        for pair in random_pairs(count, SEED)
    )
    assert first_differing(answers) == []


def test_most_of_the_random_inputs_are_urls() -> None:
    failures = sum(record_of(*pair) is None for pair in random_pairs(2_000))
    assert 200 < failures < 1_000


# The web-platform-tests.

# Cases that fail since the file of 869 cases is older than the change of 25 June 2026 (a8d5ca3): an
# ASCII domain is lower-cased "regardless of Unicode ToASCII's outcome" (3.3 step 5, note).
LOWER_CASED = dict(rows_of("whatwg", "domains in lower case"))


def record_by_itself(text: str) -> Record | None:
    """Return the URL record of a text that is parsed without a base; None is failure."""
    url: Any = parser_as_of(WHATWG.options).url_of(text)
    if isinstance(url, NoUri):
        return None
    scheme, username, password, *others = url
    return (recombine(url)[1], scheme, username or "", password or "", *others)


@needs_url_test_data
def test_the_web_platform_tests_pass_but_for_eight_that_are_older_than_the_standard() -> None:
    departing = {}
    for case in url_test_data():
        text, base = case["input"], case["base"]
        record = as_attributes(record_by_itself(text) if base is None else record_of(base, text))
        failure = case.get("failure", False)
        if record != (None if failure else tuple(case[name] for name in ATTRIBUTES)):
            departing[text] = (failure, record and record[0])
    assert len(url_test_data()) == 869
    assert departing == {text: (True, href) for text, href in LOWER_CASED.items()}


@pytest.mark.parametrize("text", LOWER_CASED)
def test_an_ascii_domain_is_lower_cased_whatever_its_labels_stand_for(text: str) -> None:
    assert WHATWG.resolve(text, base="x:").uri == LOWER_CASED[text]
    assert as_attributes(record_by_itself(text)) == record_of_library(None, text)


def test_an_ascii_domain_is_lower_cased_however_long_it_is() -> None:
    label = "xn--8i7caa" * 2_000
    assert WHATWG.resolve(f"http://{label.upper()}/", base="x:").uri == f"http://{label}/"


@pytest.mark.parametrize("digits", [3_999, 4_000, 40_000])
def test_letters_behind_many_digits_make_no_number(digits: int) -> None:
    """A part with other characters than digits isn't a number (3.5, IPv4 number parser, 7)."""
    url = f"http://{'1' * digits}a/"
    assert WHATWG.resolve(url, base="x:").uri == url


# The package whatwg-url of npm, the standard's reference implementation.

SITE = Path(__file__).parents[3] / "site"
HAS_WHATWG_URL = (SITE / "node_modules" / "whatwg-url").exists() and shutil.which("node")
REQUIRED = bool(os.environ.get("NODE_MODULES_REQUIRED"))
READ_LINES = Path(__file__).with_name("read_lines.js").read_text("utf-8")


def records_of_whatwg_url(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, ...] | None]:
    """Return the package's records, from one process; null and empty are distinguished."""
    run = subprocess.run(
        ["node", "-e", READ_LINES],
        input="".join(f"{json.dumps(pair)}\n" for pair in pairs),
        capture_output=True,
        text=True,
        check=True,
        cwd=SITE,
    )
    answers = map(json.loads, run.stdout.splitlines())
    return [None if answer is None else tuple(answer) for answer in answers]


@pytest.mark.slow
@pytest.mark.skipif(
    not HAS_WHATWG_URL and not REQUIRED,
    reason="whatwg-url isn't installed; install it with: npm ci in site/",
)
def test_url_records_are_those_of_whatwg_url_on_ascii_inputs() -> None:
    pairs = list(random_pairs(100_000, SEED, ascii_only=True))
    records = records_of_whatwg_url(pairs)
    assert len(pairs) == len(records) == 100_000
    differing = (
        (pair, record_of(*pair), other) for pair, other in zip(pairs, records, strict=True)
    )
    assert first_differing(differing) == []


pieces_of_addresses = st.lists(st.sampled_from([0, 0, 1, 0xABCD]), min_size=8, max_size=8)


@given(pieces_of_addresses, st.slices(8), st.booleans())
@example([0, 0, 0, 1, 0, 0, 1, 1], slice(4, 6), False)
def test_an_ipv6_address_is_written_as_python_does(
    pieces: list[int], left_out: slice, is_dotted: bool
) -> None:
    """URL Standard, 3.5: the IPv6 parser and serialiser, with each form of an address."""
    address = ipaddress.IPv6Address(b"".join(piece.to_bytes(2, "big") for piece in pieces))
    written = [f"{piece:x}" for piece in pieces]
    start, stop, _ = left_out.indices(8)
    if is_dotted:
        written[6:] = [str(ipaddress.IPv4Address(address.packed[-4:]))]
    if start < stop <= len(written) and not any(pieces[start : stop + is_dotted]):
        text = ":".join(written[:start]) + "::" + ":".join(written[stop:])
    else:
        text = ":".join(written)
    assert hexapla.divide(f"http://[{text}]", spec="whatwg").components.host == f"[{address}]"


@pytest.mark.parametrize(
    ("reference", "removed"),
    [
        ("http://u:@h/", [("http://u@h/", "4.5 step 2.2.2")]),
        ("http://@h/", [("http://h/", "4.5 step 2.2")]),
        ("http://:@h/", [("http://@h/", "4.5 step 2.2"), ("http://h/", "4.5 step 2.2")]),
        ("http://:p@h/", []),
    ],
)
def test_empty_credentials_are_left_out_by_their_step(
    reference: str, removed: list[tuple[str, str]]
) -> None:
    """4.5: step 2.2 runs only with credentials, and 2.2.2 writes only a password."""
    steps = hexapla.spec("whatwg").resolve(reference, base="http://a/").steps
    changed = [step for step in steps if step.phase is Phase.NORMALISE and step.changed]
    assert [(step.after, step.rule.citation.section) for step in changed] == removed

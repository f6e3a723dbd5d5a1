"""What commands find in hostile input, and the pages that show it, each made once a process."""

import functools
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

import attrs
from corpora import summarize
from differentials_parsers import of_python, with_slashes
from site_under_test import HOSTILE, Page

import hexapla
from hexapla.corpus.rows import ComparedSpecs
from hexapla.corpus.source import Pair
from hexapla.corpus.summary import Summary
from hexapla.differentials.differential import Differential
from hexapla.implementations.asking import NoAnswerError
from hexapla.implementations.identification import Identification
from hexapla_site import corpus_report, differential_report, identification_report

BASE = "http://a/b/c/d;p?q"
ENCODABLE = [text for text in HOSTILE if "\ud800" not in text]  # which rows have none of
REFERENCES = (
    *("g", "?y", "?y", ";x", "", "../../../g", "//a?b", "#s", "g;x=1/../y", "x" * 300 + "?#"),
)


@functools.cache
def summary() -> Summary:
    columns = ComparedSpecs((*hexapla.specs(), hexapla.spec("rfc2396[excess-dots=remove]")))
    hostile = [(BASE, f"{text}?y") for text in ENCODABLE] + [
        (f"http://a/{text}", "") for text in ENCODABLE
    ]
    pairs = [(BASE, text) for text in REFERENCES] + hostile
    rows = map(columns.compare, (Pair("x", 1, base, text) for base, text in pairs))
    found = summarize(rows, columns)
    return attrs.evolve(found, bad=3, complete=False)


def parse_hostile(url: str) -> dict[str, str | None]:
    """Answer to what is hostile in the same way, or not at all."""
    if url in HOSTILE:
        if HOSTILE.index(url) % 2:
            raise NoAnswerError(f"wrote {url}")
        return {"host": url}
    return dict(with_slashes(url))


@functools.cache
def differential() -> Differential:
    names = ("Python", HOSTILE[0])
    return hexapla.differential(
        *(of_python, parse_hostile), names=names, on="all", max_length=3, count=200, against=HOSTILE
    )


FAITHFUL = ("g", "./g", "../g", "#s", "g;x=1/../y", "")
ODD = ("?y", ";x")


def resolve_hostile(base: str, reference: str) -> str | None:
    """Follow RFC 2396, and answer to what is hostile in the same way, or in none."""
    if reference in HOSTILE:
        place = HOSTILE.index(reference)
        if place % 3 == 0:
            raise NoAnswerError(f"wrote {reference}")
        if place % 3 == 1:
            raise ValueError(reference)
        return reference + base
    if reference in ODD:
        return "x:" + "long" * 60 + reference
    return hexapla.spec("rfc2396").resolve(base, reference).uri or base


@functools.cache
def identification() -> Identification:
    return hexapla.identify(
        resolve_hostile,
        specs=["rfc3986"],
        cases=[(BASE, text) for text in (*FAITHFUL, *ODD, *HOSTILE)],
    )


@functools.cache
def parse_identification() -> Identification:
    cases = ("//a", "http://A", *HOSTILE)
    return hexapla.identify(parse=parse_hostile, specs=["rfc3986"], cases=cases)


WRITERS: Mapping[str, Callable[[Path], object]] = {
    "corpus": lambda folder: corpus_report.write_report(summary(), folder),
    "differential": lambda folder: differential_report.write_report(
        differential(), {"Python": "3", HOSTILE[0]: None}, folder
    ),
    "identification": lambda folder: identification_report.write_report(
        identification(), ("my parser", HOSTILE[0], "-x"), folder
    ),
    "parse identification": lambda folder: identification_report.write_report(
        parse_identification(), ("my parser", HOSTILE[0]), folder
    ),
}
"""What writes each page into a folder."""


@functools.cache
def report(name: str) -> Path:
    folder = Path(tempfile.mkdtemp(prefix="hexapla-report-"))
    WRITERS[name](folder)
    return folder


def page(name: str) -> Page:
    return Page(report(name) / "index.html")


def text_of(name: str) -> str:
    return page(name).words

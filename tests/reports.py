"""The results of commands on hostile input, and their pages, each made once in a process."""

import functools
import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

import attrs
from built_once import SHARED_FOLDER
from corpora import summarize
from differentials_parsers import of_python, with_slashes
from site_under_test import HOSTILE, Page

import hexapla
from hexapla.corpus.rows import ComparedSpecs
from hexapla.corpus.source import Pair
from hexapla.corpus.summary import Summary
from hexapla.differentials.differential import Differential
from hexapla.identification.identification import Identification
from hexapla.implementations.asking import NoAnswerError
from hexapla.standard.registry import default_columns
from hexapla_site import corpus_report, differential_report, identification_report

BASE = "http://a/b/c/d;p?q"
REFERENCES = (
    *("g", "?y", "?y", ";x", "", "../../../g", "//a?b", "#s", "g;x=1/../y", "x" * 300 + "?#"),
)
FAITHFUL = ("g", "./g", "../g", "#s", "g;x=1/../y", "")
ODD = ("?y", ";x")
COMPONENTS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
Texts = tuple[str, ...]


@functools.cache
def summary(texts: Texts = HOSTILE) -> Summary:
    columns = ComparedSpecs((*default_columns(), hexapla.spec("rfc2396[excess-dots=remove]")))
    encodable = [text for text in texts if text.encode(errors="ignore").decode() == text]
    pairs = [(BASE, text) for text in REFERENCES]
    pairs += [(BASE, f"{text}?y") for text in encodable]
    pairs += [(f"http://a/{text}", rest) for text in encodable for rest in ("", text)]
    rows = (columns.compare(Pair(f"x{text}", 1, base, text)) for base, text in pairs)
    return attrs.evolve(summarize(rows, columns), bad=3, complete=False)


def _fail(texts: Texts, text: str) -> None:
    """Raise an error with a hostile text, for two of three texts."""
    place = texts.index(text) % 3
    if place < 2:
        raise (NoAnswerError(f"wrote {text}"), ValueError(text))[place]


def parser_of(texts: Texts) -> Callable[[str], dict[str, str | None]]:
    """Return a parser that answers hostile URLs with hostile text, or with an error."""

    def parse(url: str) -> dict[str, str | None]:
        if url not in texts:
            return dict(with_slashes(url))
        _fail(texts, url)
        return dict.fromkeys(("host",) if texts is HOSTILE else COMPONENTS, url)

    return parse


def _names(texts: Texts) -> tuple[str, str]:
    """Return the names of two programs, which are short if widths of pages are tested."""
    return "Python", texts[0] if texts is HOSTILE else "".join(texts)


@functools.cache
def differential(texts: Texts = HOSTILE) -> Differential:
    return hexapla.differential(
        *(of_python, parser_of(texts)),
        names=_names(texts),
        on="all",
        max_length=3,
        count=200,
        against=texts,
    )


@functools.cache
def identification(texts: Texts = HOSTILE) -> Identification:
    """Identify an implementation of RFC 2396 that answers hostile input with hostile text."""

    def resolve(base: str, reference: str) -> str | None:
        if reference in texts:
            _fail(texts, reference)
            return reference + base
        if reference in ODD:
            return "x:" + "long" * 60 + reference
        return hexapla.spec("rfc2396").resolve(reference, base=base).uri or base

    cases = [(BASE, text) for text in (*FAITHFUL, *ODD, *texts)]
    cases += [(f"http://a/{text}", text) for text in texts]
    return hexapla.identify(resolve, specs=["rfc3986"], cases=cases)


@functools.cache
def parse_identification(texts: Texts = HOSTILE) -> Identification:
    cases = ("//a", "http://A", *texts)
    return hexapla.identify(parse=parser_of(texts), specs=["rfc3986"], cases=cases)


WRITERS: Mapping[str, Callable[[Texts, Path], object]] = {
    "corpus": lambda texts, folder: corpus_report.write_report(summary(texts), folder),
    "differential": lambda texts, folder: differential_report.write_report(
        differential(texts), dict(zip(_names(texts), (texts[0], None), strict=True)), folder
    ),
    "identification": lambda texts, folder: identification_report.write_report(
        identification(texts), ("my parser", *_names(texts), "-x"), folder
    ),
    "parse identification": lambda texts, folder: identification_report.write_report(
        parse_identification(texts), ("my parser", *_names(texts)), folder
    ),
}
"""What writes each page into a folder."""


@functools.cache
def report(name: str, texts: Texts = HOSTILE) -> Path:
    folder = Path(tempfile.mkdtemp(prefix="report-", dir=os.environ[SHARED_FOLDER]))
    WRITERS[name](texts, folder)
    return folder


def page(name: str) -> Page:
    return Page(report(name) / "index.html")

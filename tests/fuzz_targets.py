"""The entry points that take input from outside, each as a function of bytes.

A target catches the errors that its entry point is documented to raise, so that any other error is
a bug. The tests try targets with bytes from Hypothesis and with the inputs kept in `cases/fuzz`;
`fuzz.py` tries them with a coverage-guided fuzzer.
"""

import contextlib
import io
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from email import message_from_bytes
from functools import partial
from itertools import chain
from pathlib import Path

import attrs
from click.testing import CliRunner
from tables import rows_of

import hexapla
from hexapla.audits.page import audit
from hexapla.cli.commands import COMMANDS
from hexapla.cli.group import main
from hexapla.corpus.formats import FORMATS
from hexapla.corpus.source import Pair, Settings
from hexapla.differentials.differential import read_baseline
from hexapla.discover.discovery import read_discovery
from hexapla.discover.search_space import DiscoveryError
from hexapla.grammar.abnf import GrammarError, read_abnf
from hexapla.identification.recording_file import RecordingError, read_recordings
from hexapla.implementations.asking import Case, NoAnswerError, RejectionError, UrlCase
from hexapla.implementations.case_files import read_cases, read_urls
from hexapla.implementations.protocol import JsonLines, Plain
from hexapla.jobs.folder import MARK, read_mark
from hexapla.jobs.resume import run_folder
from hexapla.pages.page import PageFormat
from hexapla.standard.spec import Spec
from hexapla.values.errors import DocumentError, RunError
from hexapla_site.browser.answer import answer

SEPARATOR = b"\xff"
"""The byte between two texts of an input. UTF-8 never has it, so it can't be part of a text."""


def octets_of(name: str) -> tuple[bytes, ...]:
    """Return bytes that are likely in the inputs of a target, and the separator of texts."""
    ((kinds, own),) = (row for target, *row in rows_of("fuzz_tokens", "targets") if target == name)
    shared = chain.from_iterable(row for kind in kinds for row in rows_of("fuzz_tokens", kind))
    return (*(token.encode() for token in (*shared, *own)), SEPARATOR)


def _texts(data: bytes, count: int) -> list[str]:
    """Return a number of texts that some bytes contain; missing ones are empty."""
    texts = [item.decode("utf-8", "surrogateescape") for item in data.split(SEPARATOR, count - 1)]
    return texts + [""] * (count - len(texts))


# Standards.


def _specs() -> Iterator[Spec]:
    """Yield each standard with its default options, and with the last option of each reading."""
    for spec in hexapla.specs():
        yield spec
        last = (hexapla.Choice(reading.name, reading.options[-1]) for reading in spec.readings)
        yield spec.choosing(*last)


SPECS = tuple(_specs())


def _answers(count: int, *asks: Callable[..., object]) -> Callable[[bytes], None]:
    """Return the target that calls functions with each standard and a number of texts."""

    def run(data: bytes) -> None:
        texts = _texts(data, count)
        for spec in SPECS:
            for ask in asks:
                given = ask(spec, *texts)
                repr(given)
                if hasattr(given, "to_dict"):
                    given.to_dict()

    return run


def _compare(data: bytes) -> None:
    reference, base = _texts(data, 2)
    for comparison in (
        hexapla.compare(reference, base=base, specs=hexapla.specs()),
        hexapla.compare(reference, base=base, readings="all"),
        hexapla.compare(reference),
    ):
        json.dumps(comparison.to_dict())
        repr(comparison)


def _resolve(spec: Spec, base: str, reference: str) -> object:
    return spec.resolve(reference, base=base)


def _record(spec: Spec, base: str, reference: str) -> object:
    return spec.standard.record(reference, base=base)


def _consulted(spec: Spec, base: str, reference: str) -> object:
    return spec.standard.consulted(reference, base=base)


def _access(spec: Spec, url: str) -> object:
    return hexapla.access(url, spec=spec)


def _access_by_ftp(spec: Spec, text: str) -> object:
    return hexapla.access(f"ftp://h/{text}", spec=spec)


def _escape(data: bytes) -> None:
    component, text = _texts(data, 2)
    for spec in SPECS:
        hexapla.escape(text, spec=spec).to_dict()
        with contextlib.suppress(LookupError):
            hexapla.escape(text, component, spec=spec).to_dict()
            hexapla.escape(data, component, spec=spec).to_dict()


def _validate(data: bytes) -> None:
    (text,) = _texts(data, 1)
    for spec in SPECS:
        for base in (None, "http://b/", "file:///b", "x:/b", "x:b"):
            spec.validate(text, base=base).to_dict()
        if spec.standard.schemes is not None:
            spec.standard.schemes.parts(text).to_dict()


def _extract(data: bytes) -> None:
    (text,) = _texts(data, 1)
    hexapla.compare_extraction(text, specs=hexapla.specs()).to_dict()


# Documents.


def _establish(data: bytes) -> None:
    document, retrieval = _texts(data, 2)
    for spec in hexapla.specs():
        hexapla.establish_base(document, retrieval=retrieval, default=document, spec=spec).to_dict()
    hexapla.establish_base(data)
    hexapla.establish_base(message_from_bytes(data))


def _audit(data: bytes, format: PageFormat = PageFormat.HTML) -> None:
    with contextlib.suppress(DocumentError):
        page = audit(io.BytesIO(data), "http://a/b/c/d;p?q", format=format)
        for link in page.links():
            link.to_dict()
        page.to_dict()


# Files.


@contextlib.contextmanager
def _file(data: bytes, name: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="hexapla-fuzz-") as folder:
        path = Path(folder, name)
        path.write_bytes(data)
        yield path


GOOD = ("http://good/", "kept")
_GOOD_ROWS = {
    "jsonl": b'{"base": "http://good/", "reference": "kept"}\n',
    "csv": b"base,reference\nhttp://good/,kept\n",
    "tsv": b"base\treference\nhttp://good/\tkept\n",
    "lines": b"kept\n",
}


def _corpus(name: str) -> Callable[[bytes], None]:
    """Return the target of a format: it reads a file, and the same after a good row.

    Any file must be read to its end, and the good row must be kept. HTML and WARC are read in this
    process, so that the fuzzer sees their libraries; Parquet is read in another one, as always.
    """
    is_apart = name == "parquet"
    format_ = attrs.evolve(FORMATS[name], is_read_apart=is_apart)
    settings = Settings(base="http://good/" if name in ("lines", "html") else None)
    good = _GOOD_ROWS.get(name, b"")

    def read(data: bytes) -> None:
        for content in filter(None, (data, good and good + data)):
            with _file(content, "corpus") as path, path.open("rb") as file:
                items = list(format_.items(file, "corpus", settings))
            for item in items:
                if not isinstance(item, Pair):
                    item.to_dict()
            if content is not data:
                first = items[0]
                assert isinstance(first, Pair)
                assert (first.base, first.reference) == GOOD

    return read


_WARC_HEAD = "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://good/\r\n"
_GOOD_PAGE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=kept>"


def _archived(content: bytes) -> bytes:
    head = f"{_WARC_HEAD}Content-Type: application/http\r\nContent-Length: {len(content)}\r\n\r\n"
    return head.encode() + content + b"\r\n\r\n"


def _record_between(data: bytes) -> None:
    """Read an archive with a message between two good ones, which must be kept."""
    format_ = attrs.evolve(FORMATS["warc"], is_read_apart=False)
    content = _archived(_GOOD_PAGE) + _archived(data) + _archived(_GOOD_PAGE)
    with _file(content, "corpus.warc") as path, path.open("rb") as file:
        items = list(format_.items(file, "corpus", Settings()))
    for item in (items[0], items[-1]):
        assert isinstance(item, Pair)
        assert (item.base, item.reference) == GOOD


def _reader(read: Callable[[Path], object], *refusals: type[Exception]) -> Callable[[bytes], None]:
    """Return the target of a function that reads a file, or raises one of some exceptions."""

    def run(data: bytes) -> None:
        with _file(data, "file.json") as path, contextlib.suppress(*refusals):
            read(path)

    return run


def _resumed(path: Path) -> None:
    path.rename(path.with_name("run.json"))
    with run_folder(path.parent, {"rows": 1}, resume=True):
        pass


def _mark(path: Path) -> None:
    path.rename(path.with_name(MARK))
    read_mark(path.parent)


def _text_reader(
    read: Callable[[str], object], *refusals: type[Exception]
) -> Callable[[bytes], None]:
    def run(data: bytes) -> None:
        with contextlib.suppress(*refusals):
            read(*_texts(data, 1))

    return run


def _told(data: bytes) -> None:
    for protocol in (JsonLines(), Plain()):
        for case in (Case("", ""), UrlCase("")):
            with contextlib.suppress(NoAnswerError, RejectionError):
                protocol.value(1, case, data)


# The command line, and the server of a preview.

# Left out are commands that write files or start programs.
_UNSAFE = ["corpus", "discover", "identify", "differential", "implementations", "vectors", "site"]
_SAFE = tuple(name for name in COMMANDS if name not in _UNSAFE)


def _command_line(data: bytes) -> None:
    first, *words = data.split(SEPARATOR)
    name = _SAFE[(first[0] if first else 0) % len(_SAFE)]
    arguments = [name, *(os.fsdecode(word) for word in words)]
    result = CliRunner().invoke(main, arguments, input=first[1:], prog_name="hexapla")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code in (0, 1, 2), (arguments, result.exit_code)


def _answer(data: bytes) -> None:
    """Answer a valid question; the server answers anything else with an error."""
    try:
        question = json.loads(data.decode())
    except (ValueError, RecursionError):
        return
    if isinstance(question, dict) and isinstance(question.get("specs"), list):
        texts = (question.get("reference"), question.get("base"), *question["specs"])
        if all(isinstance(text, str) for text in texts):
            json.loads(answer(json.dumps(question)))


def _record_parsing(spec: Spec, text: str) -> None:
    spec.standard.record_parsing(text)


def _asked(data: bytes) -> None:
    """Answer a well-formed question of the playground with any texts."""
    reference, base, selector = _texts(data, 3)
    form = {"reference": reference, "base": base, "specs": [selector] if selector else []}
    _answer(json.dumps(form).encode())


TARGETS: Mapping[str, Callable[[bytes], object]] = {
    "parse": _answers(1, Spec.parse, _record_parsing, Spec.is_absolute, Spec.ambiguity),
    "validate": _validate,
    "resolve": _answers(2, _resolve, _record, _consulted),
    "compare": _compare,
    "divide": _answers(1, Spec.divide, _access, _access_by_ftp),
    "escape": _escape,
    "unescape": _answers(1, Spec.unescape),
    "normalize": _answers(1, Spec.normalize),
    "equivalent": _answers(2, Spec.equivalent),
    "extract": _extract,
    "selector": _text_reader(hexapla.spec, hexapla.SelectorError),
    "base": _establish,
    "audit": _audit,
    "audit-xml": partial(_audit, format=PageFormat.XML),
    "audit-css": partial(_audit, format=PageFormat.CSS),
    "abnf": _text_reader(read_abnf, GrammarError),
    "jsonl": _corpus("jsonl"),
    "csv": _corpus("csv"),
    "tsv": _corpus("tsv"),
    "lines": _corpus("lines"),
    "parquet": _corpus("parquet"),
    "html": _corpus("html"),
    "warc": _corpus("warc"),
    "record": _record_between,
    "cases": _reader(read_cases, ValueError),
    "urls": _reader(read_urls, ValueError),
    "discovery": _reader(read_discovery, DiscoveryError),
    "baseline": _reader(read_baseline, DiscoveryError),
    "resumed": _reader(_resumed, RunError),
    "mark": _reader(_mark),
    "recordings": _text_reader(read_recordings, RecordingError),
    "protocol": _told,
    "command-line": _command_line,
    "answer": _answer,
    "asked": _asked,
}

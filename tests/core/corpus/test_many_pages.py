"""A run over a crawl of 10,000 pages, of which 100 can't be read, survives a page that crashes."""

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import brotli
import pytest
from corpora import beside

PAGES, BAD, ARCHIVES = 10_000, 100, 20
PAGE = b"<title>%d</title><a href='?y'>"

# Makes the tokenizer fail on some pages, in each process that is started.
PATCH = """
import os, turbohtml

tokenize = turbohtml.tokenize

def failing(text):
    if "raising" in text:
        raise AssertionError("no such token")
    if "too much" in text:
        raise MemoryError
    if "aborting" in text:
        os.abort()
    return tokenize(text)

turbohtml.tokenize = failing
"""
PACKED = gzip.compress(PAGE % 0 * 50, mtime=0)
TOO_LARGE = "the page has more than 20,000 bytes; allow more with --max-page-bytes"
KINDS: list[tuple[str, bytes, str]] = [
    ("", b"raising", "AssertionError: no such token"),
    ("", b"too much", "there is not enough memory to read it"),
    (
        "Content-Encoding: gzip\r\n",
        PACKED[:-9],
        "the page can't be decoded as gzip: it is truncated",
    ),
    ("Content-Encoding: br\r\n", brotli.compress(PAGE)[:-1], "the page can't be decoded as br: "),
    ("Content-Encoding: gzip\r\n", gzip.compress(b" " * 20_001), TOO_LARGE),
]


def record(number: int) -> bytes:
    fields, body, _ = ("", PAGE % number, "")
    if number % (PAGES // BAD) == 7:
        fields, body, _ = KINDS[number // (PAGES // BAD) % len(KINDS)]
    message = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{fields}\r\n".encode() + body
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a/{number}/b\r\n"
        f"Content-Type: application/http\r\nContent-Length: {len(message)}\r\n\r\n"
    )
    return head.encode() + message + b"\r\n\r\n"


@pytest.fixture
def crawl(tmp_path: Path) -> list[str]:
    """Write archives of 500 pages, and a page that crashes the process that reads it."""
    (tmp_path / "patch").mkdir()
    (tmp_path / "patch" / "sitecustomize.py").write_text(PATCH)
    for number in range(ARCHIVES):
        first = number * PAGES // ARCHIVES
        records = map(record, range(first, first + PAGES // ARCHIVES))
        (tmp_path / f"{number:02}.warc").write_bytes(b"".join(records))
    (tmp_path / "page.html").write_text("aborting")
    return [*(f"{number:02}.warc" for number in range(ARCHIVES)), "page.html"]


def started(crawl: list[str], out: str, folder: Path, *further: str) -> "subprocess.Popen[str]":
    options = ("-o", out, "--base", "http://c/", "--max-page-bytes", "20000", "--workers", "2")
    command = [sys.executable, "-m", "hexapla", "corpus", *crawl, *options, *further]
    environment = {**os.environ, "PYTHONPATH": str(folder / "patch")}
    return subprocess.Popen(
        command, cwd=folder, env=environment, text=True, stdout=-1, stderr=subprocess.PIPE
    )


def outputs(out: Path) -> tuple[bytes, bytes, Any]:
    summary = json.loads(beside(out, "summary.json").read_text())
    return out.read_bytes(), beside(out, "rejects.jsonl").read_bytes(), summary["summary"]


@pytest.mark.slow
def test_a_crawl_survives_its_pages(crawl: list[str], tmp_path: Path) -> None:
    whole, resumed = tmp_path / "whole.jsonl", tmp_path / "resumed.jsonl"
    process = started(crawl, whole.name, tmp_path)
    _, messages = process.communicate()
    assert process.returncode == 2
    rows, rejects, summary = outputs(whole)
    assert rows.count(b"\n") == summary["rows"] == PAGES - BAD
    assert summary["bad_rows"] == BAD
    found = Counter(
        wrong
        for line in rejects.splitlines()
        for _, _, wrong in KINDS
        if f"can't be read: {wrong}" in json.loads(line)["wrong"]
    )
    assert found == dict.fromkeys((wrong for _, _, wrong in KINDS), BAD // len(KINDS))
    died = "damaged: page.html: the process that was reading it died (SIGABRT)"
    assert messages.splitlines()[-1] == died
    assert "bad: 100 rows, kept in whole.rejects.jsonl; the first is row 8 of 00.warc" in messages

    process = started(crawl, resumed.name, tmp_path)
    parts = tmp_path / "resumed.jsonl.parts"
    while process.poll() is None and not list(parts.glob("*.part")):
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    process = started(crawl, resumed.name, tmp_path, "--resume")
    process.communicate()
    assert process.returncode == 2
    assert outputs(resumed) == (rows, rejects, summary)

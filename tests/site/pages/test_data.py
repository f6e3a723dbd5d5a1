"""The page of data: what it offers is there, and its example runs as it stands."""

import contextlib
import html
import io
import re
from urllib.parse import urljoin

import pytest
from site_under_test import built_site, page

import hexapla

ADDRESS = "data/index.html"


def test_the_example_prints_where_a_parser_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    source = (built_site() / ADDRESS).read_text("utf-8")
    (code,) = re.findall(r'aria-label="An example in Python">(.*?)</pre>', source, re.DOTALL)
    monkeypatch.chdir(built_site() / "data")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(html.unescape(code), ADDRESS, "exec"), {})
    lines = printed.getvalue().splitlines()
    base, reference = "http:///a", ".."
    target = hexapla.spec("rfc3986").resolve(base, reference).uri
    assert lines
    assert (urljoin(base, reference) != target) == any(
        line.startswith(f"{base} {reference} ") for line in lines
    )


def test_every_file_beside_the_page_is_offered_there() -> None:
    folder = built_site() / "data"
    offered = {link for link in page(ADDRESS).values("href") if "/" not in link}
    there = {path.name for path in folder.iterdir() if path.suffix != ".html"}
    assert there <= offered


def test_it_tells_version_date_licence_and_citation() -> None:
    text = " ".join(" ".join(page(ADDRESS).text).split())
    assert f"Version {hexapla.__version__} Built on 20" in text
    assert "Licence MIT SHA-256 " in text
    assert "“Data of Hexapla”" in text
    assert "Permission is hereby granted, free of charge" in text
    for outcome in hexapla.Outcome:
        assert f"outcome-{outcome.value}" in page(ADDRESS).ids

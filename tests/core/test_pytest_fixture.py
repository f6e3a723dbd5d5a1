"""The fixture for pytest, used in a separate project."""

import subprocess
import sys
from pathlib import Path

from command_line import PYTEST_OPTIONS

TESTS = """
from urllib.parse import urljoin

CASES = [("http://a/b/c/d;p?q", reference) for reference in ("g", "../g", "?", "g?")]

def test_that_holds(identify_parser):
    assert identify_parser(urljoin, cases=CASES).best.id in ("rfc3986", "rfc2396", "rfc1808")

def test_of_another_standard(identify_parser):
    assert identify_parser(urljoin, specs=["rfc3986"], cases=CASES).best.selector == "rfc1630"

def test_of_a_count(identify_parser):
    found = identify_parser(urljoin, specs=["rfc3986"], cases=CASES)
    assert found.best.matching == 4

def test_of_something_else(identify_parser):
    identify_parser(urljoin, specs=["rfc3986"], cases=CASES)
    assert "one" == "other"
"""
HOSTS = """
from urllib.parse import urlsplit

def host_of(url):
    return {"host": urlsplit(url).hostname}

def host_before_a_backslash(url):
    return host_of(url.replace("\\\\", "/"))

def test_that_holds(assert_same_host):
    assert assert_same_host(host_of, host_of, max_length=2, count=20).agrees

def test_of_two_hosts(assert_same_host):
    assert_same_host(host_of, host_before_a_backslash, alphabet="ab@\\\\", count=0)

def test_of_own_urls(assert_same_host):
    own = ["http://a/", "http://own\\\\@b\\t/"]
    assert_same_host(host_of, host_before_a_backslash, alphabet="a", count=0, against=own)

def test_of_no_host(assert_same_host):
    assert_same_host(host_of, lambda url: {"path": url}, max_length=1, count=0)
"""
AGREED = """
from urllib.parse import urlsplit

def host_before_a_backslash(url):
    return urlsplit(url.replace("\\\\", "/"))

def test_that_holds(assert_agreed):
    assert_agreed(urlsplit, host_before_a_backslash, count=200)

def test_of_one_alone(assert_agreed):
    assert_agreed(urlsplit, count=200)

def test_of_another_parser(assert_agreed):
    assert_agreed(urlsplit, lambda url: {"host": url.partition("//")[2].partition("/")[0]})
"""
PARSING = """
from urllib.parse import urlsplit

def test_that_holds(identify_parser):
    found = identify_parser(parse=urlsplit, specs=["rfc3986"], cases=["http://a/b"])
    assert found.best.by_component["host"] == 1

def test_of_another_standard(identify_parser):
    found = identify_parser(parse=urlsplit, specs=["rfc3986"], cases=["//A?b/c"])
    assert found.best.id == "rfc1808"

def test_of_no_verdict(identify_parser):
    assert identify_parser(parse=lambda url: None, cases=["http://a/"]).best.id == "rfc1808"
"""
# Checks the modules that are loaded if no test uses the fixture.
LOADED = """
import sys

def test_that_is_not_about_uris():
    assert "pytest_hexapla" in sys.modules
    assert "hexapla" not in sys.modules
"""


def pytest_run(folder: Path, text: str, *options: str) -> str:
    (folder / "test_it.py").write_text(text, encoding="utf-8")
    command = [sys.executable, "-W", "error", "-m", "pytest", *PYTEST_OPTIONS, *options]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return ended.stdout + ended.stderr


def test_a_failure_shows_what_was_found(tmp_path: Path) -> None:
    out = pytest_run(tmp_path, TESTS, "-vv")
    assert "3 failed, 1 passed" in out, out
    _, standard, *_ = out.split("___ test_of_")
    # It is in the assertion's message if that compares standards, and always in the report.
    assert "E         RFC 3986: 2 of 4 cases match" in standard
    assert (
        "E           [1] ?  on  http://a/b/c/d;p?q: http://a/b/c/d;p?q, not http://a/b/c/d;p?"
        in standard
    )
    for failure in out.split("___ test_of_")[1:]:
        section = failure.partition("Captured identify_parser call")[2]
        assert "RFC 3986: 2 of 4 cases match" in section
        assert "g?  on  http:" in section
    assert "E       AssertionError: assert 'one' == 'other'" in out


def test_two_hosts_fail_with_the_smallest_url(tmp_path: Path) -> None:
    out = pytest_run(tmp_path, HOSTS)
    assert "3 failed, 1 passed" in out, out
    said = "it continues the authority past a backslash"
    assert f"http://own\\@b␉/: validator reads host b: {said}" in out
    _, *lines = out.split("___ test_of_two_hosts ___")[1].splitlines()
    assert lines[0] == (
        f"http://a\\: validator reads host a\\: {said} (RFC 3986 3.2); client "
        "reads host a: it ends the authority at a backslash (URL Standard 4.4, authority "
        "state)"
    )
    assert "validator and client could not be compared: they never both report the host" in out


def test_parsers_hold_to_an_agreement(tmp_path: Path) -> None:
    out = pytest_run(tmp_path, AGREED)
    assert "1 failed, 2 passed" in out, out
    assert "an agreement allows http://" in out
    assert "but parser 1 reads " in out


def test_a_failure_shows_how_urls_are_taken_apart(tmp_path: Path) -> None:
    out = pytest_run(tmp_path, PARSING, "-vv")
    assert "2 failed, 1 passed" in out, out
    assert "NoVerdictError: no verdict: it rejected everything" in out
    assert "E         RFC 3986: 0 of 1 URLs match, 1 differs; 2 departures" in out


def test_pytest_imports_the_package_only_for_the_fixture(tmp_path: Path) -> None:
    out = pytest_run(tmp_path, LOADED)
    assert "1 passed" in out, out

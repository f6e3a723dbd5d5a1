"""URLs in which all parsers see the same host: the pages, and the modules for download."""

import shutil
import subprocess

import pytest
from site_under_test import built_site, page, rows_of_data

from hexapla.agreements.stored import agreement_of, shipped_agreement
from hexapla.text.slug import slug
from hexapla_site.folders import read_data

STORED = read_data("agreed-urls.json")["agreements"]
ATTACKS = (
    "http://a\\@b/",
    "http://a@b@c/",
    "http://127.1/",
    "http://0x7f.1/",
    "http://a:65536/",
    "http://a\t/",
    "http://%61/",
    "http://a/\n",
)
"""What advisories were written about: no standard and no parser may be left that reads another."""


def test_the_expression_stands_on_the_page() -> None:
    regex = agreement_of(STORED["all"]).regex
    assert regex is not None
    assert len(regex) < 1_000
    assert regex in page("agreed-urls/index.html").words


@pytest.mark.parametrize("name", STORED)
def test_what_is_stored_is_an_agreement(name: str) -> None:
    agreement = agreement_of(STORED[name])
    assert agreement.complete
    assert agreement.check.differing == 0
    assert agreement.matches("http://example.com/a?b#c")


def test_all_agree_on_no_attack() -> None:
    agreement = agreement_of(STORED["all"])
    assert [attack for attack in ATTACKS if agreement.matches(attack)] == []


def test_all_standards_and_parsers_are_asked() -> None:
    readers = STORED["all"]["readers"]
    assert len(readers) >= 30
    assert {"RFC 1630", "RFC 3986", "URL Standard", "urllib.parse", "node-URL"} <= set(readers)


def test_that_of_the_standards_is_the_shipped_one() -> None:
    agreement = agreement_of(STORED["in force"])
    assert agreement.automaton == shipped_agreement().automaton


def test_each_pair_has_a_page_and_rows() -> None:
    pairs = [name for name in STORED if name not in ("all", "in force")]
    assert len(pairs) >= 15
    links = {link.rpartition("/")[2] for link in page("agreed-urls/index.html").values("href")}
    rows = rows_of_data("agreed-pairs")
    for name in pairs:
        assert f"{slug(name)}.html" in links
        ways = [row for row in rows if row["parsers"] == name]
        assert len(ways) == len(STORED[name]["borders"])


@pytest.mark.slow
def test_the_modules_match_the_same() -> None:
    folder = built_site() / "agreed-urls"
    agreement = agreement_of(STORED["all"])
    urls = ["http://example.com/", "https://a.b:80/c#d", *ATTACKS]
    module: dict[str, object] = {}
    exec((folder / "all.py").read_text("utf-8"), module)
    matches = module["matches"]
    assert callable(matches)
    assert [matches(url) for url in urls] == [agreement.matches(url) for url in urls]
    if shutil.which("node") is None:
        pytest.skip("there is no node")
    program = f"import {{matches}} from {str(folder / 'all.mjs')!r};" + (
        f"console.log({urls!r}.map((url) => matches(url) ? 'T' : 'F').join(''));"
    )
    done = subprocess.run(
        ["node", "--input-type=module", "-e", program], capture_output=True, text=True, check=True
    )
    told = "".join("T" if agreement.matches(url) else "F" for url in urls)
    assert done.stdout.strip() == told

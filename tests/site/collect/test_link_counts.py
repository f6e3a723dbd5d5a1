"""Counting the links on which the two standards in force differ."""

import pytest
from link_counts import LinkCounts, ResultKind, forms_of_today

from hexapla.corpus.source import Pair

BASE = "https://docs.example/a/b.html"


def counts_of(*references: str) -> LinkCounts:
    """Count links, each of which is on the page twice."""
    counts = LinkCounts.empty()
    rows = [counts.specs.compare(Pair("", 1, BASE, reference)) for reference in references]
    counts.add_page(rows, dict.fromkeys(references, 2), "by hand")
    return counts


@pytest.mark.parametrize(
    ("reference", "kind"),
    [
        ("http://h.example", ResultKind.SPELLING),
        ("#a b", ResultKind.SPELLING),
        ("file:/etc/profile", ResultKind.SPELLING),
        ("file:~/.bashrc", ResultKind.STRUCTURE),
        ("c\\d", ResultKind.STRUCTURE),
        ("http://h.example/?'", ResultKind.STRUCTURE),
        ("http://h.example:99999/", ResultKind.STRUCTURE),
        ("javascript:f('a/../b')", ResultKind.SCRIPT),
        ("JavaScript:f('a/../b')", ResultKind.SCRIPT),
    ],
)
def test_a_link_is_of_the_kind_of_its_results(reference: str, kind: ResultKind) -> None:
    ((key, links),) = counts_of(reference).today.items()
    assert key.kind is kind
    assert links == {(BASE, reference): 2}


def test_links_on_which_the_two_agree_are_of_no_kind() -> None:
    assert not counts_of("c/d", "#top", "http://h.example/", "javascript:f()").today


def test_the_forms_have_each_kind_in_order_and_the_commonest_link_first() -> None:
    counts = counts_of("http://a", "http://bb", "c\\d", "javascript:f('a/../b')")
    other = counts_of("http://bb")
    counts.merge(other)
    forms = list(forms_of_today(counts))
    assert [form["kind"] for form in forms] == ["structure", "spelling", "script"]
    spelling = forms[1]
    assert (spelling["links"], spelling["references"]) == (6, 2)
    assert [example["reference"] for example in spelling["examples"]] == ["http://bb", "http://a"]
    assert [example["links"] for example in spelling["examples"]] == [4, 2]

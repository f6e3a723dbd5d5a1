"""An audit as a library: causes counted by their keys."""

import io

import pytest

from hexapla.audit.page import audit
from hexapla.comparison.columns import columns_of
from hexapla.comparison.shown import summary_line
from hexapla.html.errors import DocumentError
from hexapla.standard.spec import Spec

BASE = "http://a/b/c/d;p?q"
PAGE = b"<a href=?y><a href=?z><a href=g><a href=;x><a href=../../../g>"


def test_links_with_the_same_causes_are_counted_together() -> None:
    found = audit(io.BytesIO(PAGE), BASE)
    links = list(found.links())
    assert [link.agrees for link in links] == [False, False, True, False, False]
    assert (found.tally.links, found.tally.differing) == (5, 4)
    assert list(found.tally.causes.values()) == [2, 1, 1, 1]
    assert links[0].causes == links[1].causes != links[3].causes


@pytest.mark.parametrize("specs", [None, columns_of(["rfc1630", "rfc1808", "rfc3986", "whatwg"])])
def test_every_cause_of_a_link_has_its_key(specs: tuple[Spec, ...] | None) -> None:
    for link in audit(io.BytesIO(PAGE), BASE, specs).links():
        assert set(link.causes) <= {cause.key for cause in link.target.causes}
        assert len(link.causes) == max(0, len(link.target.groups) - 1)


def test_a_column_without_a_rule_makes_no_link_differ() -> None:
    """RFC 1738, 2.3 leaves relative links to others."""
    found = audit(io.BytesIO(PAGE), BASE, columns_of(["rfc1738", "rfc1808", "rfc2396"]))
    without = audit(io.BytesIO(PAGE), BASE, columns_of(["rfc1808", "rfc2396"]))
    for link, other in zip(found.links(), without.links(), strict=True):
        assert link.target.silent == ("rfc1738",)
        assert link.agrees == other.agrees
        assert link.target.groups == other.target.groups
        assert link.causes == other.causes
        assert summary_line(link.comparison.reference, link.target).count("1738") == 1
    assert found.tally.differing == without.tally.differing
    assert found.tally.causes == without.tally.causes


def test_a_page_without_a_base_is_refused() -> None:
    with pytest.raises(DocumentError, match="the page has no base"):
        audit(io.BytesIO(PAGE))

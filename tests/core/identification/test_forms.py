"""Forms: differences in which no other text was read, and how an outcome without a URI is shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import by_rows_of

from hexapla.identification.forms import FORM_IDS, forms_between
from hexapla.identification.question import shown
from hexapla.implementations.asking import Case
from hexapla.operations.authority import COMPONENT_NAMES
from hexapla.standard.phases import NoUri, Outcome


@by_rows_of("forms", "between")
def test_forms(
    component: str, expected: str | None, given_: str | None, scheme: str, names: list[str] | None
) -> None:
    uses = forms_between(component, expected, given_, scheme)
    assert (None if uses is None else sorted(name for name, _ in uses)) == (
        None if names is None else sorted(names)
    )


def test_what_a_standard_changes_can_be_left_as_it_is() -> None:
    uses = forms_between("host", "a", "%61", "http", FORM_IDS)
    assert uses is not None
    assert [says.format("host") for _, says in uses] == ["does not percent-decode the host"]


def test_what_is_said() -> None:
    table = [
        (("host", "A", "a", "http"), "gives the host in lower case"),
        (("path", "/%", "/%25", "http"), "percent-encodes characters of the path"),
        (("port", "80", None, "http"), "leaves out a port that is the default of the scheme"),
        (("query", None, "", "http"), "gives an empty query where there is none"),
    ]
    for texts, says in table:
        ((_, said),) = forms_between(*texts) or ()
        assert said.format(texts[0]) == says


@given(
    st.sampled_from(COMPONENT_NAMES), st.none() | st.text(), st.none() | st.text(), st.just("http")
)
def test_any_texts_are_compared(
    component: str, expected: str | None, given_: str | None, scheme: str
) -> None:
    uses = forms_between(component, expected, given_, scheme)
    assert (uses == ()) == (expected == given_)
    assert uses is None or all(says.format(component) for _, says in uses)


@pytest.mark.parametrize("unit", ["/..", "%61", "\u00fc", "1", "A.", "\\", "/a/../"])
def test_long_texts_are_compared(unit: str) -> None:
    assert forms_between("path", unit * 20_000, "x", "http") is None
    assert forms_between("host", unit * 20_000, "x", "http") is None


def test_the_current_document_is_shown_by_its_uri() -> None:
    """RFC 2396, 4.2: the document is known by its URI, and a fragment is none of a URI's."""
    case = Case("http://a/b#c", "#s")
    assert shown(case, NoUri(Outcome.SAME_DOCUMENT, "s")) == "http://a/b#s"
    assert shown(case, NoUri(Outcome.SAME_DOCUMENT, "")) == "http://a/b#"
    assert shown(case, NoUri(Outcome.SAME_DOCUMENT)) == "http://a/b"
    assert shown(case, NoUri(Outcome.ERROR)) is None
    assert shown(case, NoUri(Outcome.UNDEFINED)) is None

"""What a standard gives for a case, as far as an implementation can show it."""

from hexapla.identification.question import shown
from hexapla.implementations.asking import Case
from hexapla.standard.phases import NoUri, Outcome


def test_the_current_document_is_shown_by_its_uri() -> None:
    """RFC 2396, 4.2: the document is known by its URI, and a fragment is none of a URI's."""
    case = Case("http://a/b#c", "#s")
    assert shown(case, NoUri(Outcome.SAME_DOCUMENT, "s")) == "http://a/b#s"
    assert shown(case, NoUri(Outcome.SAME_DOCUMENT, "")) == "http://a/b#"
    assert shown(case, NoUri(Outcome.SAME_DOCUMENT)) == "http://a/b"
    assert shown(case, NoUri(Outcome.ERROR)) is None
    assert shown(case, NoUri(Outcome.UNDEFINED)) is None

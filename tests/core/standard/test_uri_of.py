"""The result of a standard for a case, as a program that answers with URIs shows it."""

from hexapla.standard.display import uri_of
from hexapla.standard.phases import NoUri, Outcome


def test_the_current_document_is_shown_by_its_uri() -> None:
    """RFC 2396, 4.2: the document is identified by its URI, of which a fragment isn't part."""
    base = "http://a/b#c"
    assert uri_of(NoUri(Outcome.SAME_DOCUMENT, "s"), base) == "http://a/b#s"
    assert uri_of(NoUri(Outcome.SAME_DOCUMENT, ""), base) == "http://a/b#"
    assert uri_of(NoUri(Outcome.SAME_DOCUMENT), base) == "http://a/b"
    assert uri_of(NoUri(Outcome.ERROR), base) is None
    assert uri_of(NoUri(Outcome.UNDEFINED), base) is None

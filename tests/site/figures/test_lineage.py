"""The picture of how the standards follow each other."""

from site_under_test import page

import hexapla


def test_the_lineage_shows_every_standard() -> None:
    text = "".join(page("index.html").text)
    for spec in hexapla.specs():
        document = spec.document
        for relation in ("obsoletes", "updates", "develops"):
            for other in getattr(document, relation):
                assert relation in text
                assert hexapla.spec(other).document.label in text
        assert document.label in text
    assert ("since 2012" in text) == ("whatwg" in {spec.id for spec in hexapla.specs()})

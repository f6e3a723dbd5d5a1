"""Documents and citations: their texts and their JSON forms."""

import json
from datetime import date

import attrs
from tables import by_rows_of

from hexapla.documents.citation import Citation, Document, Provision

RFC = Document(
    "rfc1808",
    "1808",
    "RFC 1808",
    "Relative Uniform Resource Locators",
    date(1995, 6, 1),
    "https://www.rfc-editor.org/rfc/rfc1808",
    ("R. Fielding",),
    updates=("rfc1738",),
)
STEP = Citation(RFC, "4 step 6c", "Resolving Relative URLs")


def test_a_provision_reads_as_a_sentence() -> None:
    assert str(Provision(STEP, "removes it")) == "RFC 1808 removes it (4 step 6c)"


def test_a_document_has_a_json_form() -> None:
    form = json.loads(json.dumps(RFC.to_dict()))
    assert form["date"] == "1995-06-01"
    assert form["authors"] == ["R. Fielding"]
    assert form["obsoletes"] == []
    assert STEP.to_dict() == {
        "document": "rfc1808",
        "section": "4 step 6c",
        "title": "Resolving Relative URLs",
        "url": f"{RFC.url}#section-4",
    }


@by_rows_of("documents", "a citation links to its first section")
def test_a_citation_links_to_its_first_section(section: str, fragment: str) -> None:
    assert Citation(RFC, section).url == RFC.url + fragment


def test_a_living_standard_names_its_sections_by_their_headings() -> None:
    standard = attrs.evolve(RFC, url="https://url.spec.whatwg.org/", living=True)
    heading = Citation(standard, "4.4", "URL parsing")
    assert heading.url == "https://url.spec.whatwg.org/#url-parsing"
    assert Citation(standard, "4.4").url == standard.url

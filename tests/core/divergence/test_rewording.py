"""Other wording changes no class, no name of a class, and no match with a baseline."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from differentials_parsers import of_python, with_slashes

import hexapla
from hexapla.differentials.differential import Differential, read_baseline
from hexapla.divergence import messages
from hexapla.identification.identification import Identification
from hexapla.identification.parsing import default_urls
from hexapla.identification.resolving import Resolving


def reworded(words: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table of messages with other words, without their placeholders."""
    return {
        name: reworded(value) if isinstance(value, Mapping) else f"quux {number}"
        for number, (name, value) in enumerate(words.items())
    }


def searched() -> Differential:
    return hexapla.differential(of_python, with_slashes, max_length=3, count=50, on="all")


def identified() -> tuple[Identification, Identification]:
    pairs, urls = Resolving().default_cases()[:300], [*default_urls()][:300]
    resolving = hexapla.identify(urljoin, specs=["rfc3986"], cases=pairs)
    return resolving, hexapla.identify(parse=of_python, specs=["rfc3986"], cases=urls)


def kinds_of(identification: Identification) -> list[object]:
    return [
        (departure.kind.behaviour, departure.kind.rule, departure.cases, departure.smallest)
        for departure in identification.departures
    ]


def test_rewording_changes_no_class_and_no_baseline(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = searched()
    said = [each.sentence for each in before.classes]
    resolving, parsing = identified()
    baseline = tmp_path / "baseline.json"
    baseline.write_text(before.to_json(), "utf-8")
    monkeypatch.setattr(messages, "_WORDS", reworded(messages._WORDS))
    after = searched()
    assert not {each.sentence for each in after.classes} & {*said}
    assert [each.item.id for each in after.classes] == [each.item.id for each in before.classes]
    assert after.findings.keys() == before.findings.keys()
    assert after.new(read_baseline(baseline)).agrees
    assert after.gone(read_baseline(baseline)) == {}
    now_resolving, now_parsing = identified()
    assert kinds_of(now_resolving) == kinds_of(resolving)
    assert kinds_of(now_parsing) == kinds_of(parsing)

"""What a search found as JSON, and read again."""

from pathlib import Path

import pytest
from plain_search import SPECS

from hexapla.discover.discovery import read_discovery, run
from hexapla.discover.search_space import DiscoveryError, ExhaustiveSpace


def test_what_was_found_is_read_as_it_was_written(tmp_path: Path) -> None:
    found = run(ExhaustiveSpace(SPECS, "\ud800:\0", ("\ud800:", "x:"), 2))
    path = tmp_path / "found.json"
    path.write_text(found.to_json(), "utf-8")
    read = read_discovery(path)
    assert read.classes == found.classes
    assert list(read.classes) == list(found.classes)
    assert read.bases == ("\ud800:", "x:")
    ids = [item.id for item in found.classes]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"specs": [], "bases": [], "classes": [1]}'])
def test_a_file_of_another_kind_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "found.json"
    path.write_text(text, "utf-8")
    with pytest.raises(DiscoveryError, match="not what hexapla discover writes"):
        read_discovery(path)

"""URLs and cases from files."""

from pathlib import Path

import pytest

from hexapla.implementations.case_files import read_urls


@pytest.mark.parametrize("line", ["http://a/", '"http://a/"', '{"url": "http://a/"}'])
def test_a_byte_order_mark_is_no_part_of_a_url(line: str, tmp_path: Path) -> None:
    file = tmp_path / "urls.txt"
    file.write_text(f"\ufeff{line}\r\n\ufeffx\n", encoding="utf-8")
    assert read_urls(file) == ("http://a/", "\ufeffx")

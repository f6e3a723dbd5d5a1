"""A separate working folder for a test."""

from pathlib import Path

import pytest


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder, which is the working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path

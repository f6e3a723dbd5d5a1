"""The npm packages of the site; tests that need them are skipped if they aren't installed."""

import os
import shutil
from pathlib import Path

import pytest

from hexapla_site.browser.npm import PARSERS

MODULES = Path(__file__).parents[1] / "site" / "node_modules"
_ARE_THERE = all((MODULES / name).is_dir() for name in PARSERS) and shutil.which("node") is not None
if os.environ.get("NODE_MODULES_REQUIRED"):
    assert _ARE_THERE, "no parsers of npm: run npm ci in site/"
_REASON = "no parsers of npm; to have them: npm ci in site/"
needs_npm = pytest.mark.skipif(not _ARE_THERE, reason=_REASON)

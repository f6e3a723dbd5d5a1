"""Settings of all tests: how many inputs Hypothesis tries, and a folder that the workers share."""

import os
import shutil
import sys
import tempfile
from itertools import chain
from pathlib import Path

import pytest
from built_once import SHARED_FOLDER
from hypothesis import HealthCheck, settings

# Each worker and each command that a test starts would compile every module anew.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# No test fails because a machine is busy. `HYPOTHESIS_PROFILE=full` tries many more inputs; a test
# that needs more or fewer than others takes a multiple of `settings().max_examples`.
settings.register_profile(
    "default", max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("full", settings.get_profile("default"), max_examples=1500)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_configure(config: pytest.Config) -> None:
    """Make the shared folder before pytest-xdist starts its workers, which inherit its name."""
    if SHARED_FOLDER not in os.environ:
        folder = tempfile.mkdtemp(prefix="hexapla-tests-")
        os.environ[SHARED_FOLDER] = folder
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return one worker more than processors: some tests wait for a program that hangs."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Deal files to the workers, those of the site last: else all would wait for its one build."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    of_core: dict[Path, list[pytest.Item]] = {}
    of_site: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files = of_site if "site" in item.path.parts else of_core
        files.setdefault(item.path, []).append(item)
    dealt = (
        file
        for first in range(workers)
        for files in (of_core, of_site)
        for file in list(files.values())[first::workers]
    )
    items[:] = chain.from_iterable(dealt)

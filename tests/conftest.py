"""Settings for all tests: the number of inputs that Hypothesis tries, and a shared folder."""

import atexit
import gc
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Generator
from typing import TYPE_CHECKING

import pytest
from built_once import SHARED_FOLDER
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from xdist.remote import Producer
    from xdist.scheduler import LoadFileScheduling

# Otherwise each worker, and each command that a test starts, would compile every module again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# One worker builds the site and reads its pages for this, while the others test core.
READING_EVERY_PAGE = "test_every_page.py"

# No test fails because a machine is busy. `HYPOTHESIS_PROFILE=full` tries many more inputs; a test
# that needs more or fewer inputs than others uses a multiple of `settings().max_examples`.
settings.register_profile(
    "default",
    max_examples=25,
    deadline=None,
    # All inputs of a test may share its folder: each overwrites the files of the previous one.
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.register_profile("full", settings.get_profile("default"), max_examples=1500)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_configure(config: pytest.Config) -> None:
    """Create the shared folder before pytest-xdist starts its workers, which inherit its name.

    A shell lets programs in the background ignore Ctrl-C. Commands that tests start would inherit
    this, but tests of Ctrl-C need the usual behaviour.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if SHARED_FOLDER not in os.environ:
        folder = tempfile.mkdtemp(prefix="hexapla-tests-")
        os.environ[SHARED_FOLDER] = folder
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


def pytest_unconfigure() -> None:
    """Collect garbage that a command leaves at the end: DuckDB would complain about it."""
    atexit.unregister(gc.freeze)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Escape lone surrogates in a failure, which a worker of pytest-xdist couldn't report."""
    report = yield
    try:
        report.longreprtext.encode()
    except UnicodeEncodeError:
        report.longrepr = report.longreprtext.encode("ascii", "backslashreplace").decode()
    return report


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return one more worker than processors: some tests wait for a program that hangs."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: "Producer") -> "LoadFileScheduling":
    """Give whole files to the workers, in order: data shared by a file's tests are made once."""
    from xdist.scheduler import LoadFileScheduling

    config.option.loadscopereorder = False
    return LoadFileScheduling(config, log)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests that need a browser, and put the test that reads every page of the site first.

    The site's other tests come last, since the site is built meanwhile. Among them, those with a
    browser, which take longest, come first, so that the workers end together.
    """
    browsing = set()
    for item in items:
        if isinstance(item, pytest.Function) and "browser" in item.fixturenames:
            item.add_marker("browser")
            browsing.add(item.path)
    items.sort(
        key=lambda item: (
            item.path.name != READING_EVERY_PAGE,
            "site" in item.path.parts,
            item.path not in browsing,
        )
    )

"""Where data comes from: the version of Hexapla that made it, the day, and the licence."""

import os
from datetime import UTC, datetime
from importlib.metadata import version

import attrs

from hexapla.values.errors import InputError
from hexapla.values.value import Value

AUTHORS = "The Hexapla developers"
LICENSE = "MIT"
"""The licence of the code and of the data, by its SPDX identifier."""

_EPOCH = "SOURCE_DATE_EPOCH"


@attrs.frozen(repr=False)
class Provenance(Value):
    """What made some data: the version, the day in UTC (`2026-11-22`), and the licence."""

    version: str
    date: str
    license: str = LICENSE

    @property
    def year(self) -> str:
        """The year of the date."""
        return self.date[:4]

    @property
    def license_url(self) -> str:
        """Where the text of the licence can be read."""
        return f"https://spdx.org/licenses/{self.license}.html"

    def cite(self, title: str) -> str:
        """Return how what has a title is cited: authors, year, title and version."""
        return f"{AUTHORS} ({self.year}). “{title}”. Hexapla {self.version}"


def provenance_now() -> Provenance:
    """Return the version that runs, and the day: today, or that of `SOURCE_DATE_EPOCH`.

    The variable holds seconds since 1970, as https://reproducible-builds.org has it, so that what
    is made again comes out the same, byte for byte.

    Raises:
        InputError: The variable holds something else.
    """
    seconds = os.environ.get(_EPOCH)
    try:
        day = datetime.fromtimestamp(int(seconds), UTC) if seconds else datetime.now(UTC)
    except (ValueError, OverflowError, OSError) as error:
        raise InputError(
            f"{_EPOCH} must be a number of seconds since 1970, not {seconds!r}"
        ) from error
    return Provenance(version("hexapla"), day.date().isoformat())

"""The provenance of data: the version of Hexapla that produced it, the date, and the licence."""

import os
from datetime import UTC, datetime
from importlib.metadata import version

import attrs

from hexapla.values.errors import InputError
from hexapla.values.value import Value

AUTHORS = "The Hexapla developers"
LICENSE = "MIT"
"""The licence of the code and the data, as an SPDX identifier."""

_EPOCH = "SOURCE_DATE_EPOCH"


@attrs.frozen(repr=False)
class Provenance(Value):
    """The provenance of data: version, date in UTC (such as `2026-11-22`), and licence."""

    version: str
    date: str
    license: str = LICENSE

    @property
    def year(self) -> str:
        """The year of the date."""
        return self.date[:4]

    @property
    def license_url(self) -> str:
        """The URL of the licence's text."""
        return f"https://spdx.org/licenses/{self.license}.html"

    def cite(self, title: str) -> str:
        """Format a citation of a work: authors, year, title and version."""
        return f"{AUTHORS} ({self.year}). “{title}”. Hexapla {self.version}"


def provenance_now() -> Provenance:
    """Return the provenance of data that is produced now: the current version and today's date.

    If the environment variable `SOURCE_DATE_EPOCH` is set to a number of seconds since 1970, it
    replaces the current time, so that a rebuild gives the same bytes (see
    https://reproducible-builds.org).

    Raises:
        InputError: The value of the variable isn't an integer, or is out of range.
    """
    seconds = os.environ.get(_EPOCH)
    try:
        day = datetime.fromtimestamp(int(seconds), UTC) if seconds else datetime.now(UTC)
    except (ValueError, OverflowError, OSError) as error:
        raise InputError(
            f"{_EPOCH} must be a number of seconds since 1970, not {seconds!r}"
        ) from error
    return Provenance(version("hexapla"), day.date().isoformat())

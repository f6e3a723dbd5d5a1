"""The day on which a site is built."""

import os
from datetime import UTC, datetime

_EPOCH = "SOURCE_DATE_EPOCH"


def build_date() -> str:
    """Return the day in UTC, such as `2026-11-22`, so that builds of one day are equal.

    Where the variable `SOURCE_DATE_EPOCH` holds seconds since 1970, it is that day, as
    https://reproducible-builds.org has it.
    """
    seconds = os.environ.get(_EPOCH, "")
    now = datetime.fromtimestamp(int(seconds), UTC) if seconds.isdecimal() else datetime.now(UTC)
    return now.date().isoformat()

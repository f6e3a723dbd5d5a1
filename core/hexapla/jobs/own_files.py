"""Files that Hexapla wrote, which it overwrites; any other file only where that is asked for.

Every file that a command writes says by itself that Hexapla wrote it: by its provenance, by the
name of the command, by the address of its schema, or by what only rows that were set aside have.
"""

import os
import re
from collections.abc import Mapping
from pathlib import Path

from hexapla.jobs.errors import ForeignFileError
from hexapla.jobs.files import has_content
from hexapla.text.signs import sanitized

_BEGINNINGS = (b"{", b"<svg ", b"PAR1")
_MARKS = re.compile(
    rb"""
      hexapla"? [^{}]{0,16} \{"version":[ ]?"   # provenance, in JSON or Parquet's metadata
    | "schema":[ ]?\d+,\s*"command":[ ]?"       # what a command found
    | "\$id":[ ]"https://hexapla\.invalid/      # a schema
    | \A\{"source":[^\n]+,"row":\d+,"wrong":"   # rows that were set aside
    | <metadata>Hexapla[ ]                      # a picture
    """,
    re.VERBOSE,
)

# A mark stands near the beginning or the end, or in the first line, which is a row of a corpus.
_OCTETS = 1 << 16
_LONGEST_LINE = 1 << 24


def check_own(outputs: Mapping[str, Path]) -> None:
    """Check that no output has something that Hexapla did not write.

    What is no regular file loses nothing by being written to, and neither does an empty file.

    Args:
        outputs: The files that are to be written, each by what it is called in a message.

    Raises:
        ForeignFileError: One of them has something else.
        OSError: One of them can't be read, or leads nowhere.
    """
    for name, path in outputs.items():
        if has_content(path) and not is_own(path):
            raise ForeignFileError(
                f"{sanitized(str(path))} ({name}) has something that Hexapla did not write; name "
                "another file, or overwrite it by --force"
            )


def is_own(path: Path) -> bool:
    """Return whether Hexapla wrote a file, as a mark in it says.

    Args:
        path: A regular file.

    Raises:
        OSError: It can't be read.
    """
    with path.open("rb") as file:
        head = file.read(_OCTETS)
        if b"\n" not in head:
            head += file.readline(_LONGEST_LINE)
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - _OCTETS))
        tail = file.read()
    return head.lstrip().startswith(_BEGINNINGS) and any(map(_MARKS.search, (head, tail)))

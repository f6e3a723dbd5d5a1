"""An HTML page in a file: its charset, its BASE element and its links."""

import io
from collections.abc import Iterator
from typing import BinaryIO

import attrs

from hexapla.html.encoding import HEAD, charset_of, codec_of, guess, is_binary
from hexapla.html.links import Link, LinkReader, base_element
from hexapla.values.errors import DocumentError


@attrs.frozen(eq=False)
class HtmlFile:
    """An HTML page in a binary file that can be read twice.

    `charset` is the one that it is in, `declared` says whether the page or the caller named it, and
    `codec` is what Python reads it with.
    """

    file: BinaryIO
    charset: str
    declared: bool
    codec: str

    def base_element(self) -> str | None:
        """Return the HREF of the page's BASE element, None where it has none."""
        return base_element(self._text())

    def links(self, given_up: list[int] | None = None) -> Iterator[Link]:
        """Yield the links of the page in their order, as they are written.

        Args:
            given_up: A list, to which the line of each tag is added that is too long to be one,
                from 1.
        """
        reader = LinkReader([] if given_up is None else given_up)
        for links in reader.read(self._text()):
            yield from links

    def _text(self) -> io.TextIOWrapper:
        self.file.seek(0)
        return _Text(self.file, self.codec, "replace", newline="")


class _Text(io.TextIOWrapper):
    """Text over a file that stays open when the text is gone."""

    def __del__(self) -> None:
        if not self.closed:
            self.detach()


def open_html(file: BinaryIO, charset: str | None = None) -> HtmlFile:
    """Find the charset of an HTML page.

    Args:
        file: A binary file that can be read twice.
        charset: The charset of the page, whatever the page says.

    Raises:
        DocumentError: It is a binary file, or its charset is unknown.
    """
    head = file.read(HEAD)
    declared = charset or charset_of(head)
    if declared is None and is_binary(head):
        raise DocumentError(
            "this is a binary file, not an HTML page; if it is one after all, name its --charset"
        )
    named = declared or guess(file)
    codec = codec_of(named)
    if codec is None:
        whose = "" if charset else "the page says that it is in a charset unknown here: "
        raise DocumentError(f"{whose}{named!r} is no known charset; name another by --charset")
    return HtmlFile(file, named, declared is not None, codec)

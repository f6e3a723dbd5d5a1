"""MIME messages: the HTML pages in them, and what encloses each part."""

from collections.abc import Iterator
from email.message import Message

from hexapla.html.encoding import text_of_page


def text_of_part(part: Message) -> str | None:
    """Return the text of a MIME part that is an HTML page, None for any other part."""
    if part.get_content_type() != "text/html":
        return None
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return None
    return text_of_page(payload, part.get_content_charset())


def leaves(
    message: Message, around: tuple[Message, ...] = ()
) -> Iterator[tuple[Message, tuple[Message, ...]]]:
    """Return the parts of a message that have no parts, each with what encloses it, inside out."""
    if not message.is_multipart():
        yield message, around
        return
    for child in message.get_payload():
        if isinstance(child, Message):
            yield from leaves(child, (message, *around))

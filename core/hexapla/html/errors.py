"""What is wrong with a page."""

from hexapla.values.errors import HexaplaError


class DocumentError(HexaplaError, ValueError):
    """A page whose links can't be read or resolved; the message says what to do."""

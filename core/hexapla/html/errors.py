"""What is wrong with a page."""


class DocumentError(ValueError):
    """A page whose links can't be read or resolved; the message says what to do."""

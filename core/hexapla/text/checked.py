"""Any `str` is legal where a text is asked for, and nothing else is."""


def checked(text: str) -> str:
    """Return a text; raise `TypeError` for what is none."""
    if not isinstance(text, str):
        raise TypeError(f"a reference is a str, not {type(text).__name__}")
    return text

"""Putting components together again: the move that RFC 1630, 2396 and 3986 share."""


def recombined(
    scheme: str | None,
    authority: str | None,
    path: str,
    query: str | None,
    fragment: str | None,
) -> str:
    """Join components, with the mark of every one that is defined, be it empty or not."""
    result = path if authority is None else f"//{authority}{path}"
    if scheme is not None:
        result = f"{scheme}:{result}"
    if query is not None:
        result = f"{result}?{query}"
    if fragment is not None:
        result = f"{result}#{fragment}"
    return result

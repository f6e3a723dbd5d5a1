"""Joining components into a URI, as RFC 1630, 2396 and 3986 do it."""


def recombined(
    scheme: str | None,
    authority: str | None,
    path: str,
    query: str | None,
    fragment: str | None,
) -> str:
    """Return components joined, each with its separator.

    Args:
        scheme: The scheme; None where it is undefined, as with the others.
        authority: The authority.
        path: The path, which is always defined.
        query: The query.
        fragment: The fragment.
    """
    result = path if authority is None else f"//{authority}{path}"
    if scheme is not None:
        result = f"{scheme}:{result}"
    if query is not None:
        result = f"{result}?{query}"
    if fragment is not None:
        result = f"{result}#{fragment}"
    return result

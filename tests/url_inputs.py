"""Inputs of the URL Standard's parser, with and without a base."""

import ada_url
from hypothesis import strategies as st

BASES = (None, "http://h/a/b", "https://x/", "file:///C:/a", "foo://h/a", "foo:/a", "mailto:x")
_PIECES = (
    *("http:", "https:", "HTTP:", "foo:", "file:", "/", "//", "\\", "?", "#", ":", "@", "[", "]"),
    *("a", "b", "z9", "-", "--", "_", ".", "..", "::", "ffff", "c:", "c|", "%", "%41", "%2e", "%s"),
    *("0", "1", "0x", "80", "255", "256", "65536", "1.2.3.4", "xn--", "xn--9ca", "^", "`", "|"),
    *("é", "☕", "１", "。", "א", "\xad", "\u0338", "\ufdd0", "\ud800", " ", "\t", "\n", "\x00"),
)
_FRONTS = ("", "", "http://", "https://[", "http://1.", "file://", "foo://", "//")

texts = st.builds(
    lambda front, pieces: front + "".join(pieces),
    st.sampled_from(_FRONTS),
    st.lists(st.sampled_from(_PIECES), max_size=8),
)
bases = st.sampled_from(BASES)


def parsed(text: str, base: str | None = None) -> ada_url.URL | None:
    """Return the URL of a text by the library; None is failure."""
    scalar_values = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    try:
        return ada_url.URL(scalar_values, base)
    except ValueError:
        return None

"""What a page may load and run, as a Content Security Policy (https://www.w3.org/TR/CSP3/).

Scripts and styles come from files of the site alone; nothing in a page's own text runs. Each page
says so itself, since it may be opened from a file, or lie on a server that says nothing.
"""

from collections.abc import Mapping

_PAGE = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "font-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
}
# Where a page answers: it asks a server, or starts Python in a worker. The text of the worker comes
# from a script of the site, which also loads where the page is a file. The worker is held to the
# policy of its page, and makes JavaScript of Python as it runs.
_ASKING = {
    **_PAGE,
    "script-src": "'self' 'unsafe-eval'",
    "connect-src": "'self'",
    "worker-src": "blob:",
}


def _in_a_line(policy: Mapping[str, str]) -> str:
    return "; ".join(f"{name} {sources}" for name, sources in policy.items())


PAGE_POLICY = _in_a_line(_PAGE)
"""Of a page that shows what was computed."""
ASKING_POLICY = _in_a_line(_ASKING)
"""Of a page that answers while the reader types."""
SERVED_POLICY = _in_a_line({**_PAGE, "connect-src": "'self'", "frame-ancestors": "'none'"})
"""Of all that a preview sends, which answers itself: a page's own policy holds besides. No other
page may frame it."""

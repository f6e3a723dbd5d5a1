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
    "font-src": "data:",  # they are in a style sheet
    "base-uri": "'none'",
    "form-action": "'self'",
}
_WORKER = {
    "default-src": "'none'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "connect-src": "'self'",
}
# Where a page answers: it asks a server, or starts Python in a worker, which browsers hold to the
# policy of the page where its server says nothing.
_ASKING = {**_PAGE, **_WORKER, "worker-src": "'self'"}


def _in_a_line(policy: Mapping[str, str]) -> str:
    return "; ".join(f"{name} {sources}" for name, sources in policy.items())


PAGE_POLICY = _in_a_line(_PAGE)
"""Of a page that shows what was computed."""
ASKING_POLICY = _in_a_line(_ASKING)
"""Of a page that answers while the reader types."""
SERVED_POLICY = _in_a_line({**_ASKING, "frame-ancestors": "'none'"})
"""Of all that a preview sends: a page's own policy holds besides. No other page may frame it."""
WORKER_POLICY = _in_a_line(_WORKER)
"""Of the worker in which Python runs, which compiles WebAssembly."""

"""The Content Security Policy of pages (https://www.w3.org/TR/CSP3/): what pages may load and run.

Scripts and styles are loaded only from files of the site; inline code doesn't run. Each page
contains its policy, because the page may be opened as a file, or served without the header field.
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
# A page that answers questions sends them to a server, or starts Python in a worker. The worker's
# source comes from a script of the site, because a script can be loaded even if the page is opened
# as a file. The page's policy also applies to the worker, which compiles Python to JavaScript at
# run time.
_ASKING = {
    **_PAGE,
    "script-src": "'self' 'unsafe-eval'",
    "connect-src": "'self'",
    "worker-src": "blob:",
}


def _in_a_line(policy: Mapping[str, str]) -> str:
    return "; ".join(f"{name} {sources}" for name, sources in policy.items())


PAGE_POLICY = _in_a_line(_PAGE)
"""The policy of a page that only shows results."""
ASKING_POLICY = _in_a_line(_ASKING)
"""The policy of a page that answers while the reader types."""
SERVED_POLICY = _in_a_line({**_PAGE, "connect-src": "'self'", "frame-ancestors": "'none'"})
"""The policy of the preview server, in addition to a page's own; it also forbids framing."""

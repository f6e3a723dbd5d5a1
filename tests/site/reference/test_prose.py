"""The text of docstrings and helps as HTML."""

import pytest
from markupsafe import Markup

from hexapla_site.reference.prose import inline, paragraphs

PLACES = {"hexapla.identify": "x.html#hexapla.identify"}.get
DOCUMENTS = {"RFC 2396": "https://example.org/rfc2396"}


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("a\nb\n\nc", "<p>a b</p>\n<p>c</p>"),
        ("- a\n  b\n- c", "<ul><li>a b</li><li>c</li></ul>"),
        ("`<b>` & `x`", "<p><code>&lt;b&gt;</code> &amp; <code>x</code></p>"),
        (
            "See `hexapla.identify`.",
            '<p>See <a href="x.html#hexapla.identify"><code>hexapla.identify</code></a>.</p>',
        ),
        (
            "It is empty (RFC 2396, 4.2).",
            '<p>It is empty (<a href="https://example.org/rfc2396">RFC 2396, 4.2</a>).</p>',
        ),
        (
            ">>> 1 < 2\nTrue",
            '<pre class="code" tabindex="0" role="region" aria-label="Example">'
            "&gt;&gt;&gt; 1 &lt; 2\nTrue</pre>",
        ),
    ],
)
def test_text_becomes_html(text: str, html: str) -> None:
    assert paragraphs(text, PLACES, DOCUMENTS) == Markup(html)


def test_without_documents_nothing_is_a_citation() -> None:
    assert inline("RFC 2396, 4.2", PLACES, {}) == Markup("RFC 2396, 4.2")

"""The text of docstrings and helps as HTML."""

import pytest
from markupsafe import Markup

from hexapla_site.markdown import inline, paragraphs

PLACES = {"hexapla.identify": "x.html#hexapla.identify"}.get


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("a\nb\n\nc", "<p>a\nb</p>\n<p>c</p>"),
        ("- a\n  b\n- c", "<ul>\n<li>a\nb</li>\n<li>c</li>\n</ul>"),
        (
            ">>> f('<')\n1\n\nc",
            '<pre class="code wrapped">&gt;&gt;&gt; f(&#39;&lt;&#39;)\n1\n</pre>\n<p>c</p>',
        ),
        ("`<b>` & `x`", "<p><code>&lt;b&gt;</code> &amp; <code>x</code></p>"),
        (
            "See `hexapla.identify`.",
            '<p>See <a href="x.html#hexapla.identify"><code>hexapla.identify</code></a>.</p>',
        ),
    ],
)
def test_text_becomes_html(text: str, html: str) -> None:
    assert paragraphs(text, PLACES) == Markup(html)


def test_running_text_is_no_paragraph() -> None:
    assert inline("`a`\n<b> *c* it's") == Markup("<code>a</code> &lt;b&gt; *c* it’s")

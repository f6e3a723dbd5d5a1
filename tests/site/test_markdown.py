"""The text of docstrings and helps as HTML."""

from markupsafe import Markup
from tables import by_rows_of

from hexapla_site.markdown import inline, paragraphs

PLACES = {"hexapla.identify": "x.html#hexapla.identify"}.get


@by_rows_of("pages")
def test_text_becomes_html(text: str, html: str) -> None:
    assert paragraphs(text, PLACES) == Markup(html)


def test_running_text_is_no_paragraph() -> None:
    assert inline("`a`\n<b> *c* it's") == Markup("<code>a</code> &lt;b&gt; *c* it’s")

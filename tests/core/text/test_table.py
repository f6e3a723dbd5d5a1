"""A table as HTML: text is escaped, nothing is loaded for it."""

from tables import by_rows_of

from hexapla.text.table import escaped, escaped_cells, html_paragraphs, html_table


@by_rows_of("text")
def test_text_is_escaped(text: str, html: str) -> None:
    assert escaped(text) == html
    assert f">{html}</" in html_table(text, (), ())
    assert f">{html}</" in html_paragraphs([text])


def test_a_notebook_shows_no_more_of_a_text_than_a_reader_can_look_at() -> None:
    html = html_table("c", [escaped_cells(("r", "<" * 1_000_000))])
    assert "characters left out" in html
    assert len(html) < 20_000


def test_rows_and_columns_have_headings() -> None:
    html = html_table("c", [("r", "1", "2")], ("", "x", "y"))
    assert html.count('scope="col"') == 3
    assert html.count('scope="row"') == 1
    assert "<thead>" not in html_table("c", [("r", "1", "2")])

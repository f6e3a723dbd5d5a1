"""The documentation: every example runs, and prints the output that is shown."""

import re
from pathlib import Path

import pytest
from command_lines import commands
from documented import has_slow_examples, run_examples
from playwright.sync_api import Page
from site_under_test import address_of, built_site, page

from hexapla_site.folders import DOCS, SNIPPETS
from hexapla_site.markdown import Listing, listings, to_html
from hexapla_site.pages.docs import ARTICLES

README = (Path(__file__).parents[3] / "README.md").read_text("utf-8")
BY_NAME = {article.name: article for article in ARTICLES}
EXAMPLES = {name: listings(article.body) for name, article in BY_NAME.items()}
SLOW = [name for name, examples in EXAMPLES.items() if has_slow_examples(examples)]


@pytest.mark.parametrize(
    ("name", "slow"),
    [(name, False) for name in BY_NAME]
    + [pytest.param(name, True, marks=pytest.mark.slow) for name in SLOW],
)
def test_every_example_runs_and_prints_what_is_shown(name: str, slow: bool, tmp_path: Path) -> None:
    missing = run_examples(EXAMPLES[name], tmp_path, slow)
    if missing:
        pytest.skip(f"examples need {', '.join(missing)}")


def test_every_file_is_listed_and_every_snippet_shown() -> None:
    assert {path.stem for path in DOCS.glob("*.md")} <= set(BY_NAME)
    listed = re.findall(r'href="([^"#]*)"', (built_site() / "docs" / "index.html").read_text())
    assert {f"{name}.html" for name in BY_NAME} <= set(listed)
    shown = {listing.file for examples in EXAMPLES.values() for listing in examples}
    assert {path.name for path in SNIPPETS.iterdir() if path.is_file()} <= shown


def test_a_page_shows_the_text_that_runs() -> None:
    text = "".join(page("docs/test-my-parser.html").text)
    for name in ("my_parser.py", "my_parser.mjs", "MyParser.java", "my_parser.sh"):
        snippet = (SNIPPETS / name).read_text("utf-8")
        assert snippet in text
        assert len(snippet.splitlines()) <= 13, name
        assert max(map(len, snippet.splitlines())) <= 100, name


@pytest.mark.parametrize("name", BY_NAME)
def test_every_article_says_what_it_is_about(name: str) -> None:
    article = BY_NAME[name]
    assert article.title
    assert 50 <= len(article.about) < 160, article.about


def test_a_heading_has_an_anchor_and_a_table_scrolls() -> None:
    html = to_html("## A `b` c\n\n|x|y|\n|-|-|\n|1|2|\n")
    assert '<h2 id="a-b-c">' in html
    assert '<div class="scroll" tabindex="0" role="region" aria-label="Table 1"><table>' in html
    assert html.count("</table></div>") == 1
    assert '<th scope="col">x</th>' in html


def test_code_is_labelled_and_escaped() -> None:
    html = to_html("```html page.html slow\n<a href='?'>\n```\n")
    assert "<figcaption>page.html</figcaption>" in html
    assert 'aria-label="Example 1: page.html"' in html
    assert "&lt;a href=&#39;?&#39;&gt;" in html


def test_what_a_reader_types_is_told_from_what_is_printed() -> None:
    listing = Listing.of("console needs=node,go exit=2", "$ x\ny\n")
    assert listing.marks == {"needs": "node,go", "exit": "2"}
    assert listing.pieces == [("$ ", "x\n"), ("", "y\n")]
    assert "<kbd>x\n</kbd>y\n" in to_html("```console\n$ x\ny\n```\n")
    assert listing.file == ""


def test_a_file_without_text_is_a_snippet() -> None:
    assert Listing.of("python my_parser.py", "").text == (SNIPPETS / "my_parser.py").read_text()


TEXTS = {**{name: article.body for name, article in BY_NAME.items()}, "README": README}
OPTIONS = {"": {"--version", "--help"}}
for words, command in commands().items():
    of_command = OPTIONS.setdefault(words.split()[0], {"--help"})
    of_command.update(option for parameter in command.params for option in parameter.opts)


@pytest.mark.parametrize("name", TEXTS)
def test_every_command_and_option_that_is_named_exists(name: str) -> None:
    prose = re.sub(r"^```.*?^```$", "", TEXTS[name], flags=re.MULTILINE | re.DOTALL)
    for text in re.findall(r"`([^`]+)`", prose):
        used = set(re.findall(r"(?<![\w-])--[a-z-]+", text))
        words = text.split()
        if words[0] == "hexapla" and len(words) > 1 and words[1].islower():
            assert used <= OPTIONS[words[1]], text
        elif words[0].startswith("-"):
            assert used <= set().union(*OPTIONS.values()), text


def test_what_a_reader_types_is_copied_without_prompts(tab: Page) -> None:
    tab.goto(address_of("docs/how-a-cause-is-worked-out.html"))
    tab.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    tab.get_by_role("button", name="Copy: Example 3: Python").click()
    tab.get_by_text("copied").wait_for()
    assert tab.evaluate("copied").splitlines()[0] == (
        'comparison = hexapla.compare("g?", base=base, specs=["rfc1808", "rfc2396"])'
    )
    assert "split" not in tab.evaluate("copied")

"""The source of the templates."""

import pkgutil
import re
from importlib import import_module

import attrs
import pytest

import hexapla_site.pages
from hexapla_site.folders import TEMPLATES
from hexapla_site.rendering import (
    UnindentedTemplates,
    breakable,
    column_names,
    signs,
    template_environment,
    without_needless_lines,
)


def test_indentation_stays_in_the_templates_but_in_a_pre() -> None:
    loader = UnindentedTemplates(TEMPLATES)
    source, *_ = loader.get_source(template_environment(), "data.html")
    in_pre = re.findall("<pre.*?</pre>", source, re.DOTALL)
    assert any("\n    vectors = json.load" in text for text in in_pre)
    others = re.sub("<pre.*?</pre>", "", source, flags=re.DOTALL)
    assert not re.search("^ ", others, re.MULTILINE)


def test_line_ends_beside_blocks_are_removed_but_in_a_pre() -> None:
    page = "<p>\na <b>b</b>\n<i>c</i>\n</p>\n\n<pre>\n\nx\n</pre>\n<small>d</small>\n\n\ne"
    shorter = "<p>a <b>b</b>\n<i>c</i></p><pre>\n\nx\n</pre>\n<small>d</small>\ne"
    assert without_needless_lines(page) == shorter
    assert without_needless_lines("<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n") == (
        "<tr><td>1</td>\n<td>2</td></tr>"
    )


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("http://a.b.c/d//e?x=1&y#z", ["http://a.b.c", "/d", "//e", "?x=1", "&amp;y", "#z"]),
        ("//shop.example/list;v=1", ["//shop.example", "/list", ";v=1"]),
        ("mailto:Joe@Example.COM", ["mailto:Joe", "@Example.COM"]),
        ("http://me:pass\\@example.com:80/", ["http://me:pass", "\\@example.com:80", "/"]),
        ("a\0<b>/c", ['a<i title="U+0000">␀</i>&lt;b&gt;', "/c"]),
    ],
)
def test_a_uri_is_broken_before_delimiters_alone(text: str, pieces: list[str]) -> None:
    assert breakable(text).split("<wbr>") == pieces


@pytest.mark.parametrize("text", ["", "/a" * 2000])
def test_what_is_empty_or_too_long_has_no_breaks(text: str) -> None:
    assert breakable(text) == signs(text)


def test_no_context_hides_a_name_that_all_templates_have() -> None:
    contexts: list[type[attrs.AttrsInstance]] = []
    for item in pkgutil.walk_packages(hexapla_site.pages.__path__, "hexapla_site.pages."):
        members = vars(import_module(item.name))
        contexts += [value for name, value in members.items() if name.endswith("Context")]
    assert len(contexts) > 30
    known = {*template_environment().globals, "root", "here", *column_names(())}
    for context in contexts:
        assert attrs.fields_dict(context).keys() & known == set(), context


def test_no_line_of_a_template_is_longer_than_160_characters() -> None:
    long = [
        (path.name, number)
        for path in TEMPLATES.rglob("*.*")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > 160
    ]
    assert long == []

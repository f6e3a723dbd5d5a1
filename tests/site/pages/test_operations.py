"""The pages on rules other than resolving, read as files."""

import re
from pathlib import Path
from typing import Any

import pytest
from inputs import base_of
from site_under_test import HOSTILE, Page, assert_has_only_our_scripts, page, source_of

import hexapla
from hexapla.standard.registry import default_columns
from hexapla.text.signs import visible
from hexapla_site.build import build_site
from hexapla_site.pages.operations import OPERATIONS, examples
from hexapla_site.rendering import section

EXAMPLES = examples.read_examples()
SPECS = default_columns()
PRINTABLE = "".join(map(chr, range(0x20, 0x7F)))


@pytest.mark.parametrize("address", [kind.address for kind in OPERATIONS])
def test_every_page_is_in_the_navigation(address: str) -> None:
    links = page("standards/index.html").values("href")
    assert any(link.removeprefix("../") == address for link in links)


def test_the_page_on_equivalence_gives_the_library_s_verdicts() -> None:
    pattern = r'<span class="verdict[^"]*"><b>(.)</b> (\w+)</span>'
    found = [
        item.verdict
        for topic in EXAMPLES["equivalence"]
        for pair in topic["pairs"]
        for item in hexapla.compare_equivalence(pair["left"], pair["right"], specs=SPECS)
    ]
    shown = re.findall(pattern, source_of("equivalence.html"))
    signs = {"same": "=", "different": "≠", "undecided": "?"}
    assert shown == [(signs[verdict], verdict.value) for verdict in found]


def test_the_page_on_equivalence_gives_the_library_s_normal_forms() -> None:
    text = "".join(page("equivalence.html").text)
    for row in EXAMPLES["normal_forms"]:
        for spec in SPECS:
            normal = hexapla.normalize(row["text"], spec=spec).normal
            assert normal is None or visible(normal) in text


def test_the_page_on_escaping_shows_the_characters_that_differ() -> None:
    pattern = r'<th scope="row">\s*<bdi>[^\n]*?</bdi> <span class="tag">([0-9A-F]{2})<'
    shown = [chr(int(code, 16)) for code in re.findall(pattern, source_of("escaping.html"))]
    assert shown == [
        item.character
        for component in ("path", "query", "fragment", "authority")
        for item in hexapla.compare_escaping(PRINTABLE, component, specs=SPECS).differences
    ]


def test_the_page_on_escaping_escapes_and_reads_as_the_library() -> None:
    text = "".join(page("escaping.html").text)
    for spec in SPECS:
        for row in EXAMPLES["escaping"]:
            escaped = hexapla.escape(row["data"], row["component"], spec=spec).text
            assert escaped is None or visible(escaped) in text
        for row in EXAMPLES["unescaping"]:
            found = hexapla.unescape(row["text"], spec=spec)
            assert found.text is None or visible(found.text) in text


def test_the_page_on_extraction_finds_what_the_library_finds() -> None:
    sections = re.findall(
        r'<section>\s*<h2 id="text-.*?</section>', source_of("extraction.html"), re.DOTALL
    )
    assert len(sections) == len(EXAMPLES["extraction"])
    for row, part in zip(EXAMPLES["extraction"], sections, strict=True):
        found = hexapla.compare_extraction(row["text"], specs=SPECS)
        lines = re.findall(
            r'<p class="apparatus" data-results="[^"]*">\s*<b>(.*?)</p>',
            part,
            re.DOTALL,
        )
        assert len(lines) == len(found.regions)
        for line, region in zip(lines, found.regions, strict=True):
            uris = {
                uri
                for items in region.extracted.values()
                for item in items
                for uri in (item.uri, *item.alternatives)
            }
            shown = re.findall(r"<bdi[^>]*>(.*?)</bdi>", line)
            assert {Page(uri).words for uri in shown} == uris


def test_the_page_on_access_has_the_library_s_commands() -> None:
    shown = re.findall(r"<li>\s*<code>(\w+)</code>(?: <bdi>(.*?)</bdi>)?", source_of("access.html"))
    assert [(name, Page(argument).words) for name, argument in shown] == [
        (command.name, "" if command.argument is None else visible(command.argument) or "∅")
        for row in EXAMPLES["access"]
        for spec in SPECS
        for command in hexapla.access(row["text"], spec=spec).commands
    ]


def test_the_page_on_the_base_establishes_the_library_s() -> None:
    cells = re.findall(r'<td data-label="base"[^>]*>(.*?)</td>', source_of("base.html"), re.DOTALL)
    assert [Page(cell).words for cell in cells] == [
        base_of(row, spec).uri or ("–" if spec.standard.base_precedence is None else "undefined")
        for row in EXAMPLES["base"]
        for spec in SPECS
    ]


def test_the_page_on_the_base_has_every_rule_of_precedence() -> None:
    text = source_of("base.html")
    for spec in SPECS:
        for rule in (
            spec.standard.base_precedence.rules if spec.standard.base_precedence is not None else ()
        ):
            assert rule.header in text
            assert section(rule.provision.citation.section) in text


def hostile_examples() -> dict[str, Any]:
    source = {"document": HOSTILE[0], "section": HOSTILE[0], "kind": "derived"}
    pairs = [{"left": text, "right": f"http://a/{text}", "source": source} for text in HOSTILE]
    topic = {"id": "hostile", "heading": HOSTILE[0], "note": HOSTILE[0], "pairs": pairs}
    texts = [{"text": text, "source": source} for text in HOSTILE]
    wrapped = [{"text": f"<http://a/{text}> {text}", "source": source} for text in HOSTILE]
    around = {"media_type": "text/html", "retrieval": HOSTILE[0], "default": HOSTILE[1]}
    return {
        "equivalence": [topic],
        "normal_forms": texts,
        "escaping": [{"data": text, "component": "path", "source": source} for text in HOSTILE],
        "unescaping": texts,
        "extraction": wrapped,
        "access": [{"text": f"ftp://h/{text}", "source": source} for text in HOSTILE],
        "base": [
            {
                "heading": HOSTILE[0],
                "document": f"<base href='{text}'>{text}",
                "source": source,
                **around,
            }
            for text in HOSTILE
        ],
    }


def test_hostile_text_is_never_markup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examples, "read_data", lambda _: hostile_examples())
    build_site(tmp_path, only=[kind.name for kind in OPERATIONS])
    for item in OPERATIONS:
        found = Page(tmp_path / item.address)
        assert_has_only_our_scripts(found)
        assert not [tag for tag, _ in found.tags if tag == "base"]
        assert "window.broken" in "".join(found.text)

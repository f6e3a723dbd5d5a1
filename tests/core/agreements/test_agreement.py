"""Learning from made-up readers whose agreement is known."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest
from made_up_readers import before_backslash, letters_alone, plain, question

import hexapla
from hexapla.agreements.agreement import UrlAgreement
from hexapla.agreements.borders import reading_text
from hexapla.agreements.matchers import matcher
from hexapla.agreements.parts import Asking
from hexapla.agreements.search import Learning, whole_urls
from hexapla.agreements.words import part_lines, ways_out
from hexapla.jobs.time_limit import TimeLimit

pytestmark = pytest.mark.slow

READERS = (plain, before_backslash)


@pytest.fixture(scope="module")
def learned() -> UrlAgreement:
    """The agreement of the two readers."""
    return _learning().run()


def _learning() -> Learning:
    asked = question(*READERS)
    return Learning(asked.readers, asked.aspects, asked.schemes, checked_urls=400)


def urls(count: int) -> list[str]:
    """URLs near the border of the agreement, and others."""
    random = Random(46)
    signs = "ab1:/?#@\\.%-[]"
    return [
        "http://" + "".join(random.choices(signs, k=random.randint(0, 9))) for _ in range(count)
    ]


def test_the_language_is_the_known_one(learned: UrlAgreement) -> None:
    """Both read a name without a backslash; in the userinfo, one may only be at the start."""
    userinfo = r"(?:\\*[^\\/?#\[\]\s]+|\\*)@"
    label = r"(?!xn--)"
    known = re.compile(
        rf"http://(?:{userinfo})?{label}[^/?#@:\\\[\]\s]+(?::[^/?#@\[\]]*)?(?:[/?#].*)?"
    )
    asked = question(*READERS)
    for url in urls(20_000):
        assert learned.matches(url) == asked.agrees_on(url), url
        if "\\" not in url and "[" not in url and "]" not in url and "%" not in url:
            assert learned.matches(url) == bool(known.fullmatch(url)), url


def test_no_whole_url_was_apart(learned: UrlAgreement) -> None:
    assert (learned.check.differing, learned.check.apart) == (0, ())
    assert learned.check.urls == 400
    assert learned.complete


def test_its_words_say_what_is_agreed(learned: UrlAgreement) -> None:
    told = dict(part_lines(learned))
    assert told["scheme"] == "http, in upper or lower case"
    assert told["host name"].startswith(
        "names with labels that may be empty, none starting with xn--"
    )
    assert "host in brackets" not in told


def test_its_expression_matches_the_same(learned: UrlAgreement) -> None:
    assert learned.regex is not None
    compiled = re.compile(learned.regex)
    for url in urls(20_000):
        assert bool(compiled.fullmatch(url)) == learned.matches(url), url


def test_its_python_matcher_does_so(learned: UrlAgreement) -> None:
    module: dict[str, object] = {}
    exec(matcher(learned.automaton, "python", learned.about, "0"), module)
    matches = module["matches"]
    assert callable(matches)
    for url in urls(5_000):
        assert matches(url) == learned.matches(url), url


@pytest.mark.slow
def test_its_javascript_does_so(learned: UrlAgreement, tmp_path: Path) -> None:
    if shutil.which("node") is None:
        pytest.skip("node isn't installed")
    asked = urls(5_000)
    (tmp_path / "matcher.mjs").write_text(
        matcher(learned.automaton, "javascript", learned.about, "0"), "utf-8"
    )
    (tmp_path / "asked.json").write_text(json.dumps([asked, learned.regex]), "utf-8")
    (tmp_path / "run.mjs").write_text(
        "import {readFileSync} from 'node:fs'; import {matches} from './matcher.mjs';\n"
        "const [urls, regex] = JSON.parse(readFileSync('asked.json', 'utf8'));\n"
        "const whole = new RegExp(`^(?:${regex})$`, 'u');\n"
        "console.log(JSON.stringify(urls.map((url) => [matches(url), whole.test(url)])));\n"
    )
    done = subprocess.run(
        ["node", "run.mjs"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    answers = json.loads(done.stdout)
    assert answers == [[learned.matches(url), learned.matches(url)] for url in asked]


def test_each_border_leads_out(learned: UrlAgreement) -> None:
    assert learned.borders
    for border in learned.borders:
        assert not learned.matches(border.url), border
        assert (
            not border.before
            or learned.parts[border.part].automaton.state_after(border.before) >= 0
        )


def test_a_border_tells_what_all_read(learned: UrlAgreement) -> None:
    shown = {
        (way.border.url, tuple(map(reading_text, way.border.reads.values())))
        for way in ways_out(learned)
    }
    assert ("http://a\\/", ("a\\", "a")) in shown
    assert ("http://\\@zq/", ("zq", "none")) in shown


def test_it_is_stored_and_read(learned: UrlAgreement, tmp_path: Path) -> None:
    path = tmp_path / "agreement.json"
    path.write_text(json.dumps(learned.to_dict()), "utf-8")
    again = hexapla.read_agreement(path)
    assert again == learned
    assert hexapla.read_agreement(str(path)) == learned
    assert [border.alike for border in again.borders] == [
        border.alike for border in learned.borders
    ]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"readers": []}'], ids=repr)
def test_another_file_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text(text)
    with pytest.raises(ValueError, match="contains no agreement; create one with"):
        hexapla.read_agreement(path)


@pytest.mark.parametrize("rows", [None, 1, [1], [["a"]]], ids=repr)
def test_a_damaged_automaton_is_refused(
    learned: UrlAgreement, rows: object, tmp_path: Path
) -> None:
    form = json.loads(json.dumps(learned.to_dict()))
    form["parts"]["name"]["automaton"]["rows"] = rows
    path = tmp_path / "damaged.json"
    path.write_text(json.dumps(form))
    with pytest.raises(ValueError, match="contains no agreement; create one with"):
        hexapla.read_agreement(path)


def test_where_nothing_is_agreed() -> None:
    asked = question(plain, lambda _: "other")
    nothing = Learning(asked.readers, asked.aspects, asked.schemes, checked_urls=10).run()
    assert nothing.regex is None
    assert not nothing.matches("http://a/")


def test_time_ends_it_with_what_is_known() -> None:
    result = _learning().run(limit=TimeLimit(0))
    assert not result.complete
    assert dict(result.parts) == {}


def test_whole_urls_take_all_parts(learned: UrlAgreement) -> None:
    automata = {name: part.automaton for name, part in learned.parts.items()}
    drawn = list(whole_urls(Asking(question(*READERS), 0), automata, 200))
    assert len(drawn) == 200
    assert 40 < sum(map(learned.matches, drawn)) < 180


def test_a_smaller_agreement_is_found() -> None:
    """One of three readers accepts only letters."""
    asked = question(*READERS, letters_alone)
    result = Learning(asked.readers, asked.aspects, asked.schemes, checked_urls=100).run()
    assert result.matches("http://u@ab/")
    assert not result.matches("http://u@a1/")


def test_a_program_that_ends_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="no reader stopped answering"):
        hexapla.agreement("rfc3986", "false", names=["RFC 3986", "no reader"])


def test_one_reader_is_not_enough() -> None:
    with pytest.raises(ValueError, match="at least two readers"):
        hexapla.agreement("rfc3986")

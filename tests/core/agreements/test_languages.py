"""The expression and the matchers in other languages give the automaton's answers."""

import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from hexapla.agreements.holding import urls_of
from hexapla.agreements.matchers import matcher
from hexapla.agreements.stored import shipped_agreement

WORDS = 100_000
SIGNS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ \t\x7f0129afxAFX\u00e9\u4e2d\U0001f600"

# Each program reads lines with the UTF-8 of a text in hexadecimal, and writes a line of 0s and 1s.
JAVASCRIPT = """
import {readFileSync} from 'node:fs';
import {matches} from './matcher.mjs';
const whole = new RegExp(`^(?:${readFileSync('regex.txt', 'utf8')})$`, 'u');
const told = readFileSync('words.txt', 'utf8').split('\\n').slice(0, -1).map((line) => {
  const word = Buffer.from(line, 'hex').toString();
  return (whole.test(word) ? '1' : '0') + (matches(word) ? '1' : '0');
});
console.log(told.join(''));
"""
JAVA = """
import java.nio.file.*;
import java.util.*;
import java.util.regex.*;
public class Run {
  public static void main(String[] given) throws Exception {
    Pattern pattern = Pattern.compile(Files.readString(Path.of("regex.txt")));
    StringBuilder told = new StringBuilder();
    for (String line : Files.readAllLines(Path.of("words.txt"))) {
      String word = new String(HexFormat.of().parseHex(line), "UTF-8");
      told.append(pattern.matcher(word).matches() ? "1" : "0");
    }
    System.out.println(told);
  }
}
"""
GO = """
package main
import ("bufio"; "encoding/hex"; "fmt"; "os"; "regexp"; "strings")
func main() {
  text, _ := os.ReadFile("regex.txt")
  pattern := regexp.MustCompile(`\\A(?:` + strings.ReplaceAll(string(text), "`", "\\x60") + `)\\z`)
  file, _ := os.Open("words.txt")
  lines := bufio.NewScanner(file)
  var told strings.Builder
  for lines.Scan() {
    word, _ := hex.DecodeString(lines.Text())
    if pattern.Match(word) { told.WriteString("1") } else { told.WriteString("0") }
  }
  fmt.Println(told.String())
}
"""


class Language(NamedTuple):
    """A language: the program, its file, its command, and the number of its answers per word."""

    name: str
    program: str
    file: str
    command: Sequence[str]
    answers: int = 1


LANGUAGES = (
    Language("JavaScript", JAVASCRIPT, "run.mjs", ("node", "run.mjs"), 2),
    Language("Java", JAVA, "Run.java", ("java", "Run.java")),
    Language("Go", GO, "run.go", ("go", "run", "run.go")),
)


def words() -> list[str]:
    """Return words of the language, and words that nearly belong to it."""
    random = Random(46)
    found = [*urls_of(shipped_agreement().automaton, WORDS // 2, 46)]
    found = [word.encode("utf-8", "ignore").decode() for word in found]
    while len(found) < WORDS:
        word = random.choice(found)
        place = random.randint(0, len(word))
        behind = place + random.choice((0, 1))
        found.append(word[:place] + random.choice(SIGNS) + word[behind:])
    return found


@pytest.fixture(scope="module")
def asked() -> tuple[list[str], str, str]:
    """The words, whether each is in the language, and whether it is in that without addresses."""
    agreement = shipped_agreement()
    found = words()
    without = agreement.without_addresses
    return found, _bits(found, agreement.matches), _bits(found, without.accepts)


def _bits(found: Sequence[str], accepts: Callable[[str], bool]) -> str:
    return "".join("1" if accepts(word) else "0" for word in found)


@pytest.mark.nightly
@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.name)
def test_a_language_gives_the_same_answers(
    language: Language, asked: tuple[list[str], str, str], tmp_path: Path
) -> None:
    if shutil.which(language.command[0]) is None:
        pytest.skip(f"{language.command[0]} isn't installed")
    found, whole, without = asked
    agreement = shipped_agreement()
    assert agreement.regex is not None
    (tmp_path / "words.txt").write_text("".join(f"{word.encode().hex()}\n" for word in found))
    (tmp_path / "regex.txt").write_text(agreement.regex, "utf-8")
    (tmp_path / "matcher.mjs").write_text(
        matcher(agreement.automaton, "javascript", agreement.about, "0"), "utf-8"
    )
    (tmp_path / language.file).write_text(language.program, "utf-8")
    done = subprocess.run(
        language.command, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    told = done.stdout.strip()
    assert told[:: language.answers] == without
    if language.answers > 1:
        assert told[1::2] == whole


@pytest.mark.nightly
def test_python_gives_the_same_answers(asked: tuple[list[str], str, str]) -> None:
    found, whole, without = asked
    agreement = shipped_agreement()
    assert agreement.regex is not None
    assert _bits(found, lambda word: bool(re.fullmatch(agreement.regex or "", word))) == without
    module: dict[str, Callable[[str], bool]] = {}
    exec(matcher(agreement.automaton, "python", agreement.about, "0"), module)
    assert _bits(found, module["matches"]) == whole
    assert 20_000 < whole.count("1") < 90_000

"""Compare the URL Standard as of a date with the release of whatwg-url that followed it.

The release for each date is expected in `FOLDER/VERSION/node_modules/whatwg-url`; install it with
`npm install whatwg-url@VERSION`. Differences without a known reason are printed. With `--record`,
some of the releases' answers become the data of the tests.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import click

import hexapla
from hexapla_specs.whatwg.history import AS_OF

HERE = Path(__file__).parent
CASES = HERE.parent / "tests" / "cases" / "url_standard_dates.json"
sys.path.append(str(HERE.parent / "tests"))

from random_urls import random_pairs  # noqa: E402  # the tests' own inputs

RELEASES = {
    "2014-10": "0.2.1",
    "2015-09": "1.0.0",
    "2017-10": "6.3.0",
    "2018-09": "7.0.0",
    "2020-11": "8.4.0",
    "2022-03": "12.0.1",
    "2025-04": "14.2.0",
    "2026-07": "17.1.0",
}
ANSWER = """
const release = require("whatwg-url");
let resolve;
if (release.getURL) {
  const Url = release.getURL();
  resolve = (base, reference) => new Url(reference, base).href;
} else {
  const parse = release.basicURLParse || release.parseURL;
  resolve = (base, reference) => {
    const baseURL = parse(base);
    const url = baseURL && baseURL !== "failure" && parse(reference, {baseURL});
    return url && url !== "failure" ? release.serializeURL(url) : null;
  };
}
const answer = (pair) => { try { return resolve(...pair) } catch { return null } };
const lines = require("readline").createInterface({input: process.stdin});
lines.on("line", (line) => process.stdout.write(JSON.stringify(answer(JSON.parse(line))) + "\\n"));
"""


def answers_of(release: Path, pairs: Iterable[tuple[str, str]]) -> Iterator[str | None]:
    """Yield the target of each reference under a release; None for failure."""
    lines = "".join(f"{json.dumps(pair)}\n" for pair in pairs)
    command = ["node", "-e", ANSWER]
    run = subprocess.run(command, input=lines, capture_output=True, cwd=release, text=True)
    if run.returncode:
        raise click.ClickException(run.stderr)
    return map(json.loads, run.stdout.splitlines())


# Why a release since 2017 gives another answer. The two releases before that have more mistakes:
# 0.2.1 drops "%", and encodes "\", "[", "]" and "|" in a query; 1.0.0 decodes "%2e" everywhere,
# like the text of 2016, reads "1..." as an address, drops U+FFFD, and removes the drive letter from
# a file base.
REASONS = {
    "U+1806 and U+3164 are disallowed by tables before Unicode 16": "[\u1806\u3164]|%E1%A0%86",
    "releases before 2025 end a username too late behind code points above U+FFFF": (
        "[\ud800-\udfff\U00010000-\U0010ffff].*@"
    ),
    "the library Ada looks at each label of right-to-left text by itself": "[\u0590-\u06ff]",
    "the library Ada maps no domain of thousands of code points": ".{4000}",
}
EXPLAINED = re.compile("|".join(REASONS.values()), re.IGNORECASE | re.DOTALL)


def record(folder: Path, pairs: list[tuple[str, str]], dates: Sequence[str], most: int) -> None:
    """Write the releases' answers for inputs on which two successive releases differ.

    For each two successive releases, at most `most` short inputs are written, none of them with a
    difference that `REASONS` explains.
    """
    answers = [list(answers_of(folder / RELEASES[date], pairs)) for date in dates]
    rows = [
        [*pair, *given]
        for pair, *given in zip(pairs, *answers, strict=True)
        if len("".join(pair)) < 50 and not EXPLAINED.search("".join(pair))
    ]
    kept: dict[str, list[str | None]] = {}
    for place in range(2, len(dates) + 1):
        differing = (row for row in rows if row[place] != row[place + 1])
        kept |= {json.dumps(row): row for row in islice(differing, most)}
    lines = ",\n".join(f"    {line}" for line in kept)
    CASES.write_text(f'{{\n  "dates": {json.dumps(dates)},\n  "rows": [\n{lines}\n  ]\n}}\n')


def target(spec: hexapla.Spec, base: str, reference: str) -> str | None:
    """Return the target of a reference under a spec; None for failure."""
    given = spec.resolve(reference, base=base).target
    return given if isinstance(given, str) else None


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.option("--date", "dates", multiple=True, help="A date.  [default: all]")
@click.option("--count", default=20_000, show_default=True, help="Random inputs per date.")
@click.option("--seed", default=1, show_default=True, help="The seed of the random inputs.")
@click.option("--show", default=20, show_default=True, help="Differing inputs to print.")
@click.option("--record", "most", default=0, help="How many answers to record for each change.")
def main(folder: Path, dates: tuple[str, ...], count: int, seed: int, show: int, most: int) -> None:
    """Print the number of targets that differ, and the first that differ for no known reason."""
    pairs = list(random_pairs(count, seed))
    dates = dates or tuple(sorted(AS_OF.options))
    if most:
        # The releases before 2017 have too many mistakes.
        record(folder, pairs, [date for date in dates if date > "2017"], most)
        return
    for date in dates:
        spec = hexapla.spec(f"whatwg[as-of={date}]")
        answers = answers_of(folder / RELEASES[date], pairs)
        rows = [
            (pair, own, answer)
            for pair, answer in zip(pairs, answers, strict=True)
            if (own := target(spec, *pair)) != answer
        ]
        open_rows = [row for row in rows if not EXPLAINED.search("".join(row[0]))]
        click.echo(
            f"{date}: {len(rows)} of {count} differ from whatwg-url {RELEASES[date]}, "
            f"{len(open_rows)} of them for no known reason"
        )
        for pair, own, answer in open_rows[:show]:
            click.echo(ascii(f"  {pair}: {own!r}, {answer!r} there")[1:-1][:400])


if __name__ == "__main__":
    main()

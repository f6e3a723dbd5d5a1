"""What texts of a megabyte cost: the slowest ones of every function, in CPU seconds.

Run with `python benchmarks/long_texts.py`; `--only` names functions to measure. Every function that
takes a text is tried on every text of a table: a unit that repeats, behind an opening. That is done
at a small part of the length, and the slowest texts of each function are then measured at the whole
length. Beside the seconds stands their ratio to those of a plain loop over the characters of the
same text, in the same run. The limit is two seconds.
"""

import time
from collections.abc import Callable, Iterator
from itertools import product

import attrs
import click

import hexapla
from hexapla.standard.component import SHARED_NAMES
from hexapla.standard.spec import Spec

LENGTH = 1_000_000
LIMIT = 2.0
SHORTER = 250
UNITS = (
    *("a", "A", "1", "/", "../", "./", "a/../", "a/b;c/", "%41", "%2F", "%zz", "%", ";", ";="),
    *(
        "?",
        "#",
        "@",
        ":",
        "a:",
        "[",
        "[::",
        "]",
        "=",
        "&",
        "+",
        "*",
        ",",
        "-",
        ".",
        "1.",
        "a.",
        " ",
    ),
    *("\\", "<", '"', "'", "<a>", "URL:", "url:http:", "<URL:http://a/>", "http://a/ ", "b-\n"),
    *("<a href=x>", "<base href=x>", "&amp;", "\x00", "\t", "\xe9", "\u05d0/\u202e", "\ud800"),
)
OPENINGS = (
    *(
        "",
        "http://",
        "http://a/",
        "http://a/?",
        "http://a/#",
        "x:",
        "x:/",
        "<http://a/",
        "http://[",
    ),
    *("mailto:", "news:", "ftp://a/", "gopher://a/1", "wais://a/", "telnet:", "file:", "url:http:"),
)

Work = Callable[[Spec, str], object]


def _form(value: object) -> object:
    return None if value is None else value.to_dict()  # type: ignore[attr-defined]


def _read(spec: Spec, text: str) -> object:
    reference = spec.parse(text)
    return reference.to_dict(), reference.segments(), reference.ends, repr(reference)


def _subdivided(spec: Spec, text: str) -> object:
    return [[_form(part) for part in spec.subdivide(name, text)] for name in SHARED_NAMES]


def _divided(spec: Spec, text: str) -> object:
    divided = hexapla.divide(spec, text)
    return divided.to_dict(), divided.spans


OF_A_SPEC: dict[str, Work] = {
    "parse": _read,
    "record_parsing": lambda spec, text: spec.record_parsing(text),
    "resolve": lambda spec, text: spec.resolve("http://a/b/c", text).to_dict(steps=True),
    "resolve by it": lambda spec, text: spec.resolve(text, "../g").to_dict(steps=True),
    "resolve, as HTML": lambda spec, text: spec.resolve("http://a/b", text)._repr_html_(),
    "touched": lambda spec, text: spec.touched("http://a/b/c", text),
    "is_absolute": lambda spec, text: spec.is_absolute(text),
    "validate": lambda spec, text: _form(spec.validate(text)),
    "ambiguity": lambda spec, text: _form(spec.ambiguity(text)),
    "subdivide": _subdivided,
    "scheme_parts": lambda spec, text: spec.schemes and _form(spec.schemes.parts(text)),
    "access": lambda spec, text: _form(hexapla.access(spec, text)),
    "divide": _divided,
    "equivalent": lambda spec, text: _form(hexapla.equivalent(spec, text, text + "a")),
    "normalize": lambda spec, text: _form(hexapla.normalize(spec, text)),
    "escape": lambda spec, text: _form(hexapla.escape(spec, text)),
    "escape octets": lambda spec, text: _form(
        hexapla.escape(spec, text.encode("utf-16", "surrogatepass")[: len(text)])
    ),
    "unescape": lambda spec, text: _form(hexapla.unescape(spec, text)),
    "extract": lambda spec, text: [_form(found) for found in hexapla.extract(spec, text)],
    "establish_base": lambda spec, text: _form(hexapla.establish_base(text, spec=spec)),
    "establish_base, retrieved": lambda spec, text: _form(
        hexapla.establish_base(None, retrieval=text, default=text, spec=spec)
    ),
}
IN_COLUMNS: dict[str, Callable[[str], object]] = {
    "compare": lambda text: hexapla.compare(text).to_dict(),
    "compare with a base": lambda text: hexapla.compare(text, base="http://a/b/c").to_dict(),
    "compare by it": lambda text: hexapla.compare("../g", base=text).to_dict(),
    "compare, as HTML": lambda text: hexapla.compare(text, base="http://a/b")._repr_html_(),
    "compare, all readings": lambda text: hexapla.compare(
        text, base="http://a/b/c", readings="all"
    ).to_dict(),
    "compare_all": lambda text: [
        comparison.to_dict() for comparison in hexapla.compare_all([("http://a/b/c", text)])
    ],
    "compare_escaping": lambda text: hexapla.compare_escaping(text).to_dict(),
    "compare_extraction": lambda text: hexapla.compare_extraction(text).to_dict(),
    "compare_equivalence": lambda text: [
        item.to_dict() for item in hexapla.compare_equivalence(text, text + "a")
    ],
}


@attrs.frozen(order=True)
class Measured:
    """What a text took."""

    seconds: float
    name: str
    column: str
    opening: str
    unit: str

    def work(self) -> Callable[[str], object]:
        """Return what was done with the text."""
        if not self.column:
            return IN_COLUMNS[self.name]
        spec = hexapla.spec(self.column)
        return lambda text: OF_A_SPEC[self.name](spec, text)

    def text(self, length: int) -> str:
        """Return the text at a length, in code points."""
        return _text(self.opening, self.unit, length)


def _text(opening: str, unit: str, length: int) -> str:
    return (opening + unit * (length // len(unit) + 1))[:length]


def seconds(work: Callable[[str], object], text: str) -> float:
    """Return the CPU time of working on a text."""
    start = time.process_time()
    work(text)
    return time.process_time() - start


def columns(all_readings: bool) -> Iterator[Spec]:
    """Yield the specs under their defaults, and under each other option of each reading."""
    for spec in hexapla.specs():
        yield spec
        for reading in spec.readings if all_readings else ():
            for option in reading.options[1:]:
                yield spec.choosing(hexapla.Choice(reading.name, option))


def tried(name: str, length: int, all_readings: bool) -> Iterator[Measured]:
    """Yield what every text takes at a length, in code points."""
    selectors = [""] if name in IN_COLUMNS else [spec.selector for spec in columns(all_readings)]
    for column in selectors:
        first = Measured(0, name, column, "", "")
        first.work()("http://a:1/b;c/../d?e#f")  # what is made once does not count
        for opening, unit in product(OPENINGS, UNITS):
            one = Measured(0, name, column, opening, unit)
            yield attrs.evolve(one, seconds=seconds(one.work(), one.text(length)))


@click.command(help=__doc__)
@click.option("--length", default=LENGTH, show_default=True)
@click.option("--most", default=3, show_default=True, help="How many texts of each function.")
@click.option("--only", multiple=True, help="A function to measure; may be given more than once.")
@click.option("--all-readings", is_flag=True, help="Try every option of every reading, too.")
def main(length: int, most: int, only: tuple[str, ...], all_readings: bool) -> None:
    """Measure, and print the slowest texts of each function."""
    for name in only or (*OF_A_SPEC, *IN_COLUMNS):
        slowest = sorted(tried(name, length // SHORTER, all_readings), reverse=True)
        worst: dict[tuple[str, str], Measured] = {}
        for item in slowest:
            worst.setdefault((item.column, item.unit), item)
        for item in list(worst.values())[:most]:
            text = item.text(length)
            took, peer = seconds(item.work(), text), seconds(_gone_through, text)
            over = "  over the limit" if took > LIMIT else ""
            where = f"{item.opening!r} + {item.unit!r}"
            click.echo(
                f"{name:26} {item.column:28} {where:32} {took:6.2f} s"
                f" {took / (peer or 1e-3):8.1f} of a loop{over}"
            )


def _gone_through(text: str) -> None:
    for character in text:
        ord(character)


if __name__ == "__main__":
    main()

"""The command `hexapla equivalent`."""

import sys
from collections.abc import Iterator

from hexapla.cli.command import argument, command
from hexapla.cli.exit_codes import AGREE, DISAGREE
from hexapla.cli.options import json_option, spec_option, texts_in
from hexapla.cli.output import print_json, text_by_spec
from hexapla.cli.rewriting import rewriting_lines
from hexapla.cli.terminal import GAP, Terminal, echo
from hexapla.comparison.naming import label_of
from hexapla.comparison.operations import compare_equivalence
from hexapla.operations.equivalence import Equivalence, Sameness
from hexapla.standard.spec import Spec


@command(
    "equivalent",
    "hexapla equivalent http://a:80/ http://a/ --spec rfc1738 --spec rfc3986",
    "hexapla equivalent http://a/%7Eb http://a/~b --json",
    "printf 'HTTP://A/b\\nhttp://a/B\\n' | hexapla equivalent http://a/b -",
)
@argument("left", "The first URI.", metavar="URI")
@argument("right", "The second URI; - reads URIs from standard input, one a line.", metavar="URI")
@spec_option
@json_option
def equivalent(left: str, right: str, specs: tuple[Spec, ...], as_json: bool) -> None:
    """Tell whether each standard calls two URIs equivalent, and by which rule.

    Exit code: 0 where all standards that decide agree, 1 where they differ.
    """
    agree = True
    for number, other in enumerate(texts_in(right)):
        equivalences = compare_equivalence(left, other, specs)
        agrees = len({item.verdict for item in equivalences} - {Sameness.UNDECIDED}) < 2
        agree &= agrees
        if as_json:
            form = {
                "left": left,
                "right": other,
                "specs": [spec.selector for spec in specs],
                "agrees": agrees,
                "equivalences": [item.to_dict() for item in equivalences],
            }
            print_json("equivalent", form)
        else:
            echo(("\n" if number else "") + text_by_spec(specs, equivalences, _lines))
    sys.exit(AGREE if agree else DISAGREE)


def _lines(spec: Spec, equivalence: Equivalence, terminal: Terminal) -> Iterator[str]:
    yield f"{terminal.strong(label_of(spec))}{GAP}{equivalence.verdict.value}"
    if equivalence.provision is not None:
        yield f"{GAP}{equivalence.provision}"
    elif equivalence.left == equivalence.right:
        yield f"{GAP}the two are one text"
    else:
        yield f"{GAP}the standard is silent"
    yield from rewriting_lines((*equivalence.left_steps, *equivalence.right_steps), terminal)

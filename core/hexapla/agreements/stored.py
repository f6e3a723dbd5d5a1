"""Read stored agreements from JSON, including the one that comes with the package."""

import functools
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hexapla.agreements.agreement import AgreedPart, Check, UrlAgreement
from hexapla.agreements.borders import Border
from hexapla.grammar.automaton import Automaton
from hexapla.grammar.expression import Characters
from hexapla.values.checked import checked
from hexapla.values.errors import InputError
from hexapla.values.frozen import FrozenMapping

SHIPPED = Path(__file__).with_name("default.json")
"""The file with the agreement of the specs that `agreed_host` uses by default."""


def read_agreement(path: str | Path) -> UrlAgreement:
    """Read an agreement from a file that `hexapla agreement --json` wrote.

    >>> import hexapla, json, pathlib, tempfile
    >>> agreed = hexapla.agreement("rfc1630", "rfc1738")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "agreed.json")
    ...     _ = path.write_text(json.dumps(agreed.to_dict()))
    ...     hexapla.read_agreement(path) == agreed
    True

    Args:
        path: The file.

    Raises:
        InputError: The file doesn't contain an agreement.
        OSError: The file can't be read.
    """
    file = Path(checked(path, "path", str, Path))
    try:
        form = json.loads(file.read_text("utf-8"))
        return agreement_of(form)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        wrong = f"{file.name} contains no agreement; create one with hexapla agreement --json"
        raise InputError(wrong) from error


@functools.cache
def shipped_agreement() -> UrlAgreement:
    """Return the agreement on hosts of the standards in force, which the package contains."""
    return read_agreement(SHIPPED)


def agreement_of(form: Mapping[str, Any]) -> UrlAgreement:
    """Convert the JSON form of an agreement.

    Raises:
        AttributeError, KeyError, TypeError, ValueError: The form is invalid.
    """
    parts = {name: _part(name, part) for name, part in form["parts"].items()}
    tested = form["check"]
    check = Check(tested["urls"], tuple(tested["apart"]), tested["differing"])
    return UrlAgreement(
        readers=tuple(form["readers"]),
        versions=FrozenMapping(form["versions"]),
        aspects=tuple(form["on"]),
        schemes=tuple(form["schemes"]),
        idna=form["idna"],
        seed=form["seed"],
        extra_states=form["extra_states"],
        parts=FrozenMapping(parts),
        check=check,
        borders=tuple(map(_border, form["borders"])),
        complete=form["complete"],
    )


def _part(name: str, form: Mapping[str, Any]) -> AgreedPart:
    automaton = Automaton.from_dict(form["automaton"])
    return AgreedPart(name, automaton, form["tried"], form["extra_states"], form["regex"])


def _border(form: Mapping[str, Any]) -> Border:
    ranges = form["characters"]
    characters = None
    if ranges is not None:
        characters = Characters(tuple(map(tuple, ranges)))
    reads = form["reads"].copy()
    for name, read in reads.items():
        if read is not None:
            reads[name] = FrozenMapping(read)
    return Border(form["part"], form["url"], form["before"], characters, FrozenMapping(reads))

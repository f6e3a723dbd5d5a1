"""The subjects of the library's reference, a page each, and the public names of each.

Public is what `hexapla` names, what the packages below name, and what these give back.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import attrs

PACKAGES = (
    "hexapla",
    "hexapla.grammar",
    "hexapla.implementations.adapters",
    "hexapla.testing",
    "hexapla.vectors",
)
"""The packages whose `__all__` is public; a name in several is told under the first."""


@attrs.frozen
class Subject:
    """A page of the reference.

    Attributes:
        id: The name of its file.
        title: Its heading.
        lead: What it is about, in one or two sentences.
        modules: The beginnings of the modules whose public names are told here.
        names: Further public names by their modules: what functions of the subject take and give.
    """

    id: str
    title: str
    lead: str
    modules: Sequence[str]
    names: Mapping[str, str] = attrs.field(factory=dict)


def _read() -> Iterator[Subject]:
    text = Path(__file__).with_suffix(".toml").read_text("utf-8")
    return (Subject(**subject) for subject in tomllib.loads(text)["subject"])


SUBJECTS = tuple(_read())

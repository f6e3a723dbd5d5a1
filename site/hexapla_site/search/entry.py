"""An entry of the search index: something that a reader can look for."""

from collections.abc import Mapping

import attrs


@attrs.frozen
class EntryKind:
    """A kind of entry: what the results call it, and how much likelier it is what is looked for.

    Where all else is equal, the kind with the larger weight comes first. `is_uri` says that its
    titles are URIs or references, of which a reader may type any part.
    """

    label: str
    weight: float
    is_uri: bool = False


PAGE = "page"
# A kind of page that has its name here has a label of its own; the others are called pages.
KINDS: Mapping[str, EntryKind] = {
    "component": EntryKind("part of a URI", 1.5),
    "standards": EntryKind("standard", 1.5),
    "rule": EntryKind("rule", 1.4),
    "explanations": EntryKind("explanation", 1.4),
    "reading": EntryKind("reading", 1.3),
    "implementation": EntryKind("implementation", 1.3),
    "docs": EntryKind("documentation", 1.3),
    PAGE: EntryKind("page", 1.1),
    "case": EntryKind("case", 1.0, True),
    "reference": EntryKind("name in the reference", 0.9),
    "grammar": EntryKind("grammar rule", 0.9),
    "cause": EntryKind("cause", 0.6),
    "host": EntryKind("host of a URL", 0.4, True),
}


@attrs.frozen
class Target:
    """What some standards resolve a reference to: their short names, and whether it is a URI."""

    text: str
    sigla: str
    is_uri: bool


@attrs.frozen
class SearchEntry:
    """Something that a reader can look for.

    Attributes:
        kind: A key of `KINDS`.
        address: Where it is, from the root of the site.
        title: Its name; of a case the reference.
        text: What is shown after the title; of a case the base.
        targets: Of a case each target, with the standards that give it.
        more: What is searched and not shown.
        usual: Whether a reader is likelier to look for it than for others of its kind.
    """

    kind: str
    address: str
    title: str
    text: str
    targets: tuple[Target, ...] = ()
    more: str = ""
    usual: bool = False

    def to_row(self) -> list[object]:
        """Return its JSON form: its members in their order, without empty ones at the end."""
        targets = [attrs.astuple(target) for target in self.targets]
        number = list(KINDS).index(self.kind)
        row: list[object] = [number, self.address, self.title, self.text, targets, self.more]
        row.append(int(self.usual))
        while not row[-1]:
            row.pop()
        return row

"""What columns are called."""

from hexapla.documents.reading import Selector
from hexapla.standard.spec import Spec


def label_of(spec: Spec) -> str:
    """Return the name of a column: its standard, and the choices that differ from the defaults."""
    return str(Selector(spec.document.label, spec.choices))


def siglum_of(spec: Spec) -> str:
    """Return the short sign of a column: its standard's siglum, and the choices made."""
    return str(Selector(spec.document.siglum, spec.choices))


def published(spec: Spec) -> str:
    """Return when a standard was published, or since when it is maintained."""
    pattern = "since %Y" if spec.document.living else "%B %Y"
    return spec.document.date.strftime(pattern)

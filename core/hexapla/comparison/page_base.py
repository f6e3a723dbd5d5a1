"""The base of an HTML page, against which all columns resolve its links."""

from hexapla.comparison.operations import establish_base
from hexapla.html.errors import DocumentError
from hexapla.operations.base import Base, BaseElement


def base_of_page(base_element: str | None, retrieval: str | None) -> Base:
    """Return the base of a page by the newest default column that says how one is established.

    Args:
        base_element: The HREF of the page's BASE element, None where it has none.
        retrieval: The URL by which the page was retrieved, where that is known.

    Raises:
        DocumentError: The page has no base.
    """
    base = establish_base(BaseElement(base_element), retrieval=retrieval)
    if base.uri is None:
        raise DocumentError(_no_base(base))
    return base


def _no_base(base: Base) -> str:
    passed = "".join(
        f"; the {item.source} gives {item.value!r}, but {item.provision}"
        for item in base.passed_over
    )
    return f"the page has no base; give the URL it was retrieved by with --base URL{passed}"

"""The browser Lynx: the address that Lynx shows for a link in a page with a BASE element.

For a link to the page itself, Lynx shows the page's address instead of the base. In that case, the
adapter answers with the base's URI, which stands for the current document. Without a base, Lynx
resolves against the page's address. The page's folder has a different name each time, so the folder
is removed from the answer.
"""

import html
import re
import subprocess
import sys

from hexapla.implementations.adapters.c_text import octets, text_of
from hexapla.implementations.asking import RejectionError
from hexapla.implementations.serving import serve

# The second link reveals the address that Lynx uses for the page.
PAGE = '<!DOCTYPE html><title>x</title><base href="{}"><a href="{}">x</a> <a href="#x">x</a>'
LINK = re.compile(r"^ *[0-9]+\. (.*)$", re.MULTILINE)
LIST_LINKS = ("-stdin", "-dump", "-listonly", "-assume_charset=utf-8", "-display_charset=utf-8")


def lynx(*arguments: str, page: bytes = b"") -> str:
    """Run Lynx without a terminal, and return its output."""
    try:
        ended = subprocess.run(
            ["lynx", *arguments], input=page, stdout=subprocess.PIPE, check=True, timeout=60
        )
    except FileNotFoundError:
        sys.exit("lynx isn't installed")
    return text_of(ended.stdout)


def resolve(base: str, reference: str) -> str:
    """Return a link's address from the list of links that Lynx prints for a page."""
    page = PAGE.format(html.escape(base), html.escape(reference))
    links: list[str] = LINK.findall(lynx(*LIST_LINKS, page=octets(page)))
    if len(links) != 2:
        raise RejectionError(f"lists {len(links)} links instead of 2")
    target, itself = links[0], links[1].removesuffix("#x")
    if target.partition("#")[0] == itself:
        return base.partition("#")[0] + target.removeprefix(itself)
    return target.removeprefix(itself[: itself.rindex("/") + 1])


if __name__ == "__main__":
    serve(lynx("-version").splitlines()[0].removeprefix("Lynx Version ").split(" (")[0], resolve)

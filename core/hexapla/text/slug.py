"""Text as it may stand in an address."""

import functools
import re


@functools.lru_cache(maxsize=1024)
def slug(text: str) -> str:
    """Return a text in lower case, with one hyphen for each run of other characters.

    Letters and digits of US-ASCII stay, and so do dots: `4 step 6c` becomes `4-step-6c`.
    """
    return re.sub(r"[^a-z0-9.]+", "-", text.lower()).strip("-")

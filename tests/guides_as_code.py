"""The Python code in the README and the guides as files, for type checkers.

`python tests/guides_as_code.py FOLDER` writes a file for each text, with everything that a reader
types, and one for each file that a reader saves. Code that doesn't use Hexapla is left out.
"""

import sys
from collections.abc import Iterable
from pathlib import Path

from hexapla_site.folders import DOCS
from hexapla_site.markdown import Listing, listings

README = Path(__file__).parents[1] / "README.md"


def code_of(texts: Iterable[Path]) -> dict[str, str]:
    """Return the code in texts, by the name of the file for it."""
    code: dict[str, str] = {}
    for path in texts:
        name = path.stem.replace("-", "_").lower()
        typed = []
        for listing in listings(path.read_text("utf-8")):
            if listing.language == "python" and listing.file:
                code[f"{name}_{listing.file}" if listing.file in code else listing.file] = (
                    listing.text
                )
            elif listing.language in ("python", "pycon"):
                typed.append(_typed(listing))
        code[f"{name}.py"] = "\n".join(typed)
    return {name: text for name, text in code.items() if "hexapla" in text}


def _typed(listing: Listing) -> str:
    """Return the part of a listing that a reader types, without the output."""
    if listing.language == "python":
        return listing.text
    return "".join(text for prompt, text in listing.pieces if prompt)


def main(folder: Path) -> None:
    """Write the files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in code_of([README, *sorted(DOCS.glob("*.md"))]).items():
        (folder / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

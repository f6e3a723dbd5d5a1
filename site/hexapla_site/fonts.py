"""The fonts as a style sheet that holds them.

Fonts in files of their own come after the text is shown, and what they replace has other widths, so
that lines break anew and the page moves. As part of a style sheet they are there at once, also
where a page is opened from a file.
"""

import base64

import attrs

from hexapla_site.folders import STATIC

FONTS = "fonts.css"


@attrs.frozen
class Face:
    """A font: its family, weight and style, and its file in the folder of fonts."""

    family: str
    weight: int
    style: str
    file: str

    @property
    def rule(self) -> str:
        """The rule of CSS that holds the font."""
        octets = (STATIC / "fonts" / self.file).read_bytes()
        data = base64.b64encode(octets).decode("ascii")
        return (
            f'@font-face {{ font-family: "{self.family}"; font-weight: {self.weight}; '
            f"font-style: {self.style}; "
            f'src: url("data:font/woff2;base64,{data}") format("woff2"); }}\n'
        )


FACES = (
    Face("Source Serif 4", 400, "normal", "source-serif-4-latin-400-normal.woff2"),
    Face("Source Serif 4", 400, "italic", "source-serif-4-latin-400-italic.woff2"),
    Face("Source Serif 4", 600, "normal", "source-serif-4-latin-600-normal.woff2"),
    Face("Source Code Pro", 400, "normal", "source-code-pro-latin-400-normal.woff2"),
    Face("Source Code Pro", 600, "normal", "source-code-pro-latin-600-normal.woff2"),
)


def font_styles() -> str:
    """Return the style sheet with all fonts; it is the same for the same files."""
    return "".join(face.rule for face in FACES)

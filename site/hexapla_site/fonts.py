"""The fonts as a style sheet that holds them.

Fonts in files of their own come after the text is shown, and what they replace has other widths, so
that lines break anew and the page moves. As part of a style sheet they are there at once, also
where a page is opened from a file.
"""

import base64

from hexapla_site.folders import STATIC

FONTS = "fonts.css"
FACES = (
    ("Source Serif 4", 400, "normal", "source-serif-4-latin-400-normal.woff2"),
    ("Source Serif 4", 400, "italic", "source-serif-4-latin-400-italic.woff2"),
    ("Source Serif 4", 600, "normal", "source-serif-4-latin-600-normal.woff2"),
    ("Source Code Pro", 400, "normal", "source-code-pro-latin-400-normal.woff2"),
    ("Source Code Pro", 600, "normal", "source-code-pro-latin-600-normal.woff2"),
    ("JetBrains Mono", 400, "normal", "jetbrains-mono-signs-400-normal.woff2"),
)
"""The family, weight and style of each font, and its file in the folder of fonts."""


def font_styles() -> str:
    """Return the style sheet with all fonts; it is the same for the same files."""
    rules = []
    for family, weight, style, file in FACES:
        data = base64.b64encode((STATIC / "fonts" / file).read_bytes()).decode("ascii")
        adjusted = "" if family.startswith("Source Serif") else "size-adjust: 93%; "
        rules.append(
            f'@font-face {{ font-family: "{family}"; font-weight: {weight}; font-style: {style}; '
            f'{adjusted}src: url("data:font/woff2;base64,{data}") format("woff2"); }}\n'
        )
    return "".join(rules)

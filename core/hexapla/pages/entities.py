"""The character entities that an XHTML document can use without declaring them.

Under the HTML standard ("Parsing XML documents"), a DTD with one of the public identifiers below
isn't loaded. Instead, HTML's named character references are declared.
"""

import functools
import html.entities

PUBLIC_IDENTIFIERS = frozenset(
    {
        "-//W3C//DTD XHTML 1.0 Transitional//EN",
        "-//W3C//DTD XHTML 1.1//EN",
        "-//W3C//DTD XHTML 1.0 Strict//EN",
        "-//W3C//DTD XHTML 1.0 Frameset//EN",
        "-//W3C//DTD XHTML Basic 1.0//EN",
        "-//W3C//DTD XHTML 1.1 plus MathML 2.0//EN",
        "-//W3C//DTD XHTML 1.1 plus MathML 2.0 plus SVG 1.1//EN",
        "-//W3C//DTD MathML 2.0//EN",
        "-//WAPFORUM//DTD XHTML Mobile 1.0//EN",
    }
)

# XML 1.0, section 4.6: these entities are predefined, and can be declared only with the same
# meaning.
_OF_XML = frozenset({"amp;", "apos;", "gt;", "lt;", "quot;"})


@functools.cache
def entity_declarations() -> str:
    """Return a DTD that declares the named character references of HTML that XML doesn't define."""
    declarations = []
    for name, characters in html.entities.html5.items():
        if not name.endswith(";") or name in _OF_XML:
            continue
        references = "".join(f"&#{ord(character)};" for character in characters)
        declarations.append(f'<!ENTITY {name.removesuffix(";")} "{references}">')
    return "".join(declarations)

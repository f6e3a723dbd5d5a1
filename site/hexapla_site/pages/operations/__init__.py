"""What standards define besides parsing and resolving: a page each, with examples in each column.

These are equivalence, escaping, finding URIs in running text, the base of a document, and the
commands of FTP.
"""

from hexapla_site.pages.operations import access, base, equivalence, escaping, extraction

OPERATIONS = (equivalence.KIND, escaping.KIND, extraction.KIND, base.KIND, access.KIND)

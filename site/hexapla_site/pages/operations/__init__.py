"""Pages about the operations other than parsing and resolving, with examples.

The operations are equivalence, escaping, finding URIs in running text, the base of a document, and
FTP commands. The examples are shown under each standard.
"""

from hexapla_site.pages.operations import access, base, equivalence, escaping, extraction

OPERATIONS = (equivalence.KIND, escaping.KIND, extraction.KIND, base.KIND, access.KIND)

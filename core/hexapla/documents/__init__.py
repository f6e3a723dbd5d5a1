"""Documents, citations, and the readings that a document leaves open."""

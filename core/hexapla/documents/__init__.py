"""Documents, citations, errata, and the questions that a document leaves open."""

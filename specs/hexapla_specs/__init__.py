"""The standards; each has a package of its own."""

"""Implementations under test: asking parsers and resolvers, and reading their answers."""

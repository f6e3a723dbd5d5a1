"""Implementations under test: send cases to parsers and resolvers, and read their answers."""

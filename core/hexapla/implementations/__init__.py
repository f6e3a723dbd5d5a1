"""Send cases to the implementations under test, parsers and resolvers, and read their answers."""

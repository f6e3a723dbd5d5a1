"""A stand-in for `math`, which is imported but never called in a browser."""

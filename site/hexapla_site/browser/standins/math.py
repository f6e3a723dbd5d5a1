"""A stand-in for `math`, which is imported but not used."""

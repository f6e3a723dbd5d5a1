"""The standards, one package each."""

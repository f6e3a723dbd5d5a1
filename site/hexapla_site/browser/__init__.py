"""Hexapla in a reader’s browser: the code that runs there, and its answers."""

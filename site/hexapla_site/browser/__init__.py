"""Hexapla in a reader’s browser: the code that runs there, and the answers that it gives."""

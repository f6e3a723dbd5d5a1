"""Hexapla in a reader’s browser: what runs there, and what it answers."""

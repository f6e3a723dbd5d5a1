"""Spans, words, symbols for invisible characters, escapes, tables, JSON, and names."""

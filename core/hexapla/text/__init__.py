"""Text: spans, words, visible signs, escape sequences, changes, tables, JSON, and names."""

"""Text: spans, words, signs for invisible characters, escapes, tables, JSON, and names."""

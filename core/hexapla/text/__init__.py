"""Text: visible signs, escape sequences, addresses."""

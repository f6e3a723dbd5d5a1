"""Text: signs for what cannot be seen, percent-encoding."""

"""Pages: their encoding, their base URL and their links."""

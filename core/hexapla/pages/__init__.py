"""Pages: their encoding, their base and their links."""

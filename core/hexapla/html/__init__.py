"""HTML pages: their encoding, BASE element and links."""

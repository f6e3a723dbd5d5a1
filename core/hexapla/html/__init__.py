"""HTML pages: encoding, BASE element and links."""

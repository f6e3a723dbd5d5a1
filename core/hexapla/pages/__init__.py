"""Parse pages, and find their encoding, their base URL and their links."""

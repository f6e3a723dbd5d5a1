"""The story of how URLs have changed: its text, its pictures, and the data for them."""

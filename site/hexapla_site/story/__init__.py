"""The story of how URLs changed: its text, its pictures, and the data for them."""

"""Work in several processes."""

"""What the search field finds."""

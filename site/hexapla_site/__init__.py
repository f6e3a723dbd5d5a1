"""Build the site: pages that compare standards and parsers, and run Hexapla in a browser."""

"""The site's data: recorded answers and measurements, and tables for other programs."""

"""The site's data: recorded answers, measurements, and tables for other programs."""

"""The site's data: what was recorded and measured, and the tables and vectors made for others."""

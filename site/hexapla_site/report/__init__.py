"""The cases as shown on pages: compared under all standards, and grouped in several ways."""

"""The cases as pages show them: compared under every standard, and grouped in several ways."""

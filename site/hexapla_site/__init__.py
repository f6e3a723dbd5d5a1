"""The generated site."""

"""Drawings made from data."""

"""Comparing many pairs of base and reference: how often, where and why the specs disagree."""

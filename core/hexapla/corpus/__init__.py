"""Comparison of many base/reference pairs: how often, where and why the specs disagree."""

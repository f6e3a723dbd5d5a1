"""The version of the JSON documents that commands print and files hold."""

SCHEMA = 3
"""It is raised where a member is renamed, removed or given another meaning."""

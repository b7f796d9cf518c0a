"""Measures of disclosure risk, one family a file."""

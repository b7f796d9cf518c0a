"""Measures of what a release is still good for, one family a file."""

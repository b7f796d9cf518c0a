"""Distances between the values of categorical columns, exact and differentially private."""

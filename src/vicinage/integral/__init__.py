"""Integrally private statistics: results that many different samples would also give."""

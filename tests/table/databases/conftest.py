from support.databases import address, place, postgres, server

__all__ = ["address", "place", "postgres", "server"]

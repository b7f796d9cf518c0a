"""Pages with pictures, for people who decide."""

from vicinage.report.page import release_page

__all__ = ["release_page"]

"""Pages with pictures, for people who decide."""

from vicinage.report.advice import advice
from vicinage.report.page import render_page, tuning_page
from vicinage.report.summary import summarize

__all__ = ["advice", "render_page", "summarize", "tuning_page"]

"""Pages with pictures, for people who decide."""

from vicinage.report.advice import advice
from vicinage.report.category_pictures import dendrogram_picture, distance_picture
from vicinage.report.page import render_page, tuning_page
from vicinage.report.recurrence_picture import recurrence_page, recurrence_picture
from vicinage.report.summary import summarize

__all__ = [
    "advice",
    "dendrogram_picture",
    "distance_picture",
    "recurrence_page",
    "recurrence_picture",
    "render_page",
    "summarize",
    "tuning_page",
]

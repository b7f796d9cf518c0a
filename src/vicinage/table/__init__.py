"""Private data bound to a schema: readers, writers, checks, and cells as numbers."""

from vicinage.table.calendar_days import date_of
from vicinage.table.check import check_table
from vicinage.table.chunk_writer import check_part_suffix, dictionaries, writing_chunks
from vicinage.table.chunks import Chunks, check_chunked
from vicinage.table.databases import DatabaseTable, Place, PlaceLike, check_target, place_of
from vicinage.table.digest import table_digest
from vicinage.table.draft import draft_schema
from vicinage.table.model_frame import model_frame
from vicinage.table.of_several import naming_table
from vicinage.table.problem import Problem
from vicinage.table.query_table import QueryTable, keeping_reasons
from vicinage.table.row_sets import different_texts, donated, extended, joined, one_batch
from vicinage.table.survey import Survey
from vicinage.table.table import Table
from vicinage.table.usual_cause import usual_cause
from vicinage.table.validation import Examination
from vicinage.table.whole_file import check_place, replacing
from vicinage.table.writers import check_suffix

__all__ = [
    "Chunks",
    "DatabaseTable",
    "Examination",
    "Place",
    "PlaceLike",
    "Problem",
    "QueryTable",
    "Survey",
    "Table",
    "check_chunked",
    "check_part_suffix",
    "check_place",
    "check_suffix",
    "check_table",
    "check_target",
    "date_of",
    "dictionaries",
    "different_texts",
    "donated",
    "draft_schema",
    "extended",
    "joined",
    "keeping_reasons",
    "model_frame",
    "naming_table",
    "one_batch",
    "place_of",
    "replacing",
    "table_digest",
    "usual_cause",
    "writing_chunks",
]

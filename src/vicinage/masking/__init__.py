"""Methods that turn a table into one that can be handed out, behind one interface."""

from vicinage.masking.masked import Masked
from vicinage.masking.microaggregation import Microaggregation
from vicinage.masking.noise_addition import NoiseAddition
from vicinage.masking.out_of_core import Request, memory_bytes, release_file
from vicinage.masking.public_record import (
    record_of_file,
    record_of_table,
    record_path,
    record_text,
    rows_hash,
)
from vicinage.masking.rank_swapping import RankSwapping
from vicinage.masking.release import Masker, Release, release_frame, release_table
from vicinage.masking.rule_count import RuleCount
from vicinage.masking.rwn import RWN
from vicinage.masking.steps import StepEffect, as_released

__all__ = [
    "RWN",
    "Masked",
    "Masker",
    "Microaggregation",
    "NoiseAddition",
    "RankSwapping",
    "Release",
    "Request",
    "RuleCount",
    "StepEffect",
    "as_released",
    "memory_bytes",
    "record_of_file",
    "record_of_table",
    "record_path",
    "record_text",
    "release_file",
    "release_frame",
    "release_table",
    "rows_hash",
]

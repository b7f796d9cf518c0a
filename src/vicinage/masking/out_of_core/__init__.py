"""RWN for tables that are larger than the memory, on any engine."""

from vicinage.masking.out_of_core.plan import Plan, memory_bytes
from vicinage.masking.out_of_core.release_file import release_file
from vicinage.masking.out_of_core.request import Request

__all__ = ["Plan", "Request", "memory_bytes", "release_file"]

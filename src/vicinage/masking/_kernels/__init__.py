"""Compiled loops of the maskers. Callers have already checked shapes, types and finiteness."""

from vicinage.masking._kernels.mdav import mdav
from vicinage.masking._kernels.swap import swap_partners

__all__ = ["mdav", "swap_partners"]

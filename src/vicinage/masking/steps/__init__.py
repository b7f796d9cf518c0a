"""What a schema declares to be done to the cells of a table besides masking them."""

from vicinage.masking.steps.apply import apply_steps, as_released
from vicinage.masking.steps.effect import StepEffect
from vicinage.masking.steps.suppress import check_suppression

__all__ = ["StepEffect", "apply_steps", "as_released", "check_suppression"]

"""What a reader of an answer must know, in sentences that hold no data."""

from collections.abc import Iterator

from vicinage.schema import Schema

__all__ = ["schema_notes"]


def schema_notes(schema: Schema) -> Iterator[str]:
    """Say when nobody has declared the bounds public."""
    if not schema.public:
        yield (
            "The schema is not marked public: the guarantee holds only if its bounds were chosen "
            "without looking at the data."
        )

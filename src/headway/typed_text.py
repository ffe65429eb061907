"""Text that people type."""


def normalised(text: str) -> str:
    """The text without regard to capitals and spacing: what people type is compared in this form."""
    return " ".join(text.split()).casefold()

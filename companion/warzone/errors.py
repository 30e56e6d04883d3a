"""A question that has no answer as it is asked."""


class Unanswerable(ValueError):
    """`field` is the parameter at fault, `message` what is wrong with it and what to do."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field
        self.message = message

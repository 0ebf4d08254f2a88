"""The one error of set-up and supervision that is meant for users."""


class Problem(Exception):
    """A foreseeable failure as one plain sentence that says what to do. It is printed without a traceback."""

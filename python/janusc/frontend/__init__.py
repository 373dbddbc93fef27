"""From Python functions to the `imperative` dialect."""
from janusc.frontend.link import Guard, Options, Program, lower

__all__ = ["Guard", "Options", "Program", "lower"]

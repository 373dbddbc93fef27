"""Ahead of time: from a function or module to an object that a C program links."""

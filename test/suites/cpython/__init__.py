"""CPython's own tests of the language, with every function in them compiled."""

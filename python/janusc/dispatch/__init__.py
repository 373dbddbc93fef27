"""What a user touches at run time: compiled objects, options, guards, calls, explain.

`_dispatch`, the extension, holds the hot path; everything here runs when a function is compiled or a call does not
match any version.
"""

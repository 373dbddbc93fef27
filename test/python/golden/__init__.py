"""Functions and their IR, for test_frontend_golden.py."""

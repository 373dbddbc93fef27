"""Small programs, one file for each group of constructs, run by test_frontend_programs.py."""

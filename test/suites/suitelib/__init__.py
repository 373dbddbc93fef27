"""What the big suites share: making functions, copying and comparing, processes that may crash."""

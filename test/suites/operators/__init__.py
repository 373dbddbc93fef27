"""PyTorch's operator database, every operator called through a compiled function."""

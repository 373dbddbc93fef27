"""Random programs, run plainly and under janus."""

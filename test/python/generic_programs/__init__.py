"""Programs that look at what the generic version must keep: frames, tracebacks, lifetimes, messages, order."""

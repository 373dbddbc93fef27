// RUN: janus-opt %s --verify-diagnostics --split-input-file

// expected-error@+1 {{holds a '!imperative.str', which is neither a tensor nor a number}}
imperative.state @s : !imperative.str path "s"

// -----

// expected-error@+1 {{is a number and so has no gradient}}
imperative.state @s : !imperative.float path "s" {requires_grad}

// RUN: janus-opt %s --verify-diagnostics --split-input-file

// expected-error@+1 {{#imperative.ref<@gone> is not an object, function or state of this module}}
imperative.object @o class "C" path "o" {fields = {a = #imperative.ref<@gone>}}

// -----

// expected-error@+1 {{#imperative.ref<@gone> is not an object, function or state of this module}}
imperative.object @o class "C" path "o" {items = [#imperative.ref<@gone>]}

// -----

// expected-error@+1 {{#imperative.ref<@gone> is not an object, function or state of this module}}
imperative.object @o class "C" path "o" {entries = {a = [#imperative.ref<@gone>]}}

// -----

// expected-error@+1 {{#imperative.ref<@gone> is not an object, function or state of this module}}
imperative.object @o class "C" path "o" {call = #imperative.method<#imperative.ref<@gone>, 1 : i64>}

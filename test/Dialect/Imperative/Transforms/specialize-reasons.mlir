// RUN: janus-opt %s --janus-specialize --verify-diagnostics

// Reasons say of what an attribute has no native form.
imperative.func @f(%x: !imperative.object) -> !imperative.object {
  // expected-remark @below {{'permute' of !imperative.tensor<?x4xui8> has no native form here}}
  %method = imperative.get_attr %x, "permute" : (!imperative.object) -> !imperative.object
  imperative.return %method : !imperative.object
}
imperative.entry @bytes calls @f [!imperative.tensor<?x4xui8>]

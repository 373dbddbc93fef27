//===- Imperative.td - umbrella ----------------------------*- tablegen -*-===//

#ifndef JANUS_IMPERATIVE
#define JANUS_IMPERATIVE

include "janus/Dialect/Imperative/IR/ImperativeWorldOps.td"
include "janus/Dialect/Imperative/IR/ImperativeControlOps.td"
include "janus/Dialect/Imperative/IR/ImperativeStateOps.td"
include "janus/Dialect/Imperative/IR/ImperativeValueOps.td"
include "janus/Dialect/Imperative/IR/ImperativeCallOps.td"
include "janus/Dialect/Imperative/IR/ImperativeSpeculationOps.td"

#endif // JANUS_IMPERATIVE

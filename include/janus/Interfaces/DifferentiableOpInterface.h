//===- DifferentiableOpInterface.h - reverse-mode rules ---------*- C++ -*-===//

#ifndef JANUS_INTERFACES_DIFFERENTIABLEOPINTERFACE_H
#define JANUS_INTERFACES_DIFFERENTIABLEOPINTERFACE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"

#include "janus/Interfaces/DifferentiableOpInterface.h.inc"

#endif // JANUS_INTERFACES_DIFFERENTIABLEOPINTERFACE_H

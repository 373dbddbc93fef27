//===- LinalgLowerableOpInterface.h - down to loops -------------*- C++ -*-===//

#ifndef JANUS_INTERFACES_LINALGLOWERABLEOPINTERFACE_H
#define JANUS_INTERFACES_LINALGLOWERABLEOPINTERFACE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"

#include "janus/Interfaces/LinalgLowerableOpInterface.h.inc"

#endif // JANUS_INTERFACES_LINALGLOWERABLEOPINTERFACE_H

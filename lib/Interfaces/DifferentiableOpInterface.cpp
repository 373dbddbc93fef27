//===- DifferentiableOpInterface.cpp - reverse-mode rules -----------------===//

#include "janus/Interfaces/DifferentiableOpInterface.h"

#include "janus/Interfaces/DifferentiableOpInterface.cpp.inc"

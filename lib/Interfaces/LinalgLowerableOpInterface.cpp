//===- LinalgLowerableOpInterface.cpp - down to loops ---------------------===//

#include "janus/Interfaces/LinalgLowerableOpInterface.h"

#include "janus/Interfaces/LinalgLowerableOpInterface.cpp.inc"

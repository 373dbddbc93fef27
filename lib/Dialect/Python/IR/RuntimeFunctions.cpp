//===- RuntimeFunctions.cpp - Python.def as a table -----------------------===//

#include "janus/Dialect/Python/IR/RuntimeFunctions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace janus::python;

unsigned RuntimeFunction::numFixedOperands() const { return llvm::count_if(parameters, isOperand); }

bool RuntimeFunction::consumes(unsigned index) const {
  for (char letter : parameters) {
    if (!isOperand(letter))
      continue;
    if (index-- == 0)
      return letter == 'C';
  }
  return count('S') != 0; // of the array
}

const RuntimeFunction *janus::python::findRuntimeFunction(llvm::StringRef name) {
  static const llvm::StringMap<RuntimeFunction> table = [] {
    llvm::StringMap<RuntimeFunction> functions;
#define JANUS_PYTHON(NAME, PARAMETERS, RESULT) functions[#NAME] = {#NAME, PARAMETERS, ResultKind::RESULT};
#include "janus/Runtime/Python.def"
#undef JANUS_PYTHON
    return functions;
  }();
  auto found = table.find(name);
  return found == table.end() ? nullptr : &found->second;
}

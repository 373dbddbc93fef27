//===- Compiler.cpp - the extension module janusc._compiler ---------------===//
//
// Links MLIR. What calls compiled code at run time is another extension
// without it, so that a warm start need not load the compiler.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

PYBIND11_MODULE(_compiler, module) {
  module.doc() = "MLIR for janusc: build, print, verify and transform modules.";
  janus::python::bindContext(module);
  janus::python::bindModule(module);
  janus::python::bindBuilder(module);
  janus::python::bindExport(module);
  janus::python::bindJit(module);
  janus::python::bindDynamic(module);
}

//===- Compiler.cpp - the extension module janusc._compiler ---------------===//
//
// Links MLIR. What calls compiled code at run time is another extension
// without it, so that a warm start need not load the compiler.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

/// More levels of Python recursion for this thread alone, until as many are taken
/// back: the recursion limit is the user's.
static void addRecursionHeadroom(int levels) {
  PyThreadState *thread = PyThreadState_Get();
  thread->recursion_limit += levels;
  thread->recursion_remaining += levels;
}

PYBIND11_MODULE(_compiler, module) {
  module.doc() = "MLIR for janusc: build, print, verify and transform modules.";
  janus::python::bindContext(module);
  janus::python::bindModule(module);
  janus::python::bindBuilder(module);
  janus::python::bindExport(module);
  janus::python::bindJit(module);
  janus::python::bindDynamic(module);
  module.def("add_recursion_headroom", &addRecursionHeadroom, pybind11::arg("levels"),
             "More levels of recursion for this thread; negative takes them back.");
}

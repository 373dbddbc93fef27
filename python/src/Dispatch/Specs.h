//===- Specs.h - versions from descriptions in Python -----------*- C++ -*-===//

#ifndef JANUS_PYTHON_DISPATCH_SPECS_H
#define JANUS_PYTHON_DISPATCH_SPECS_H

#include "Version.h"
#include <pybind11/pybind11.h>

namespace janus::dispatch {

/// Makes a version from the dict that janusc.dispatch.plan builds (its module
/// page says what is in it); throws ValueError and TypeError.
std::shared_ptr<Version> makeVersion(const pybind11::dict &plan);

} // namespace janus::dispatch

#endif // JANUS_PYTHON_DISPATCH_SPECS_H

//===- Diagnostics.h - MLIR's diagnostics as Python exceptions --*- C++ -*-===//

#ifndef JANUS_PYTHON_COMPILER_DIAGNOSTICS_H
#define JANUS_PYTHON_COMPILER_DIAGNOSTICS_H

#include "Handles.h"
#include "mlir/IR/Diagnostics.h"
#include <vector>

namespace janus::python {

/// One diagnostic, detached from the context.
struct Message {
  std::string severity, text, file;
  unsigned line = 0, column = 0;
  std::vector<Message> notes;
};

/// Collects every diagnostic of a context while it lives.
class DiagnosticCollector {
public:
  explicit DiagnosticCollector(mlir::MLIRContext &context);

  /// Raises janusc.CompileError made of what was collected. `doing` says what
  /// failed, for the case that nothing was reported.
  [[noreturn]] void raise(const std::string &doing) const;

  /// The warnings and remarks, as a list of dicts.
  py::list remarks() const;

private:
  std::vector<Message> messages;
  mlir::ScopedDiagnosticHandler handler;
};

/// Raises janusc.CompileError with one message.
[[noreturn]] void raiseCompileError(const Message &message);

/// Finds the user's place in a location: of an inlined call the innermost.
/// False if there is none.
bool findPlace(mlir::Location location, std::string &file, unsigned &line, unsigned &column);

} // namespace janus::python

#endif // JANUS_PYTHON_COMPILER_DIAGNOSTICS_H

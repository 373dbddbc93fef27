//===- Diagnostics.cpp - MLIR's diagnostics as Python exceptions ----------===//

#include "Diagnostics.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace janus::python;
using namespace mlir;

bool janus::python::findPlace(Location location, std::string &file, unsigned &line, unsigned &column) {
  return llvm::TypeSwitch<LocationAttr, bool>(location)
      .Case<FileLineColRange>([&](FileLineColRange place) {
        file = place.getFilename().str();
        line = place.getStartLine();
        column = place.getStartColumn();
        return true;
      })
      .Case<NameLoc>([&](NameLoc name) { return findPlace(name.getChildLoc(), file, line, column); })
      .Case<CallSiteLoc>([&](CallSiteLoc call) {
        return findPlace(call.getCallee(), file, line, column) || findPlace(call.getCaller(), file, line, column);
      })
      .Case<FusedLoc>([&](FusedLoc fused) {
        return llvm::any_of(fused.getLocations(), [&](Location part) { return findPlace(part, file, line, column); });
      })
      .Default([](LocationAttr) { return false; });
}

static const char *name(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Note:
    return "note";
  case DiagnosticSeverity::Warning:
    return "warning";
  case DiagnosticSeverity::Error:
    return "error";
  case DiagnosticSeverity::Remark:
    return "remark";
  }
  return "error";
}

/// A note for each call that an inlined operation's location went through.
static void addCallers(Location location, std::vector<Message> &notes) {
  while (auto call = dyn_cast<CallSiteLoc>(location)) {
    Message note{"note", "called from here", {}, 0, 0, {}};
    if (findPlace(call.getCaller(), note.file, note.line, note.column))
      notes.push_back(note);
    location = call.getCaller();
  }
}

static Message convert(Diagnostic &diagnostic) {
  Message message;
  message.severity = name(diagnostic.getSeverity());
  message.text = diagnostic.str();
  findPlace(diagnostic.getLocation(), message.file, message.line, message.column);
  for (Diagnostic &note : diagnostic.getNotes())
    message.notes.push_back(convert(note));
  addCallers(diagnostic.getLocation(), message.notes);
  return message;
}

DiagnosticCollector::DiagnosticCollector(MLIRContext &context)
    : handler(&context, [this](Diagnostic &diagnostic) { messages.push_back(convert(diagnostic)); }) {}

static py::dict toDict(const Message &message) {
  py::list notes;
  for (const Message &note : message.notes)
    notes.append(toDict(note));
  py::dict result;
  result["severity"] = message.severity;
  result["message"] = message.text;
  result["file"] = message.file.empty() ? py::object(py::none()) : py::object(py::str(message.file));
  result["line"] = message.line;
  result["column"] = message.column;
  result["notes"] = notes;
  return result;
}

void janus::python::raiseCompileError(const Message &message) {
  py::object type = py::module_::import("janusc.errors").attr("CompileError");
  py::dict fields = toDict(message);
  py::object error = type(fields["message"], fields["file"], fields["line"], fields["column"], fields["notes"]);
  PyErr_SetObject(type.ptr(), error.ptr());
  throw py::error_already_set();
}

void DiagnosticCollector::raise(const std::string &doing) const {
  Message result{"error", doing + " failed without a diagnostic", {}, 0, 0, {}};
  bool found = false;
  for (const Message &message : messages) {
    if (message.severity != "error")
      continue;
    if (found)
      result.notes.push_back(message);
    else
      result = message;
    found = true;
  }
  if (found && !doing.empty())
    result.notes.push_back({"note", "while " + doing, {}, 0, 0, {}});
  raiseCompileError(result);
}

py::list DiagnosticCollector::remarks() const {
  py::list result;
  for (const Message &message : messages)
    if (message.severity != "error")
      result.append(toDict(message));
  return result;
}

//===- Program.h - objects that C programs link ------------------*- C++ -*-===//
//
// What ahead-of-time compilation adds to an entry's code: the description and
// weights of the program, its C functions, and the runtime, all in one file.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_TARGET_AOT_PROGRAM_H
#define JANUS_TARGET_AOT_PROGRAM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace janus::aot {

/// A program to be exported.
struct Program {
  std::string name;        ///< C identifier; prefix of every exported function
  std::string entry;       ///< symbol of the entry, as janus-lower-to-llvm gives it
  std::string signature;   ///< see janus_program in janus/Runtime/janus.h
  unsigned inputs = 0;     ///< tensors and numbers that the caller passes
  unsigned outputs = 0;    ///< tensors and numbers that the caller receives
  bool hasUpdates = false; ///< a run changes state: it is called NAME_step, not NAME_run
  bool embedWeights = true;
  llvm::StringRef weights; ///< first values of the states, at the signature's offsets
};

/// The exported functions' symbols: NAME_create, NAME_run or NAME_step, NAME_get,
/// NAME_set, NAME_save, NAME_load, NAME_message, NAME_set_host, NAME_signature,
/// NAME_destroy.
std::vector<std::string> exportedSymbols(const Program &program);

/// An object that holds the program's description, weights and functions.
llvm::Expected<std::string> emitProgram(const Program &program, llvm::TargetMachine &machine);

/// What linkObjects writes.
enum class LinkKind { Object, Archive, SharedLibrary };

/// Links objects (in memory) and the runtime archive into one file at `output`. Only
/// `exported` symbols stay visible, so that several programs meet in one
/// executable. The file is complete or not there.
llvm::Error linkObjects(llvm::ArrayRef<std::string> objects, llvm::StringRef runtimeArchive,
                        llvm::ArrayRef<std::string> exported, LinkKind kind, llvm::StringRef output);

} // namespace janus::aot

#endif // JANUS_TARGET_AOT_PROGRAM_H

//===- ImperativeOpBase.td - what all ops share ------------*- tablegen -*-===//

#ifndef JANUS_IMPERATIVE_OP_BASE
#define JANUS_IMPERATIVE_OP_BASE

include "janus/Dialect/Imperative/IR/ImperativeAttrs.td"
include "janus/Dialect/Imperative/IR/ImperativeEnums.td"
include "janus/Dialect/Imperative/IR/ImperativeTypes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Imperative_Heap : Resource<"::janus::imperative::HeapResource">;
def Imperative_TensorStorage : Resource<"::janus::imperative::TensorStorageResource">;
def Imperative_Variable : Resource<"::janus::imperative::VariableResource">;

// The op says itself what it reads and writes, by the types of its operands (Effects.cpp).
def Imperative_Effects : DeclareOpInterfaceMethods<MemoryEffectsOpInterface>;

// The op names its result after the user's variable (AsmNames.cpp).
def Imperative_Named : DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>;

class Imperative_Op<string mnemonic, list<Trait> traits = []>
    : Op<Imperative_Dialect, mnemonic, traits>;

// Any type of this dialect: a Python object of which more or less is known.
def Imperative_AnyObject : Type<
    CPred<"::llvm::isa<::janus::imperative::ImperativeDialect>($_self.getDialect()) && !::llvm::isa<::janus::imperative::CellType>($_self)">,
    "Python object">;

#endif // JANUS_IMPERATIVE_OP_BASE

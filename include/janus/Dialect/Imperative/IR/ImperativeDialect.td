//===- ImperativeDialect.td - the imperative dialect -------*- tablegen -*-===//
//
// What Python does, one op for each thing it does.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_IMPERATIVE_DIALECT
#define JANUS_IMPERATIVE_DIALECT

include "mlir/IR/OpBase.td"

def Imperative_Dialect : Dialect {
  let name = "imperative";
  let cppNamespace = "::janus::imperative";
  let summary = "imperative Python, with dynamic types and side effects";
  let description = [{
    A program of this dialect is a *closed world*: the functions that a call can
    reach (`imperative.func`), the objects they look into (`imperative.object`),
    the tensors and numbers those objects hold (`imperative.state`), and the
    calls wanted (`imperative.entry`). Nothing else is needed to lower it, so
    every level runs in `janus-opt` without Python.

    It has two levels. At the *dynamic* level every value is
    `!imperative.object` and every op is what the Python source says. At the
    *typed* level the same ops carry inferred types, calls of user functions are
    inlined or specialised, and calls of the library are `imperative.library_call`.
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let extraClassDeclaration = [{
    void registerTypes();
  }];
}

#endif // JANUS_IMPERATIVE_DIALECT

//===- Passes.td - generic functions to machine code -------*- tablegen -*-===//

#ifndef JANUS_CONVERSION_IMPERATIVETOPYTHON_PASSES
#define JANUS_CONVERSION_IMPERATIVETOPYTHON_PASSES

include "mlir/Pass/PassBase.td"

def ImperativeToPython : Pass<"imperative-to-python", "::mlir::ModuleOp"> {
  let summary = "generic functions to blocks and calls of the runtime";
  let description = [{
    Each `imperative.func` with the attribute `generic` becomes a `python.body` of
    the same name: regions become blocks, every op that may raise a call with an
    exceptional edge. `break`, `continue` and `return` run what they cross: they
    restore the exception that was handled before, and a `finally` once for each
    kind of exit. References are not counted yet.

    ```mlir
    imperative.func @f() -> !imperative.object attributes {generic} {
      %x_cell = imperative.cell "x" {slot = 0}
      %x = imperative.load %x_cell : !imperative.object
      %shape = imperative.get_attr %x, "shape" : (!imperative.object) -> !imperative.object
      imperative.return %shape : !imperative.object
    }
    ```

    becomes

    ```mlir
    python.body @f {
      %x = python.variable 0 "x"
      python.load %x ^bound, ^unbound
    ^bound(%0: !imperative.object):
      python.invoke "get_attr"(%0) names ["shape"] : !imperative.object ^next, ^traced
    ^next(%1: !imperative.object):
      python.return %1
    ^unbound:
      python.invoke "unbound_variable"() numbers [0] ^traced
    ^traced:
      python.call "traceback"() : () -> ()
      cf.br ^failed
    ^failed:
      python.fail
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect", "::janus::python::PythonDialect"];
}

def JanusInsertReferences : Pass<"janus-insert-references", "::janus::python::BodyOp"> {
  let summary = "places retains and releases of references";
  let description = [{
    A value is released after its last use on every path, on the edge where the
    last use is behind. Where it is handed over but used again, or only borrowed,
    it is retained before. On exceptional edges the newest values go first, and
    edges that release the same values share the blocks.

    ```mlir
    python.body @f {
      %c = python.constant 0
      python.invoke "get_attr"(%c) names ["a"] : !imperative.object ^next, ^failed
    ^next(%0: !imperative.object):
      python.invoke "get_attr"(%0) names ["b"] : !imperative.object ^end, ^failed
    ^end(%1: !imperative.object):
      python.return %1
    ^failed:
      python.fail
    }
    ```

    becomes

    ```mlir
    python.body @f {
      %c = python.constant 0
      python.invoke "get_attr"(%c) names ["a"] : !imperative.object ^next, ^failed
    ^next(%0: !imperative.object):
      python.invoke "get_attr"(%0) names ["b"] : !imperative.object ^end, ^released
    ^end(%1: !imperative.object):
      python.release %0 : !imperative.object
      python.return %1
    ^released:
      python.release %0 : !imperative.object
      cf.br ^failed
    ^failed:
      python.fail
    }
    ```
  }];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect"];
}

def ConvertPythonToLLVM : Pass<"convert-python-to-llvm", "::mlir::ModuleOp"> {
  let summary = "bodies to LLVM functions";
  let description = [{
    `python.body @f` becomes `janus_body_f`, a function over a
    `janus_python_frame`, and calls of the runtime calls of `janus_python_…`. Names
    are interned in the first call, and kept with the code.

    ```mlir
    python.body @f {
      %none = python.singleton none
      python.retain %none : !imperative.object
      python.return %none
    }
    ```

    becomes

    ```mlir
    llvm.func @janus_body_f(%frame: !llvm.ptr) -> !llvm.ptr {
      %none = llvm.mlir.addressof @_Py_NoneStruct : !llvm.ptr
      ...
      llvm.return %none : !llvm.ptr
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // JANUS_CONVERSION_IMPERATIVETOPYTHON_PASSES

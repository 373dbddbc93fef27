//===- Passes.td - from typed to value level ---------------*- tablegen -*-===//

#ifndef JANUS_CONVERSION_IMPERATIVETONN_PASSES
#define JANUS_CONVERSION_IMPERATIVETONN_PASSES

include "mlir/Pass/PassBase.td"

def JanusFunctionalize : Pass<"janus-functionalize", "::mlir::ModuleOp"> {
  let summary = "turns typed entries into functions on values";
  let description = [{
    Each `imperative.func` with the attribute `entry` becomes a `func.func` of the
    same name. Tensors, which are handles that may share storage, become values:
    a write is a new value of its storage, and the last values of the storages
    that exist before the call are results marked `janus.update`. Calls of the
    library are emitted by the table; `backward()` becomes `nn.gradient`, and an
    optimiser's step arithmetic. Everything else of the world goes away.

    An entry that does what has no such form is an error at the user's line.

    A tensor that eager would not return contiguous has no strides here. With
    `strides`, they are computed beside it, and a result of their own says them
    (`"strides"` in `janus.output`).

    With `graph`, `nn.keep` says of each tensor that is written after eager has kept it for a backward pass, or that
    may be written after the call, what keeps it.

    ```mlir
    imperative.state @w : !imperative.tensor<4xf32> path "w"
    imperative.func @f(%x: !imperative.tensor<?x4xf32>) -> !imperative.object
        attributes {entry, params = [#imperative.param<"x", positional>]} {
      %w = imperative.read_state @w : !imperative.tensor<4xf32>
      %a = imperative.constant 1 : i64 -> !imperative.int
      %r = imperative.library_call "torch.add"(%x, %w, %a) : ...
      imperative.return %r : !imperative.tensor<?x4xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: tensor<?x4xf32> {janus.arg = "x"}, %w: tensor<4xf32> {janus.state = "w"})
        -> (tensor<?x4xf32> {janus.result = 0}) attributes {janus.output = "{\"result\":0}"} {
      ...
      %r = nn.add %x, %broadcast : ...
      return %r : tensor<?x4xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect", "::mlir::index::IndexDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect", "::janus::JanusDialect", "::janus::nn::NNDialect"];
  let options = [
    Option<"graph", "graph", "bool", "false", "Whether results may carry a graph: nn.keep says what eager's keeps.">,
    Option<"strides", "strides", "bool", "false", "Whether results may have strides that a result of their own says.">];
}

#endif // JANUS_CONVERSION_IMPERATIVETONN_PASSES

//===- NNOpBase.td - what every nn op builds on ------------*- tablegen -*-===//

#ifndef JANUS_NN_OP_BASE
#define JANUS_NN_OP_BASE

include "janus/Dialect/Janus/IR/Janus.td"
include "janus/Dialect/NN/IR/NNDialect.td"
include "janus/Dialect/NN/IR/NNEnums.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def NN_Float : AnyTypeOf<[F16, BF16, F32, F64], "f16, bf16, f32 or f64">;
def NN_Number : AnyTypeOf<[NN_Float, AnySignlessInteger], "a float or signless integer">;

/// Tensors by what their elements may be; i1 is PyTorch's bool.
def NN_FloatTensor : RankedTensorOf<[NN_Float]>;
def NN_IntTensor : RankedTensorOf<[AnySignlessInteger]>;
def NN_BoolTensor : RankedTensorOf<[I1]>;
def NN_IndexTensor : RankedTensorOf<[I32, I64]>;
def NN_Tensor : RankedTensorOf<[NN_Number]>;

/// An op without side effects on value tensors.
class NN_Op<string mnemonic, list<Trait> traits = []>
    : Op<NN_Dialect, mnemonic, !listconcat([Pure], traits)>;

/// An op whose results follow from its operands: `inferShapes` states sizes and
/// element types once, and gives result types, verification and the dynamic
/// sizes of results. A family of ops with one rule states it as `shapeRule`.
class NN_InferredOp<string mnemonic, list<Trait> traits = [], code shapeRule = "">
    : NN_Op<mnemonic, !listconcat([InferTypeOpAdaptor, DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>],
                                  traits)> {
  code inferDeclaration = [{
    /// States the results' sizes and element types, or emits why there are none.
    static ::llvm::LogicalResult inferShapes(Adaptor op, ::janus::nn::ShapeInference &shapes);
  }];
  let extraClassDeclaration = inferDeclaration;
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
                                                      Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      ::janus::nn::ShapeInference shapes(getOperationName(), location);
      if (failed(inferShapes(adaptor, shapes)))
        return ::mlir::failure();
      shapes.getTypes(types);
      return ::mlir::success();
    }
    ::llvm::LogicalResult $cppClass::reifyResultShapes(::mlir::OpBuilder &builder,
                                                       ::mlir::ReifiedRankedShapedTypeDims &dims) {
      ::janus::nn::ShapeInference shapes(getOperationName(), getLoc(), &builder);
      if (failed(inferShapes(Adaptor(*this), shapes)))
        return ::mlir::failure();
      shapes.getSizes(dims);
      return ::mlir::success();
    }
  }] # shapeRule;
}

/// The element type in the example of an op on `operand`.
class NN_ExampleElement<Type operand> {
  string value = !cond(!eq(!cast<string>(operand), "NN_IntTensor") : "i64",
                       !eq(!cast<string>(operand), "NN_BoolTensor") : "i1",
                       true : "f32");
}

#endif // JANUS_NN_OP_BASE

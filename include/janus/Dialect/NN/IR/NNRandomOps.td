//===- NNRandomOps.td - random numbers ---------------------*- tablegen -*-===//

#ifndef JANUS_NN_RANDOM_OPS
#define JANUS_NN_RANDOM_OPS

include "janus/Dialect/NN/IR/NNOpBase.td"

def NN_DrawOp : NN_InferredOp<"draw", [AttrSizedOperandSegments]> {
  let summary = "a tensor of random numbers, and the generator's state after they were drawn";
  let description = [{
    The generator is a value: of equal states the same numbers are drawn, and what draws next takes the state that this op gives.
    `first` and `second` are the distribution's parameters (`janus_distribution` says which), 0 where it has none. The
    distributions whose name ends in `_of`, and `multinomial`, have a tensor of parameters.

    ```mlir
    %y, %next = nn.draw uniform(%from, %to) from %generator sizes [%n, 4] of f32
        : (f64, f64, tensor<316xi64>, index) -> (tensor<?x4xf32>, tensor<316xi64>)
    %z, %last = nn.draw bernoulli_of(%zero, %zero) of %p from %next sizes [4] of f32
        : (f64, f64, tensor<4xf32>, tensor<316xi64>) -> (tensor<4xf32>, tensor<316xi64>)
    ```
  }];
  let arguments = (ins Janus_DistributionAttr:$distribution, AnyTypeOf<[F64, I64]>:$first, AnyTypeOf<[F64, I64]>:$second,
                       Optional<NN_FloatTensor>:$input, Janus_GeneratorTensor:$generator,
                       Variadic<Index>:$sizes, DenseI64ArrayAttr:$static_sizes, TypeAttr:$element_type);
  let results = (outs NN_Tensor:$values, Janus_GeneratorTensor:$next);
  let assemblyFormat = [{
    $distribution `(` $first `,` $second `)` (`of` $input^)? `from` $generator
    `sizes` custom<DynamicIndexList>($sizes, $static_sizes) `of` $element_type attr-dict
    `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = inferDeclaration # [{
    /// The sizes as attributes and values.
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedSizes() {
      return ::mlir::getMixedValues(getStaticSizes(), getSizes(), getContext());
    }
  }];
}

#endif // JANUS_NN_RANDOM_OPS

//===- Janus.td - what the levels below the typed one share -*- tablegen -*-===//
//
// The target, the layout of tensors, and the few ops on the border between a
// program's values and the C ABI it is called through.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_JANUS
#define JANUS_JANUS

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Janus_Dialect : Dialect {
  let name = "janus";
  let cppNamespace = "::janus";
  let summary = "target, layout and the border to the C ABI";
  let description = [{
    An entry of the value level is a `func.func` whose arguments and results say
    by attributes what they are:

    - argument `janus.arg = "name"`: passed by the caller;
    - argument `janus.state = "net.conv1.weight"`: a tensor or number read from
      the object at that path at each call;
    - result `janus.result = i`: the i-th new value that the caller receives;
    - result `janus.update = "net.conv1.weight"`: written into that state's
      storage when the call commits;
    - result `janus.grad = "net.conv1.weight"`: becomes the `.grad` of that tensor.

    An argument may be marked `janus.requires_grad`. An entry with `janus.backward = @f` has
    results that carry a graph; `@f` is its backward function (see `janus-split-backward`):

    - argument `janus.cotangent = i`: the derivative by the entry's result i;
    - argument `janus.saved = i`: the entry's result i;
    - result `janus.gradient_of = "x"`: the gradient of that argument or state; through which
      of the entry's results there is one says `janus.through`.
  }];
  let useDefaultAttributePrinterParser = 1;
}

def Janus_TargetAttr : AttrDef<Janus_Dialect, "Target"> {
  let mnemonic = "target";
  let summary = "the machine that code is made for";
  let description = [{
    Filled from the host or from a name (`cpu:x86-64-v3`), set on the module as
    `janus.target`. Sizes are in bytes, `vectorBits` is the width of a register
    and `registers` their number.
  }];
  let parameters = (ins
    StringRefParameter<"LLVM triple">:$triple,
    StringRefParameter<"LLVM cpu">:$cpu,
    StringRefParameter<"LLVM feature string">:$features,
    "unsigned":$vectorBits, "unsigned":$registers,
    "unsigned":$l1, "unsigned":$l2, "unsigned":$l3, "unsigned":$cores);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Janus_Layout : I32EnumAttr<"Layout", "the order of a tensor's dimensions in memory", [
    I32EnumAttrCase<"ChannelsFirst", 0, "channels_first">,
    I32EnumAttrCase<"ChannelsLast", 1, "channels_last">]> {
  let cppNamespace = "::janus";
  let genSpecializedAttr = 0;
}
def Janus_LayoutAttr : EnumAttr<Janus_Dialect, Janus_Layout, "layout"> {
  let assemblyFormat = "`<` $value `>`";
}

/// What random numbers follow; the numbers are those of `janus_distribution`.
def Janus_Distribution : I32EnumAttr<"Distribution", "what random numbers follow", [
    I32EnumAttrCase<"Uniform", 0, "uniform">,
    I32EnumAttrCase<"Normal", 1, "normal">,
    I32EnumAttrCase<"Bernoulli", 2, "bernoulli">,
    I32EnumAttrCase<"Integers", 3, "integers">,
    I32EnumAttrCase<"AnyIntegers", 4, "any_integers">,
    I32EnumAttrCase<"Exponential", 5, "exponential">,
    I32EnumAttrCase<"Geometric", 6, "geometric">,
    I32EnumAttrCase<"Cauchy", 7, "cauchy">,
    I32EnumAttrCase<"LogNormal", 8, "log_normal">,
    I32EnumAttrCase<"Permutation", 9, "permutation">,
    I32EnumAttrCase<"BernoulliOf", 10, "bernoulli_of">,
    I32EnumAttrCase<"PoissonOf", 11, "poisson_of">,
    I32EnumAttrCase<"Multinomial", 12, "multinomial">]> {
  let cppNamespace = "::janus";
  let genSpecializedAttr = 0;
}
def Janus_DistributionAttr : EnumAttr<Janus_Dialect, Janus_Distribution, "distribution"> {
  let assemblyFormat = "$value";
}

/// The state of torch's generator of random numbers, a value like others.
def Janus_GeneratorTensor : 1DTensorOf<[I64]>;

class Janus_Op<string mnemonic, list<Trait> traits = []> : Op<Janus_Dialect, mnemonic, traits>;

def Janus_AssumeOp : Janus_Op<"assume"> {
  let summary = "leaves the entry with JANUS_ASSUMPTION_BROKEN when the condition is false";
  let description = [{
    Nothing has been written to any state before it. `id` is the assumption's
    number, which the entry returns through its context; `what` is for people.

    ```mlir
    janus.assume %c, 0, "x.size(0) == y.size(0)"
    ```
  }];
  let arguments = (ins I1:$condition, I64Attr:$id, StrAttr:$what);
  let assemblyFormat = "$condition `,` $id `,` $what attr-dict";
}

def Janus_DrawOp : Janus_Op<"draw", [DestinationStyleOpInterface, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "fills a tensor with random numbers and gives the generator's state after that";
  let description = [{
    What `nn.draw` becomes: the runtime, or what holds it, draws. `first` and `second` are the bits of the distribution's parameters.

    ```mlir
    %y, %next = janus.draw normal(%mean, %std) into %empty, %generator : tensor<?x4xf32>, tensor<316xi64> -> tensor<?x4xf32>, tensor<316xi64>
    janus.draw bernoulli_of(%zero, %zero) of %p : memref<4xf32> into %z, %state : memref<4xf32>, memref<316xi64>
    ```
  }];
  let arguments = (ins Janus_DistributionAttr:$distribution, I64:$first, I64:$second,
                       Optional<AnyTypeOf<[AnyRankedTensor, AnyMemRef]>>:$input,
                       AnyTypeOf<[AnyRankedTensor, AnyMemRef]>:$values,
                       AnyTypeOf<[Janus_GeneratorTensor, MemRefRankOf<[I64], [1]>]>:$generator);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $distribution `(` $first `,` $second `)` (`of` $input^ `:` type($input))? `into` $values `,` $generator attr-dict
    `:` type($values) `,` type($generator) (`->` type($results)^)?
  }];
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable();
  }];
  let hasVerifier = 1;
}

#endif // JANUS_JANUS

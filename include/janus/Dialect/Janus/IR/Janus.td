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

#endif // JANUS_JANUS

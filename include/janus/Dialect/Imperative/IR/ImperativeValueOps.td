//===- ImperativeValueOps.td - expressions -----------------*- tablegen -*-===//

#ifndef JANUS_IMPERATIVE_VALUE_OPS
#define JANUS_IMPERATIVE_VALUE_OPS

include "janus/Dialect/Imperative/IR/ImperativeOpBase.td"

def Imperative_ConstantOp : Imperative_Op<"constant", [
    Pure, ConstantLike, Imperative_Named, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a constant or a reference to an object of the world";
  let description = [{
    `true` and `false` (bool), 64-bit integers (int), `f64` (float), strings
    (str), arrays of constants (tuple), `#imperative.none`, and the dialect's
    other attributes. A reference names an `imperative.object`,
    `imperative.func` or `imperative.state` of the module. In a generic function
    `index` says which element of the constants it is; the value is for people.

    ```mlir
    %0 = imperative.constant 1 : i64 -> !imperative.int
    %1 = imperative.constant #imperative.builtin<"torch.relu"> -> !imperative.object
    %2 = imperative.constant "epoch" -> !imperative.object {index = 4}
    ```
  }];
  let arguments = (ins AnyAttr:$value, OptionalAttr<I64Attr>:$index);
  let builders = [OpBuilder<(ins "::mlir::Type":$type, "::mlir::Attribute":$value), [{
    build($_builder, $_state, type, value, /*index=*/::mlir::IntegerAttr());
  }]>];
  let results = (outs Imperative_AnyObject:$result);
  let assemblyFormat = "$value `->` type($result) attr-dict";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Imperative_UnaryOp : Imperative_Op<"unary", [Imperative_Effects]> {
  let summary = "a unary operator";
  let description = [{
    ```mlir
    %minus = imperative.unary neg %x : (!imperative.object) -> !imperative.object
    %no = imperative.unary not %b : (!imperative.bool) -> !imperative.bool
    ```
  }];
  let arguments = (ins Imperative_UnaryKind:$kind, Imperative_AnyObject:$operand);
  let results = (outs Imperative_AnyObject:$result);
  let assemblyFormat = "$kind $operand `:` functional-type(operands, results) attr-dict";
  let hasFolder = 1;
}

def Imperative_BinaryOp : Imperative_Op<"binary", [Imperative_Effects]> {
  let summary = "a binary operator, with reflected methods as in Python";
  let description = [{
    ```mlir
    %sum = imperative.binary add %x, %y : (!imperative.object, !imperative.object) -> !imperative.object
    ```
  }];
  let arguments = (ins Imperative_BinaryKind:$kind, Imperative_AnyObject:$lhs, Imperative_AnyObject:$rhs);
  let results = (outs Imperative_AnyObject:$result);
  let assemblyFormat = "$kind $lhs `,` $rhs `:` functional-type(operands, results) attr-dict";
}

def Imperative_InplaceOp : Imperative_Op<"inplace", [Imperative_Effects]> {
  let summary = "an augmented assignment's operator: changes lhs where it can, gives what is to be bound";
  let description = [{
    ```mlir
    %x2 = imperative.inplace sub %x, %step : (!imperative.object, !imperative.object) -> !imperative.object
    ```
  }];
  let arguments = (ins Imperative_BinaryKind:$kind, Imperative_AnyObject:$lhs, Imperative_AnyObject:$rhs);
  let results = (outs Imperative_AnyObject:$result);
  let assemblyFormat = "$kind $lhs `,` $rhs `:` functional-type(operands, results) attr-dict";
}

def Imperative_CompareOp : Imperative_Op<"compare", [Imperative_Effects]> {
  let summary = "one comparison; chains are spelled out with `imperative.if`";
  let description = [{
    ```mlir
    %less = imperative.compare lt %x, %y : (!imperative.object, !imperative.object) -> !imperative.object
    %same = imperative.compare is_not %x, %y : (!imperative.object, !imperative.object) -> !imperative.bool
    ```
  }];
  let arguments = (ins Imperative_CompareKind:$kind, Imperative_AnyObject:$lhs, Imperative_AnyObject:$rhs);
  let results = (outs Imperative_AnyObject:$result);
  let assemblyFormat = "$kind $lhs `,` $rhs `:` functional-type(operands, results) attr-dict";
}

def Imperative_TruthOp : Imperative_Op<"truth", [Imperative_Effects]> {
  let summary = "bool(value), as a condition";
  let description = [{
    ```mlir
    %c = imperative.truth %x : !imperative.object
    ```
  }];
  let arguments = (ins Imperative_AnyObject:$value);
  let results = (outs Imperative_BoolType:$result);
  let assemblyFormat = "$value `:` type($value) attr-dict";
  let hasFolder = 1;
}

def Imperative_BuildTupleOp : Imperative_Op<"build_tuple", [Imperative_Effects]> {
  let summary = "(a, b, ...); `starred` marks the elements that are unpacked";
  let description = [{
    ```mlir
    %pair = imperative.build_tuple(%x, %y) : (!imperative.object, !imperative.object) -> !imperative.object
    %more = imperative.build_tuple(%x, %y) : (!imperative.object, !imperative.object) -> !imperative.object {starred = array<i1: false, true>}
    ```
  }];
  let arguments = (ins Variadic<Imperative_AnyObject>:$elements, OptionalAttr<DenseBoolArrayAttr>:$starred);
  let results = (outs Imperative_AnyObject:$result);
  let assemblyFormat = "`(` $elements `)` `:` functional-type(operands, results) attr-dict";
  let hasVerifier = 1;
}

def Imperative_BuildListOp : Imperative_Op<"build_list", [Imperative_Effects]> {
  let summary = "[a, b, ...], a new list";
  let description = [{
    ```mlir
    %list = imperative.build_list(%x, %y) : (!imperative.object, !imperative.object) -> !imperative.object
    ```
  }];
  let arguments = (ins Variadic<Imperative_AnyObject>:$elements, OptionalAttr<DenseBoolArrayAttr>:$starred);
  let results = (outs Imperative_AnyObject:$result);
  let assemblyFormat = "`(` $elements `)` `:` functional-type(operands, results) attr-dict";
  let hasVerifier = 1;
}

def Imperative_AppendOp : Imperative_Op<"append", [Pure]> {
  let summary = "the elements of a list with one more at the end";
  let description = [{
    `list.append(x)` for a list that only this function has: its elements as a
    value, from then on. The result's element type is what the operands' join to.

    ```mlir
    %more = imperative.append %x to %list : !imperative.int, !imperative.sequence<!imperative.int> -> !imperative.sequence<!imperative.int>
    ```
  }];
  let arguments = (ins Imperative_AnyObject:$element, Imperative_AnyObject:$list);
  let results = (outs Imperative_AnyObject:$result);
  let assemblyFormat = "$element `to` $list `:` type($element) `,` type($list) `->` type($result) attr-dict";
}

def Imperative_ElementsOp : Imperative_Op<"elements", [Pure]> {
  let summary = "the elements of a new list, as a value";
  let description = [{
    What `imperative.append` starts from.

    ```mlir
    %list = imperative.elements(%x) : (!imperative.int) -> !imperative.sequence<!imperative.int>
    ```
  }];
  let arguments = (ins Variadic<Imperative_AnyObject>:$elements);
  let results = (outs Imperative_AnyObject:$result);
  let assemblyFormat = "`(` $elements `)` `:` functional-type(operands, results) attr-dict";
}

def Imperative_BuildSetOp : Imperative_Op<"build_set", [Imperative_Effects]> {
  let summary = "{a, b, ...}, a new set";
  let description = [{
    ```mlir
    %set = imperative.build_set(%x, %y) : (!imperative.object, !imperative.object) -> !imperative.object
    ```
  }];
  let arguments = (ins Variadic<Imperative_AnyObject>:$elements, OptionalAttr<DenseBoolArrayAttr>:$starred);
  let results = (outs Imperative_AnyObject:$result);
  let assemblyFormat = "`(` $elements `)` `:` functional-type(operands, results) attr-dict";
  let hasVerifier = 1;
}

def Imperative_BuildDictOp : Imperative_Op<"build_dict", [Imperative_Effects, SameVariadicOperandSize]> {
  let summary = "{k: v, ...}, a new dict; `unpacked` marks the pairs that are ** (their key is None)";
  let description = [{
    ```mlir
    %dict = imperative.build_dict(%k : %v) : (!imperative.str, !imperative.object) -> !imperative.object
    ```
  }];
  let arguments = (ins Variadic<Imperative_AnyObject>:$keys, Variadic<Imperative_AnyObject>:$values,
                       OptionalAttr<DenseBoolArrayAttr>:$unpacked);
  let results = (outs Imperative_AnyObject:$result);
  let assemblyFormat = "`(` $keys `:` $values `)` `:` functional-type(operands, results) attr-dict";
  let hasVerifier = 1;
}

def Imperative_BuildSliceOp : Imperative_Op<"build_slice", [Pure]> {
  let summary = "start:stop:step";
  let description = [{
    What is left out is None.

    ```mlir
    %slice = imperative.build_slice %start, %stop, %none : (!imperative.int, !imperative.int, !imperative.none) -> !imperative.slice
    ```
  }];
  let arguments = (ins Imperative_AnyObject:$start, Imperative_AnyObject:$stop, Imperative_AnyObject:$step);
  let results = (outs Imperative_AnyObject:$result);
  let assemblyFormat = "$start `,` $stop `,` $step `:` functional-type(operands, results) attr-dict";
}

def Imperative_FormatOp : Imperative_Op<"format", [Imperative_Effects]> {
  let summary = "one replacement field of an f-string: format(conversion(value), spec)";
  let description = [{
    `conversion` is "r", "s" or "a".

    ```mlir
    %text = imperative.format %x, %spec : (!imperative.object, !imperative.str) -> !imperative.str {conversion = "r"}
    ```
  }];
  let arguments = (ins Imperative_AnyObject:$value, Optional<Imperative_AnyObject>:$spec, OptionalAttr<StrAttr>:$conversion);
  let results = (outs Imperative_AnyObject:$result);
  let assemblyFormat = "$value (`,` $spec^)? `:` functional-type(operands, results) attr-dict";
  let hasVerifier = 1;
}

def Imperative_BuildStringOp : Imperative_Op<"build_string", [Pure]> {
  let summary = "an f-string: its parts joined";
  let description = [{
    ```mlir
    %line = imperative.build_string(%head, %text) : (!imperative.str, !imperative.str) -> !imperative.str
    ```
  }];
  let arguments = (ins Variadic<Imperative_AnyObject>:$parts);
  let results = (outs Imperative_AnyObject:$result);
  let assemblyFormat = "`(` $parts `)` `:` functional-type(operands, results) attr-dict";
}

def Imperative_UnpackOp : Imperative_Op<"unpack", [Imperative_Effects]> {
  let summary = "a, b, *rest = value; `star` is the index of the starred target";
  let description = [{
    ```mlir
    %a, %b = imperative.unpack %pair : (!imperative.object) -> (!imperative.object, !imperative.object)
    %first, %rest = imperative.unpack %list : (!imperative.object) -> (!imperative.object, !imperative.object) {star = 1 : i64}
    ```
  }];
  let arguments = (ins Imperative_AnyObject:$value, OptionalAttr<I64Attr>:$star);
  let results = (outs Variadic<Imperative_AnyObject>:$targets);
  let assemblyFormat = "$value `:` functional-type(operands, results) attr-dict";
  let hasVerifier = 1;
}

#endif // JANUS_IMPERATIVE_VALUE_OPS

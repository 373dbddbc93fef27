//===- ImperativeValueOps.td - expressions -----------------*- tablegen -*-===//

#ifndef JANUS_IMPERATIVE_VALUE_OPS
#define JANUS_IMPERATIVE_VALUE_OPS

include "janus/Dialect/Imperative/IR/ImperativeOpBase.td"

def Imperative_ConstantOp : Imperative_Op<"constant", [Pure, ConstantLike]> {
  let summary = "a constant or a reference to an object of the world";
  let description = [{
    ```mlir
    %0 = imperative.constant 1 : i64 -> !imperative.int
    %1 = imperative.constant #imperative.builtin<"torch.relu"> -> !imperative.object
    ```
  }];
  let arguments = (ins AnyAttr:$value);
  let results = (outs Imperative_AnyObject:$result);
  let assemblyFormat = "$value `->` type($result) attr-dict";
  let hasFolder = 1;
}

def Imperative_UnaryOp : Imperative_Op<"unary"> {
  let summary = "a unary operator";
  let arguments = (ins Imperative_UnaryKind:$kind, Imperative_AnyObject:$operand);
  let results = (outs Imperative_AnyObject:$result);
  let assemblyFormat = "$kind $operand `:` functional-type(operands, results) attr-dict";
  let hasFolder = 1;
}

def Imperative_BinaryOp : Imperative_Op<"binary"> {
  let summary = "a binary operator, with reflected methods as in Python";
  let arguments = (ins Imperative_BinaryKind:$kind, Imperative_AnyObject:$lhs, Imperative_AnyObject:$rhs);
  let results = (outs Imperative_AnyObject:$result);
  let assemblyFormat = "$kind $lhs `,` $rhs `:` functional-type(operands, results) attr-dict";
}

def Imperative_InplaceOp : Imperative_Op<"inplace"> {
  let summary = "an augmented assignment's operator: changes lhs where it can, gives what is to be bound";
  let arguments = (ins Imperative_BinaryKind:$kind, Imperative_AnyObject:$lhs, Imperative_AnyObject:$rhs);
  let results = (outs Imperative_AnyObject:$result);
  let assemblyFormat = "$kind $lhs `,` $rhs `:` functional-type(operands, results) attr-dict";
}

def Imperative_CompareOp : Imperative_Op<"compare"> {
  let summary = "one comparison; chains are spelled out with `imperative.if`";
  let arguments = (ins Imperative_CompareKind:$kind, Imperative_AnyObject:$lhs, Imperative_AnyObject:$rhs);
  let results = (outs Imperative_AnyObject:$result);
  let assemblyFormat = "$kind $lhs `,` $rhs `:` functional-type(operands, results) attr-dict";
}

def Imperative_TruthOp : Imperative_Op<"truth"> {
  let summary = "bool(value), as a condition";
  let arguments = (ins Imperative_AnyObject:$value);
  let results = (outs Imperative_BoolType:$result);
  let assemblyFormat = "$value `:` type($value) attr-dict";
  let hasFolder = 1;
}

def Imperative_BuildTupleOp : Imperative_Op<"build_tuple", [Pure]> {
  let summary = "(a, b, ...); a name in `starred` marks an unpacked element";
  let arguments = (ins Variadic<Imperative_AnyObject>:$elements, OptionalAttr<DenseBoolArrayAttr>:$starred);
  let results = (outs Imperative_AnyObject:$result);
  let assemblyFormat = "`(` $elements `)` `:` functional-type(operands, results) attr-dict";
}

def Imperative_BuildListOp : Imperative_Op<"build_list", [MemoryEffects<[MemAlloc]>]> {
  let summary = "[a, b, ...], a new list";
  let arguments = (ins Variadic<Imperative_AnyObject>:$elements, OptionalAttr<DenseBoolArrayAttr>:$starred);
  let results = (outs Imperative_AnyObject:$result);
  let assemblyFormat = "`(` $elements `)` `:` functional-type(operands, results) attr-dict";
}

def Imperative_BuildSetOp : Imperative_Op<"build_set", [MemoryEffects<[MemAlloc]>]> {
  let summary = "{a, b, ...}, a new set";
  let arguments = (ins Variadic<Imperative_AnyObject>:$elements, OptionalAttr<DenseBoolArrayAttr>:$starred);
  let results = (outs Imperative_AnyObject:$result);
  let assemblyFormat = "`(` $elements `)` `:` functional-type(operands, results) attr-dict";
}

def Imperative_BuildDictOp : Imperative_Op<"build_dict", [MemoryEffects<[MemAlloc]>, SameVariadicOperandSize]> {
  let summary = "{k: v, ...}, a new dict; `unpacked` marks the pairs that are ** (their key is None)";
  let arguments = (ins Variadic<Imperative_AnyObject>:$keys, Variadic<Imperative_AnyObject>:$values,
                       OptionalAttr<DenseBoolArrayAttr>:$unpacked);
  let results = (outs Imperative_AnyObject:$result);
  let assemblyFormat = "`(` $keys `:` $values `)` `:` functional-type(operands, results) attr-dict";
}

def Imperative_BuildSliceOp : Imperative_Op<"build_slice", [Pure]> {
  let summary = "start:stop:step";
  let arguments = (ins Imperative_AnyObject:$start, Imperative_AnyObject:$stop, Imperative_AnyObject:$step);
  let results = (outs Imperative_AnyObject:$result);
  let assemblyFormat = "$start `,` $stop `,` $step `:` functional-type(operands, results) attr-dict";
}

def Imperative_FormatOp : Imperative_Op<"format"> {
  let summary = "one replacement field of an f-string: format(conversion(value), spec)";
  let arguments = (ins Imperative_AnyObject:$value, Optional<Imperative_AnyObject>:$spec, OptionalAttr<StrAttr>:$conversion);
  let results = (outs Imperative_AnyObject:$result);
  let assemblyFormat = "$value (`,` $spec^)? `:` functional-type(operands, results) attr-dict";
}

def Imperative_BuildStringOp : Imperative_Op<"build_string", [Pure]> {
  let summary = "an f-string: its parts joined";
  let arguments = (ins Variadic<Imperative_AnyObject>:$parts);
  let results = (outs Imperative_AnyObject:$result);
  let assemblyFormat = "`(` $parts `)` `:` functional-type(operands, results) attr-dict";
}

def Imperative_UnpackOp : Imperative_Op<"unpack"> {
  let summary = "a, b, *rest = value; `star` is the index of the starred target";
  let arguments = (ins Imperative_AnyObject:$value, OptionalAttr<I64Attr>:$star);
  let results = (outs Variadic<Imperative_AnyObject>:$targets);
  let assemblyFormat = "$value `:` functional-type(operands, results) attr-dict";
}

#endif // JANUS_IMPERATIVE_VALUE_OPS

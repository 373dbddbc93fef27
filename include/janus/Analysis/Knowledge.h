//===- Knowledge.h - what is known of a Python value ------------*- C++ -*-===//
//
// The lattice of inference: nothing yet (bottom), exactly this object
// (constant), a tuple, list or slice of which the elements are known, a type of
// the imperative dialect, any object (top).
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_ANALYSIS_KNOWLEDGE_H
#define JANUS_ANALYSIS_KNOWLEDGE_H

#include "janus/Dialect/Imperative/IR/Imperative.h"
#include <vector>

namespace janus {

/// The type of the object that a constant attribute stands for.
mlir::Type getConstantType(mlir::Attribute constant);

/// The most precise type that both types refine: sizes become `?`, ranks `*`,
/// different kinds a union, and `object` is the end of it.
mlir::Type joinTypes(mlir::Type lhs, mlir::Type rhs);

/// An element of the lattice.
class Knowledge {
public:
  enum class SequenceKind { None, Tuple, Size, Named, Extremes, List, Slice };

  /// Bottom: no value has been seen.
  Knowledge() = default;
  /// Exactly the object that `constant` stands for.
  static Knowledge ofConstant(mlir::Attribute constant);
  /// Any object of `type`; an instance type is the constant it names.
  static Knowledge ofType(mlir::Type type);
  /// A tuple, torch.Size, named tuple, list or slice of known elements; a constant where all
  /// of a tuple's elements are.
  static Knowledge ofElements(mlir::MLIRContext *context, std::vector<Knowledge> elements,
                              SequenceKind kind = SequenceKind::Tuple);
  /// The method `function` of an object that is no constant.
  static Knowledge ofMethod(imperative::BuiltinAttr function, Knowledge self);
  /// Any object.
  static Knowledge top(mlir::MLIRContext *context);

  bool isBottom() const { return !type; }
  bool isTop() const { return type && llvm::isa<imperative::PyObjectType>(type) && !constant; }
  /// The object itself, or null.
  mlir::Attribute getConstant() const { return constant; }
  /// Null at bottom.
  mlir::Type getType() const { return type; }
  SequenceKind getSequenceKind() const { return sequenceKind; }
  /// The elements where they are known (`getSequenceKind()` is not None); of a
  /// method, what it is bound to.
  const std::vector<Knowledge> &getElements() const { return elements; }

  /// Which element of a named tuple the attribute `name` is.
  std::optional<unsigned> getNamedElement(llvm::StringRef name) const;

  /// The constant, also of a torch.Size, which compares and unpacks like a
  /// tuple.
  mlir::Attribute getComparable() const;
  /// The constant as an attribute of the given class, or null.
  template <typename AttrT> AttrT getConstantAs() const { return llvm::dyn_cast_if_present<AttrT>(constant); }
  /// The type as the given class, or null.
  template <typename TypeT> TypeT getTypeAs() const { return llvm::dyn_cast_if_present<TypeT>(type); }

  bool operator==(const Knowledge &other) const;
  bool operator!=(const Knowledge &other) const { return !(*this == other); }
  static Knowledge join(const Knowledge &lhs, const Knowledge &rhs);
  void print(llvm::raw_ostream &os) const;

private:
  mlir::Type type;
  mlir::Attribute constant;
  std::vector<Knowledge> elements;
  SequenceKind sequenceKind = SequenceKind::None;
};

} // namespace janus

#endif // JANUS_ANALYSIS_KNOWLEDGE_H

//===- Effects.cpp - what each op reads and writes ------------------------===//
//
// By the types of its operands. Only what is known exactly gets less than
// everything: an operator on an object may run a method of the user's.
//
//===----------------------------------------------------------------------===//

#include "janus/Dialect/Imperative/IR/Imperative.h"

using namespace mlir;
using namespace janus::imperative;
using namespace MemoryEffects;

namespace {

/// Adds effects to the list an op is asked for.
class Effects {
public:
  explicit Effects(SmallVectorImpl<EffectInstance> &list) : list(list) {}

  template <typename Resource> void read() { list.emplace_back(Read::get(), Resource::get()); }
  template <typename Resource> void write() { list.emplace_back(Write::get(), Resource::get()); }
  /// The result is a new object.
  void allocate(OpResult result) { list.emplace_back(Allocate::get(), result, HeapResource::get()); }

  /// May raise. Whoever handles it sees every write before it and none after.
  void raise() {
    readAll();
    write<ExceptionResource>();
  }

  /// May run code nobody knows: a full barrier.
  void unknown() {
    readAll();
    write<HeapResource>();
    write<TensorStorageResource>();
    write<RandomResource>();
    write<WorldResource>();
    write<VariableResource>();
    write<ExceptionResource>();
    write<SideEffects::DefaultResource>();
  }

private:
  void readAll() {
    read<HeapResource>();
    read<TensorStorageResource>();
    read<RandomResource>();
    read<WorldResource>();
    read<VariableResource>();
  }

  SmallVectorImpl<EffectInstance> &list;
};

bool isNumber(Type type) { return isa<PyBoolType, PyIntType, PyFloatType>(type); }
bool isWhole(Type type) { return isa<PyBoolType, PyIntType>(type); }
bool isScalar(Type type) { return isNumber(type) || isa<PyStrType, PyNoneType>(type); }
bool isTensor(Type type) { return isa<PyTensorType>(type); }
bool isTensorOrNumber(Type type) { return isTensor(type) || isNumber(type); }

/// A key that runs nobody's code when it is used on a sequence or tensor.
bool isPlainKey(Value key) {
  if (isa<PyBoolType, PyIntType, PyNoneType, PyTensorType>(key.getType()))
    return true;
  Operation *op = key.getDefiningOp();
  if (isa_and_nonnull<ConstantOp>(op))
    return true;
  return isa_and_nonnull<BuildSliceOp, BuildTupleOp>(op) && llvm::all_of(op->getOperands(), isPlainKey);
}

/// A key whose hash and equality are builtin.
bool isPlainHashed(Value key) { return isScalar(key.getType()); }

/// Whether an element is unpacked (`*x`, `**x`).
bool anySet(std::optional<ArrayRef<bool>> marks) { return marks && llvm::is_contained(*marks, true); }

/// A tensor operator makes a new tensor from the numbers of others.
void computesTensor(Operation *op, Effects effects) {
  effects.read<TensorStorageResource>();
  effects.allocate(op->getResult(0));
  effects.raise();
}

/// A binary operator on numbers or strings; false where more is needed to know.
bool isExactBinary(BinaryKind kind, Type lhs, Type rhs, bool &raises) {
  raises = false;
  if (kind == BinaryKind::Add && isa<PyStrType>(lhs) && isa<PyStrType>(rhs))
    return true;
  if (!isNumber(lhs) || !isNumber(rhs))
    return false;
  bool plain = llvm::is_contained({BinaryKind::Add, BinaryKind::Sub, BinaryKind::Mul}, kind);
  bool bits = llvm::is_contained({BinaryKind::And, BinaryKind::Or, BinaryKind::Xor}, kind);
  raises = !plain && !(bits && isWhole(lhs) && isWhole(rhs));
  return true;
}

void binaryEffects(Operation *op, BinaryKind kind, Value lhs, Value rhs, bool inplace, Effects effects) {
  bool raises;
  if (isExactBinary(kind, lhs.getType(), rhs.getType(), raises)) {
    if (raises)
      effects.raise();
    return;
  }
  bool tensors = isTensorOrNumber(lhs.getType()) && isTensorOrNumber(rhs.getType());
  if (!tensors)
    return effects.unknown();
  if (inplace && isTensor(lhs.getType()))
    effects.write<TensorStorageResource>();
  computesTensor(op, effects);
}

} // namespace

//===----------------------------------------------------------------------===//
// Variables, globals, attributes, items
//===----------------------------------------------------------------------===//

void LoadOp::getEffects(SmallVectorImpl<EffectInstance> &effects) {
  effects.emplace_back(Read::get(), &getCellMutable(), VariableResource::get());
  Effects(effects).raise();
}

void StoreOp::getEffects(SmallVectorImpl<EffectInstance> &effects) {
  effects.emplace_back(Write::get(), &getCellMutable(), VariableResource::get());
}

void DeleteOp::getEffects(SmallVectorImpl<EffectInstance> &effects) {
  effects.emplace_back(Write::get(), &getCellMutable(), VariableResource::get());
  Effects(effects).raise();
}

void CheckBoundOp::getEffects(SmallVectorImpl<EffectInstance> &effects) { Effects(effects).raise(); }

void GetGlobalOp::getEffects(SmallVectorImpl<EffectInstance> &effects) { Effects(effects).raise(); }

void SetGlobalOp::getEffects(SmallVectorImpl<EffectInstance> &effects) { Effects(effects).write<HeapResource>(); }

void DelGlobalOp::getEffects(SmallVectorImpl<EffectInstance> &effects) {
  Effects(effects).write<HeapResource>();
  Effects(effects).raise();
}

void GetAttrOp::getEffects(SmallVectorImpl<EffectInstance> &effects) {
  if (isTensor(getObject().getType()))
    Effects(effects).raise();
  else
    Effects(effects).unknown();
}

void SetAttrOp::getEffects(SmallVectorImpl<EffectInstance> &effects) { Effects(effects).unknown(); }

void DelAttrOp::getEffects(SmallVectorImpl<EffectInstance> &effects) { Effects(effects).unknown(); }

/// How a subscript finds its item without running anyone's code.
static bool isPlainSubscript(Value object, Value key) {
  if (isa<PyDictType>(object.getType()))
    return isPlainHashed(key);
  return isa<PyListType, PyTupleType, PyStrType, PyTensorType>(object.getType()) && isPlainKey(key);
}

void GetItemOp::getEffects(SmallVectorImpl<EffectInstance> &effects) {
  if (!isPlainSubscript(getObject(), getKey()))
    return Effects(effects).unknown();
  if (isTensor(getObject().getType()))
    return computesTensor(*this, Effects(effects));
  Effects(effects).raise();
}

void SetItemOp::getEffects(SmallVectorImpl<EffectInstance> &effects) {
  bool tensor = isTensor(getObject().getType());
  if (!isPlainSubscript(getObject(), getKey()) || (tensor && !isTensorOrNumber(getValue().getType())))
    return Effects(effects).unknown();
  if (tensor)
    Effects(effects).write<TensorStorageResource>();
  else
    Effects(effects).write<HeapResource>();
  Effects(effects).raise();
}

void DelItemOp::getEffects(SmallVectorImpl<EffectInstance> &effects) {
  if (!isPlainSubscript(getObject(), getKey()))
    return Effects(effects).unknown();
  Effects(effects).write<HeapResource>();
  Effects(effects).raise();
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

void UnaryOp::getEffects(SmallVectorImpl<EffectInstance> &effects) {
  Type type = getOperand().getType();
  bool isNot = getKind() == UnaryKind::Not, isInvert = getKind() == UnaryKind::Invert;
  if (isNot ? isScalar(type) : isInvert ? isWhole(type) : isNumber(type))
    return;
  if (!isTensor(type))
    return Effects(effects).unknown();
  if (isNot)
    return Effects(effects).raise(); // of more than one element
  computesTensor(*this, Effects(effects));
}

void BinaryOp::getEffects(SmallVectorImpl<EffectInstance> &effects) {
  binaryEffects(*this, getKind(), getLhs(), getRhs(), /*inplace=*/false, Effects(effects));
}

void InplaceOp::getEffects(SmallVectorImpl<EffectInstance> &effects) {
  binaryEffects(*this, getKind(), getLhs(), getRhs(), /*inplace=*/true, Effects(effects));
}

void CompareOp::getEffects(SmallVectorImpl<EffectInstance> &effects) {
  CompareKind kind = getKind();
  Type lhs = getLhs().getType(), rhs = getRhs().getType();
  if (kind == CompareKind::Is || kind == CompareKind::IsNot)
    return;
  bool strings = isa<PyStrType>(lhs) && isa<PyStrType>(rhs);
  bool membership = kind == CompareKind::In || kind == CompareKind::NotIn;
  bool equality = kind == CompareKind::Eq || kind == CompareKind::Ne;
  if (strings || (equality && isScalar(lhs) && isScalar(rhs)) || (!membership && isNumber(lhs) && isNumber(rhs)))
    return;
  if (membership || !isTensorOrNumber(lhs) || !isTensorOrNumber(rhs))
    return Effects(effects).unknown();
  computesTensor(*this, Effects(effects));
}

void TruthOp::getEffects(SmallVectorImpl<EffectInstance> &effects) {
  Type type = getValue().getType();
  if (isScalar(type) || isa<PyTupleType, PySliceType>(type))
    return;
  if (isa<PyListType, PyDictType>(type))
    return Effects(effects).read<HeapResource>();
  if (isTensor(type))
    return Effects(effects).raise(); // of more than one element
  Effects(effects).unknown();
}

//===----------------------------------------------------------------------===//
// New objects
//===----------------------------------------------------------------------===//

void BuildTupleOp::getEffects(SmallVectorImpl<EffectInstance> &effects) {
  if (anySet(getStarred()))
    Effects(effects).unknown();
}

void BuildListOp::getEffects(SmallVectorImpl<EffectInstance> &effects) {
  if (anySet(getStarred()))
    return Effects(effects).unknown();
  Effects(effects).allocate(getOperation()->getResult(0));
}

void BuildSetOp::getEffects(SmallVectorImpl<EffectInstance> &effects) {
  if (anySet(getStarred()) || !llvm::all_of(getElements(), isPlainHashed))
    return Effects(effects).unknown();
  Effects(effects).allocate(getOperation()->getResult(0));
}

void BuildDictOp::getEffects(SmallVectorImpl<EffectInstance> &effects) {
  if (anySet(getUnpacked()) || !llvm::all_of(getKeys(), isPlainHashed))
    return Effects(effects).unknown();
  Effects(effects).allocate(getOperation()->getResult(0));
}

void FormatOp::getEffects(SmallVectorImpl<EffectInstance> &effects) {
  if (!isScalar(getValue().getType()) || (getSpec() && !isa<PyStrType>(getSpec().getType())))
    return Effects(effects).unknown();
  if (getSpec())
    Effects(effects).raise();
}

void UnpackOp::getEffects(SmallVectorImpl<EffectInstance> &effects) {
  Type type = getValue().getType();
  auto tuple = dyn_cast<PyTupleType>(type);
  if (tuple && !getStar() && tuple.getElements().size() == getTargets().size())
    return;
  if (tuple || isa<PyListType>(type))
    return Effects(effects).raise();
  Effects(effects).unknown();
}

//===----------------------------------------------------------------------===//
// Calls, control flow, speculation
//===----------------------------------------------------------------------===//

void CallOp::getEffects(SmallVectorImpl<EffectInstance> &effects) { Effects(effects).unknown(); }

void LibraryCallOp::getEffects(SmallVectorImpl<EffectInstance> &effects) { Effects(effects).unknown(); }

void MakeClosureOp::getEffects(SmallVectorImpl<EffectInstance> &effects) {
  Effects(effects).allocate(getOperation()->getResult(0));
}

void ImportOp::getEffects(SmallVectorImpl<EffectInstance> &effects) { Effects(effects).unknown(); }

void ImportFromOp::getEffects(SmallVectorImpl<EffectInstance> &effects) { Effects(effects).unknown(); }

void IterOp::getEffects(SmallVectorImpl<EffectInstance> &effects) { Effects(effects).unknown(); }

void SpeculateOp::getEffects(SmallVectorImpl<EffectInstance> &effects) { Effects(effects).unknown(); }

void PythonOp::getEffects(SmallVectorImpl<EffectInstance> &effects) { Effects(effects).unknown(); }

/// Those of taking the items; the body's are added by whoever asks.
void ForOp::getEffects(SmallVectorImpl<EffectInstance> &effects) {
  Type type = getIterable().getType();
  if (isa<PyTupleType, PyStrType>(type))
    return;
  if (isa<PyListType>(type))
    return Effects(effects).read<HeapResource>();
  if (isTensor(type))
    return Effects(effects).raise(); // of a tensor without dimensions
  Effects(effects).unknown();
}

void RaiseOp::getEffects(SmallVectorImpl<EffectInstance> &effects) { Effects(effects).unknown(); }

void ReraiseOp::getEffects(SmallVectorImpl<EffectInstance> &effects) { Effects(effects).raise(); }

void AssumeOp::getEffects(SmallVectorImpl<EffectInstance> &effects) { Effects(effects).raise(); }

void CommitOp::getEffects(SmallVectorImpl<EffectInstance> &effects) { Effects(effects).unknown(); }

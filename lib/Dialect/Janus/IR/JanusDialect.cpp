//===- JanusDialect.cpp - the janus dialect -------------------------------===//

#include "janus/Dialect/Janus/IR/Janus.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace janus;
using namespace mlir;

#include "janus/Dialect/Janus/IR/JanusDialect.cpp.inc"
#include "janus/Dialect/Janus/IR/JanusEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "janus/Dialect/Janus/IR/JanusAttrs.cpp.inc"
#define GET_OP_CLASSES
#include "janus/Dialect/Janus/IR/JanusOps.cpp.inc"

void JanusDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "janus/Dialect/Janus/IR/JanusAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "janus/Dialect/Janus/IR/JanusOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// DrawOp
//===----------------------------------------------------------------------===//

MutableOperandRange DrawOp::getDpsInitsMutable() {
  return MutableOperandRange(*this, getValuesMutable().getOperandNumber(), 2);
}

void DrawOp::getEffects(SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  auto add = [&](OpOperand &operand, MemoryEffects::Effect *effect) {
    if (isa<MemRefType>(operand.get().getType()))
      effects.emplace_back(effect, &operand, SideEffects::DefaultResource::get());
  };
  for (OpOperand &operand : getInputMutable())
    add(operand, MemoryEffects::Read::get());
  add(getValuesMutable(), MemoryEffects::Write::get());
  add(getGeneratorMutable(), MemoryEffects::Read::get());
  add(getGeneratorMutable(), MemoryEffects::Write::get());
}

LogicalResult DrawOp::verify() {
  bool buffers = isa<MemRefType>(getValues().getType());
  if (buffers != isa<MemRefType>(getGenerator().getType()) ||
      (getInput() && buffers != isa<MemRefType>(getInput().getType())))
    return emitOpError() << "has tensors and buffers";
  if (cast<ShapedType>(getGenerator().getType()).getDimSize(0) != JANUS_GENERATOR_WORDS)
    return emitOpError() << "has a generator of " << getGenerator().getType() << ", expected "
                         << int(JANUS_GENERATOR_WORDS) << " words";
  if (getNumResults() != (buffers ? 0 : 2))
    return emitOpError() << "has " << getNumResults() << " results; it has two of tensors and none of buffers";
  bool takesInput = getDistribution() == Distribution::BernoulliOf || getDistribution() == Distribution::PoissonOf ||
                    getDistribution() == Distribution::Multinomial;
  if (takesInput != bool(getInput()))
    return emitOpError() << (takesInput ? "needs" : "takes no") << " input";
  return success();
}

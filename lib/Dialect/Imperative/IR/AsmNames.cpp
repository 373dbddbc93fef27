//===- AsmNames.cpp - printed names that look like the user's -------------===//

#include "janus/Dialect/Imperative/IR/Imperative.h"

using namespace mlir;
using namespace janus::imperative;

/// What stands behind the last dot of a symbol or qualified name.
static StringRef lastPart(StringRef name) { return name.contains('.') ? name.rsplit('.').second : name; }

/// The variable a cell holds, where that is known.
static StringRef variableOf(Value cell) {
  if (auto op = cell.getDefiningOp<CellOp>())
    return op.getName();
  auto argument = dyn_cast<BlockArgument>(cell);
  auto func = argument ? dyn_cast<FuncOp>(argument.getOwner()->getParentOp()) : FuncOp();
  if (!func || !func.getCaptures())
    return "";
  unsigned first = func.getNumArguments() - func.getCaptures()->size();
  if (argument.getArgNumber() < first || func.getCaptures()->size() > func.getNumArguments())
    return "";
  return cast<StringAttr>((*func.getCaptures())[argument.getArgNumber() - first]).getValue();
}

void CellOp::getAsmResultNames(OpAsmSetValueNameFn setName) { setName(getCell(), (getName() + "_cell").str()); }

void LoadOp::getAsmResultNames(OpAsmSetValueNameFn setName) { setName(getValue(), variableOf(getCell())); }

void UnboundOp::getAsmResultNames(OpAsmSetValueNameFn setName) { setName(getValue(), (getName() + "_unbound").str()); }

void GetGlobalOp::getAsmResultNames(OpAsmSetValueNameFn setName) { setName(getValue(), getName()); }

void GetAttrOp::getAsmResultNames(OpAsmSetValueNameFn setName) { setName(getValue(), getName()); }

void ReadStateOp::getAsmResultNames(OpAsmSetValueNameFn setName) { setName(getValue(), lastPart(getState())); }

void MakeFunctionOp::getAsmResultNames(OpAsmSetValueNameFn setName) { setName(getResult(), lastPart(getFunction())); }

void ImportOp::getAsmResultNames(OpAsmSetValueNameFn setName) { setName(getValue(), lastPart(getName())); }

void ImportFromOp::getAsmResultNames(OpAsmSetValueNameFn setName) { setName(getValue(), getName()); }

void ConstantOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  if (auto boolean = dyn_cast<BoolAttr>(getValue()))
    return setName(getResult(), boolean.getValue() ? "true" : "false");
  if (auto integer = dyn_cast<IntegerAttr>(getValue())) {
    SmallString<24> name("c");
    integer.getValue().toStringSigned(name);
    return setName(getResult(), name);
  }
  if (isa<FloatAttr>(getValue()))
    return setName(getResult(), "float");
  if (isa<StringAttr>(getValue()))
    return setName(getResult(), "str");
  if (isa<NoneAttr>(getValue()))
    return setName(getResult(), "none");
  if (auto builtin = dyn_cast<BuiltinAttr>(getValue()))
    return setName(getResult(), lastPart(builtin.getName()));
  if (auto ref = dyn_cast<RefAttr>(getValue()))
    return setName(getResult(), lastPart(ref.getSymbol().getValue()));
  setName(getResult(), "const");
}

void FuncOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn setName) {
  if (region.empty())
    return;
  unsigned numParams = getParams() ? getParams()->size() : 0;
  for (BlockArgument argument : region.getArguments()) {
    unsigned index = argument.getArgNumber();
    if (StringRef variable = variableOf(argument); !variable.empty())
      setName(argument, (variable + "_cell").str());
    else if (index < numParams)
      if (auto param = dyn_cast<ParamAttr>((*getParams())[index]))
        setName(argument, param.getName());
  }
}

/// Names what a loop carries by the variables' names, which promotion keeps as locations.
static void nameCarried(ValueRange values, Block::BlockArgListType carried, OpAsmSetValueNameFn setName) {
  for (auto [value, argument] : llvm::zip(values, carried))
    if (auto named = dyn_cast<NameLoc>(argument.getLoc()))
      setName(value, named.getName());
}

void WhileOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  if (!getConditionRegion().empty())
    nameCarried(getResults(), getConditionRegion().getArguments(), setName);
}

void WhileOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn setName) {
  nameCarried(region.getArguments(), region.getArguments(), setName);
}

void ForOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  if (!getBody().empty() && getBody().getNumArguments() != 0)
    nameCarried(getResults(), getBody().getArguments().drop_front(), setName);
}

void ForOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn setName) {
  nameCarried(region.getArguments(), region.getArguments(), setName);
}

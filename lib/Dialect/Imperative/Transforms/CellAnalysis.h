//===- CellAnalysis.h - what is known of variables --------------*- C++ -*-===//
//
// Which cells can become values, where they may be unbound, and where they are
// still to be read. Over structured regions with one exit each.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_LIB_DIALECT_IMPERATIVE_TRANSFORMS_CELLANALYSIS_H
#define JANUS_LIB_DIALECT_IMPERATIVE_TRANSFORMS_CELLANALYSIS_H

#include "janus/Dialect/Imperative/IR/Imperative.h"
#include "llvm/ADT/BitVector.h"

namespace janus::imperative {

/// The cells of a function that can become values, numbered.
class CellNumbering {
public:
  explicit CellNumbering(FuncOp func);

  unsigned size() const { return cells.size(); }
  CellOp getCell(unsigned index) const { return cells[index]; }
  /// The type of the values it holds.
  mlir::Type getType(unsigned index) const { return types[index]; }
  /// The cell's number; none where it stays a cell.
  std::optional<unsigned> find(mlir::Value cell) const;
  /// How many cells stay as they are.
  unsigned getNumKept() const { return kept; }

  /// The numbered cell that `op` loads, stores or deletes.
  std::optional<unsigned> loadedBy(mlir::Operation *op) const;
  std::optional<unsigned> storedBy(mlir::Operation *op) const;
  std::optional<unsigned> deletedBy(mlir::Operation *op) const;

private:
  llvm::SmallVector<CellOp> cells;
  llvm::SmallVector<mlir::Type> types;
  llvm::DenseMap<mlir::Value, unsigned> numbers;
  unsigned kept = 0;
};

/// The loads and deletes that may find their variable unbound.
llvm::SmallVector<mlir::Operation *> findUnboundReads(FuncOp func, const CellNumbering &cells);

/// Which variables are read later.
struct CellLiveness {
  CellLiveness(FuncOp func, const CellNumbering &cells);

  /// Read after the op (an if, while or for).
  llvm::DenseMap<mlir::Operation *, llvm::BitVector> after;
  /// For loops: read in the next round or after the last one, seen from where a
  /// round starts and, for while, from the end of its condition.
  llvm::DenseMap<mlir::Operation *, llvm::BitVector> carried;
};

} // namespace janus::imperative

#endif // JANUS_LIB_DIALECT_IMPERATIVE_TRANSFORMS_CELLANALYSIS_H

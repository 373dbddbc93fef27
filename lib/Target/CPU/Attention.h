//===- Attention.h - attention as the CPU backend sees it -------*- C++ -*-===//
//
// softmax(f(Q * K)) * V, where f works element by element on the scores: the
// product of the query's rows with all keys, its rows' softmax, and the product
// with the values.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_LIB_TARGET_CPU_ATTENTION_H
#define JANUS_LIB_TARGET_CPU_ATTENTION_H

#include "janus/Dialect/Janus/IR/Janus.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace janus::cpu {

/// A value in the body of an elementwise op, seen from the scores: `map` gives each of the op's loops as a linear
/// function of the scores' dimensions (those of the batch, then row and column).
struct ScorePart {
  mlir::linalg::GenericOp op;
  mlir::AffineMap map;
  mlir::Value value;
};

struct Attention {
  mlir::linalg::GenericOp scores;  ///< Q * K: [batch,] rows x columns
  mlir::linalg::GenericOp product; ///< weights * V: [batch,] rows x size
  mlir::linalg::GenericOp weights; ///< the softmax's exponentials, [batches...] x rows x columns
  ScorePart score;                 ///< f
  bool isCausal = false;           ///< f is minus infinity right of the diagonal

  bool isBatched() { return product.getNumLoops() == 4; }
  /// How many dimensions scores have in `weights`.
  unsigned rank() { return weights.getNumLoops(); }
};

/// The op as the last product of attention nothing else of which is used, or nothing.
std::optional<Attention> matchAttention(mlir::linalg::GenericOp product);

/// Whether the value is the scores, in whatever shape of the batch.
bool isScores(Attention &attention, mlir::Value tensor);

/// An operand of an elementwise op as what its maker computes there, if that is rather done again for each score than
/// kept: positions, and what has a number of its own for each row and column.
std::optional<ScorePart> seenThrough(ScorePart part, mlir::OpOperand &operand);

/// How rows and columns are parted.
struct AttentionBlocks {
  int64_t rows = 0, columns = 0;
};
AttentionBlocks chooseBlocks(Attention &attention, TargetAttr target);

/// Replaces the product's result by loops over blocks.
void emitAttention(Attention &attention, AttentionBlocks blocks, TargetAttr target);

} // namespace janus::cpu

#endif // JANUS_LIB_TARGET_CPU_ATTENTION_H

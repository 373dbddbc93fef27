//===- KernelEmitter.h - the state of the kernel emitter --------*- C++ -*-===//

#ifndef JANUS_LIB_TARGET_CPU_KERNELEMITTER_H
#define JANUS_LIB_TARGET_CPU_KERNELEMITTER_H

#include "Contraction.h"
#include "LoopBuilder.h"

namespace janus::cpu {

/// Where in each buffer the loops around have got to.
using Position = llvm::SmallVector<mlir::Value, 4>;

/// How far from there something is in each buffer.
using Offsets = llvm::SmallVector<mlir::OpFoldResult, 4>;

/// Emits the loops of one contraction, see EmitKernel.cpp.
class KernelEmitter {
public:
  KernelEmitter(mlir::OpBuilder &builder, Contraction given, const KernelShape &shape)
      : builder(builder), loops(builder, given.op.getLoc()), loc(given.op.getLoc()), contraction(std::move(given)),
        shape(shape), dims(contraction.dims), vector(mlir::VectorType::get({shape.lanes}, contraction.element)) {}

  void emit();

  /// Whether C has to be zeroed before after all.
  bool keepsFill = false;

private:
  Position move(Position at, unsigned dim, mlir::Value index);
  void over(llvm::ArrayRef<unsigned> loop, Position at, llvm::function_ref<void(Position)> body,
            bool independent = true);
  std::optional<double> split(mlir::OpFoldResult extent, int64_t tile);
  void emitPanel();
  void emitKeptPanels();
  mlir::Value panelBlock(mlir::Value from);
  void overReductionBlocks(unsigned level, Position at,
                           llvm::function_ref<void(Position, mlir::Value, mlir::Value, mlir::OpFoldResult)> body,
                           mlir::Value first = {}, mlir::Value last = {}, mlir::Value number = {});
  void emitTemporary();
  void emitSums(Position at, std::optional<unsigned> range, int64_t count);
  void emitTiles(Position at, llvm::ArrayRef<unsigned> outerRows);
  void overRowTiles(unsigned level, Position at, llvm::SmallVector<int64_t> sizes,
                    llvm::function_ref<void(Position, llvm::ArrayRef<int64_t>)> body);
  llvm::SmallVector<Offsets> rowOffsets(llvm::ArrayRef<int64_t> sizes);

  void emitOuter(Position at);
  void pack(Position at);
  void outerTile(Position at, mlir::Value firstColumn, llvm::ArrayRef<int64_t> rows, int64_t vectors,
                 mlir::Value columns, bool last);
  llvm::SmallVector<mlir::Value> outerSteps(unsigned level, Position at, mlir::Value depth, mlir::Value firstColumn,
                                            llvm::ArrayRef<Offsets> rows, llvm::ArrayRef<mlir::Value> masks,
                                            mlir::ValueRange sums);

  void emitBlocked(Position at);
  void emitColumnBlock(Position at, mlir::Value from, mlir::OpFoldResult size);
  void emitBlock(Position at, mlir::Value from, mlir::OpFoldResult size, mlir::OpFoldResult steps);
  void packBlock(Position at, mlir::Value from, mlir::OpFoldResult size, mlir::OpFoldResult steps);
  void blockedRows(Position at, mlir::OpFoldResult count, mlir::Value first, int64_t vectors, mlir::Value left,
                   mlir::Value panelAt, mlir::OpFoldResult steps, bool share);
  double rowTileCycles();
  void blockedTile(Position at, mlir::Value first, llvm::ArrayRef<int64_t> sizes, int64_t vectors, mlir::Value left,
                   mlir::Value panelAt, mlir::OpFoldResult steps);
  mlir::Value stepOffset(mlir::Value depth);
  llvm::SmallVector<mlir::Value> blockedSteps(Position at, mlir::OpFoldResult steps, mlir::Value panelAt,
                                              llvm::ArrayRef<Offsets> rows, int64_t vectors, mlir::ValueRange sums);
  void overBlocks(mlir::OpFoldResult extent, int64_t block, std::optional<double> cycles,
                  llvm::function_ref<void(mlir::Value, mlir::OpFoldResult)> body);
  void rangeTiles(mlir::OpFoldResult size, mlir::OpFoldResult total, int64_t tile,
                  llvm::function_ref<void(mlir::Value, int64_t)> body, std::optional<double> cycles = {});
  void columnTiles(mlir::Value from, mlir::OpFoldResult size,
                   llvm::function_ref<void(mlir::Value, int64_t, mlir::Value)> body, std::optional<double> cycles = {});
  mlir::OpFoldResult columnCount();
  mlir::Value panelOffset(mlir::Value column);

  using PackRow = llvm::function_ref<void(mlir::Value, mlir::Value)>;
  void packSteps(llvm::ArrayRef<unsigned> reductions, mlir::Value source, mlir::Value row, mlir::OpFoldResult extent,
                 PackRow body);
  void packTile(Position at, mlir::Value first, int64_t vectors, mlir::Value left, mlir::Value panelAt,
                mlir::OpFoldResult steps);
  void packSegments(Position at, mlir::Value first, int64_t vectors, mlir::Value left, mlir::Value panelAt,
                    mlir::OpFoldResult steps);
  void packTransposed(Position at, mlir::Value first, int64_t vectors, mlir::Value left, mlir::Value panelAt,
                      mlir::OpFoldResult steps);
  void packWindows(Position at, mlir::Value first, int64_t vectors, mlir::Value left, mlir::Value panelAt,
                   mlir::OpFoldResult steps);
  void packScalars(Position at, mlir::Value first, int64_t vectors, mlir::Value left, mlir::Value panelAt,
                   mlir::OpFoldResult steps);
  void storeTurned(Position at, mlir::Value first, int64_t rows, int64_t vectors, mlir::Value left,
                   mlir::ValueRange sums);
  mlir::OpFoldResult nextTile();
  void prefetch(mlir::Value row, mlir::Value place);
  void addAndStore(mlir::Value sums, llvm::function_ref<mlir::Value(unsigned)> place, llvm::ArrayRef<unsigned> along,
                   mlir::Value mask);
  void whenFinished(llvm::function_ref<void()> body);
  mlir::Value finish(mlir::Value sums, llvm::function_ref<mlir::Value(unsigned)> place, std::optional<unsigned> along,
                     mlir::Value mask);
  void rowsOutside(Position at, mlir::Value from, mlir::OpFoldResult size, mlir::OpFoldResult steps, bool share);
  mlir::Value columnSource(mlir::Value column);
  std::optional<mlir::Value> columnMask(mlir::Value left, int64_t column, mlir::Value count);
  mlir::Value rangeMask(mlir::Value from, mlir::Value to, int64_t lanes);

  void emitDot(Position at);
  void dotTile(Position at, llvm::ArrayRef<int64_t> rows, int64_t columns);
  llvm::SmallVector<mlir::Value> dotSteps(unsigned level, Position at, llvm::ArrayRef<Offsets> rows, int64_t columns,
                                          mlir::ValueRange sums);

  mlir::Value zero() { return mlir::arith::ConstantOp::create(builder, loc, builder.getZeroAttr(vector)); }
  mlir::Value load(mlir::Value buffer, mlir::Value index, mlir::Value mask);
  mlir::Value loadColumns(mlir::Value index, mlir::Value mask);
  void store(mlir::Value value, mlir::Value buffer, mlir::Value index, mlir::Value mask);
  mlir::Value broadcast(mlir::Value buffer, mlir::Value index);
  mlir::Value maskOf(mlir::Value left);
  void accumulate(mlir::Value value, llvm::function_ref<mlir::Value(unsigned)> place);
  /// Where a role's buffer has what is written in the end.
  unsigned written() const { return contraction.epilogue ? kResult : kC; }

  mlir::OpBuilder &builder;
  LoopBuilder loops;
  mlir::Location loc;
  Contraction contraction;
  KernelShape shape;
  const llvm::SmallVector<LoopDim> &dims;
  mlir::VectorType vector;
  mlir::Value panel;
  bool inParallel = false;
  int64_t panelWidth = 0;
  /// Blocked: elements of the panel for a tile of columns; and whether C has not
  /// been written yet, null where it never has.
  int64_t panelTile = 0;
  /// Whether the panels of all blocks are made in front, to be kept from call to call; then where those of the block
  /// being done are, and which of the blocks of reductions that is.
  bool keeps = false;
  mlir::Value keptBlock, reductionNumber;
  /// How far ahead in the kept panels a tile asks for what comes next; null where it does not.
  mlir::Value ahead;
  mlir::Value isFirst;
  /// Whether these are the last sums, null where they always are; and whether what is being emitted is for them.
  mlir::Value isLast;
  bool finished = true;
};

} // namespace janus::cpu

#endif // JANUS_LIB_TARGET_CPU_KERNELEMITTER_H

//===- Contraction.h - what the kernel emitter works on ---------*- C++ -*-===//
//
// A contraction is C += X * Y over any number of loops, where each operand's
// address is a linear function of the loop counters: a matrix product, a
// convolution in any direction, a batched or strided one are the same thing
// with different strides.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_LIB_TARGET_CPU_CONTRACTION_H
#define JANUS_LIB_TARGET_CPU_CONTRACTION_H

#include "StridedLoops.h"
#include "janus/Dialect/Janus/IR/Janus.h"
#include <array>

namespace janus::cpu {

/// The largest panel that is put on a thread's stack.
constexpr int64_t kStackBytes = 256 << 10;

/// The three operands, and what an epilogue writes; behind it is what it reads.
enum Role : unsigned { kX = 0, kY = 1, kC = 2, kResult = 3 };

/// A contraction over buffers seen as one-dimensional.
struct Contraction {
  mlir::linalg::GenericOp op;
  mlir::FloatType element;
  llvm::SmallVector<LoopDim> dims;
  llvm::SmallVector<mlir::Value, 3> buffers;
  /// C is known to be zero before, by this fill, which may then go.
  mlir::linalg::FillOp zeroFill;
  /// What is done with C before it is written, or null; and which buffer each of its inputs is: `kC` for C,
  /// nothing for a number.
  mlir::linalg::GenericOp epilogue;
  llvm::SmallVector<std::optional<unsigned>> epilogueRoles;
  /// Whether X and Y are the same at each call.
  std::array<bool, 2> frozen = {false, false};
  /// What an extent that is not known (a batch, mostly) is taken for when kernels are priced.
  int64_t unknownExtent = 32;
};

/// Whether `op` is a contraction the emitter knows; makes nothing.
bool isContraction(mlir::linalg::LinalgOp op);

/// Whether one place of the program asks for both ops: a call, or its derivative.
inline bool areOneLayer(mlir::Operation *a, mlir::Operation *b) { return a->getLoc() == b->getLoc(); }

/// Reads `op` as a contraction with what is done at its end; makes its one-dimensional views.
mlir::FailureOr<Contraction> analyzeContraction(mlir::OpBuilder &builder, mlir::linalg::GenericOp op,
                                                mlir::linalg::GenericOp epilogue = {});

/// How the registers are used.
struct KernelShape {
  enum class Kind {
    Outer,   ///< a scalar of X times a vector of Y, over a tile of C
    Blocked, ///< the same in blocks that fit the caches, Y packed for each
    Dot,     ///< a vector of X times a vector of Y, summed over the vector's lanes
  };
  Kind kind = Kind::Outer;
  /// Which operand gives scalars (rows of the tile) and which vectors.
  unsigned row = kX, column = kY;
  /// Loops outside of the tile in any case: those both operands move along.
  llvm::SmallVector<unsigned> batch;
  /// Loops over rows and columns outside of the tile.
  llvm::SmallVector<unsigned> outerRows, outerColumns;
  /// The tile's rows: loops and how much of each, outermost first.
  llvm::SmallVector<std::pair<unsigned, int64_t>> rowTile;
  /// The loops that make the tile's columns, as one, outermost first. For a dot
  /// product there is one, and `columnTile` its part.
  llvm::SmallVector<unsigned> columns;
  int64_t columnTile = 1; ///< in vectors (Outer) or columns (Dot)
  /// Reductions, outermost first; for a dot product the last is the vector's.
  llvm::SmallVector<unsigned> reductions;
  /// Reductions that run around the tiles, C being added to: those too long or
  /// of unknown length for a panel.
  llvm::SmallVector<unsigned> outerReductions;
  int64_t lanes = 1;
  /// Whether Y is copied into a panel [reductions][columns] first.
  bool pack = false;
  /// Outer without a panel: how far Y's columns are apart, 1 or 2. Vectors of every second element are picked out of
  /// two.
  int64_t step = 1;
  /// Whether the sums are kept in a buffer [rows][columns] and brought to C at
  /// the end: C has the columns apart, and is added to more than once.
  bool temporary = false;
  /// Blocked: how much of the first of `reductions`, of the columns and of the
  /// first loop of `rowTile` is done at a time; 0 is all of it. Columns come in
  /// whole register tiles.
  int64_t reductionBlock = 0, columnBlock = 0, rowBlock = 0;
  /// Blocked: what is parted among threads: the batch or else blocks of columns,
  /// each with panels of its own; blocks of columns; or rows that share a panel.
  enum class Split { Batch, Columns, Rows };
  Split split = Split::Batch;
  /// Blocked: cycles of what is done with one panel.
  double blockCost = 0;
  /// Blocked: whether C is written in squares turned over in registers: it has
  /// the tile's rows together, and the columns apart.
  bool turn = false;
  /// Cycles expected, to choose by.
  double cost = 0;
};

/// The largest panels that are kept from call to call.
constexpr int64_t kKeptBytes = 32 << 20;

/// Elements of the panels of all blocks where they are to be made once: Y is the same at each call, of known size, and
/// shared by a whole batch; else 0.
int64_t keptPanels(const Contraction &contraction, const KernelShape &shape);

/// Elements of one block's panel, and of one tile of columns in it.
struct PanelSize {
  int64_t tiles = 1, tile = 0;
  int64_t elements() const { return tiles * tile; }
};
PanelSize panelSize(const Contraction &contraction, const KernelShape &shape);

/// How Y gets into a panel.
enum class PackKind {
  Copy,       ///< whole vectors of columns
  Segments,   ///< vectors put together from several rows of an image, in steps
  Transposed, ///< squares, whose rows run along a sum
  Windows,    ///< squares, whose rows are what a kernel's places span
  Scalars,    ///< element by element
};
PackKind packKind(const Contraction &contraction, const KernelShape &shape);

/// The last loops over sums that span no more than a vector of Y: how many there
/// are, how many steps they make, and the least and the greatest place of them.
struct PackWindow {
  unsigned loops = 0;
  int64_t steps = 1, low = 0, high = 0;
};
PackWindow packWindow(const Contraction &contraction, const KernelShape &shape);

/// The most rows of an image that one vector of columns is put together from.
int64_t segmentCount(const Contraction &contraction, const KernelShape &shape);

/// Whether walking `dims` (outermost first) is walking one loop with the stride
/// of the last.
bool isOneLoop(const Contraction &contraction, llvm::ArrayRef<unsigned> dims, unsigned role);

/// Whether C, and all that an epilogue reads and writes, have the elements of `dims` (outermost first) as one run of
/// neighbours; what is read may be the same for all of them.
bool isRun(const Contraction &contraction, llvm::ArrayRef<unsigned> dims);

/// Whether a kernel of this shape can do the epilogue: it knows which sums are finished.
bool canFinish(const Contraction &contraction, const KernelShape &shape);

/// The cheapest shape for the target, of one kind if that is given, or nothing when no kernel fits.
std::optional<KernelShape> chooseKernel(const Contraction &contraction, TargetAttr target,
                                        std::optional<KernelShape::Kind> only = {});

/// Another kernel for short loops of a length that is known when the program runs (images or rows of a batch).
struct ShortKernel {
  KernelShape shape;
  unsigned dim;  ///< the loop
  int64_t limit; ///< the longest that the kernel is for
};
/// Such a kernel where it pays beside the one that was chosen, which becomes one for what is longer.
std::optional<ShortKernel> chooseShortKernel(Contraction contraction, KernelShape &chosen, TargetAttr target);

/// Emits the loops in front of the op. Returns whether a fill of C with zero
/// before them is in them.
bool emitKernel(mlir::OpBuilder &builder, const Contraction &contraction, const KernelShape &shape);

} // namespace janus::cpu

#endif // JANUS_LIB_TARGET_CPU_CONTRACTION_H

//===- ChooseKernel.cpp - how a contraction uses the registers ------------===//
//
// Every way to assign the operands to scalars and vectors is priced in cycles
// and the cheapest taken. The prices are those of current x86-64 cores: two
// fused multiply-adds and two loads a cycle.
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <numeric>

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

/// Cycles from which on the inside of one product of a batch is parted among
/// threads: a tenth of a millisecond.
static constexpr double kPartedCycles = 5e5;

/// More rows than this in a tile bring nothing.
static constexpr int64_t kTileRows = 12;

/// Panels larger than this are not worth their memory traffic.
static constexpr int64_t kPanelBytes = 1 << 19;

static int64_t extentOf(const Contraction &contraction, const LoopDim &dim) {
  return dim.staticExtent().value_or(contraction.unknownExtent);
}

static int64_t extentOf(const Contraction &contraction, ArrayRef<unsigned> dims) {
  int64_t product = 1;
  for (unsigned dim : dims)
    product *= extentOf(contraction, contraction.dims[dim]);
  return product;
}

bool cpu::isOneLoop(const Contraction &contraction, ArrayRef<unsigned> dims, unsigned role) {
  for (unsigned i = 0; i + 1 < dims.size(); ++i) {
    const LoopDim &outer = contraction.dims[dims[i]], &inner = contraction.dims[dims[i + 1]];
    std::optional<int64_t> a = outer.staticStride(role), b = inner.staticStride(role), n = inner.staticExtent();
    if (!a || !b || !n || *a != *b * *n)
      return false;
  }
  return true;
}

bool cpu::isRun(const Contraction &contraction, ArrayRef<unsigned> dims) {
  const LoopDim &last = contraction.dims[dims.back()];
  for (unsigned role = kC; role < contraction.buffers.size(); ++role) {
    std::optional<int64_t> stride = last.staticStride(role);
    if (!isOneLoop(contraction, dims, role) || (stride != 1 && !(role > kResult && stride == 0)))
      return false;
  }
  return true;
}

bool cpu::canFinish(const Contraction &contraction, const KernelShape &shape) {
  if (!contraction.epilogue || shape.kind == KernelShape::Kind::Dot)
    return true;
  if (shape.temporary || (!shape.turn && !isRun(contraction, shape.columns)))
    return false;
  if (shape.kind == KernelShape::Kind::Outer)
    return shape.outerReductions.empty();
  auto isUnknown = [&](unsigned dim) { return !contraction.dims[dim].staticExtent(); };
  return llvm::none_of(shape.outerReductions, isUnknown) &&
         !(shape.reductionBlock && isUnknown(shape.reductions.front()));
}

/// The longest steps that segments of vectors are put together over.
static constexpr int64_t kSegmentStep = 4;

/// More segments than this cost more than elements one by one.
static constexpr int64_t kSegments = 5;

int64_t cpu::segmentCount(const Contraction &contraction, const KernelShape &shape) {
  if (shape.columns.size() == 1)
    return 1;
  int64_t width = *contraction.dims[shape.columns.back()].staticExtent(), lanes = shape.lanes;
  // Vectors begin at multiples of their length.
  if (width % lanes == 0 || lanes % width == 0)
    return std::max<int64_t>(1, lanes / width);
  return (lanes + width - 2) / width + 1;
}

PackWindow cpu::packWindow(const Contraction &contraction, const KernelShape &shape) {
  PackWindow window;
  // The first loop may be done a block at a time.
  for (unsigned dim : llvm::reverse(ArrayRef(shape.reductions).drop_front())) {
    std::optional<int64_t> stride = contraction.dims[dim].staticStride(shape.column),
                           extent = contraction.dims[dim].staticExtent();
    if (!stride || !extent)
      break;
    int64_t reach = *stride * (*extent - 1), low = window.low + std::min<int64_t>(reach, 0),
            high = window.high + std::max<int64_t>(reach, 0);
    if (high - low >= shape.lanes)
      break;
    window = {window.loops + 1, window.steps * *extent, low, high};
  }
  return window;
}

PackKind cpu::packKind(const Contraction &contraction, const KernelShape &shape) {
  const LoopDim &last = contraction.dims[shape.columns.back()];
  std::optional<int64_t> step = last.staticStride(shape.column);
  bool isLoop = isOneLoop(contraction, shape.columns, shape.column);
  if (isLoop && step == 1)
    return PackKind::Copy;
  if (isLoop && llvm::isPowerOf2_64(shape.lanes) && shape.lanes > 1) {
    bool along = contraction.dims[shape.reductions.back()].staticStride(shape.column) == 1;
    bool isRun = isOneLoop(contraction, shape.reductions, shape.column);
    if (along && (isRun || extentOf(contraction, contraction.dims[shape.reductions.back()]) >= shape.lanes))
      return PackKind::Transposed;
    if (packWindow(contraction, shape).steps > 1)
      return PackKind::Windows;
    if (along)
      return PackKind::Transposed;
  }
  if (!step || *step < 1 || *step > kSegmentStep || shape.lanes < 4)
    return PackKind::Scalars;
  for (unsigned dim : ArrayRef(shape.columns).drop_front())
    if (!contraction.dims[dim].staticExtent())
      return PackKind::Scalars;
  return segmentCount(contraction, shape) <= kSegments ? PackKind::Segments : PackKind::Scalars;
}

namespace {

/// How a shape covers C by register tiles.
struct Tiling {
  int64_t width, vectors; ///< columns of all tiles, and vectors of them
  int64_t rows;           ///< rows of all tiles
  double tileRows, tile;  ///< rows of a tile, and its registers
  double tiles;           ///< tiles in all
  double depth, repeats;  ///< steps of the inner sums, and of those around them
  double perStep;         ///< cycles of a step: two multiply-adds and two loads in each, sums four apart
};

/// Makes and prices the candidates.
class Chooser {
public:
  Chooser(const Contraction &contraction, TargetAttr target, std::optional<KernelShape::Kind> only)
      : contraction(contraction), dims(contraction.dims), only(only), registers(target.getRegisters()),
        elementBits(Type(contraction.element).getIntOrFloatBitWidth()), maxLanes(target.getVectorBits() / elementBits),
        l1(target.getL1()), l2(target.getL2()) {}

  std::optional<KernelShape> run() {
    for (unsigned row : {kX, kY}) {
      classify(row);
      if (columnDims.empty())
        continue;
      outerCandidates();
      dotCandidate();
    }
    return best;
  }

private:
  void classify(unsigned row);
  void outerCandidates();
  void addOuter(SmallVector<unsigned> columns, bool pack);
  void addBlocked(const SmallVector<unsigned> &columns);
  bool rowsTogether(const KernelShape &shape);
  bool blockReductions(KernelShape &shape, int64_t &depth);
  void blockColumnsAndRows(KernelShape &shape, int64_t depth);
  double priceBlocked(KernelShape &shape, int64_t depth);
  Tiling tilingOf(const KernelShape &shape);
  bool fitPanel(KernelShape &shape, int64_t width);
  double priceOuter(const KernelShape &shape, bool scattered);
  double priceFarRows(const KernelShape &shape, double tiles);
  double priceInPlace(const KernelShape &shape, double depth, double tiles, bool again);
  void dotCandidate();
  SmallVector<std::pair<unsigned, int64_t>> tileRows(int64_t limit);
  void keep(KernelShape shape) {
    if (only && shape.kind != *only)
      return;
    if (!best || shape.cost < best->cost)
      best = std::move(shape);
  }

  const Contraction &contraction;
  const SmallVector<LoopDim> &dims;
  std::optional<KernelShape::Kind> only;
  int64_t registers, elementBits, maxLanes, l1, l2;
  unsigned row, column;
  SmallVector<unsigned> batch, rowDims, columnDims, reductions;
  std::optional<KernelShape> best;
};

} // namespace

void Chooser::classify(unsigned newRow) {
  row = newRow;
  column = row == kX ? kY : kX;
  batch.clear(), rowDims.clear(), columnDims.clear(), reductions.clear();
  for (unsigned i = 0; i < dims.size(); ++i) {
    if (dims[i].reduction)
      reductions.push_back(i);
    else if (dims[i].isInvariant(column))
      rowDims.push_back(i);
    else if (dims[i].isInvariant(row))
      columnDims.push_back(i);
    else
      batch.push_back(i);
  }
}

/// The rows of the register tile: the last loop, and the one before it when
/// the last fits whole.
SmallVector<std::pair<unsigned, int64_t>> Chooser::tileRows(int64_t limit) {
  SmallVector<std::pair<unsigned, int64_t>> tile;
  for (unsigned dim : llvm::reverse(rowDims)) {
    std::optional<int64_t> extent = dims[dim].staticExtent();
    int64_t part = limit;
    if (extent && *extent <= limit)
      part = *extent;
    else if (extent)
      // Even parts: 10 rows by 8 are two fives.
      part = llvm::divideCeil(*extent, llvm::divideCeil(*extent, limit));
    tile.insert(tile.begin(), {dim, part});
    limit /= part;
    if (!extent || part != *extent || limit < 2)
      break;
  }
  return tile;
}

void Chooser::outerCandidates() {
  // Columns that C has in one run; from the innermost out.
  SmallVector<unsigned> run;
  for (unsigned dim : columnDims)
    if (isRun(contraction, dim))
      run.push_back(dim);
  if (run.empty()) {
    // C is written lane by lane; take the loop along which Y is contiguous or,
    // with a panel, the longest.
    unsigned longest = columnDims[0];
    for (unsigned dim : columnDims) {
      if (dims[dim].staticStride(column) == 1)
        addOuter({dim}, /*pack=*/false);
      if (extentOf(contraction, dims[dim]) > extentOf(contraction, dims[longest]))
        longest = dim;
    }
    addOuter({longest}, /*pack=*/true);
    addBlocked({longest});
    return;
  }
  for (bool grown = true; grown;) {
    grown = false;
    std::optional<int64_t> step = dims[run.back()].staticStride(column);
    if ((step == 1 || step == 2) && isOneLoop(contraction, run, column))
      addOuter(run, /*pack=*/false);
    addOuter(run, /*pack=*/true);
    addBlocked(run);
    for (unsigned dim : columnDims) {
      if (llvm::is_contained(run, dim) || !dims[run.front()].staticExtent())
        continue;
      SmallVector<unsigned> longer(run);
      longer.insert(longer.begin(), dim);
      if (isRun(contraction, longer) && dims[dim].staticExtent()) {
        run = longer;
        grown = true;
        break;
      }
    }
  }
}

void Chooser::addOuter(SmallVector<unsigned> columns, bool pack) {
  KernelShape shape;
  shape.kind = KernelShape::Kind::Outer;
  shape.row = row, shape.column = column;
  shape.batch = batch, shape.reductions = reductions, shape.columns = columns, shape.pack = pack;
  bool known = llvm::all_of(columns, [&](unsigned d) { return dims[d].staticExtent().has_value(); });
  if (!pack)
    shape.step = *dims[columns.back()].staticStride(column);
  int64_t width = extentOf(contraction, columns);
  shape.lanes = known ? std::min<int64_t>(maxLanes, llvm::PowerOf2Ceil(width)) : maxLanes;
  for (unsigned dim : columnDims)
    if (!llvm::is_contained(columns, dim))
      shape.outerColumns.push_back(dim);
  if (pack && (!known || !fitPanel(shape, llvm::divideCeil(width, shape.lanes) * shape.lanes)))
    return;
  bool scattered = dims[columns.back()].staticStride(kC) != 1;
  if (scattered && !shape.outerReductions.empty()) {
    if (llvm::any_of(rowDims, [&](unsigned dim) { return !dims[dim].staticExtent(); }))
      return;
    shape.temporary = true;
  }
  // Most registers hold the tile; the rest a row of Y and a scalar.
  int64_t vectors = llvm::divideCeil(width, shape.lanes), accumulators = registers >= 32 ? 24 : 12;
  for (int64_t columnTile : {1, 2, 3, 4, 6, 8, 12}) {
    if (columnTile > vectors || columnTile > accumulators || 2 * columnTile + 1 > registers)
      break;
    shape.columnTile = columnTile;
    shape.rowTile = tileRows(accumulators / columnTile);
    shape.outerRows.clear();
    for (unsigned dim : rowDims)
      if (llvm::none_of(shape.rowTile, [&](auto part) { return part.first == dim; }))
        shape.outerRows.push_back(dim);
    shape.cost = priceOuter(shape, scattered && !shape.temporary);
    keep(shape);
  }
}

/// Moves reductions out until the others fit a panel of `width` columns; false
/// when none are left.
bool Chooser::fitPanel(KernelShape &shape, int64_t width) {
  while (!shape.reductions.empty()) {
    bool known = llvm::all_of(shape.reductions, [&](unsigned d) { return dims[d].staticExtent().has_value(); });
    if (known && extentOf(contraction, shape.reductions) * width * elementBits / 8 <= kPanelBytes)
      return true;
    shape.outerReductions.push_back(shape.reductions.front());
    shape.reductions.erase(shape.reductions.begin());
  }
  return false;
}

/// Reductions in blocks of some hundred steps; false when there is no way to.
bool Chooser::blockReductions(KernelShape &shape, int64_t &depth) {
  constexpr int64_t most = 768;
  shape.reductions = reductions;
  while (!shape.reductions.empty()) {
    ArrayRef<unsigned> inner = ArrayRef(shape.reductions).drop_front();
    bool known = llvm::all_of(inner, [&](unsigned d) { return dims[d].staticExtent().has_value(); });
    int64_t each = extentOf(contraction, inner);
    if (known && each <= 2 * most) {
      std::optional<int64_t> extent = dims[shape.reductions.front()].staticExtent();
      int64_t block = std::max<int64_t>(1, most / each);
      if (extent)
        block = llvm::divideCeil(*extent, llvm::divideCeil(*extent, block));
      shape.reductionBlock = extent && block == *extent ? 0 : block;
      depth = block * each;
      return true;
    }
    shape.outerReductions.push_back(shape.reductions.front());
    shape.reductions.erase(shape.reductions.begin());
  }
  return false;
}

/// Blocks of columns whose panel takes a half of the second cache, and of rows
/// that take a fourth; and what threads part.
void Chooser::blockColumnsAndRows(KernelShape &shape, int64_t depth) {
  int64_t bytes = elementBits / 8, tile = shape.columnTile * shape.lanes, width = extentOf(contraction, shape.columns);
  bool known = llvm::all_of(shape.columns, [&](unsigned d) { return dims[d].staticExtent().has_value(); });
  int64_t rowBytes = extentOf(contraction, rowDims) * depth * bytes;
  bool whole = rowBytes <= l2 / 2 && shape.outerReductions.empty() && !shape.reductionBlock;
  int64_t limit = whole ? std::min<int64_t>(kStackBytes, l2 / 4) : l2 / 2;
  int64_t block = std::max<int64_t>(tile, limit / (depth * bytes) / tile * tile);
  int64_t blocks = known ? llvm::divideCeil(width, block) : 4;
  if (known)
    block = llvm::alignTo(llvm::divideCeil(width, blocks), tile);
  shape.columnBlock = known && block >= width ? 0 : block;
  shape.split = whole && blocks >= 4 ? KernelShape::Split::Columns : KernelShape::Split::Rows;
  if (shape.turn)
    shape.split = KernelShape::Split::Rows;
  shape.rowBlock = 0;
  if (shape.split == KernelShape::Split::Rows && shape.rowTile.size() == 1 && shape.outerRows.empty() && !shape.turn) {
    auto [dim, part] = shape.rowTile.front();
    int64_t rows = std::max<int64_t>(part, l2 / 4 / (depth * bytes) / part * part);
    std::optional<int64_t> extent = dims[dim].staticExtent();
    if (extent)
      rows = llvm::alignTo(llvm::divideCeil(*extent, llvm::divideCeil(*extent, rows)), part);
    shape.rowBlock = extent && rows >= *extent ? 0 : rows;
  }
}

Tiling Chooser::tilingOf(const KernelShape &shape) {
  Tiling t;
  t.width = extentOf(contraction, shape.columns);
  t.vectors = llvm::divideCeil(t.width, shape.lanes);
  t.rows = extentOf(contraction, rowDims);
  t.tileRows = 1;
  for (auto [dim, part] : shape.rowTile)
    t.tileRows *= double(part);
  t.tile = t.tileRows * double(shape.columnTile);
  t.tiles = double(t.rows) / t.tileRows * std::ceil(double(t.vectors) / double(shape.columnTile));
  t.depth = double(extentOf(contraction, shape.reductions));
  t.repeats = double(extentOf(contraction, shape.outerReductions));
  double loads = t.tileRows + double(shape.columnTile * shape.step);
  t.perStep = std::max({t.tile / 2 + double(shape.step > 1 ? shape.columnTile : 0), loads / 2, 4.0});
  return t;
}

double Chooser::priceBlocked(KernelShape &shape, int64_t depth) {
  Tiling t = tilingOf(shape);
  double steps = t.depth * t.repeats, blocks = t.depth / double(depth) * t.repeats;
  double packing = 2;
  switch (packKind(contraction, shape)) {
  case PackKind::Copy:
    break;
  case PackKind::Segments:
    packing = 1.5 + 1.5 * double(segmentCount(contraction, shape) * *dims[shape.columns.back()].staticStride(column));
    break;
  case PackKind::Transposed:
    packing = 6;
    break;
  case PackKind::Windows: {
    // A square of loads and of exchanges for each window.
    double square = double(shape.lanes) * (2 + 0.5 * std::log2(double(shape.lanes)));
    packing = 1 + square / double(packWindow(contraction, shape).steps);
    break;
  }
  case PackKind::Scalars:
    packing = 2 * double(shape.lanes);
  }
  if (keptPanels(contraction, shape))
    packing = 0;
  double perBlock = 8 + 3 * t.tile;
  if (shape.turn)
    perBlock += double(shape.columnTile * shape.lanes) * (0.5 * std::log2(double(shape.lanes)) + 2);
  double cost = t.tiles * (steps * t.perStep + blocks * perBlock);
  cost += steps * double(t.vectors) * packing + 100 * blocks;
  int64_t columnBlocks = shape.columnBlock ? llvm::divideCeil(t.width, shape.columnBlock) : 1;
  shape.blockCost = cost / blocks / double(columnBlocks);
  if (shape.temporary)
    cost += double(t.rows * t.width) * 8; // zeroed, and turned over element by element
  // Products too small to be parted are parted as a batch.
  bool many = llvm::any_of(batch, [&](unsigned dim) { return dims[dim].staticExtent() != 1; });
  if (many && cost < kPartedCycles && !shape.temporary)
    shape.split = KernelShape::Split::Batch;
  return cost * double(extentOf(contraction, batch) * extentOf(contraction, shape.outerColumns));
}

void Chooser::addBlocked(const SmallVector<unsigned> &columns) {
  if (llvm::any_of(dims, [](const LoopDim &dim) { return dim.staticExtent() == 0; }))
    return;
  KernelShape shape;
  shape.kind = KernelShape::Kind::Blocked;
  shape.row = row, shape.column = column;
  shape.batch = batch, shape.columns = columns, shape.pack = true;
  shape.lanes = maxLanes;
  for (unsigned dim : columnDims)
    if (!llvm::is_contained(columns, dim))
      shape.outerColumns.push_back(dim);
  for (unsigned dim : ArrayRef(columns).drop_front())
    if (!dims[dim].staticExtent())
      return;
  int64_t depth = 0, width = extentOf(contraction, columns);
  if (width < maxLanes || !blockReductions(shape, depth))
    return;
  bool known = llvm::all_of(columns, [&](unsigned d) { return dims[d].staticExtent().has_value(); });
  bool scattered = dims[columns.back()].staticStride(kC) != 1;
  bool rowsKnown = llvm::all_of(rowDims, [&](unsigned dim) { return dims[dim].staticExtent().has_value(); });
  if (scattered && !known)
    return;
  int64_t vectors = llvm::divideCeil(width, shape.lanes);
  for (int64_t columnTile : {1, 2, 3, 4}) {
    // Sums, a row of Y and a scalar.
    int64_t most = (registers - columnTile - 1) / columnTile;
    if (columnTile > vectors || most < 2)
      break;
    shape.columnTile = columnTile;
    for (bool turn : {false, true}) {
      if (turn && !scattered)
        continue;
      shape.rowTile = tileRows(turn ? std::min({most, shape.lanes, int64_t(14)}) : std::min(most, kTileRows));
      shape.turn = turn;
      shape.temporary = scattered && !turn;
      shape.outerRows.clear();
      for (unsigned dim : rowDims)
        if (llvm::none_of(shape.rowTile, [&](auto part) { return part.first == dim; }))
          shape.outerRows.push_back(dim);
      if ((turn && !rowsTogether(shape)) || (shape.temporary && !rowsKnown))
        continue;
      blockColumnsAndRows(shape, depth);
      shape.cost = priceBlocked(shape, depth);
      keep(shape);
    }
  }
}

/// Whether C has the rows of a tile as one run.
bool Chooser::rowsTogether(const KernelShape &shape) {
  SmallVector<unsigned> run;
  for (auto [dim, part] : shape.rowTile)
    run.push_back(dim);
  return !run.empty() && isRun(contraction, run);
}

/// What it costs more to read Y where it is than from a panel.
double Chooser::priceInPlace(const KernelShape &shape, double depth, double tiles, bool again) {
  constexpr int64_t kLine = 64, kSets = 64, kFar = 1024;
  constexpr double kTouch = 20, kSecond = 4, kThird = 12;
  std::optional<int64_t> apart = dims[shape.reductions.back()].staticStride(column);
  int64_t bytes = elementBits / 8, wide = shape.columnTile * shape.lanes * bytes;
  bool known = llvm::all_of(shape.columns, [&](unsigned d) { return dims[d].staticExtent().has_value(); });
  double cost = 0;
  // Rows far apart are found one by one: better a few long pieces.
  if (apart && *apart * bytes >= kFar && known &&
      depth * double(extentOf(contraction, shape.columns) * bytes) > double(l1))
    cost += double(llvm::divideCeil(extentOf(contraction, shape.columns) * bytes, wide)) * depth * kTouch;
  if (!again)
    return cost;
  // Each tile of rows reads from the second cache when a column of tiles
  // outgrows the first, of which rows a power of two apart use a part.
  int64_t part = apart ? std::gcd(*apart * bytes / kLine, kSets) : kSets;
  double slab = depth * double(wide * std::max<int64_t>(part, 1));
  return cost + tiles * depth * double(shape.columnTile) *
                    (slab > double(8 * l2) ? kThird
                     : slab > double(l1)   ? kSecond
                                           : 0);
}

/// What it costs that the lines of X which a tile reads outgrow the first cache:
/// nothing asks for them before, as blocks do.
double Chooser::priceFarRows(const KernelShape &shape, double tiles) {
  constexpr int64_t kLine = 64;
  constexpr double kSecond = 8;
  int64_t bytes = elementBits / 8;
  double lines = 1;
  for (unsigned dim : shape.reductions)
    if (std::optional<int64_t> stride = dims[dim].staticStride(row); !stride || std::abs(*stride) * bytes >= kLine)
      lines *= double(extentOf(contraction, dims[dim]));
  return lines * double(kLine) > double(l1 / 2) ? tiles * lines * kSecond : 0;
}

double Chooser::priceOuter(const KernelShape &shape, bool scattered) {
  Tiling t = tilingOf(shape);
  double perTile = 4 + (scattered ? t.tile * double(shape.lanes) : t.tile * (t.repeats > 1 ? 2 : 1));
  double cost = t.tiles * (t.depth * t.perStep + perTile) + priceFarRows(shape, t.tiles);
  if (shape.pack) {
    const LoopDim &last = dims[shape.columns.back()];
    bool contiguous = last.staticStride(column) == 1;
    cost += t.depth * double(t.width) *
            (contiguous ? 4.0 / double(std::min<int64_t>(maxLanes, extentOf(contraction, last))) : 1.5);
  }
  if (!shape.pack && !shape.reductions.empty())
    cost += priceInPlace(shape, t.depth, t.tiles, double(t.rows) > t.tileRows);
  cost *= t.repeats;
  if (shape.temporary)
    cost += double(t.rows * t.width) * 2;
  return cost * double(extentOf(contraction, batch) * extentOf(contraction, shape.outerColumns));
}

void Chooser::dotCandidate() {
  KernelShape shape;
  shape.kind = KernelShape::Kind::Dot;
  shape.row = row, shape.column = column;
  shape.batch = batch;
  std::optional<unsigned> vector;
  for (unsigned dim : reductions)
    if (dims[dim].staticStride(kX) == 1 && dims[dim].staticStride(kY) == 1)
      vector = dim;
  if (!vector)
    return;
  for (unsigned dim : reductions)
    if (dim != *vector)
      shape.reductions.push_back(dim);
  shape.reductions.push_back(*vector);
  std::optional<int64_t> length = dims[*vector].staticExtent();
  shape.lanes = length ? std::min<int64_t>(maxLanes, llvm::PowerOf2Ceil(*length)) : maxLanes;
  // Rows and columns share the accumulators: 4 x 4 of 32, 2 x 4 of 16.
  shape.columns = {columnDims.back()};
  shape.columnTile = std::min<int64_t>(4, extentOf(contraction, dims[columnDims.back()]));
  shape.rowTile = tileRows(registers >= 32 ? 4 : 2);
  for (unsigned dim : rowDims)
    if (llvm::none_of(shape.rowTile, [&](auto part) { return part.first == dim; }))
      shape.outerRows.push_back(dim);
  shape.outerColumns.assign(columnDims.begin(), columnDims.end() - 1);

  int64_t tileRows = 1;
  for (auto [dim, part] : shape.rowTile)
    tileRows *= part;
  double tile = tileRows * shape.columnTile;
  double steps = extentOf(contraction, reductions) / double(extentOf(contraction, dims[*vector])) *
                 std::ceil(double(extentOf(contraction, dims[*vector])) / shape.lanes);
  double perStep = std::max({tile / 2, (tileRows + shape.columnTile) / 2.0, 4.0});
  // All rows go by for each tile of columns: from where they have room.
  double bytes = double(extentOf(contraction, rowDims)) * extentOf(contraction, reductions) * double(elementBits) / 8;
  if (extentOf(contraction, dims[columnDims.back()]) > shape.columnTile && bytes > double(l1))
    perStep = std::max(perStep, double(tileRows * shape.lanes * elementBits / 8) / (bytes > double(l2) ? 10 : 32));
  double tiles = extentOf(contraction, batch) * extentOf(contraction, rowDims) / double(tileRows) *
                 extentOf(contraction, columnDims) / shape.columnTile;
  shape.cost = tiles * (steps * perStep + tile * std::log2(double(shape.lanes)) + 4);
  keep(shape);
}

std::optional<KernelShape> cpu::chooseKernel(const Contraction &contraction, TargetAttr target,
                                             std::optional<KernelShape::Kind> only) {
  return Chooser(contraction, target, only).run();
}

std::optional<ShortKernel> cpu::chooseShortKernel(Contraction contraction, KernelShape &chosen, TargetAttr target) {
  // What a second kernel has to save to be worth its code.
  constexpr double kWorth = 0.9;
  constexpr int64_t kLongest = 256;
  // 1. The one loop that is open.
  std::optional<unsigned> open;
  for (auto [i, dim] : llvm::enumerate(contraction.dims)) {
    if (dim.staticExtent())
      continue;
    if (dim.reduction || open)
      return std::nullopt;
    open = i;
  }
  if (!open)
    return std::nullopt;
  auto choose = [&](int64_t length, std::optional<KernelShape::Kind> only = {}) {
    contraction.unknownExtent = length;
    return chooseKernel(contraction, target, only);
  };
  auto pays = [&](int64_t length, KernelShape::Kind kind, KernelShape::Kind other) {
    std::optional<KernelShape> shape = choose(length, kind), instead = choose(length, other);
    return shape && (!instead || shape->cost < kWorth * instead->cost);
  };
  // 2. Up to which length the kernel for a length of one is the best.
  int64_t usual = contraction.unknownExtent, limit = 1;
  std::optional<KernelShape> few = choose(1);
  if (!few || !canFinish(contraction, *few))
    return std::nullopt;
  for (; limit < kLongest; limit *= 2)
    if (std::optional<KernelShape> next = choose(2 * limit); !next || next->kind != few->kind)
      break;
  // 3. What is done from there on.
  std::optional<KernelShape> many = limit < usual ? chosen : choose(2 * limit);
  if (limit == kLongest || !many || many->kind == few->kind || !canFinish(contraction, *many) ||
      !pays(1, few->kind, many->kind) || !pays(kLongest, many->kind, few->kind))
    return std::nullopt;
  chosen = *many;
  return ShortKernel{*few, *open, limit};
}

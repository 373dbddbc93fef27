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

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

/// What an unknown extent (a batch, mostly) is taken for.
static constexpr int64_t kUnknownExtent = 32;

/// Panels larger than this are not worth their memory traffic.
static constexpr int64_t kPanelBytes = 1 << 19;

static int64_t extentOf(const LoopDim &dim) { return dim.staticExtent().value_or(kUnknownExtent); }

static int64_t extentOf(const Contraction &contraction, ArrayRef<unsigned> dims) {
  int64_t product = 1;
  for (unsigned dim : dims)
    product *= extentOf(contraction.dims[dim]);
  return product;
}

/// Whether walking `dims` (outermost first) is walking one loop with the stride
/// of the last.
static bool isOneLoop(const Contraction &contraction, ArrayRef<unsigned> dims, unsigned role) {
  for (unsigned i = 0; i + 1 < dims.size(); ++i) {
    const LoopDim &outer = contraction.dims[dims[i]], &inner = contraction.dims[dims[i + 1]];
    std::optional<int64_t> a = outer.staticStride(role), b = inner.staticStride(role), n = inner.staticExtent();
    if (!a || !b || !n || *a != *b * *n)
      return false;
  }
  return true;
}

namespace {

/// Makes and prices the candidates.
class Chooser {
public:
  Chooser(const Contraction &contraction, TargetAttr target)
      : contraction(contraction), dims(contraction.dims), registers(target.getRegisters()),
        elementBits(Type(contraction.element).getIntOrFloatBitWidth()), maxLanes(target.getVectorBits() / elementBits) {
  }

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
  bool fitPanel(KernelShape &shape, int64_t width);
  double priceOuter(const KernelShape &shape, bool scattered);
  void dotCandidate();
  SmallVector<std::pair<unsigned, int64_t>> tileRows(int64_t limit);
  void keep(KernelShape shape) {
    if (!best || shape.cost < best->cost)
      best = std::move(shape);
  }

  const Contraction &contraction;
  const SmallVector<LoopDim> &dims;
  int64_t registers, elementBits, maxLanes;
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
    if (dims[dim].staticStride(kC) == 1)
      run.push_back(dim);
  if (run.empty()) {
    // C is written lane by lane; take the loop along which Y is contiguous or,
    // with a panel, the longest.
    unsigned longest = columnDims[0];
    for (unsigned dim : columnDims) {
      if (dims[dim].staticStride(column) == 1)
        addOuter({dim}, /*pack=*/false);
      if (extentOf(dims[dim]) > extentOf(dims[longest]))
        longest = dim;
    }
    addOuter({longest}, /*pack=*/true);
    return;
  }
  for (bool grown = true; grown;) {
    grown = false;
    bool direct = dims[run.back()].staticStride(column) == 1 && isOneLoop(contraction, run, column);
    if (direct)
      addOuter(run, /*pack=*/false);
    addOuter(run, /*pack=*/true);
    for (unsigned dim : columnDims) {
      if (llvm::is_contained(run, dim) || !dims[run.front()].staticExtent())
        continue;
      SmallVector<unsigned> longer(run);
      longer.insert(longer.begin(), dim);
      if (isOneLoop(contraction, longer, kC) && dims[dim].staticExtent()) {
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
    shape.rowTile = tileRows(std::min<int64_t>(accumulators / columnTile, 16));
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

double Chooser::priceOuter(const KernelShape &shape, bool scattered) {
  int64_t width = extentOf(contraction, shape.columns), vectors = llvm::divideCeil(width, shape.lanes), tileRows = 1;
  for (auto [dim, part] : shape.rowTile)
    tileRows *= part;
  double rows = extentOf(contraction, rowDims), tile = tileRows * shape.columnTile;
  double depth = extentOf(contraction, shape.reductions), repeats = extentOf(contraction, shape.outerReductions);
  // Two multiply-adds and two loads a cycle, sums four cycles apart.
  double perStep = std::max({tile / 2, (tileRows + shape.columnTile) / 2.0, 4.0});
  double tiles = rows / double(tileRows) * std::ceil(double(vectors) / double(shape.columnTile));
  double perTile = 4 + (scattered ? tile * double(shape.lanes) : tile * (repeats > 1 ? 2 : 1));
  double cost = tiles * (depth * perStep + perTile);
  if (shape.pack) {
    const LoopDim &last = dims[shape.columns.back()];
    bool contiguous = last.staticStride(column) == 1;
    cost += depth * double(width) * (contiguous ? 4.0 / double(std::min<int64_t>(maxLanes, extentOf(last))) : 1.5);
  }
  cost *= repeats;
  if (shape.temporary)
    cost += rows * double(width) * 2;
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
  shape.columnTile = std::min<int64_t>(4, extentOf(dims[columnDims.back()]));
  shape.rowTile = tileRows(registers >= 32 ? 4 : 2);
  for (unsigned dim : rowDims)
    if (llvm::none_of(shape.rowTile, [&](auto part) { return part.first == dim; }))
      shape.outerRows.push_back(dim);
  shape.outerColumns.assign(columnDims.begin(), columnDims.end() - 1);

  int64_t tileRows = 1;
  for (auto [dim, part] : shape.rowTile)
    tileRows *= part;
  double tile = tileRows * shape.columnTile;
  double steps = extentOf(contraction, reductions) / double(extentOf(dims[*vector])) *
                 std::ceil(double(extentOf(dims[*vector])) / shape.lanes);
  double perStep = std::max({tile / 2, (tileRows + shape.columnTile) / 2.0, 4.0});
  double tiles = extentOf(contraction, batch) * extentOf(contraction, rowDims) / double(tileRows) *
                 extentOf(contraction, columnDims) / shape.columnTile;
  shape.cost = tiles * (steps * perStep + tile * std::log2(double(shape.lanes)) + 4);
  keep(shape);
}

std::optional<KernelShape> cpu::chooseKernel(const Contraction &contraction, TargetAttr target) {
  return Chooser(contraction, target).run();
}

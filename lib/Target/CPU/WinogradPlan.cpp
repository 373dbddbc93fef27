//===- WinogradPlan.cpp - how a Winograd layer is run ---------------------===//

#include "Winograd.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

/// The most memory for what lies between the stages on a thread's stack.
static constexpr int64_t kMaxScratch = 1 << 20;

/// Tiles of a block that all threads work on.
static constexpr int64_t kSharedTiles = 96;

/// Bytes of them, at most.
static constexpr int64_t kSharedBytes = 16 << 20;

/// Channels of which weights are transformed at a time.
static constexpr int64_t kDepth = 128;

/// What is expected of the greatest error relative to the greatest output, as measured (docs/winograd.md): a
/// multiple of the element's precision that grows with the number of channels, slowly.
static double expectedError(int64_t tile, int64_t channels) {
  double factor = tile == 4 ? 60 : 12;
  return factor * std::ldexp(1.0, -24) * (1 + 0.15 * std::max(0.0, std::log2(double(channels) / 64)));
}

/// The number of tiles in a register tile: many, which leave little of the last one over both where there are `tiles`
/// and where there are many more.
static int64_t registerRows(int64_t tiles, int64_t columns, bool many) {
  int64_t most = (many ? 28 : 12) / columns, best = most;
  double least = HUGE_VAL;
  for (int64_t rows = most; rows >= std::min<int64_t>(4, most); --rows) {
    double work = (double(llvm::alignTo(tiles, rows)) / double(tiles) + 1) * (1 + 0.5 / double(rows));
    if (work < least)
      least = work, best = rows;
  }
  return best;
}

/// How many vectors of columns a register tile has: a divisor of all, so that there is one kernel.
static int64_t registerColumns(int64_t vectors) {
  for (int64_t columns : {2, 3})
    if (vectors % columns == 0)
      return columns;
  return 1;
}

/// Cycles of one image by the direct kernel.
static double directCycles(const WinogradLayer &layer, int64_t lanes) {
  double products = double(layer.outHeight * layer.outWidth) * double(layer.inner) * 9 * double(layer.outer);
  return products / (2.0 * double(lanes)) * 1.1 + double(layer.inner * 9 * layer.outer) / double(lanes) * 6;
}

/// Cycles of one image by Winograd's algorithm.
static double winogradCycles(const WinogradLayer &layer, const WinogradPlan &plan) {
  double inner = double(llvm::divideCeil(layer.inner, plan.lanes)),
         outer = double(llvm::divideCeil(layer.outer, plan.lanes)), tiles = double(plan.tilesHigh * plan.tilesWide);
  double lanes = double(plan.lanes), places = double(plan.places()), pixels = double(plan.reach() * plan.tile);
  double held = double(llvm::alignTo(int64_t(tiles), plan.rows));
  // 1. Products: two multiply-adds a cycle, or as many loads.
  double step = std::max(double(plan.rows * plan.columns), double(plan.rows + plan.columns)) / 2;
  double cost = places * (held / double(plan.rows)) * (outer / double(plan.columns)) *
                (double(layer.inner) * step + 1.5 * double(plan.rows * plan.columns));
  // 2. Images and results: turned over, transformed, read and written.
  cost += inner * tiles * (pixels / lanes * 60 + 3.5 * places);
  cost += outer * tiles * (double(plan.tile * plan.tile) / lanes * 60 + 3.5 * places);
  // 3. Weights, as often as a block begins when blocks are shared.
  cost += double(layer.inner) * outer * (9 * 4 + 2.5 * places);
  return cost;
}

/// How a layer is run in tiles of one size; with infinite cycles if a row of tiles does not fit on a thread's stack.
static WinogradPlan planTiles(const WinogradLayer &layer, TargetAttr target, int64_t tile) {
  WinogradPlan plan{};
  plan.tile = tile;
  plan.lanes = target.getVectorBits() / 32;
  int64_t vectors = llvm::divideCeil(layer.outer, plan.lanes), inner = llvm::alignTo(layer.inner, plan.lanes);
  plan.columns = registerColumns(vectors);
  plan.tilesHigh = llvm::divideCeil(layer.outHeight, tile);
  plan.tilesWide = llvm::divideCeil(layer.outWidth, tile);
  bool many = target.getRegisters() >= 32;
  int64_t scratch = std::min<int64_t>(kMaxScratch, target.getL2());
  int64_t eachImage = plan.places() * inner * 4, eachResult = plan.places() * plan.columnWidth() * 4;
  // 1. Blocks of their own for each thread, if enough tiles fit.
  int64_t most = scratch * 3 / 4 / (eachImage + eachResult);
  int64_t wanted = (many ? 28 : 12) / plan.columns;
  bool fits = true;
  plan.shared = most < std::max(2 * wanted, plan.tilesWide);
  if (!plan.shared) {
    // Even parts of an image, or several images.
    int64_t rows = std::max<int64_t>(1, std::min<int64_t>(most, 64) / plan.tilesWide);
    if (rows < plan.tilesHigh)
      rows = llvm::divideCeil(plan.tilesHigh, llvm::divideCeil(plan.tilesHigh, rows));
    plan.blockRows = rows;
    plan.depth = layer.inner;
  } else {
    // 2. A block that all share, with the weights in parts.
    plan.depth = std::min(layer.inner, kDepth);
    int64_t left = kMaxScratch - plan.places() * plan.depth * plan.columnWidth() * 4;
    int64_t tiles = std::min({kSharedTiles, left / eachResult, std::max<int64_t>(1, kSharedBytes / eachImage)});
    plan.blockRows = std::max<int64_t>(1, tiles / plan.tilesWide);
    if (plan.blockRows > plan.tilesHigh)
      plan.blockRows = plan.blockRows / plan.tilesHigh * plan.tilesHigh;
    fits = plan.tilesWide <= tiles;
  }
  // A band of rows, with channels together.
  fits &= plan.reach() * (plan.tilesWide * tile + 2) * plan.lanes * 4 <= kMaxScratch / 2;
  plan.rows = registerRows(std::min(plan.blockRows, plan.tilesHigh) * plan.tilesWide, plan.columns, many);
  plan.error = expectedError(tile, layer.inner);
  plan.direct = directCycles(layer, plan.lanes);
  plan.cycles = fits ? winogradCycles(layer, plan) : HUGE_VAL;
  return plan;
}

WinogradPlan cpu::planWinograd(const WinogradLayer &layer, TargetAttr target) {
  WinogradPlan large = planTiles(layer, target, 4), small = planTiles(layer, target, 2);
  return small.cycles < large.cycles ? small : large;
}

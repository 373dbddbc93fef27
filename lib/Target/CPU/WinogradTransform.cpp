//===- WinogradTransform.cpp - Winograd's transforms of vectors -----------===//
//
// For tiles of 2 the polynomials are evaluated at 0, 1, -1 and infinity, for tiles of
// 4 at 0, a, -a, b, -b and infinity, where a and b are chosen for small errors
// (docs/winograd.md) and so that their powers are exact.
//
//===----------------------------------------------------------------------===//

#include "Winograd.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace janus::cpu;
using namespace mlir;

static constexpr double kA = 0.625, kB = 1.5, kA2 = kA * kA, kB2 = kB * kB;

Value WinogradTransform::constant(double value, Type type) {
  auto vector = cast<VectorType>(type);
  return arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(vector, builder.getFloatAttr(vector.getElementType(), value)));
}

Value WinogradTransform::add(Value a, Value b) { return arith::AddFOp::create(builder, loc, a, b); }

Value WinogradTransform::subtract(Value a, Value b) { return arith::SubFOp::create(builder, loc, a, b); }

Value WinogradTransform::scale(double factor, Value a) {
  return arith::MulFOp::create(builder, loc, constant(factor, a.getType()), a);
}

Value WinogradTransform::scaleAndAdd(double factor, Value a, Value b) {
  return vector::FMAOp::create(builder, loc, constant(factor, a.getType()), a, b);
}

WinogradTransform::Vectors WinogradTransform::imageLine(const Vectors &d) {
  if (tile == 2)
    return {subtract(d[0], d[2]), add(d[1], d[2]), subtract(d[2], d[1]), subtract(d[1], d[3])};
  // x (x + a) (x^2 - b^2) and so on.
  Value evenA = scaleAndAdd(-kB2, d[2], d[4]), oddA = scaleAndAdd(-kB2, d[1], d[3]);
  Value evenB = scaleAndAdd(-kA2, d[2], d[4]), oddB = scaleAndAdd(-kA2, d[1], d[3]);
  auto ends = [&](int64_t i) { return scaleAndAdd(kA2 * kB2, d[i], scaleAndAdd(-(kA2 + kB2), d[i + 2], d[i + 4])); };
  return {ends(0),
          scaleAndAdd(kA, oddA, evenA),
          scaleAndAdd(-kA, oddA, evenA),
          scaleAndAdd(kB, oddB, evenB),
          scaleAndAdd(-kB, oddB, evenB),
          ends(1)};
}

WinogradTransform::Vectors WinogradTransform::weightLine(const Vectors &g) {
  if (tile == 2) {
    Value sum = add(g[0], g[2]);
    return {g[0], scale(0.5, add(sum, g[1])), scale(0.5, subtract(sum, g[1])), g[2]};
  }
  // g0 + a g1 + a^2 g2, divided by the product of a's distances from the other points.
  constexpr double byA = 1 / (2 * kA2 * (kA2 - kB2)), byB = 1 / (2 * kB2 * (kB2 - kA2));
  Value evenA = scaleAndAdd(kA2 * byA, g[2], scale(byA, g[0])), evenB = scaleAndAdd(kB2 * byB, g[2], scale(byB, g[0]));
  return {scale(1 / (kA2 * kB2), g[0]),       scaleAndAdd(kA * byA, g[1], evenA),  scaleAndAdd(-kA * byA, g[1], evenA),
          scaleAndAdd(kB * byB, g[1], evenB), scaleAndAdd(-kB * byB, g[1], evenB), g[2]};
}

WinogradTransform::Vectors WinogradTransform::resultLine(const Vectors &m) {
  Value a = add(m[1], m[2]), b = subtract(m[1], m[2]);
  if (tile == 2)
    return {add(m[0], a), subtract(b, m[3])};
  Value c = add(m[3], m[4]), e = subtract(m[3], m[4]);
  return {add(add(m[0], a), c), scaleAndAdd(kA, b, scale(kB, e)), scaleAndAdd(kA2, a, scale(kB2, c)),
          scaleAndAdd(kA2 * kA, b, scaleAndAdd(kB2 * kB, e, m[5]))};
}

WinogradTransform::Vectors WinogradTransform::both(Vectors values, int64_t size,
                                                   Vectors (WinogradTransform::*line)(const Vectors &)) {
  // 1. Down each column: [made][size].
  SmallVector<Vectors> columns;
  for (int64_t x = 0; x < size; ++x) {
    Vectors column;
    for (int64_t y = 0; y < size; ++y)
      column.push_back(values[y * size + x]);
    columns.push_back((this->*line)(column));
  }
  // 2. Along each row.
  Vectors made;
  for (size_t y = 0; y < columns.front().size(); ++y) {
    Vectors row;
    for (const Vectors &column : columns)
      row.push_back(column[y]);
    made.append((this->*line)(row));
  }
  return made;
}

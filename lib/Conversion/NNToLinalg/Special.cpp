//===- Special.cpp - special functions of one or two elements -------------===//
//
// What has no function in libm, or none of that accuracy, is computed in f64: in 16 and 32 bits that leaves one
// rounding. All are straight lines of arithmetic, so loops over them are vectors but for log, exp, sin and tan.
//
//===----------------------------------------------------------------------===//

#include "Lowerings.h"
#include <cmath>

using namespace mlir;
using namespace janus;
using namespace janus::nn;

namespace {

/// Arithmetic in f64 with operators, so that formulas read as such.
struct Term {
  Scalars *s;
  Value value;
};
Term number(Term like, double value) { return {like.s, like.s->constant(like.value.getType(), value)}; }

Term operator+(Term a, Term b) { return {a.s, a.s->add(a.value, b.value)}; }
Term operator-(Term a, Term b) { return {a.s, a.s->sub(a.value, b.value)}; }
Term operator*(Term a, Term b) { return {a.s, a.s->mul(a.value, b.value)}; }
Term operator/(Term a, Term b) { return {a.s, a.s->div(a.value, b.value)}; }
Term operator-(Term a) { return {a.s, a.s->neg(a.value)}; }
Term operator+(Term a, double b) { return a + number(a, b); }
Term operator-(Term a, double b) { return a - number(a, b); }
Term operator-(double a, Term b) { return number(b, a) - b; }
Term operator*(Term a, double b) { return a * number(a, b); }
Term operator/(double a, Term b) { return number(b, a) / b; }

template <typename MathOp> Term apply(Term a) { return {a.s, a.s->create<MathOp>(a.value)}; }
Term log(Term a) { return apply<math::LogOp>(a); }
Term exp(Term a) { return apply<math::ExpOp>(a); }
Term sqrt(Term a) { return apply<math::SqrtOp>(a); }
Term abs(Term a) { return apply<math::AbsFOp>(a); }
Term copysign(Term a, Term sign) { return {a.s, a.s->create<math::CopySignOp>(a.value, sign.value)}; }

Value operator<(Term a, double b) { return a.s->lt(a.value, number(a, b).value); }
Value operator<=(Term a, double b) { return a.s->le(a.value, number(a, b).value); }
Value operator==(Term a, double b) { return a.s->eq(a.value, number(a, b).value); }
Term select(Value condition, Term a, Term b) { return {a.s, a.s->select(condition, a.value, b.value)}; }

/// c[0] + c[1] x + c[2] x² ...
Term polynomial(Term x, ArrayRef<double> c) {
  Term sum = number(x, c.back());
  for (double coefficient : llvm::reverse(c.drop_back()))
    sum = sum * x + coefficient;
  return sum;
}

/// c[0] + c[1] T1(x) + c[2] T2(x) ..., by Clenshaw's recurrence.
Term chebyshev(Term x, ArrayRef<double> c) {
  Term twice = x + x, last = number(x, 0), before = number(x, 0);
  for (double coefficient : llvm::reverse(c.drop_front())) {
    Term next = twice * last - before + coefficient;
    before = last;
    last = next;
  }
  return x * last - before + c.front();
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// The distance to the nearest integer.
Term distanceToInteger(Term x) { return abs(x - apply<math::RoundEvenOp>(x)); }

/// log|Γ(x)| for x >= 0.5: a product brings x above 8, where Stirling's series has all digits.
Term stirling(Term x) {
  Term product = number(x, 1);
  for (int i = 0; i < 8; ++i) {
    Value low = x < 8;
    product = select(low, product * x, product);
    x = select(low, x + 1.0, x);
  }
  Term inverse = 1.0 / x;
  Term series = polynomial(inverse * inverse, {1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188,
                                               -691.0 / 360360, 1.0 / 156, -3617.0 / 122400});
  return (x - 0.5) * log(x) - x + 0.5 * std::log(2 * M_PI) + series * inverse - log(product);
}

Term lgamma(Term x) {
  Value mirrored = x < 0.5;
  Term value = stirling(select(mirrored, 1.0 - x, x));
  // Γ(x) Γ(1 - x) = π / sin(π x), whose zeros are exact.
  Term sine = apply<math::SinOp>(distanceToInteger(x) * M_PI);
  value = select(mirrored, log(M_PI / sine) - value, value);
  value = select(x.s->either(x == 1, x == 2), number(x, 0), value);
  return select(abs(x) == kInfinity, number(x, kInfinity), value);
}

Term digamma(Term x) {
  Value negative = x < 0;
  Term y = select(negative, 1.0 - x, x), sum = number(x, 0);
  for (int i = 0; i < 10; ++i) {
    Value low = y < 10;
    sum = select(low, sum - 1.0 / y, sum);
    y = select(low, y + 1.0, y);
  }
  Term inverse = 1.0 / y;
  Term series =
      polynomial(inverse * inverse, {1.0 / 12, -1.0 / 120, 1.0 / 252, -1.0 / 240, 1.0 / 132, -691.0 / 32760, 1.0 / 12});
  Term value = sum + log(y) - inverse * 0.5 - series * inverse * inverse;
  Term fraction = x - apply<math::TruncOp>(x);
  Term mirror = value - M_PI / apply<math::TanOp>(fraction * M_PI);
  value = select(negative, select(fraction == 0, number(x, kNaN), mirror), value);
  value = select(x.s->both(negative, abs(x) == kInfinity), number(x, kNaN), value);
  return select(x == 0, copysign(number(x, kInfinity), -x), value);
}

/// The quantile of the normal distribution at 0.5 + q: Wichura's rational functions (AS 241) in the middle and two
/// tails.
Term normalQuantile(Term q) {
  Term middle = 0.180625 - q * q;
  Term centre = q *
                polynomial(middle, {3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3,
                                    1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
                                    3.3430575583588128105e4, 2.5090809287301226727e3}) /
                polynomial(middle, {1.0, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
                                    2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4,
                                    5.2264952788528545610e3});
  Term r = sqrt(-log(0.5 - abs(q))), near = r - 1.6, far = r - 5.0;
  Term tail = polynomial(near, {1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0,
                                3.64784832476320460504e0, 1.27045825245236838258e0, 2.41780725177450611770e-1,
                                2.27238449892691845833e-2, 7.74545014278341407640e-4}) /
              polynomial(near, {1.0, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
                                1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4,
                                1.05075007164441684324e-9});
  Term end = polynomial(far, {6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0,
                              2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                              2.71155556874348757815e-5, 2.01033439929228813265e-7}) /
             polynomial(far, {1.0, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
                              7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7,
                              2.04426310338993978564e-15});
  Term outer = copysign(select(r <= 5, tail, end), q);
  return select(abs(q) <= 0.425, centre, outer);
}

Term erfinv(Term x) {
  Term value = normalQuantile(x * 0.5) * M_SQRT1_2;
  value = select(abs(x) == 1, copysign(number(x, kInfinity), x), value);
  return select(abs(x) <= 1, value, number(x, kNaN));
}

Term erfcx(Term x) {
  Term y = abs(x), place = 1.0 - 7.5 / (y + 3.75);
  Term value =
      chebyshev(place,
                {1.1775789345674018,     -0.0045900545806464773,  -0.084249133366517916,   0.05920993999819189,
                 -0.026658668435305752,  0.0090749976707052651,   -0.0024131635404176082,  0.00049077583652580863,
                 -6.9169733025012064e-5, 4.1390279860730102e-6,   7.7403830661984907e-7,   -2.1886401049234396e-7,
                 1.076499946567091e-8,   4.5219598112182869e-9,   -7.7544002088313511e-10, -6.3180883408866845e-11,
                 2.8687950109306699e-11, 1.9455868545777347e-13,  -9.6546967484334389e-13, 3.2525481481487398e-14,
                 3.3478119482868054e-14, -1.8645628804193131e-15, -1.2507950530688647e-15, 7.4182352566240435e-17,
                 5.0681489047961113e-17}) /
      (y + y + 1.0);
  return select(x < 0, exp(x * x) * 2.0 - value, value);
}

/// exp(-|x|) I(x) up to 8 by one series, beyond it by one in 1 / x.
Term scaledBessel(Term y, ArrayRef<double> low, ArrayRef<double> high) {
  return select(y <= 8, chebyshev(y * 0.25 - 1.0, low), chebyshev(16.0 / y - 1.0, high) / sqrt(y));
}

Term i0e(Term x) {
  return scaledBessel(
      abs(x), {0.33839763720473804,    -0.3046826723431984,     0.17162090152220878,    -0.094901097048047644,
               0.049305284239670708,   -0.023737414805899469,   0.010546460394594998,   -0.0043243099950505759,
               0.0016394756169413358,  -0.00057637557453858237, 0.00018850288509584166, -5.7541950100821037e-5,
               1.6448448070728897e-5,  -4.4167383584587506e-6,  1.1173875391201037e-6,  -2.6707938539406117e-7,
               6.0469950225419189e-8,  -1.300025009986248e-8,   2.6598237246823867e-9,  -5.1897956016352629e-10,
               9.6758090353732369e-11, -1.7268262914415557e-11, 2.9550526631296398e-12, -4.8564467831119295e-13,
               7.6761854986049356e-14, -1.1685332877993452e-14, 1.715391285555133e-15,  -2.4312798465479547e-16,
               3.3307945188222381e-17},
      {0.40224520550705442,     0.0033691164782556941,   6.889758346916824e-5,    2.8913705208347565e-6,
       2.0489185894690637e-7,   2.2666689904981781e-8,   3.3962320257083863e-9,   4.9406023882249696e-10,
       1.1889147107846438e-11,  -3.1499165279632414e-11, -1.3215811840447713e-11, -1.7941785315068061e-12,
       7.1801244513836662e-13,  3.8527783827421427e-13,  1.5400862175214098e-14,  -4.1505693472872221e-14,
       -9.5548466988283076e-15, 3.8116806693526224e-15,  1.7725601330565264e-15,  -3.4254856196772191e-16,
       -2.8276239805165835e-16, 3.4612228676974611e-17,  4.46562142029676e-17});
}

Term i1e(Term x) {
  // The first series is that of the function divided by x.
  constexpr double low[] = {
      0.12629359322181683,    -0.17641651835783406,    0.1026436586898471,     -0.052945981208094991,
      0.024726449030626517,   -0.010564084894626198,   0.0041564229443128882,  -0.0015135724506312531,
      0.00051228595616857577, -0.00016176081582589675, 4.7815651075500542e-5,  -1.3273163656039436e-5,
      3.4702513081376785e-6,  -8.5687202646954547e-7,  2.0032947535521353e-7,  -4.4450591287963281e-8,
      9.3815373864957718e-9,  -1.8872497517228293e-9,  3.625590281552117e-10,  -6.6634897235020277e-11,
      1.1736186298890902e-11, -1.9839743977649437e-12, 3.2237933659455747e-13, -5.0421855047279117e-14,
      7.6006842947354069e-15, -1.1055969477353863e-15, 1.5536319577362005e-16, -2.1114212143581661e-17};
  constexpr double high[] = {
      0.38928811750914006,     -0.0097610974913614684,  -0.00011058893876262372, -3.8825648088776904e-6,
      -2.5122362378702089e-7,  -2.6314688468895195e-8,  -3.835380385964237e-9,   -5.5897434621965838e-10,
      -1.8974958123505412e-11, 3.2526035830154882e-11,  1.4125807436613781e-11,  2.0356285441470895e-12,
      -7.1985517762459085e-13, -4.0835511110921973e-13, -2.1015418427726643e-14, 4.2724400167119514e-14,
      1.0420276984128803e-14,  -3.8144030724370078e-15, -1.8803547755107824e-15, 3.3082023109209283e-16,
      2.9626289976459501e-16,  -3.209525921993424e-17,  -4.6503053684893583e-17};
  Term y = abs(x);
  Term value = select(y <= 8, chebyshev(y * 0.25 - 1.0, low) * y, chebyshev(16.0 / y - 1.0, high) / sqrt(y));
  return select(x < 0, -value, value);
}

} // namespace

/// A function of one f64 on floats of any width.
template <typename OpTy, Term (*function)(Term)> static Value inDouble(OpTy, Scalars &s, ValueRange x) {
  Term wide{&s, s.toFloatType(x[0], s.builder.getF64Type())};
  return s.toFloatType(function(wide).value, x[0].getType());
}

static Value scalar(HypotOp, Scalars &s, ValueRange x) {
  Type type = x[0].getType(), f64 = s.builder.getF64Type();
  Term a = abs({&s, s.toFloatType(x[0], f64)}), b = abs({&s, s.toFloatType(x[1], f64)});
  Value infinite = s.either(a == kInfinity, b == kInfinity);
  Term result = sqrt(a * a + b * b);
  // Squares of f32 fit f64; those of f64 are taken relative to the greater one.
  if (type.isF64()) {
    Term large{&s, s.maximum(a.value, b.value)}, small{&s, s.minimum(a.value, b.value)};
    Term ratio = small / large;
    result = select(large == 0, large, large * sqrt(ratio * ratio + 1.0));
  }
  result = select(infinite, number(a, kInfinity), result);
  return s.toFloatType(result.value, type);
}

static Value scalar(CopysignOp, Scalars &s, ValueRange x) { return s.create<math::CopySignOp>(x[0], x[1]); }

/// Floats of one sign are in the order of their bits.
static Value scalar(NextafterOp, Scalars &s, ValueRange x) {
  Type type = x[0].getType(), bits = s.builder.getIntegerType(type.getIntOrFloatBitWidth());
  Value zero = s.constant(type, 0), one = s.constant(bits, 1);
  Value pattern = s.create<arith::BitcastOp>(bits, x[0]);
  Value outwards = s.eq(s.lt(x[0], x[1]), s.gt(x[0], zero));
  Value moved = s.select(outwards, s.add(pattern, one), s.sub(pattern, one));
  Value next = s.create<arith::BitcastOp>(type, moved);
  Value smallest = s.create<math::CopySignOp>(s.create<arith::BitcastOp>(type, one), x[1]);
  next = s.select(s.eq(x[0], zero), smallest, next);
  next = s.select(s.eq(x[0], x[1]), x[1], next);
  return s.select(s.either(s.isNan(x[0]), s.isNan(x[1])), s.add(x[0], x[1]), next);
}

template <typename OpTy, Term (*function)(Term)> static void attachInDouble(MLIRContext *context) {
  attachElementwise<OpTy, inDouble<OpTy, function>>(context);
}

void janus::attachSpecialLowerings(MLIRContext *context) {
  attachInDouble<ErfcxOp, erfcx>(context);
  attachInDouble<ErfinvOp, erfinv>(context);
  attachInDouble<LgammaOp, lgamma>(context);
  attachInDouble<DigammaOp, digamma>(context);
  attachInDouble<I0eOp, i0e>(context);
  attachInDouble<I1eOp, i1e>(context);
  attachElementwise<HypotOp, scalar>(context);
  attachElementwise<CopysignOp, scalar>(context);
  attachElementwise<NextafterOp, scalar>(context);
}

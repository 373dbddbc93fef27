/*===- Half.c - conversions that LLVM calls where a CPU has no instruction -===*\
|*
|* Compilers' own libraries have them only in part (libgcc of GCC 12 knows no
|* bfloat16), and a program needs none but ours. A 16-bit float is passed in the
|* low bits of a float's register, so a float stands for it here.
|*
\*===----------------------------------------------------------------------===*/

#include "janus/Runtime/half.h"
#include <math.h>
#include <string.h>

static uint32_t bits_of(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof(bits));
  return bits;
}

static float float_of(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof(value));
  return value;
}

/* Rounded to odd: what is rounded once more is as if it were rounded once. */
static float narrow(double value) {
  float nearest = (float)value;
  if (isnan(value) || (double)nearest == value)
    return nearest;
  uint32_t bits = bits_of(nearest);
  if (fabs((double)nearest) > fabs(value))
    --bits;
  return float_of(bits | 1);
}

float janus_bf16_of_f32(float value) {
  uint32_t bits = bits_of(value);
  if (isnan(value))
    return float_of(bits >> 16 | 0x40);
  return float_of((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

float janus_bf16_of_f64(double value) { return janus_bf16_of_f32(narrow(value)); }

float janus_f16_of_f32(float value) {
  uint32_t bits = bits_of(value), sign = bits >> 16 & 0x8000, size = bits & 0x7fffffff;
  if (size > 0x7f800000) /* NaN */
    return float_of(sign | 0x7e00 | (size >> 13 & 0x3ff));
  if (size >= 0x477ff000) /* rounds to 65536 */
    return float_of(sign | 0x7c00);
  if (size < 0x38800000) /* subnormal: the sum with 0.5 rounds at 2^-24 */
    return float_of(sign | (bits_of(float_of(size) + 0.5f) - bits_of(0.5f)));
  size += 0xfff + (size >> 13 & 1);
  return float_of(sign | (size - 0x38000000) >> 13);
}

float janus_f16_of_f64(double value) { return janus_f16_of_f32(narrow(value)); }

float janus_f32_of_f16(float half) {
  uint32_t bits = bits_of(half), sign = (bits & 0x8000) << 16, exponent = bits >> 10 & 0x1f, fraction = bits & 0x3ff;
  if (exponent == 0x1f)
    return float_of(sign | 0x7f800000 | (fraction ? 0x400000 : 0) | fraction << 13);
  if (exponent == 0)
    return float_of(sign | bits_of((float)fraction * 0x1p-24f));
  return float_of(sign | (exponent + 112) << 23 | fraction << 13);
}

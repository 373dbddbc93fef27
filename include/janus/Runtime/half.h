/*===- half.h - conversions of 16-bit floats ---------------------*- C -*-===*\
|*
|* Under the names by which LLVM calls them. A 16-bit float stands in the low
|* bits of a float.
|*
\*===----------------------------------------------------------------------===*/

#ifndef JANUS_RUNTIME_HALF_H
#define JANUS_RUNTIME_HALF_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The library's own have default visibility, ours must not. */
#define JANUS_CALLED_BY_LLVM(name) __asm__(name) __attribute__((visibility("hidden")))

float janus_bf16_of_f32(float value) JANUS_CALLED_BY_LLVM("__truncsfbf2");
float janus_bf16_of_f64(double value) JANUS_CALLED_BY_LLVM("__truncdfbf2");
float janus_f16_of_f32(float value) JANUS_CALLED_BY_LLVM("__truncsfhf2");
float janus_f16_of_f64(double value) JANUS_CALLED_BY_LLVM("__truncdfhf2");
float janus_f32_of_f16(float half) JANUS_CALLED_BY_LLVM("__extendhfsf2");

#ifdef __cplusplus
}
#endif

#endif /* JANUS_RUNTIME_HALF_H */

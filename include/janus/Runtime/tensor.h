/*===- tensor.h - tensors and status codes of the C interface ---------------===*
 *
 * Exported headers carry a copy of this text, so that they need nothing beside
 * them; the guard lets several of them meet in one file.
 *
 *===----------------------------------------------------------------------===*/

#ifndef JANUS_RUNTIME_TENSOR_H
#define JANUS_RUNTIME_TENSOR_H

#include <stddef.h>
#include <stdint.h>

typedef enum janus_status {
  JANUS_OK = 0,
  JANUS_ASSUMPTION_BROKEN = 1, /* what the code was compiled under does not hold; nothing was written */
  JANUS_OUT_OF_MEMORY = 2,
  JANUS_INVALID_ARGUMENT = 3, /* wrong dtype, rank, size, name or null */
  JANUS_IO_ERROR = 4,
  JANUS_INTERRUPTED = 5
} janus_status;

/* Element types: DLPack's type code in bits 16..23, its bits in 0..15. */
typedef enum janus_dtype {
  JANUS_BOOL = (6 << 16) | 8,
  JANUS_I8 = (0 << 16) | 8,
  JANUS_I16 = (0 << 16) | 16,
  JANUS_I32 = (0 << 16) | 32,
  JANUS_I64 = (0 << 16) | 64,
  JANUS_U8 = (1 << 16) | 8,
  JANUS_F16 = (2 << 16) | 16,
  JANUS_F32 = (2 << 16) | 32,
  JANUS_F64 = (2 << 16) | 64,
  JANUS_BF16 = (4 << 16) | 16
} janus_dtype;

/* A tensor, laid out as DLPack's DLTensor (a pointer to one may be cast). */
typedef struct janus_tensor {
  void *data;
  int32_t device_type; /* 1: the CPU */
  int32_t device_id;
  int32_t rank;
  uint8_t type_code;
  uint8_t type_bits;
  uint16_t type_lanes; /* 1 */
  int64_t *sizes;
  int64_t *strides; /* in elements; null: row-major */
  uint64_t byte_offset;
} janus_tensor;

/* A row-major tensor over the caller's memory. */
static inline janus_tensor janus_tensor_of(void *data, janus_dtype dtype, int32_t rank, int64_t *sizes) {
  janus_tensor tensor = {data, 1, 0, rank, (uint8_t)(dtype >> 16), (uint8_t)dtype, 1, sizes, NULL, 0};
  return tensor;
}

#endif /* JANUS_RUNTIME_TENSOR_H */

//===- Descriptor.h - tensors as memref descriptors --------------*- C++
//-*-===//

#ifndef JANUS_PYTHON_DISPATCH_DESCRIPTOR_H
#define JANUS_PYTHON_DISPATCH_DESCRIPTOR_H

#include "c10/core/TensorImpl.h"
#include <cstdint>

namespace janus::dispatch {

/// Writes {allocated, aligned, offset, sizes, strides} and returns the end.
inline int64_t *describe(int64_t *word, const c10::TensorImpl &tensor, const void *data) {
  int64_t address = reinterpret_cast<int64_t>(data);
  *word++ = address;
  *word++ = address;
  *word++ = 0;
  for (int64_t size : tensor.sizes())
    *word++ = size;
  for (int64_t stride : tensor.strides())
    *word++ = stride;
  return word;
}

/// How many words describe() writes.
inline size_t descriptorWords(size_t rank) { return 3 + 2 * rank; }

/// The bytes that a contiguous tensor's elements take.
inline size_t byteCount(const c10::TensorImpl &tensor) { return size_t(tensor.numel()) * tensor.itemsize(); }

} // namespace janus::dispatch

#endif // JANUS_PYTHON_DISPATCH_DESCRIPTOR_H

//===- Push.cpp - the end of frames of our own ----------------------------===//

#define Py_BUILD_CORE 1
#include <Python.h>
#include <internal/pycore_frame.h>

#include "Push.h"

#include <cstring>

namespace janus::generic {

void handOver(_PyInterpreterFrame *frame, PyFrameObject *object) {
  // Of what is linked in now this is the caller's; it is made if there is none.
  PyFrameObject *back = object->f_back ? nullptr : PyFrame_GetBack(object);
  auto *kept = reinterpret_cast<_PyInterpreterFrame *>(object->_f_frame_data);
  std::memcpy(kept, frame,
              size_t(reinterpret_cast<char *>(&frame->localsplus[frame->stacktop]) - reinterpret_cast<char *>(frame)));
  object->f_frame = kept;
  kept->owner = FRAME_OWNED_BY_FRAME_OBJECT;
  kept->frame_obj = nullptr;
  if (_PyFrame_IsIncomplete(kept))
    kept->prev_instr = _PyCode_CODE(kept->f_code) + kept->f_code->_co_firsttraceable;
  if (back)
    object->f_back = back;
  kept->previous = nullptr;
  if (!PyObject_GC_IsTracked(reinterpret_cast<PyObject *>(object)))
    PyObject_GC_Track(object);
}

} // namespace janus::generic

//===- Torch.cpp - what a call reads of PyTorch ---------------------------===//

#include "Torch.h"
#include "../Generic/Frame.h"

#include "ATen/Context.h"
#include "ATen/EmptyTensor.h"
#include "ATen/Parallel.h"
#include "ATen/PythonTorchFunctionTLS.h"
#include "c10/core/AutogradState.h"
#include "c10/core/DefaultDtype.h"
#include "c10/core/impl/LocalDispatchKeySet.h"
#include "janus/Runtime/janus.h"
#include "janus/Runtime/threads.h"
#include "torch/csrc/autograd/forward_grad.h"

// Of torch/csrc/autograd: their headers pull in the whole of ATen.
namespace torch::autograd {
struct TORCH_API AnomalyMode {
  static bool _enabled;
};
} // namespace torch::autograd
PyObject *THPVariable_Wrap(at::TensorBase &&tensor);

namespace janus::dispatch {

uint32_t optionsNumber = 0;

namespace {

PyTypeObject *tensorType;
PyTypeObject *parameterType;
const at::Context *context;

PyTypeObject *importType(const char *module, const char *name) {
  PyObject *imported = PyImport_ImportModule(module);
  if (!imported)
    return nullptr;
  PyObject *type = PyObject_GetAttrString(imported, name);
  Py_DECREF(imported);
  return reinterpret_cast<PyTypeObject *>(type);
}

/// Whether a tensor's address and rank are where TensorObject says.
bool checkLayout() {
  PyObject *torch = PyImport_ImportModule("torch");
  PyObject *tensor = torch ? PyObject_CallMethod(torch, "zeros", "((ii))", 2, 3) : nullptr;
  PyObject *address = tensor ? PyObject_CallMethod(tensor, "data_ptr", nullptr) : nullptr;
  bool same = false;
  if (address) {
    c10::TensorImpl *impl = asTensor(tensor)->impl;
    same = impl && impl->dim() == 2 && impl->sizes()[1] == 3 && impl->data() == PyLong_AsVoidPtr(address);
  }
  Py_XDECREF(address);
  Py_XDECREF(tensor);
  Py_XDECREF(torch);
  if (!same && !PyErr_Occurred())
    PyErr_SetString(PyExc_ImportError, "janusc's _dispatch was built for another torch: build it again");
  return same;
}

} // namespace

bool isPlainTensor(PyObject *object) { return Py_TYPE(object) == tensorType || Py_TYPE(object) == parameterType; }

bool initTorch() {
  tensorType = importType("torch", "Tensor");
  parameterType = importType("torch.nn", "Parameter");
  if (!tensorType || !parameterType || !checkLayout())
    return false;
  context = &at::globalContext();
  return true;
}

Environment currentEnvironment() {
  const c10::impl::PODLocalDispatchKeySet keys = c10::impl::raw_local_dispatch_key_set;
  const c10::AutogradState &autograd = c10::AutogradState::get_tls_state();
  uint64_t flags = uint64_t(autograd.get_grad_mode() ? GradMode : 0) |
                   (autograd.get_inference_mode() ? InferenceMode : 0) |
                   (context->deterministicAlgorithms() ? Deterministic : 0) |
                   (torch::autograd::AnomalyMode::_enabled ? AnomalyMode : 0) |
                   (torch::autograd::ForwardADLevel::try_get_by_idx(0) ? ForwardMode : 0) |
                   uint64_t(c10::get_default_dtype_as_scalartype()) << 8 | uint64_t(optionsNumber) << 32;
  return {keys.included().raw_repr(), keys.excluded().raw_repr(), flags};
}

const char *interpreterReason() {
  if (PyThreadState_Get()->c_tracefunc)
    return "a debugger or coverage tool traces this thread (sys.settrace)";
  if (generic::hasForeignHook())
    return "torch.compile, or a debugger, evaluates this interpreter's frames";
  if (at::impl::PythonTorchFunctionTLS::stack_len() != 0)
    return "a torch function mode is active (torch.set_default_device is one)";
  if (at::impl::PythonTorchFunctionTLS::get_disabled_state() != at::impl::TorchFunctionDisabledState::ENABLED)
    return "__torch_function__ is disabled";
  return nullptr;
}

const char *environmentReason(const Environment &environment) {
  c10::DispatchKeySet included(c10::DispatchKeySet::RAW, environment.included);
  c10::DispatchKeySet excluded(c10::DispatchKeySet::RAW, environment.excluded);
  if (included.has(c10::DispatchKey::FuncTorchDynamicLayerFrontMode) ||
      included.has(c10::DispatchKey::FuncTorchBatched))
    return "a functorch transform (grad, vmap, jvp) is active";
  if (included.has(c10::DispatchKey::Python))
    return "a torch dispatch mode is active (fake tensors, tracing)";
  if (included.has(c10::DispatchKey::Tracer))
    return "torch.jit.trace is active";
  if (!excluded.has(c10::DispatchKey::AutocastCPU))
    return "autocast is on";
  if (environment.flags & ForwardMode)
    return "forward-mode differentiation is on";
  if (environment.flags & AnomalyMode)
    return "anomaly detection is on";
  // Inference mode takes these two away and adds nothing.
  c10::DispatchKeySet plainIncluded = c10::default_included_set;
  c10::DispatchKeySet plainExcluded = c10::default_excluded_set;
  if (environment.flags & InferenceMode) {
    plainIncluded = plainIncluded.remove(c10::DispatchKey::ADInplaceOrView);
    plainExcluded = plainExcluded | c10::autograd_dispatch_keyset;
  }
  if (included != plainIncluded || excluded != plainExcluded)
    return "this thread's dispatch keys are changed";
  return nullptr;
}

int32_t janusDtype(c10::ScalarType type) {
  switch (type) {
  case c10::ScalarType::Bool:
    return JANUS_BOOL;
  case c10::ScalarType::Char:
    return JANUS_I8;
  case c10::ScalarType::Short:
    return JANUS_I16;
  case c10::ScalarType::Int:
    return JANUS_I32;
  case c10::ScalarType::Long:
    return JANUS_I64;
  case c10::ScalarType::Byte:
    return JANUS_U8;
  case c10::ScalarType::Half:
    return JANUS_F16;
  case c10::ScalarType::Float:
    return JANUS_F32;
  case c10::ScalarType::Double:
    return JANUS_F64;
  case c10::ScalarType::BFloat16:
    return JANUS_BF16;
  default:
    return 0;
  }
}

std::optional<c10::ScalarType> torchDtype(int32_t dtype) {
  for (int i = 0; i < int(c10::ScalarType::NumOptions); ++i)
    if (janusDtype(c10::ScalarType(i)) == dtype && dtype != 0)
      return c10::ScalarType(i);
  return std::nullopt;
}

at::TensorBase emptyTensor(int32_t dtype, int32_t rank, const int64_t *sizes) {
  std::optional<c10::ScalarType> type = torchDtype(dtype);
  TORCH_CHECK(type, "unknown dtype ", dtype);
  return at::detail::empty_cpu(c10::IntArrayRef(sizes, size_t(rank)), *type,
                               /*pin_memory=*/false, std::nullopt);
}

PyObject *wrapTensor(at::TensorBase &&tensor) {
  try {
    return THPVariable_Wrap(std::move(tensor));
  } catch (const std::exception &error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
    return nullptr;
  }
}

void parallelFor(void (*body)(void *, int64_t, int64_t), void *data, int64_t n, int64_t grain) {
  int threads = at::in_parallel_region() ? 1 : at::get_num_threads();
  janus_threads_run(threads, body, data, n, grain);
}

} // namespace janus::dispatch

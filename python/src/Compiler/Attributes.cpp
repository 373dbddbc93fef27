//===- Attributes.cpp - Python objects as attributes, types, locations ----===//

#include "Handles.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"

using namespace janus::python;
using namespace mlir;

static void checkContext(const ContextPtr &expected, const ContextPtr &found) {
  if (expected != found)
    throw py::value_error("belongs to another Context");
}

Type janus::python::toType(const ContextPtr &context, py::handle object) {
  if (!py::isinstance<TypeHandle>(object))
    throw py::type_error("expected a Type, found " + std::string(py::str(py::type::of(object))));
  const auto &handle = object.cast<const TypeHandle &>();
  checkContext(context, handle.context);
  return handle.type;
}

static Attribute toIntegerAttribute(MLIRContext *context, py::handle object) {
  int overflow = 0;
  long long value = PyLong_AsLongLongAndOverflow(object.ptr(), &overflow);
  if (overflow)
    throw py::value_error("int does not fit in 64 bits; use #imperative.literal");
  if (value == -1 && PyErr_Occurred())
    throw py::error_already_set();
  return IntegerAttr::get(IntegerType::get(context, 64), value);
}

static Attribute toDictionary(const ContextPtr &context, py::dict dict) {
  NamedAttrList entries;
  for (auto [key, value] : dict) {
    if (!py::isinstance<py::str>(key))
      throw py::type_error("keys of a dictionary attribute must be strings");
    std::string name = key.cast<std::string>();
    if (name.empty())
      throw py::value_error("an attribute's name must not be empty");
    entries.set(StringAttr::get(&context->context, name), toAttribute(context, value));
  }
  return entries.getDictionary(&context->context);
}

Attribute janus::python::toAttribute(const ContextPtr &context, py::handle object) {
  MLIRContext *mlirContext = &context->context;
  if (py::isinstance<AttributeHandle>(object)) {
    const auto &handle = object.cast<const AttributeHandle &>();
    checkContext(context, handle.context);
    return handle.attribute;
  }
  if (py::isinstance<TypeHandle>(object))
    return TypeAttr::get(toType(context, object));
  if (PyBool_Check(object.ptr()))
    return BoolAttr::get(mlirContext, object.ptr() == Py_True);
  if (PyLong_Check(object.ptr()))
    return toIntegerAttribute(mlirContext, object);
  if (PyFloat_Check(object.ptr()))
    return FloatAttr::get(Float64Type::get(mlirContext), PyFloat_AS_DOUBLE(object.ptr()));
  if (PyUnicode_Check(object.ptr()))
    return StringAttr::get(mlirContext, object.cast<std::string>());
  if (PyDict_Check(object.ptr()))
    return toDictionary(context, py::reinterpret_borrow<py::dict>(object));
  if (PyTuple_Check(object.ptr()) || PyList_Check(object.ptr())) {
    SmallVector<Attribute> elements;
    for (py::handle element : py::reinterpret_borrow<py::sequence>(object))
      elements.push_back(toAttribute(context, element));
    return ArrayAttr::get(mlirContext, elements);
  }
  throw py::type_error("no attribute for " + std::string(py::str(py::type::of(object))));
}

Location janus::python::toLocation(const ContextPtr &context, py::handle object) {
  if (object.is_none())
    return UnknownLoc::get(&context->context);
  if (!PyTuple_Check(object.ptr()) || PyTuple_GET_SIZE(object.ptr()) != 3)
    throw py::type_error("expected a location: None or (file, line, column)");
  auto tuple = py::reinterpret_borrow<py::tuple>(object);
  auto line = tuple[1].cast<unsigned>(), column = tuple[2].cast<unsigned>();
  return FileLineColLoc::get(&context->context, tuple[0].cast<std::string>(), line, column);
}

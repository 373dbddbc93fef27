//===- Runtime.h - what machine code of generic versions calls --*- C++ -*-===//
//
// One C function for each line of Python.def, where the letters are explained.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_PYTHON_GENERIC_RUNTIME_H
#define JANUS_PYTHON_GENERIC_RUNTIME_H

#include <Python.h>

#include "janus/Runtime/python.h"

extern "C" {

// Caches.cpp
PyObject *janus_python_get_global(janus_python_frame *frame, PyObject *name, janus_python_cache *cache);
PyObject *janus_python_get_attr(PyObject *object, PyObject *name, janus_python_cache *cache);
int janus_python_set_attr(PyObject *object, PyObject *name, PyObject *value, janus_python_cache *cache);
int janus_python_load_method(PyObject *object, PyObject *name, janus_python_cache *cache, PyObject **room);

// RuntimeNames.cpp
int janus_python_set_global(janus_python_frame *frame, PyObject *name, PyObject *value);
int janus_python_del_global(janus_python_frame *frame, PyObject *name);
int janus_python_del_attr(PyObject *object, PyObject *name);
PyObject *janus_python_get_item(PyObject *object, PyObject *key);
int janus_python_set_item(PyObject *object, PyObject *key, PyObject *value);
int janus_python_del_item(PyObject *object, PyObject *key);
void janus_python_unbound_variable(janus_python_frame *frame, int32_t slot);
void janus_python_unbound_name(PyObject *name);
PyObject *janus_python_new_cell(void);
/// Fills `count` slots with the interned names in `text`: entries that end in \0,
/// `s` and a name, or `t` and the names of a tuple, each with \1 behind it.
int janus_python_intern(const char *text, PyObject **slots, size_t count);

// RuntimeOperators.cpp
PyObject *janus_python_unary(int32_t kind, PyObject *operand);
PyObject *janus_python_binary(int32_t kind, PyObject *lhs, PyObject *rhs);
PyObject *janus_python_inplace(int32_t kind, PyObject *lhs, PyObject *rhs);
PyObject *janus_python_inplace_variable(int32_t kind, PyObject *lhs, PyObject *rhs, PyObject **variable);
PyObject *janus_python_compare(int32_t kind, PyObject *lhs, PyObject *rhs);
int janus_python_holds(int32_t kind, PyObject *lhs, PyObject *rhs);
int janus_python_contains(PyObject *container, PyObject *item);
int janus_python_truth(PyObject *object);
PyObject *janus_python_box(int32_t condition);
PyObject *janus_python_format(int32_t conversion, PyObject *value);
PyObject *janus_python_format_spec(int32_t conversion, PyObject *value, PyObject *spec);
PyObject *janus_python_build_string(PyObject *const *parts, size_t count);

// RuntimeDisplays.cpp
PyObject *janus_python_build_tuple(PyObject *const *elements, size_t count);
PyObject *janus_python_build_list(PyObject *const *elements, size_t count);
PyObject *janus_python_build_set(PyObject *const *elements, size_t count);
PyObject *janus_python_build_dict(PyObject *const *pairs, size_t count);
PyObject *janus_python_build_slice(PyObject *start, PyObject *stop, PyObject *step);
int janus_python_list_append(PyObject *list, PyObject *value);
int janus_python_list_extend(PyObject *list, PyObject *iterable);
PyObject *janus_python_list_to_tuple(PyObject *list);
int janus_python_set_add(PyObject *set, PyObject *value);
int janus_python_set_update(PyObject *set, PyObject *iterable);
int janus_python_dict_update(PyObject *dict, PyObject *mapping);
PyObject *janus_python_iter(PyObject *iterable);
PyObject *janus_python_next(PyObject *iterator);
int janus_python_pending(void);
int janus_python_unpack(PyObject *value, int32_t count, PyObject **room);
int janus_python_unpack_star(PyObject *value, int32_t before, int32_t after, PyObject **room);

// RuntimeCalls.cpp
PyObject *janus_python_call(janus_python_frame *frame, PyObject *callee, PyObject **arguments, size_t count);
PyObject *janus_python_call_names(janus_python_frame *frame, PyObject *callee, PyObject *names, PyObject **arguments,
                                  size_t count);
PyObject *janus_python_call_method(janus_python_frame *frame, PyObject *function, PyObject *self, PyObject **arguments,
                                   size_t count);
PyObject *janus_python_call_method_names(janus_python_frame *frame, PyObject *function, PyObject *self, PyObject *names,
                                         PyObject **arguments, size_t count);
PyObject *janus_python_call_star(janus_python_frame *frame, PyObject *callee, PyObject *positional, PyObject *keywords);
int janus_python_dict_merge(PyObject *callee, PyObject *dict, PyObject *mapping);
PyObject *janus_python_make_closure(janus_python_frame *frame, PyObject *code, PyObject *defaults, PyObject *kwdefaults,
                                    PyObject *annotations, PyObject *const *cells, size_t count);
PyObject *janus_python_import(janus_python_frame *frame, PyObject *name, int32_t level, PyObject *names);
PyObject *janus_python_import_from(PyObject *module, PyObject *name);

// RuntimeExceptions.cpp
void janus_python_raise(PyObject *exception);
void janus_python_raise_from(PyObject *exception, PyObject *cause);
void janus_python_reraise(janus_python_frame *frame);
int janus_python_exception_matches(PyObject *exception, PyObject *expected);
void janus_python_traceback(janus_python_frame *frame);
PyObject *janus_python_handled(void);
PyObject *janus_python_catch(void);
void janus_python_set_handled(PyObject *exception);
PyObject *janus_python_instruction(janus_python_frame *frame);
void janus_python_set_instruction(janus_python_frame *frame, PyObject *offset);
int janus_python_poll(janus_python_frame *frame);
void janus_python_dealloc(PyObject *object);
}

namespace janus::generic {

/// Name and address of everything that generated code refers to: a dict of ints.
PyObject *runtimeSymbols();

} // namespace janus::generic

#endif // JANUS_PYTHON_GENERIC_RUNTIME_H

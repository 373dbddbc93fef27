//===- Caches.cpp - what a place of the code remembers --------------------===//

#define Py_BUILD_CORE 1
#include <Python.h>
#include <internal/pycore_dict.h>
#include <internal/pycore_object.h>
#include <structmember.h>

#include "Caches.h"
#include "Frame.h"
#include "Runtime.h"

namespace janus::generic {
namespace {

/// What attribute look-up on objects of a class comes to.
enum class Way : uint16_t {
  Unknown,
  Instance, ///< the object's own, else `found` on the class, if that is not null
  Method,   ///< the function `found` of a class whose instances have no dict
  Slot,     ///< at an offset in the object
  Property, ///< the property `found`, whose getter is a Python function
  OfClass,  ///< the object is a class, which has `found`
  Long      ///< none of these
};

struct Cache {
  PyObject *found;  ///< borrowed
  uint64_t tag;     ///< of a dict that lacks the name
  uint32_t version; ///< of the class; 0: nothing is known
  uint32_t index;   ///< the name's place among keys, or the slot's offset
  uint32_t keys;    ///< so many shared keys do not have the name
  Way way;
  uint16_t searches; ///< how often a place was looked for
};
static_assert(sizeof(Cache) == sizeof(janus_python_cache), "python.h gives a cache its room");

Cache &of(janus_python_cache *cache) { return *reinterpret_cast<Cache *>(cache); }

/// Keys that are searched for a place; where it is another each time the search is not worth it.
constexpr uint16_t maxSearches = 16;

//===--- places in dicts --------------------------------------------------===//

bool isAt(PyDictKeysObject *keys, PyObject *name, uint32_t index) {
  return keys->dk_kind != DICT_KEYS_GENERAL && Py_ssize_t(index) < keys->dk_nentries &&
         DK_UNICODE_ENTRIES(keys)[index].me_key == name;
}

/// Finds the name's place among keys; false where it is not there, as this very string.
bool search(PyDictKeysObject *keys, PyObject *name, Cache &cache) {
  if (keys->dk_kind == DICT_KEYS_GENERAL || cache.searches >= maxSearches)
    return false;
  ++cache.searches;
  for (Py_ssize_t i = 0; i < keys->dk_nentries; ++i) {
    if (DK_UNICODE_ENTRIES(keys)[i].me_key == name) {
      cache.index = uint32_t(i);
      return true;
    }
  }
  return false;
}

/// What the dict has at the place, borrowed; null where the place is not the name's.
PyObject *valueAt(PyDictObject *dict, PyObject *name, uint32_t index) {
  if (!isAt(dict->ma_keys, name, index))
    return nullptr;
  return dict->ma_values ? dict->ma_values->values[index] : DK_UNICODE_ENTRIES(dict->ma_keys)[index].me_value;
}

/// What a dict has, borrowed; null where it lacks the name, or with an exception.
PyObject *findIn(PyObject *dict, PyObject *name, Cache &cache) {
  auto *d = reinterpret_cast<PyDictObject *>(dict);
  if (PyObject *value = valueAt(d, name, cache.index))
    return value;
  PyObject *value = PyDict_GetItemWithError(dict, name);
  if (value)
    search(d->ma_keys, name, cache);
  return value;
}

/// As `findIn`, where the name is rather not there.
PyObject *findRarely(PyObject *dict, PyObject *name, Cache &cache) {
  if (cache.tag == reinterpret_cast<PyDictObject *>(dict)->ma_version_tag)
    return nullptr;
  PyObject *value = findIn(dict, name, cache);
  if (!value && !PyErr_Occurred())
    cache.tag = reinterpret_cast<PyDictObject *>(dict)->ma_version_tag;
  return value;
}

//===--- instances --------------------------------------------------------===//

PyDictKeysObject *sharedKeys(PyTypeObject *type) { return reinterpret_cast<PyHeapTypeObject *>(type)->ht_cached_keys; }

/// Whether the keys that the class's instances share have the name, at `cache.index` then.
bool isShared(PyDictKeysObject *keys, PyObject *name, Cache &cache) {
  if (isAt(keys, name, cache.index))
    return true;
  // They only ever grow.
  if (cache.keys == uint32_t(keys->dk_nentries))
    return false;
  if (search(keys, name, cache))
    return true;
  if (cache.searches < maxSearches)
    cache.keys = uint32_t(keys->dk_nentries);
  return false;
}

/// What the object itself has, borrowed. `unsure` is set where only the long way knows.
inline PyObject *findOwn(PyObject *object, PyTypeObject *type, PyObject *name, Cache &cache, bool &unsure) {
  PyObject *dict = nullptr;
  if (type->tp_flags & Py_TPFLAGS_MANAGED_DICT) {
    if (PyDictValues *values = *_PyObject_ValuesPointer(object)) {
      PyDictKeysObject *keys = sharedKeys(type);
      if (isShared(keys, name, cache))
        return values->values[cache.index];
      unsure = cache.searches >= maxSearches;
      return nullptr;
    }
    dict = *_PyObject_ManagedDictPointer(object);
  } else if (type->tp_dictoffset > 0) {
    dict = *reinterpret_cast<PyObject **>(reinterpret_cast<char *>(object) + type->tp_dictoffset);
  } else if (type->tp_dictoffset < 0) {
    unsure = true;
  }
  if (!dict)
    return nullptr;
  // Among keys that are no text, look-up may run code, which may change the class.
  if (!PyDict_CheckExact(dict) || reinterpret_cast<PyDictObject *>(dict)->ma_keys->dk_kind == DICT_KEYS_GENERAL) {
    unsure = true;
    return nullptr;
  }
  PyObject *value = cache.found ? findRarely(dict, name, cache) : findIn(dict, name, cache);
  if (!value && PyErr_Occurred()) {
    PyErr_Clear();
    unsure = true;
  }
  return value;
}

//===--- filling ----------------------------------------------------------===//

Way wayOfDescriptor(PyObject *found, Cache &cache) {
  PyTypeObject *kind = Py_TYPE(found);
  if (kind == &PyMemberDescr_Type) {
    PyMemberDef *member = reinterpret_cast<PyMemberDescrObject *>(found)->d_member;
    if (member->type == T_OBJECT_EX && member->offset > 0 && !(member->flags & READONLY)) {
      cache.index = uint32_t(member->offset);
      return Way::Slot;
    }
  }
  return kind == &PyProperty_Type ? Way::Property : Way::Long;
}

Way wayOf(PyTypeObject *type, Cache &cache) {
  bool plain = type->tp_getattro == PyObject_GenericGetAttr || type == &PyModule_Type;
  if (!plain)
    return Way::Long;
  if (cache.found && Py_TYPE(cache.found)->tp_descr_set)
    return wayOfDescriptor(cache.found, cache);
  bool hasDict = type->tp_flags & Py_TPFLAGS_MANAGED_DICT || type->tp_dictoffset;
  return !hasDict && cache.found && PyType_HasFeature(Py_TYPE(cache.found), Py_TPFLAGS_METHOD_DESCRIPTOR)
             ? Way::Method
             : Way::Instance;
}

uint32_t tagOf(PyTypeObject *type) {
  return PyType_HasFeature(type, Py_TPFLAGS_VALID_VERSION_TAG) ? type->tp_version_tag : 0;
}

/// Notes what look-up on instances of the class comes to.
void fill(PyTypeObject *type, PyObject *name, Cache &cache) {
  cache.found = _PyType_Lookup(type, name);
  cache.way = wayOf(type, cache);
  cache.version = tagOf(type);
  cache.keys = UINT32_MAX;
  cache.tag = 0;
}

/// Whether the object is a class whose look-up comes to what `cache.found` is.
bool isOfClass(PyObject *object, PyObject *name, Cache &cache) {
  if (Py_TYPE(object) != &PyType_Type)
    return false;
  auto *type = reinterpret_cast<PyTypeObject *>(object);
  if (cache.way == Way::OfClass && cache.version && cache.version == type->tp_version_tag)
    return true;
  PyObject *ofMeta = _PyType_Lookup(&PyType_Type, name);
  if (ofMeta && Py_TYPE(ofMeta)->tp_descr_set)
    return false;
  PyObject *found = _PyType_Lookup(type, name);
  if (!found || (Py_TYPE(found)->tp_descr_get && Py_TYPE(found) != &PyFunction_Type))
    return false;
  cache.found = found;
  cache.way = Way::OfClass;
  cache.version = tagOf(type);
  return true;
}

inline Way find(PyObject *object, PyObject *name, Cache &cache) {
  PyTypeObject *type = Py_TYPE(object);
  if (cache.version && cache.version == type->tp_version_tag && cache.way != Way::OfClass)
    return cache.way;
  if (isOfClass(object, name, cache))
    return Way::OfClass;
  fill(type, name, cache);
  return cache.way;
}

PyObject *slotOf(PyObject *object, const Cache &cache) {
  return Py_XNewRef(*reinterpret_cast<PyObject **>(reinterpret_cast<char *>(object) + cache.index));
}

/// What a property gives whose getter is a Python function. The getter is behind the object's head.
PyObject *propertyOf(PyObject *object, PyObject *property) {
  PyObject *getter = reinterpret_cast<PyObject **>(property)[sizeof(PyObject) / sizeof(PyObject *)];
  if (!getter || Py_TYPE(getter) != &PyFunction_Type)
    return nullptr;
  PyObject *arguments[] = {nullptr, object};
  Py_INCREF(getter);
  PyObject *result = call(getter, arguments + 1, 1 | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr);
  Py_DECREF(getter);
  return result;
}

} // namespace

/// For an attribute that is only called: the function and, as `self`, its first argument; or the value, and null.
static inline PyObject *findMethod(PyObject *object, PyObject *name, janus_python_cache *memory, PyObject *&self) {
  Cache &cache = of(memory);
  self = nullptr;
  switch (find(object, name, cache)) {
  case Way::Slot:
    return slotOf(object, cache);
  case Way::Property:
    return propertyOf(object, cache.found);
  case Way::OfClass:
    return Py_NewRef(cache.found);
  case Way::Method:
    self = object;
    return Py_NewRef(cache.found);
  case Way::Instance:
    break;
  default:
    return nullptr;
  }
  bool unsure = false;
  if (PyObject *own = findOwn(object, Py_TYPE(object), name, cache, unsure))
    return Py_NewRef(own);
  PyObject *found = cache.found;
  if (unsure || !found)
    return nullptr;
  if (PyType_HasFeature(Py_TYPE(found), Py_TPFLAGS_METHOD_DESCRIPTOR)) {
    self = object;
    return Py_NewRef(found);
  }
  return Py_TYPE(found)->tp_descr_get ? nullptr : Py_NewRef(found);
}

/// What an instance of the class that the place knows has itself; null where it takes a longer look.
static inline PyObject *findQuickly(PyObject *object, PyObject *name, const Cache &cache) {
  PyTypeObject *type = Py_TYPE(object);
  if (!cache.version || cache.version != type->tp_version_tag)
    return nullptr;
  if (cache.way == Way::Slot)
    return *reinterpret_cast<PyObject **>(reinterpret_cast<char *>(object) + cache.index);
  if (cache.way != Way::Instance)
    return nullptr;
  PyObject *dict = nullptr;
  if (type->tp_flags & Py_TPFLAGS_MANAGED_DICT) {
    if (PyDictValues *values = *_PyObject_ValuesPointer(object))
      return isAt(sharedKeys(type), name, cache.index) ? values->values[cache.index] : nullptr;
    dict = *_PyObject_ManagedDictPointer(object);
  } else if (type->tp_dictoffset > 0) {
    dict = *reinterpret_cast<PyObject **>(reinterpret_cast<char *>(object) + type->tp_dictoffset);
  }
  return dict && PyDict_CheckExact(dict) ? valueAt(reinterpret_cast<PyDictObject *>(dict), name, cache.index) : nullptr;
}

/// An attribute as the interpreter's quick ways find it: null without an exception where they do not.
static inline PyObject *findAttribute(PyObject *object, PyObject *name, janus_python_cache *memory) {
  if (PyObject *value = findQuickly(object, name, of(memory)))
    return Py_NewRef(value);
  PyObject *self;
  PyObject *found = findMethod(object, name, memory, self);
  if (!self)
    return found;
  PyObject *bound = Py_TYPE(found)->tp_descr_get(found, self, reinterpret_cast<PyObject *>(Py_TYPE(self)));
  Py_DECREF(found);
  return bound;
}

/// Assigns to an attribute; false where only the long way does.
static inline bool storeAttribute(PyObject *object, PyObject *name, PyObject *value, janus_python_cache *memory) {
  Cache &cache = of(memory);
  PyTypeObject *type = Py_TYPE(object);
  if (type->tp_setattro != PyObject_GenericSetAttr)
    return false;
  if (!cache.version || cache.version != type->tp_version_tag)
    fill(type, name, cache);
  PyObject **place = nullptr;
  if (cache.way == Way::Slot) {
    place = reinterpret_cast<PyObject **>(reinterpret_cast<char *>(object) + cache.index);
  } else if (cache.way == Way::Instance && type->tp_flags & Py_TPFLAGS_MANAGED_DICT) {
    PyDictValues *values = *_PyObject_ValuesPointer(object);
    if (!values || !isShared(sharedKeys(type), name, cache))
      return false;
    place = &values->values[cache.index];
    if (!*place)
      _PyDictValues_AddToInsertionOrder(values, Py_ssize_t(cache.index));
  }
  if (!place)
    return false;
  Py_XSETREF(*place, Py_NewRef(value));
  return true;
}

/// A global or builtin of the frame: null without an exception where it is neither, or where they are no plain dicts.
static inline PyObject *findGlobal(janus_python_frame *frame, PyObject *name, janus_python_cache *memory) {
  if (!PyDict_CheckExact(frame->globals) || !PyDict_CheckExact(frame->builtins))
    return nullptr;
  Cache &cache = of(memory);
  // One place serves for both: a name is hardly ever now a global, now a builtin.
  uint64_t tag = reinterpret_cast<PyDictObject *>(frame->globals)->ma_version_tag;
  if (cache.tag != tag) {
    PyObject *value = findIn(frame->globals, name, cache);
    if (value || PyErr_Occurred())
      return Py_XNewRef(value);
    cache.tag = tag;
  }
  return Py_XNewRef(findIn(frame->builtins, name, cache));
}

} // namespace janus::generic

//===--- what generated code calls ----------------------------------------===//

using namespace janus::generic;

PyObject *janus_python_get_global(janus_python_frame *frame, PyObject *name, janus_python_cache *cache) {
  PyObject *found = findGlobal(frame, name, cache);
  return found || PyErr_Occurred() ? found : lookUpGlobal(frame, name);
}

PyObject *janus_python_get_attr(PyObject *object, PyObject *name, janus_python_cache *cache) {
  PyObject *found = findAttribute(object, name, cache);
  return found || PyErr_Occurred() ? found : PyObject_GetAttr(object, name);
}

int janus_python_set_attr(PyObject *object, PyObject *name, PyObject *value, janus_python_cache *cache) {
  return storeAttribute(object, name, value, cache) ? 0 : PyObject_SetAttr(object, name, value);
}

int janus_python_load_method(PyObject *object, PyObject *name, janus_python_cache *cache, PyObject **room) {
  PyObject *self, *found = findMethod(object, name, cache, self);
  if (!found && !PyErr_Occurred())
    self = _PyObject_GetMethod(object, name, &found) ? object : nullptr;
  if (!found)
    return -1;
  room[0] = found;
  room[1] = Py_NewRef(self ? self : found);
  return 0;
}

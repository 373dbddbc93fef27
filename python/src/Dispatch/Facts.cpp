//===- Facts.cpp - what a version assumes of Python's objects -------------===//

#include "Facts.h"

#include <algorithm>
#include <cstring>

static_assert(PY_VERSION_HEX >= 0x030B0000 && PY_VERSION_HEX < 0x030C0000,
              "dict and type version tags are those of CPython 3.11");

namespace janus::dispatch {
namespace {

uint64_t tagOf(PyObject *dict) { return reinterpret_cast<PyDictObject *>(dict)->ma_version_tag; }

/// Looks the type's attribute up, which gives the type a valid version tag.
PyObject *lookup(PyTypeObject *type, PyObject *name) { return _PyType_Lookup(type, name); }

bool sameFloat(PyObject *left, PyObject *right) {
  // Bit for bit: a NaN is itself, and the zeros differ.
  uint64_t bits[2];
  for (int i : {0, 1}) {
    double value = PyFloat_AS_DOUBLE(i ? right : left);
    std::memcpy(&bits[i], &value, sizeof value);
  }
  return bits[0] == bits[1];
}

} // namespace

bool matches(PyObject *value, PyObject *expected, Match match) {
  if (match == Match::Absent)
    return value == nullptr;
  if (value == expected)
    return true;
  if (!value || match == Match::Identity || Py_TYPE(value) != Py_TYPE(expected))
    return false;
  if (PyFloat_CheckExact(value))
    return sameFloat(value, expected);
  if (PyTuple_CheckExact(value)) {
    if (PyTuple_GET_SIZE(value) != PyTuple_GET_SIZE(expected))
      return false;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(value); ++i)
      if (!matches(PyTuple_GET_ITEM(value, i), PyTuple_GET_ITEM(expected, i), match))
        return false;
    return true;
  }
  // Comparing anything else could run the user's __eq__, or be coarser than
  // the value (a slice's or complex number's floats).
  if (!PyLong_CheckExact(value) && !PyUnicode_CheckExact(value) && !PyBytes_CheckExact(value))
    return false;
  int equal = PyObject_RichCompareBool(value, expected, Py_EQ);
  if (equal < 0)
    PyErr_Clear();
  return equal == 1;
}

uint64_t dictEpoch() {
  // Storing another value draws the next number from the counter of all dicts:
  // if it follows the number drawn last time, nobody drew one in between.
  static PyObject *probe = PyDict_New();
  static PyObject *key = PyUnicode_InternFromString("probe");
  static uint64_t last = 0, epoch = 0;
  static bool flip = false;
  flip = !flip;
  if (!probe || !key || PyDict_SetItem(probe, key, flip ? Py_True : Py_False) < 0) {
    PyErr_Clear();
    return ++epoch;
  }
  uint64_t tag = tagOf(probe);
  if (tag != last + 1)
    ++epoch;
  last = tag;
  return epoch;
}

size_t Facts::indexOf(PyObject *dict) {
  for (size_t i = 0; i < dicts.size(); ++i)
    if (dicts[i].dict == dict)
      return i;
  Py_INCREF(dict);
  Dict entry;
  entry.dict = dict;
  dicts.push_back(std::move(entry));
  dictTags.push_back(&reinterpret_cast<PyDictObject *>(dict)->ma_version_tag);
  dictExpected.push_back(tagOf(dict));
  return dicts.size() - 1;
}

bool Facts::addItem(PyObject *dict, PyObject *key, PyObject *expected, Match match) {
  PyObject *value = PyDict_GetItemWithError(dict, key);
  if (!matches(value, expected, match))
    return fail("changed while it was compiled", key);
  Py_INCREF(key);
  Py_XINCREF(expected);
  dicts[indexOf(dict)].items.push_back({key, expected, match});
  return true;
}

bool Facts::addKeys(PyObject *dict, PyObject *keys) {
  Dict &entry = dicts[indexOf(dict)];
  Py_INCREF(keys);
  Py_XSETREF(entry.keys, keys);
  return holds(entry);
}

bool Facts::addTypeAttribute(PyObject *type, PyObject *name, PyObject *expected) {
  PyTypeObject *t = reinterpret_cast<PyTypeObject *>(type);
  Match match = expected ? Match::Identity : Match::Absent;
  if (!matches(lookup(t, name), expected, match))
    return fail("changed while it was compiled", name);
  auto found = std::find_if(types.begin(), types.end(), [&](const Type &entry) { return entry.type == t; });
  if (found == types.end()) {
    Py_INCREF(type);
    types.push_back({t, {}});
    typeTags.push_back(&t->tp_version_tag);
    typeExpected.push_back(PyType_HasFeature(t, Py_TPFLAGS_VALID_VERSION_TAG) ? t->tp_version_tag : 0);
    found = types.end() - 1;
  }
  Py_INCREF(name);
  Py_XINCREF(expected);
  found->attributes.push_back({name, expected, match});
  return true;
}

bool Facts::addObject(PyObject *object) {
  for (const Object &entry : objects)
    if (entry.object == object)
      return true;
  // Asking for __dict__ makes the dict of an object that kept its values
  // inline.
  PyObject *dict = nullptr;
  PyObject **slot = nullptr;
  if (Py_TYPE(object)->tp_dictoffset != 0 && !PyType_Check(object)) {
    dict = PyObject_GenericGetDict(object, nullptr);
    PyErr_Clear();
    slot = _PyObject_GetDictPtr(object);
    if (slot && *slot != dict)
      slot = nullptr;
  }
  Py_INCREF(object);
  Py_INCREF(reinterpret_cast<PyObject *>(Py_TYPE(object)));
  objects.push_back({object, Py_TYPE(object), slot, dict});
  return true;
}

bool Facts::addCell(PyObject *cell, PyObject *expected, Match match) {
  if (!matches(PyCell_GET(cell), expected, match))
    return fail("changed while it was compiled", nullptr);
  Py_INCREF(cell);
  Py_XINCREF(expected);
  cells.push_back({cell, expected, match});
  return true;
}

bool Facts::addList(PyObject *list) {
  List entry{list, {}};
  Py_INCREF(list);
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); ++i) {
    Py_INCREF(PyList_GET_ITEM(list, i));
    entry.elements.push_back(PyList_GET_ITEM(list, i));
  }
  lists.push_back(std::move(entry));
  return true;
}

bool Facts::addFunction(PyObject *function) {
  for (const Function &entry : functions)
    if (entry.function == function)
      return true;
  auto *f = reinterpret_cast<PyFunctionObject *>(function);
  for (PyObject *owned : {function, f->func_code, f->func_defaults, f->func_kwdefaults, f->func_closure})
    Py_XINCREF(owned);
  functions.push_back({function, f->func_code, f->func_defaults, f->func_kwdefaults, f->func_closure});
  return true;
}

bool Facts::addAttribute(PyObject *object, PyObject *name, PyObject *expected, Match match) {
  Py_INCREF(object);
  Py_INCREF(name);
  Py_XINCREF(expected);
  attributes.push_back({object, {name, expected, match}});
  return true;
}

bool Facts::fail(const char *what, PyObject *name) {
  const char *text = name && PyUnicode_Check(name) ? PyUnicode_AsUTF8(name) : nullptr;
  PyErr_Clear();
  failure = text ? std::string(text) + " " + what : what;
  return false;
}

bool Facts::holds(const Dict &dict) {
  for (const Item &item : dict.items) {
    PyObject *value = PyDict_GetItemWithError(dict.dict, item.key);
    PyErr_Clear();
    if (!matches(value, item.expected, item.match))
      return fail("has another value", item.key);
  }
  if (!dict.keys)
    return true;
  Py_ssize_t position = 0, count = 0;
  PyObject *key, *value;
  while (PyDict_Next(dict.dict, &position, &key, &value)) {
    if (count >= PyTuple_GET_SIZE(dict.keys) || !matches(key, PyTuple_GET_ITEM(dict.keys, count), Match::Value))
      return fail("is a new key", key);
    ++count;
  }
  return count == PyTuple_GET_SIZE(dict.keys) || fail("a key is gone", nullptr);
}

bool Facts::holds(const Type &type) {
  for (const Item &item : type.attributes)
    if (!matches(lookup(type.type, item.key), item.expected, item.match))
      return fail("of the class has another value", item.key);
  return true;
}

bool Facts::checkUntagged() {
  for (const Object &entry : objects)
    if (Py_TYPE(entry.object) != entry.type || (entry.slot && *entry.slot != entry.dict))
      return fail("an object has another class or __dict__", nullptr);
  for (const Cell &entry : cells)
    if (!matches(PyCell_GET(entry.cell), entry.expected, entry.match))
      return fail("a closure variable has another value", nullptr);
  for (const List &entry : lists) {
    size_t size = entry.elements.size();
    PyObject **elements = reinterpret_cast<PyListObject *>(entry.list)->ob_item;
    if (size_t(PyList_GET_SIZE(entry.list)) != size ||
        !std::equal(entry.elements.begin(), entry.elements.end(), elements))
      return fail("a list has other elements", nullptr);
  }
  for (const Function &entry : functions) {
    auto *f = reinterpret_cast<PyFunctionObject *>(entry.function);
    if (f->func_code != entry.code || f->func_defaults != entry.defaults ||
        f->func_kwdefaults != entry.keywordDefaults || f->func_closure != entry.closure)
      return fail("has other code, defaults or closure", f->func_name);
  }
  for (const Attribute &entry : attributes) {
    PyObject *value = PyObject_GetAttr(entry.object, entry.item.key);
    PyErr_Clear();
    bool same = matches(value, entry.item.expected, entry.item.match);
    Py_XDECREF(value);
    if (!same)
      return fail("has another value", entry.item.key);
  }
  return true;
}

bool Facts::checkTags() {
  for (size_t i = 0; i < dictTags.size(); ++i) {
    if (*dictTags[i] == dictExpected[i])
      continue;
    if (!holds(dicts[i]))
      return false;
    dictExpected[i] = *dictTags[i];
    ++rearmed;
  }
  for (size_t i = 0; i < typeTags.size(); ++i) {
    if (typeExpected[i] && *typeTags[i] == typeExpected[i])
      continue;
    if (!holds(types[i]))
      return false;
    PyTypeObject *type = types[i].type;
    typeExpected[i] = PyType_HasFeature(type, Py_TPFLAGS_VALID_VERSION_TAG) ? type->tp_version_tag : 0;
    ++rearmed;
  }
  return true;
}

bool Facts::check() {
  if (!checkUntagged())
    return false;
  if (dictTags.empty() && typeTags.empty())
    return true;
  uint64_t epoch = dictEpoch();
  if (epoch == verified)
    return true;
  if (!checkTags())
    return false;
  verified = epoch;
  return true;
}

size_t Facts::size() const {
  size_t count = objects.size() + cells.size() + lists.size() + functions.size() + attributes.size();
  for (const Dict &entry : dicts)
    count += entry.items.size() + (entry.keys ? 1 : 0);
  for (const Type &entry : types)
    count += entry.attributes.size();
  return count;
}

int Facts::traverse(visitproc visit, void *arg) {
  for (const Dict &entry : dicts) {
    Py_VISIT(entry.dict);
    for (const Item &item : entry.items)
      Py_VISIT(item.expected);
  }
  for (const Type &entry : types)
    for (const Item &item : entry.attributes)
      Py_VISIT(item.expected);
  for (const Object &entry : objects) {
    Py_VISIT(entry.object);
    Py_VISIT(entry.dict);
  }
  for (const Cell &entry : cells) {
    Py_VISIT(entry.cell);
    Py_VISIT(entry.expected);
  }
  for (const List &entry : lists) {
    Py_VISIT(entry.list);
    for (PyObject *element : entry.elements)
      Py_VISIT(element);
  }
  for (const Function &entry : functions)
    Py_VISIT(entry.function);
  for (const Attribute &entry : attributes) {
    Py_VISIT(entry.object);
    Py_VISIT(entry.item.expected);
  }
  return 0;
}

void Facts::clear() {
  auto drop = [](std::vector<Item> &items) {
    for (Item &item : items) {
      Py_XDECREF(item.key);
      Py_XDECREF(item.expected);
    }
  };
  // Emptied first: what a destructor runs must not find half of them.
  auto oldDicts = std::move(dicts);
  auto oldTypes = std::move(types);
  auto oldObjects = std::move(objects);
  auto oldCells = std::move(cells);
  auto oldLists = std::move(lists);
  auto oldFunctions = std::move(functions);
  auto oldAttributes = std::move(attributes);
  dictTags.clear();
  typeTags.clear();
  for (Dict &entry : oldDicts) {
    drop(entry.items);
    Py_XDECREF(entry.keys);
    Py_DECREF(entry.dict);
  }
  for (Type &entry : oldTypes) {
    drop(entry.attributes);
    Py_DECREF(reinterpret_cast<PyObject *>(entry.type));
  }
  for (Object &entry : oldObjects) {
    Py_DECREF(entry.object);
    Py_DECREF(reinterpret_cast<PyObject *>(entry.type));
    Py_XDECREF(entry.dict);
  }
  for (Cell &entry : oldCells) {
    Py_DECREF(entry.cell);
    Py_XDECREF(entry.expected);
  }
  for (List &entry : oldLists) {
    Py_DECREF(entry.list);
    for (PyObject *element : entry.elements)
      Py_DECREF(element);
  }
  for (Function &entry : oldFunctions)
    for (PyObject *owned : {entry.function, entry.code, entry.defaults, entry.keywordDefaults, entry.closure})
      Py_XDECREF(owned);
  for (Attribute &entry : oldAttributes) {
    Py_DECREF(entry.object);
    Py_XDECREF(entry.item.key);
    Py_XDECREF(entry.item.expected);
  }
}

} // namespace janus::dispatch

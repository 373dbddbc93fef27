//===- Facts.h - what a version assumes of Python's objects -----*- C++ -*-===//
//
// A version holds as long as the objects it was compiled from say the same.
// Dicts and types carry version tags (CPython 3.11), so that checking them is
// a comparison of numbers; and as every change of a dict draws a new number
// from one counter of the process, nothing at all is compared while nobody
// changed any dict. What has no tag is compared at each call by identity.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_PYTHON_DISPATCH_FACTS_H
#define JANUS_PYTHON_DISPATCH_FACTS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <cstdint>
#include <string>
#include <vector>

namespace janus::dispatch {

/// How a value is compared: the very object; or, for numbers, strings and the
/// like, the same class and value (floats by their bits).
enum class Match { Identity, Value, Absent };

/// Whether `value` (null: absent) is what was expected.
bool matches(PyObject *value, PyObject *expected, Match match);

/// The facts of one version. Owns references to all it names.
class Facts {
public:
  Facts() = default;
  Facts(const Facts &) = delete;
  Facts &operator=(const Facts &) = delete;
  ~Facts() { clear(); }

  /// dict[key] is expected, or absent.
  bool addItem(PyObject *dict, PyObject *key, PyObject *expected, Match match);
  /// The dict's keys are exactly these, in this order.
  bool addKeys(PyObject *dict, PyObject *keys);
  /// type.name, looked up along the mro, is expected or absent.
  bool addTypeAttribute(PyObject *type, PyObject *name, PyObject *expected);
  /// The object's class and its __dict__ are the same objects as now.
  bool addObject(PyObject *object);
  /// The cell holds expected.
  bool addCell(PyObject *cell, PyObject *expected, Match match);
  /// The list holds exactly these elements.
  bool addList(PyObject *list);
  /// The function's code, defaults and closure are the same objects as now.
  bool addFunction(PyObject *function);
  /// getattr(object, name) is expected: slots and other descriptors.
  bool addAttribute(PyObject *object, PyObject *name, PyObject *expected, Match match);

  /// Whether all hold. Never leaves a Python error set.
  bool check();

  /// The fact that the last failed check() found wrong, for explain.
  const std::string &getFailure() const { return failure; }
  /// How many facts there are and how often a changed tag was looked into.
  size_t size() const;
  uint64_t getRearmed() const { return rearmed; }

  int traverse(visitproc visit, void *arg);
  void clear();

private:
  struct Item {
    PyObject *key;
    PyObject *expected;
    Match match;
  };
  struct Dict {
    PyObject *dict;
    PyObject *keys = nullptr; ///< tuple of all keys, where they matter
    std::vector<Item> items;
  };
  struct Type {
    PyTypeObject *type;
    std::vector<Item> attributes;
  };
  struct Object {
    PyObject *object;
    PyTypeObject *type;
    PyObject **slot; ///< where the object keeps its __dict__, null if it has none
    PyObject *dict;
  };
  struct Cell {
    PyObject *cell;
    PyObject *expected;
    Match match;
  };
  struct List {
    PyObject *list;
    std::vector<PyObject *> elements;
  };
  struct Function {
    PyObject *function, *code, *defaults, *keywordDefaults, *closure;
  };
  struct Attribute {
    PyObject *object;
    Item item;
  };

  bool checkUntagged();
  bool checkTags();
  bool holds(const Dict &dict);
  bool holds(const Type &type);
  bool fail(const char *what, PyObject *name);
  size_t indexOf(PyObject *dict);

  // The tags lie apart from the facts, so that the scan touches little memory.
  std::vector<const uint64_t *> dictTags;
  std::vector<uint64_t> dictExpected;
  std::vector<const unsigned *> typeTags;
  std::vector<unsigned> typeExpected;
  uint64_t verified = 0; ///< the epoch in which the tags were last found right

  std::vector<Dict> dicts;
  std::vector<Type> types;
  std::vector<Object> objects;
  std::vector<Cell> cells;
  std::vector<List> lists;
  std::vector<Function> functions;
  std::vector<Attribute> attributes;
  std::string failure;
  uint64_t rearmed = 0;
};

/// A number that stays the same as long as no dict of the process changes.
uint64_t dictEpoch();

} // namespace janus::dispatch

#endif // JANUS_PYTHON_DISPATCH_FACTS_H

//===- Builtins.cpp - names of Python and torch ---------------------------===//

#include "janus/Analysis/Builtins.h"
#include "janus/Analysis/PythonArithmetic.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace janus;

bool janus::isBuiltinName(StringRef name) {
  static const llvm::StringSet<> names = {"ArithmeticError",
                                          "AssertionError",
                                          "AttributeError",
                                          "BaseException",
                                          "Exception",
                                          "FloatingPointError",
                                          "IndexError",
                                          "KeyError",
                                          "KeyboardInterrupt",
                                          "LookupError",
                                          "NameError",
                                          "NotImplemented",
                                          "NotImplementedError",
                                          "OSError",
                                          "OverflowError",
                                          "RuntimeError",
                                          "StopIteration",
                                          "TypeError",
                                          "UserWarning",
                                          "ValueError",
                                          "Warning",
                                          "ZeroDivisionError",
                                          "abs",
                                          "all",
                                          "any",
                                          "bool",
                                          "bytes",
                                          "callable",
                                          "chr",
                                          "classmethod",
                                          "complex",
                                          "dict",
                                          "dir",
                                          "divmod",
                                          "enumerate",
                                          "eval",
                                          "exec",
                                          "filter",
                                          "float",
                                          "format",
                                          "frozenset",
                                          "getattr",
                                          "globals",
                                          "hasattr",
                                          "hash",
                                          "id",
                                          "input",
                                          "int",
                                          "isinstance",
                                          "issubclass",
                                          "iter",
                                          "len",
                                          "list",
                                          "locals",
                                          "map",
                                          "max",
                                          "min",
                                          "next",
                                          "object",
                                          "open",
                                          "ord",
                                          "pow",
                                          "print",
                                          "property",
                                          "range",
                                          "repr",
                                          "reversed",
                                          "round",
                                          "set",
                                          "setattr",
                                          "slice",
                                          "sorted",
                                          "staticmethod",
                                          "str",
                                          "sum",
                                          "super",
                                          "tuple",
                                          "type",
                                          "vars",
                                          "zip"};
  return names.contains(name);
}

bool janus::isDtypeName(StringRef name) {
  static const llvm::StringSet<> names = {"torch.bool",    "torch.uint8",   "torch.int8",      "torch.int16",
                                          "torch.int32",   "torch.int64",   "torch.float16",   "torch.bfloat16",
                                          "torch.float32", "torch.float64", "torch.complex64", "torch.complex128"};
  return names.contains(name);
}

std::string janus::getCanonicalName(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Case("torch.float", "torch.float32")
      .Case("torch.double", "torch.float64")
      .Case("torch.half", "torch.float16")
      .Case("torch.short", "torch.int16")
      .Case("torch.int", "torch.int32")
      .Case("torch.long", "torch.int64")
      .Case("torch._tensor.Tensor", "torch.Tensor")
      .Default(name)
      .str();
}

Attribute janus::getLibraryConstant(MLIRContext *context, StringRef name) {
  std::optional<double> number =
      llvm::StringSwitch<std::optional<double>>(name)
          .Cases({"math.pi", "torch.pi", "numpy.pi"}, M_PI)
          .Cases({"math.e", "torch.e", "numpy.e"}, M_E)
          .Case("math.tau", 2 * M_PI)
          .Cases({"math.inf", "torch.inf", "numpy.inf"}, std::numeric_limits<double>::infinity())
          .Cases({"math.nan", "torch.nan", "numpy.nan"}, std::numeric_limits<double>::quiet_NaN())
          .Default(std::nullopt);
  return number ? getFloatAttr(context, *number) : Attribute();
}

bool janus::isGradModeChange(StringRef name) {
  return (name.consume_front("torch.no_grad.") || name.consume_front("torch.enable_grad.")) &&
         (name == "__enter__" || name == "__exit__");
}

bool janus::isBuiltinSubclass(StringRef name, StringRef base) {
  if (name == base || base == "builtins.object")
    return true;
  return llvm::StringSwitch<bool>((name + "<" + base).str())
      .Cases({"builtins.bool<builtins.int", "torch.nn.parameter.Parameter<torch.Tensor",
              "torch.nn.Parameter<torch.Tensor", "torch.Size<builtins.tuple"},
             true)
      .Default(false);
}

//===- Signature.cpp - Python signatures as text --------------------------===//

#include "Table.h"
#include "janus/Dialect/Imperative/IR/Imperative.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

namespace {
/// Recursive descent over `(a, b=1, *, c=(1, 2))`.
class Parser {
public:
  Parser(MLIRContext *context, StringRef text) : context(context), builder(context), text(text), rest(text) {}

  std::vector<Parameter> parse() {
    std::vector<Parameter> parameters;
    bool keywordOnly = false;
    expect("(");
    while (!consume(")")) {
      if (!parameters.empty() || keywordOnly)
        expect(",");
      if (consume("*")) {
        keywordOnly = true;
        if (rest.starts_with(","))
          continue;
        parameters.push_back({identifier().str(), {}, false, true});
        continue;
      }
      Parameter parameter{identifier().str(), {}, keywordOnly, false};
      if (consume("="))
        parameter.defaultValue = value();
      parameters.push_back(parameter);
    }
    return parameters;
  }

private:
  [[noreturn]] void fail() { llvm::report_fatal_error("malformed signature in the library table: " + text); }

  bool consume(StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }
  void expect(StringRef token) {
    if (!consume(token))
      fail();
  }
  StringRef identifier() {
    rest = rest.ltrim();
    StringRef name = rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
    if (name.empty())
      fail();
    rest = rest.drop_front(name.size());
    return name;
  }

  Attribute value() {
    rest = rest.ltrim();
    if (consume("'"))
      return string();
    if (consume("("))
      return tuple();
    if (!rest.empty() && (llvm::isDigit(rest.front()) || rest.front() == '-'))
      return number();
    StringRef name = identifier();
    if (name == "None")
      return imperative::NoneAttr::get(context);
    if (name == "True" || name == "False")
      return builder.getBoolAttr(name == "True");
    return imperative::BuiltinAttr::get(context, name);
  }

  Attribute string() {
    StringRef content = rest.take_until([](char c) { return c == '\''; });
    rest = rest.drop_front(content.size());
    expect("'");
    return builder.getStringAttr(content);
  }

  Attribute tuple() {
    SmallVector<Attribute> elements;
    while (!consume(")")) {
      elements.push_back(value());
      if (!consume(",") && !rest.starts_with(")"))
        fail();
    }
    return builder.getArrayAttr(elements);
  }

  Attribute number() {
    StringRef digits = rest.take_while([](char c) { return llvm::isAlnum(c) || c == '.' || c == '-' || c == '+'; });
    rest = rest.drop_front(digits.size());
    int64_t integer;
    if (!digits.getAsInteger(10, integer))
      return builder.getI64IntegerAttr(integer);
    double floating;
    if (digits.getAsDouble(floating))
      fail();
    return builder.getF64FloatAttr(floating);
  }

  MLIRContext *context;
  Builder builder;
  StringRef text, rest;
};
} // namespace

std::vector<Parameter> library::parseSignature(MLIRContext *context, StringRef text) {
  return Parser(context, text).parse();
}

FailureOr<std::vector<Binding>> library::bindArguments(const Function &function, ArrayRef<StringRef> names,
                                                       std::string &reason) {
  auto complain = [&](const Twine &what) -> LogicalResult {
    reason = (function.name + "() " + what).str();
    return failure();
  };
  std::vector<Binding> bindings(function.parameters.size());
  // 1. Positional arguments, in order; what is left over goes to *args.
  size_t next = 0;
  for (auto [index, name] : llvm::enumerate(names)) {
    if (name == "*" || name == "**")
      return complain("is called with an unpacked argument");
    if (!name.empty())
      continue;
    if (next == function.parameters.size() || function.parameters[next].keywordOnly)
      return complain("takes fewer positional arguments than are given");
    Binding &binding = bindings[next];
    bool variadic = function.parameters[next].variadic;
    binding.kind = variadic ? Binding::Kind::Variadic : Binding::Kind::Argument;
    binding.arguments.push_back(index);
    if (!variadic)
      ++next;
  }
  // 2. Keywords.
  for (auto [index, name] : llvm::enumerate(names)) {
    if (name.empty())
      continue;
    auto *parameter = llvm::find_if(function.parameters, [&, name = name](const Parameter &candidate) {
                        return candidate.name == name;
                      }).base();
    size_t position = parameter - function.parameters.data();
    if (position == function.parameters.size())
      return complain("got an unexpected keyword argument '" + name + "'");
    if (!bindings[position].arguments.empty())
      return complain("got multiple values for argument '" + name + "'");
    // PyTorch's *size has a name, too.
    bool variadic = parameter->variadic;
    if (variadic && name != "size")
      return complain("got an unexpected keyword argument '" + name + "'");
    bindings[position].kind = variadic ? Binding::Kind::Variadic : Binding::Kind::Argument;
    bindings[position].arguments.push_back(index);
  }
  // 3. Defaults.
  for (auto [binding, parameter] : llvm::zip(bindings, function.parameters)) {
    if (binding.kind != Binding::Kind::Default)
      continue;
    if (parameter.variadic)
      binding.kind = Binding::Kind::Variadic;
    else if (!parameter.defaultValue)
      return complain("is missing the argument '" + parameter.name + "'");
  }
  return bindings;
}

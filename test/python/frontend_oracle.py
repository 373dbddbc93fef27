"""Runs dynamic `imperative` IR in Python, op by op: the oracle for the frontend's meaning.

The frontend's emitter is given a builder that keeps the operations as Python objects; `compile_function` makes a callable
of them that is compared with the function it came from. Nothing here is part of the product.
"""
import ast
import builtins
import importlib
import operator
import re
import types

from janusc import _compiler
from janusc.frontend import ir as ir_module
from janusc.frontend.function import lower_source
from janusc.frontend.source import find

_UNBOUND = object()
_UNARY = [operator.neg, operator.pos, operator.invert, operator.not_]
_BINARY = [operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod, operator.pow,
           operator.matmul, operator.lshift, operator.rshift, operator.and_, operator.or_, operator.xor]
_INPLACE = [operator.iadd, operator.isub, operator.imul, operator.itruediv, operator.ifloordiv, operator.imod,
            operator.ipow, operator.imatmul, operator.ilshift, operator.irshift, operator.iand, operator.ior,
            operator.ixor]
_COMPARE = [operator.lt, operator.le, operator.eq, operator.ne, operator.gt, operator.ge, operator.is_,
            operator.is_not, lambda a, b: a in b, lambda a, b: a not in b]


class Value:
    """An SSA value."""


class Block:
    def __init__(self, count):
        self.arguments = tuple(Value() for _ in range(count))
        self.ops = []

    @property
    def terminated(self):
        return bool(self.ops) and self.ops[-1].name in (
            "yield", "condition", "break", "continue", "return", "raise", "reraise")


class Op:
    def __init__(self, name, operands, attributes, results, regions, loc):
        self.name = name.removeprefix("imperative.")
        self.operands, self.attributes, self.loc = operands, attributes, loc
        self.results = tuple(Value() for _ in results)
        self.regions = [[] for _ in range(regions)]

    @property
    def result(self):
        (value,) = self.results
        return value

    def add_block(self, region=0, types=(), loc=None):
        self.regions[region].append(Block(len(types)))
        return self.regions[region][-1]


class Builder:
    def __init__(self):
        self.block = Block(0)

    def create(self, name, operands, attributes, results, regions, loc):
        assert not self.block.terminated, name
        assert loc is not None, name
        op = Op(name, list(operands), dict(attributes), results, regions, loc)
        self.block.ops.append(op)
        return op


class OracleIR(ir_module.IR):
    """The frontend's emitter over the builder above."""

    def __init__(self):
        super().__init__()
        self.builder = Builder()
        self.module = types.SimpleNamespace(body=self.builder.block)


class _Break(Exception):
    pass


class _Continue(Exception):
    pass


class _Return(Exception):
    def __init__(self, value):
        self.value = value


def _number(attribute):
    return int(str(attribute).split(" ")[0])


class Interpreter:
    """Executes the functions of one OracleIR."""

    def __init__(self, ir, module_globals, cells):
        self.functions = {op.attributes["sym_name"]: op for op in ir.builder.block.ops}
        self.globals = module_globals
        self.cells = cells

    def call(self, symbol, values, captured, fresh_handled=()):
        op = self.functions[symbol]
        block = op.regions[0][0]
        frame = dict(zip(block.arguments, [*values, *captured], strict=True))
        try:
            self.block(block, frame, list(fresh_handled))
        except _Return as left:
            return left.value
        raise AssertionError("function fell off its end")

    def function(self, symbol, captured, defaults):
        params = [self.parse_param(p) for p in self.functions[symbol].attributes["params"]]
        with_default = [name for name, kind, has in params if has]
        defaults = dict(zip(with_default, defaults, strict=True))

        def compiled(*args, **kwargs):
            return self.call(symbol, self.bind(symbol, params, defaults, list(args), dict(kwargs)), captured)

        compiled.__name__ = compiled.__qualname__ = symbol
        return compiled

    @staticmethod
    def parse_param(attribute):
        name, kind, default = re.fullmatch(
            r'#imperative.param<"(.*?)", (\w+)(, .*)?>', str(attribute)).groups()
        return name, kind, default is not None

    @staticmethod
    def bind(symbol, params, defaults, args, kwargs):
        values = []
        for name, kind, _ in params:
            if kind == "var_positional":
                values.append(tuple(args))
                args = []
            elif kind == "var_keyword":
                values.append(kwargs)
                kwargs = {}
            elif kind != "keyword_only" and args:
                values.append(args.pop(0))
            elif kind != "positional_only" and name in kwargs:
                values.append(kwargs.pop(name))
            elif name in defaults:
                values.append(defaults[name])
            else:
                raise TypeError(f"{symbol} misses {name}")
        if args or kwargs:
            raise TypeError(f"{symbol} got too many arguments")
        return values

    def block(self, block, frame, handled):
        """Runs a block; gives the values of its yield or condition."""
        for op in block.ops:
            values = [frame[operand] for operand in op.operands]
            if op.name in ("yield", "condition"):
                return values
            results = getattr(self, "op_" + op.name)(op, values, frame, handled)
            if len(op.results) == 1:
                results = (results,)
            if op.results:
                frame.update(zip(op.results, results, strict=True))
        raise AssertionError("block without a terminator")

    def region(self, op, index, frame, handled, arguments=()):
        (block,) = op.regions[index]
        frame.update(zip(block.arguments, arguments, strict=True))
        return self.block(block, frame, handled)

    # Constants and variables.

    def attribute(self, value):
        if not isinstance(value, _compiler.Attribute):
            return value
        text = str(value)
        if text == "#imperative.none":
            return None
        if text == "#imperative.ellipsis":
            return ...
        if match := re.fullmatch(r'#imperative.builtin<"(.*)">', text):
            return self.builtin(match[1])
        if match := re.fullmatch(r'#imperative.literal<"\w+", "(.*)">', text):
            return eval(re.sub(r"\\([0-9A-F]{2})", lambda m: chr(int(m[1], 16)), match[1]).replace("\\\\", "\\"))
        if match := re.fullmatch(r"(-?[0-9]+) : i64", text):
            return int(match[1])
        if match := re.fullmatch(r"(.*) : f64", text):
            return self.float(match[1])
        if text in ("true", "false"):
            return text == "true"
        if text.startswith("["):
            return tuple(map(self.attribute, ast.literal_eval(re.sub(r" : i64", "", text))))
        if text.startswith('"'):
            raw = re.sub(rb"\\([0-9A-F]{2})", lambda m: bytes([int(m[1], 16)]), text[1:-1].encode())
            return raw.replace(b"\\\\", b"\\").decode()
        raise NotImplementedError(text)

    @staticmethod
    def float(text):
        import struct

        return struct.unpack("!d", bytes.fromhex(text[2:]))[0] if text.startswith("0x") else float(text)

    @staticmethod
    def builtin(name):
        module, _, attribute = name.rpartition(".")
        if module == "test.cell":
            return name
        return getattr(importlib.import_module(module), attribute)

    def op_constant(self, op, values, frame, handled):
        value = self.attribute(op.attributes["value"])
        return self.cells[value.removeprefix("test.cell.")] if str(value).startswith("test.cell.") else value

    def op_cell(self, op, values, frame, handled):
        return types.CellType()

    def op_load(self, op, values, frame, handled):
        try:
            return values[0].cell_contents
        except ValueError:
            raise UnboundLocalError from None

    def op_store(self, op, values, frame, handled):
        values[1].cell_contents = values[0]

    def op_delete(self, op, values, frame, handled):
        self.op_load(op, values, frame, handled)
        del values[0].cell_contents

    def op_get_global(self, op, values, frame, handled):
        name = op.attributes["name"]
        if name in self.globals:
            return self.globals[name]
        if hasattr(builtins, name):
            return getattr(builtins, name)
        raise NameError(name)

    def op_set_global(self, op, values, frame, handled):
        self.globals[op.attributes["name"]] = values[0]

    def op_del_global(self, op, values, frame, handled):
        if self.globals.pop(op.attributes["name"], _UNBOUND) is _UNBOUND:
            raise NameError(op.attributes["name"])

    # Objects.

    def op_get_attr(self, op, values, frame, handled):
        return getattr(values[0], op.attributes["name"])

    def op_set_attr(self, op, values, frame, handled):
        setattr(values[0], op.attributes["name"], values[1])

    def op_del_attr(self, op, values, frame, handled):
        delattr(values[0], op.attributes["name"])

    def op_get_item(self, op, values, frame, handled):
        return values[0][values[1]]

    def op_set_item(self, op, values, frame, handled):
        values[0][values[1]] = values[2]

    def op_del_item(self, op, values, frame, handled):
        del values[0][values[1]]

    # Operators.

    def op_unary(self, op, values, frame, handled):
        return _UNARY[_number(op.attributes["kind"])](*values)

    def op_binary(self, op, values, frame, handled):
        return _BINARY[_number(op.attributes["kind"])](*values)

    def op_inplace(self, op, values, frame, handled):
        return _INPLACE[_number(op.attributes["kind"])](*values)

    def op_compare(self, op, values, frame, handled):
        return _COMPARE[_number(op.attributes["kind"])](*values)

    def op_truth(self, op, values, frame, handled):
        return bool(values[0])

    # Displays.

    def elements(self, op, values):
        flags = str(op.attributes.get("starred", ""))
        starred = [word == "true" for word in re.findall("true|false", flags)] or [False] * len(values)
        for value, star in zip(values, starred, strict=True):
            yield from value if star else (value,)

    def op_build_tuple(self, op, values, frame, handled):
        return tuple(self.elements(op, values))

    def op_build_list(self, op, values, frame, handled):
        return list(self.elements(op, values))

    def op_build_set(self, op, values, frame, handled):
        return set(self.elements(op, values))

    def op_build_dict(self, op, values, frame, handled):
        half = len(values) // 2
        flags = re.findall("true|false", str(op.attributes.get("unpacked", ""))) or ["false"] * half
        result = {}
        for key, value, unpacked in zip(values[:half], values[half:], flags, strict=True):
            result.update(value if unpacked == "true" else {key: value})
        return result

    def op_build_slice(self, op, values, frame, handled):
        return slice(*values)

    def op_format(self, op, values, frame, handled):
        convert = {"r": repr, "s": str, "a": ascii, None: lambda value: value}[op.attributes.get("conversion")]
        return format(convert(values[0]), *values[1:])

    def op_build_string(self, op, values, frame, handled):
        assert all(type(value) is str for value in values)
        return "".join(values)

    def op_unpack(self, op, values, frame, handled):
        star, count = op.attributes.get("star"), len(op.results)
        names = [f"a{i}" for i in range(count)]
        target = ", ".join("*" + name if i == star else name for i, name in enumerate(names)) + ("," if count else "")
        scope = {"value": values[0]}
        exec(f"{target or '()'} = value", scope)
        results = tuple(scope[name] for name in names)
        return results[0] if count == 1 else results

    # Calls.

    def op_call(self, op, values, frame, handled):
        names = op.attributes.get("names") or [""] * (len(values) - 1)
        args, kwargs = [], {}
        for name, value in zip(names, values[1:], strict=True):
            if name == "":
                args.append(value)
            elif name == "*":
                args.extend(value)
            else:
                more = value if name == "**" else {name: value}
                if kwargs.keys() & more.keys():
                    return values[0](*args, **kwargs, **more)
                kwargs.update(more)
        return values[0](*args, **kwargs)

    def op_make_function(self, op, values, frame, handled):
        count = int(re.findall(r"\d+", str(op.attributes["operandSegmentSizes"]).split(":")[1])[0])
        symbol = str(op.attributes["function"])[1:].strip('"')
        return self.function(symbol, values[:count], values[count:])

    def op_python(self, op, values, frame, handled):
        names = [name if name.isidentifier() else "_" for name in op.attributes["names"]]
        lines = ["def around():", *(f"    {name} = 0" for name in names), "    def island():", "        pass",
                 *(f"        nonlocal {name}" for name in names),
                 *("        " + line for line in op.attributes["source"].split("\n")), "    return island"]
        scope = {}
        exec("\n".join(lines), self.globals, scope)
        code = scope["around"]().__code__
        cells = dict(zip(names, values, strict=True))
        types.FunctionType(code, self.globals, closure=tuple(cells[name] for name in code.co_freevars))()

    # Control flow.

    def op_if(self, op, values, frame, handled):
        results = self.region(op, 0 if values[0] else 1, frame, handled)
        return results[0] if len(op.results) == 1 else results

    def op_while(self, op, values, frame, handled):
        while self.region(op, 0, frame, handled)[0]:
            try:
                self.region(op, 1, frame, handled)
            except _Continue:
                continue
            except _Break:
                return
        self.optional(op, 2, frame, handled)

    def op_for(self, op, values, frame, handled):
        for item in values[0]:
            try:
                self.region(op, 0, frame, handled, (item,))
            except _Continue:
                continue
            except _Break:
                return
        self.optional(op, 1, frame, handled)

    def optional(self, op, index, frame, handled, arguments=()):
        if op.regions[index]:
            self.region(op, index, frame, handled, arguments)

    def op_try(self, op, values, frame, handled):
        try:
            failed = False
            try:
                self.region(op, 0, frame, handled)
            except (_Break, _Continue, _Return):
                raise
            except BaseException as error:
                if not op.regions[1]:
                    raise
                failed = True
                self.region(op, 1, frame, [*handled, error], (error,))
            if not failed:
                self.optional(op, 2, frame, handled)
        finally:
            if op.regions[3]:
                self.region(op, 3, frame, handled)

    def op_break(self, op, values, frame, handled):
        raise _Break

    def op_continue(self, op, values, frame, handled):
        raise _Continue

    def op_return(self, op, values, frame, handled):
        raise _Return(values[0])

    def op_raise(self, op, values, frame, handled):
        if len(values) == 2:
            raise values[0] from values[1]
        raise values[0]

    def op_reraise(self, op, values, frame, handled):
        if not handled:
            raise RuntimeError("No active exception to reraise")
        raise handled[-1]


def compile_function(function):
    """A callable that runs the function's IR."""
    ir = OracleIR()
    symbols = set()

    def new_symbol(wanted):
        symbol = wanted.replace("<lambda>", "lambda")
        while symbol in symbols:
            symbol += "_"
        symbols.add(symbol)
        return symbol

    cells = {name: ir.builtin(f"test.cell.{name}") for name in function.__code__.co_freevars}
    lower_source(ir, find(function), "entry", new_symbol=new_symbol, world_cells=cells)
    held = dict(zip(function.__code__.co_freevars, function.__closure__ or ()))
    interpreter = Interpreter(ir, function.__globals__, held)
    code, symbol = function.__code__, "entry"

    def run(*args):
        assert len(args) == code.co_argcount, "programs take plain positional arguments"
        return interpreter.call(symbol, list(args), [])

    return run


def lower_text(function):
    """The IR of one function as text, which is also verified and parsed again."""
    ir = ir_module.IR()
    count = iter(range(1000))
    cells = {name: ir.builtin(f"cell.{name}") for name in function.__code__.co_freevars}
    lower_source(ir, find(function), "f", new_symbol=lambda wanted: f"{wanted}{next(count)}", world_cells=cells)
    ir.module.verify()
    text = str(ir.module)
    assert str(_compiler.Context().parse(text)) == text
    return text

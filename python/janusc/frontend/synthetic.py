"""The synthetic function of a unit: its inputs as parameters, the user's own nodes as body, its outputs as a tuple.

It is there to be compiled, never to be called: where native code cannot run, the same statements run in place.
"""
from __future__ import annotations

import ast
import copy
import types
from collections.abc import Collection

from janusc.frontend import flow
from janusc.frontend.holes import without
from janusc.frontend.islands import Mangler
from janusc.frontend.scopes import mangle
from janusc.frontend.source import Source, register
from janusc.frontend.units import LENGTH, Unit

__all__ = ["make_function"]


def make_function(unit: Unit, source: Source, module_globals: dict, name: str,
                  unbound: Collection[str] = ()) -> types.FunctionType | None:
    """The function of a unit of the function that `source` is of; `source.find` knows it.

    unbound: inputs that are not bound when it is reached; then they are no parameters. None where one of them is
    nothing but read: that raises.
    """
    bound = set().union(*(flow.stored(node, source.class_name) for node in unit.nodes))
    if any(variable not in bound for variable in unbound):
        return None
    node = _definition(unit, source, [variable for variable in unit.parameters
                                      if variable not in unbound and variable not in unit.hidden])
    module = compile(ast.Module([node], []), source.file, "exec", dont_inherit=True)
    code = next(constant for constant in module.co_consts if isinstance(constant, types.CodeType))
    code = code.replace(co_name=name, co_qualname=name)
    register(code, Source(source.file, source.text, node, None, source.future_annotations))
    return types.FunctionType(code, module_globals, name)


def _definition(unit: Unit, source: Source, parameters: list[str]) -> ast.FunctionDef:
    nodes = list(unit.nodes)
    if unit.holes:
        names = unit.parameters[len(unit.inputs):len(unit.inputs) + len(unit.holes)]
        filled = {hole: ast.copy_location(ast.Name(name, ast.Load()), hole)
                  for hole, name in zip(unit.holes, names, strict=True)}
        nodes = [without(node, filled) for node in nodes]
    if unit.peeks:
        names = unit.peek_names()
        own = source.class_name
        filled = {part: ast.copy_location(ast.Name(names[mangle(variable, own), mangle(attribute, own)], ast.Load()), part)
                  for node in nodes for part in ast.walk(node)
                  for variable, attribute in [_attribute_of(part)] if (mangle(variable, own), mangle(attribute, own)) in names}
        nodes = [without(node, filled) for node in nodes]
    if source.class_name is not None:
        # Outside the class, private names are spelled out.
        nodes = [Mangler(lambda name: mangle(name, source.class_name)).visit(copy.deepcopy(node)) for node in nodes]
    last = nodes[-1]
    if unit.kind == "condition":
        yes, no = (ast.copy_location(ast.Constant(value), last) for value in (True, False))
        nodes = [ast.copy_location(ast.Return(ast.copy_location(ast.IfExp(last, yes, no), last)), last)]
    elif unit.kind == "expression":
        nodes = [ast.copy_location(ast.Return(last), last)]
    elif not unit.returns:
        names = [_at_end(ast.Name(name, ast.Load()), last) for name in unit.outputs]
        nodes.append(_at_end(ast.Return(_at_end(ast.Tuple(names, ast.Load()), last)), last))
    arguments = ast.arguments([], [ast.copy_location(ast.arg(name, None), nodes[0]) for name in parameters], None, [], [],
                              None, [])
    return ast.copy_location(ast.FunctionDef("unit", arguments, nodes, [], None, None), nodes[0])


def _attribute_of(node: ast.AST) -> tuple[str, str]:
    """The variable and the name of an attribute that is read of it, or `LENGTH`; empty for any other node."""
    match node:
        case ast.Attribute(value=ast.Name(id=variable), attr=attribute, ctx=ast.Load()):
            return variable, attribute
        case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=variable)], keywords=[]):
            return variable, LENGTH
    return "", ""


def _at_end(node: ast.AST, last: ast.AST) -> ast.AST:
    """Places a node where none of the user's begins, so that nothing is taken for the last statement."""
    ast.copy_location(node, last)
    node.lineno, node.col_offset = node.end_lineno, node.end_col_offset
    return node

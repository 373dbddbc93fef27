"""Random statements."""
from __future__ import annotations

from fuzz.expressions import Expressions
from fuzz.scope import KINDS, Function, Scope

__all__ = ["Statements"]

_ERRORS = ("ValueError", "TypeError", "IndexError", "KeyError", "ZeroDivisionError", "RuntimeError", "Custom",
           "(ValueError, ArithmeticError)", "Exception")
_TENSORS = ("t", "u", "i")


class Statements(Expressions):
    """Writes statements into the lines. Loops are bounded."""

    def body(self, scope: Scope, count: int, depth: int) -> None:
        """Some statements."""
        for _ in range(count):
            if scope.loops == 0 and self.chance(0.0 if self.numeric else 0.12):
                self.guarded(scope, depth)
            else:
                self.statement(scope, depth)

    def guarded(self, scope: Scope, depth: int) -> None:
        """A statement whose exceptions are caught."""
        before = dict(scope.names)
        self.block("try:", lambda: self.statement(scope, depth))
        self.block("except Exception as error:", lambda: self.line(self.pick(["print(repr(error)[:50])", "log.append(str(error)[:40])", "pass"])))
        for name, kind in list(scope.names.items()):
            if before.get(name) != kind:
                scope.maybe[name] = scope.names.pop(name)

    def statement(self, scope: Scope, depth: int) -> None:
        """One statement."""
        simple = [(self.assign, 30), (self.augmented, 10), (self.tensor_write, 14), (self.container_write, 10), (self.print_, 7),
                  (self.unpack, 5), (self.object_write, 5), (self.global_write, 4), (self.assert_, 1), (self.delete, 1),
                  (self.closure, 3), (self.change_kind, 3), (self.alias, 5), (self.raise_, 1), (self.misc, 3)]
        if self.numeric:
            # What native code can take as a whole.
            simple = [(self.assign, 30), (self.augmented, 12), (self.tensor_write, 14), (self.alias, 6), (self.change_kind, 3)]
        if scope.loops:
            simple.append((self.leave_loop, 8))
        if depth > 0 and self.numeric:
            simple += [(self.if_, 14), (self.for_, 10), (self.while_, 5), (self.early_return, 2)]
        elif depth > 0:
            simple += [(self.if_, 14), (self.for_, 12), (self.while_, 5), (self.try_, 9), (self.with_, 4), (self.match_, 4),
                       (self.early_return, 3)]
        methods, weights = zip(*simple)
        self.random.choices(methods, weights)[0](scope, depth - 1)

    def target(self, scope: Scope, kind: str) -> str:
        """A name to bind: a known one of the kind, or a new one."""
        known = [name for name in scope.of(kind) if not name.startswith("G_")]
        if known and self.chance(0.5):
            return self.pick(known)
        return self.fresh(kind[0])

    def inner(self, scope: Scope, write: object, count: int, depth: int, loop: bool = False) -> None:
        """Statements of a block: names bound in it may be unbound behind it."""
        inside = Scope(dict(scope.names), scope.loops + loop, dict(scope.maybe))
        self.body(inside, count, depth)
        for name, kind in inside.names.items():
            if name not in scope.names:
                scope.maybe[name] = kind

    def assign(self, scope: Scope, depth: int) -> None:
        kind = self.pick(self.kinds)
        value = self.expression(kind, scope, 2)
        name = self.target(scope, kind)
        self.line(f"{name} = {value}")
        scope.names[name] = kind

    def change_kind(self, scope: Scope, depth: int) -> None:
        names = [name for name, kind in scope.names.items() if not name.startswith("G_")]
        if names:
            name, kind = self.pick(names), self.pick([k for k in self.kinds if k != "x"])
            self.line(f"{name} = {self.expression(kind, scope, 1)}")
            scope.names[name] = kind

    def alias(self, scope: Scope, depth: int) -> None:
        names = [(name, kind) for name, kind in scope.names.items() if kind in ("t", "u", "i", "list", "dict", "object")]
        if names:
            name, kind = self.pick(names)
            view = {"t": ["[1:]", "[:2]", ".view(-1)", "", ".detach()"], "u": ["[0]", ".t()", "[:, 1]", ".view(-1)", ""]}
            chosen = self.pick(view.get(kind, [""]))
            new = self.fresh(kind[0])
            self.line(f"{new} = {name}{chosen}")
            scope.names[new] = "t" if kind == "u" and chosen in ("[0]", "[:, 1]", ".view(-1)") else kind

    def augmented(self, scope: Scope, depth: int) -> None:
        kind = self.pick(["int", "float", "list", "str", "t", "t", "u", "i", "set"])
        known = scope.of(kind)
        if not known:
            return self.assign(scope, depth)
        name = self.pick(known)
        if name.startswith("G_"):
            return None
        value = self.expression(kind if kind != "list" else "tuple", scope, 1)
        if kind in _TENSORS:
            value = self.risk(value, self.pick([name, "1"]))
        operator = {"int": ["+=", "-=", "^=", "|="], "float": ["+=", "*=", "-="], "set": ["|=", "-="], "t": ["+=", "-="],
                    "u": ["+=", "-="], "i": ["+=", "-="]}.get(kind, ["+="])
        self.line(f"{name} {self.pick(operator)} {value}")
        if kind in _TENSORS:
            self.line(f"{name}.clamp_(-50, 50)")
        elif kind in ("str",):
            self.line(f"{name} = {name}[-12:]")
        return None

    def tensor_write(self, scope: Scope, depth: int) -> None:
        kind = self.pick(_TENSORS)
        known = scope.of(kind)
        if not known:
            return self.assign(scope, depth)
        name = self.pick(known)
        e = self.expression
        index = e("int", scope, 0)
        choices = [
            lambda: f"{name}.{self.pick(['add_', 'sub_', 'copy_'])}({self.risk(e(kind, scope, 1), self.pick([name, '2']) if kind != 'i' else '1')})".replace("copy_(2)", "fill_(2)").replace("copy_(1)", "fill_(1)"), lambda: f"{name}.{self.pick(['zero_', 'neg_', 'abs_'])}()",
            lambda: f"{name}.mul_({self.random.randint(-2, 2)}).clamp_(-50, 50)", lambda: f"{name}.fill_({self.random.randint(-5, 5)})",
            lambda: f"{name}[{self.risk(self.pick(['0', '-1', '1', index]), ':1')}] = {self.random.randint(-9, 9)}",
            lambda: f"{name}[{self.pick(['1:', ':1', '::2'])}] {self.pick(['=', '+=', '-='])} {self.random.randint(-3, 3)}",
            lambda: f"{name}[{name} > {self.random.randint(-3, 3)}] = {self.random.randint(-3, 3)}",
            lambda: f"{name}.masked_fill_({name} < 0, {self.random.randint(0, 3)})",
        ]
        if kind == "u":
            choices += [lambda: f"{name}[:, {self.pick(['0', '1', '-1'])}] += {e('int', scope, 0)} % 5",
                        lambda: f"{name}[{self.pick('01')}] = {self.risk(e('t', scope, 1), '3.0')}", lambda: f"{name}.t()[0] = 7",
                        lambda: f"{name}.view(-1)[1:3].add_(1)", lambda: f"torch.add({name}, 1, out={name})"]
        self.line(self.pick(choices)())
        return None

    def container_write(self, scope: Scope, depth: int) -> None:
        e = self.expression
        kind = self.pick(["list", "list", "dict", "set"])
        known = scope.of(kind)
        if not known:
            return self.assign(scope, depth)
        name = self.pick(known)
        value = e("int", scope, 1)
        self.line(self.pick({
            "list": [f"{name}.append({value})", self.risk(f"{name}[{e('int', scope, 0)}] = {value}", f"{name}[:1] = [{value}, 0]"), f"{name}.insert(0, {value})",
                     self.risk(f"{name}[{self.slice(scope, 0)}] = [{value}, 1]", f"{name}[1:3] = ({value},)"), self.risk(f"{name}.pop({self.pick(['', '0'])})", f"{name}.clear()"), f"{name}.sort()",
                     f"{name}.reverse()", f"{name}.extend({e('tuple', scope, 0)})", f"del {name}[{self.risk(self.pick(['0', '-1']), '1:')}]",
                     self.risk(f"{name}[0] += {value}", f"{name}.extend([{value}])" if name.startswith("G_") else f"{name} += [{value}]")],
            "dict": [f"{name}['k{self.random.randint(0, 4)}'] = {value}", f"{name}.update(k1={value})", f"{name}.setdefault('k3', {value})",
                     f"{name}.pop('k0', None)", self.risk(f"del {name}['k1']", f"{name}['k2'] = {value}"), self.risk(f"{name}['k2'] += {value}", f"{name}.update(k2=1)" if name.startswith("G_") else f"{name} |= {{'k1': {value}}}")],
            "set": [f"{name}.add({value})", f"{name}.discard({value})", f"{name}.update({e('list', scope, 0)})"],
        }[kind]))
        if kind == "list":
            self.line(f"del {name}[9:]")
        return None

    def object_write(self, scope: Scope, depth: int) -> None:
        known = scope.of("object")
        if not known:
            return self.assign(scope, depth)
        name = self.pick(known)
        self.line(self.pick([f"{name}.value = {self.expression('int', scope, 1)}", f"{name}.value += {self.number()}",
                             f"{name}.extra = {self.expression(self.pick(['int', 'list', 't']), scope, 1)}", f"{name}.double = {self.number()}",
                             f"{name}.bump({self.expression('int', scope, 0)})", f"{name}[{self.number()}] = {self.number()}",
                             f"{name} += {self.number()}", f"{name}.items.append({self.number()})", f"{name}.checked = {self.risk(self.number(), '3')}"]))
        return None

    def global_write(self, scope: Scope, depth: int) -> None:
        self.line(self.pick([f"G_list.append({self.expression('int', scope, 0)})", "G_list.clear()", "tick()",
                             f"G_dict['k{self.random.randint(0, 3)}'] = {self.expression('int', scope, 0)}",
                             "G_tensor.add_(1)", "G_tensor[0] = 2", f"G_object.value = {self.number()}",
                             f"log.append({self.expression(self.pick(['int', 'str', 'bool']), scope, 0)})"]))

    def print_(self, scope: Scope, depth: int) -> None:
        # A set may hold what is ordered by addresses.
        kinds = [k for k in KINDS if k not in ("x", "object", "set")]
        parts = [self.expression(self.pick(kinds), scope, 1) for _ in range(self.random.randint(1, 2))]
        self.line(f"print({', '.join(parts)})")

    def unpack(self, scope: Scope, depth: int) -> None:
        e = self.expression
        a, b = self.fresh("i"), self.fresh("i")
        self.line(self.pick([f"{a}, {b} = {self.risk(e('tuple', scope, 1), '(' + e('int', scope, 1) + ', 2)')}", f"({a}, *_), {b} = ({self.risk(e('list', scope, 1), '(4, 5)')}, {e('int', scope, 1)})",
                             f"{a}, *rest, {b} = {self.risk(e('list', scope, 1), '[1, 2, *' + e('list', scope, 1) + ']')}", f"{a} = {b} = {e('int', scope, 1)}",
                             f"{a}, {b} = {e('int', scope, 1)}, {e('int', scope, 0)}", f"[{a}, {b}] = {self.risk(e('u', scope, 1), 'torch.ones(2, 3)')}.shape"]))
        scope.names[a] = scope.names[b] = "int"

    def assert_(self, scope: Scope, depth: int) -> None:
        condition = self.expression("bool", scope, 1)
        self.line(f"assert {self.risk(condition, f'{condition} or True')}, {self.expression('str', scope, 0)}")

    def delete(self, scope: Scope, depth: int) -> None:
        names = [name for name in scope.names if not name.startswith(("G_", "p"))]
        if len(names) > 3:
            name = self.pick(names)
            self.line(f"del {name}")
            scope.maybe[name] = scope.names.pop(name)

    def raise_(self, scope: Scope, depth: int) -> None:
        what = f"{self.pick(['ValueError', 'KeyError', 'Custom', 'RuntimeError'])}({self.expression('str', scope, 0)})"
        self.block(f"if {self.expression('bool', scope, 1)}:", lambda: self.line(f"raise {what}"))

    def misc(self, scope: Scope, depth: int) -> None:
        e = self.expression
        self.line(self.pick(["pass", e("int", scope, 1), e("t", scope, 1), f"random.seed({self.random.randint(0, 9)})", "torch.manual_seed(3)",
                             "import math as m2", self.risk(f"{e('object', scope, 0)}.missing", f"getattr({e('object', scope, 0)}, 'missing', None)"), f"name: int = {e('int', scope, 0)}"]))

    def leave_loop(self, scope: Scope, depth: int) -> None:
        self.block(f"if {self.expression('bool', scope, 1)}:", lambda: self.line(self.pick(["break", "continue", "continue"])))

    def early_return(self, scope: Scope, depth: int) -> None:
        kind = self.pick(self.kinds)
        self.block(f"if {self.expression('bool', scope, 1)}:", lambda: self.line(f"return {self.expression(kind, scope, 1)}"))

    def closure(self, scope: Scope, depth: int) -> None:
        name = self.fresh("f")
        numbers = [n for n in scope.of("int") if not n.startswith("G_")]
        inner = Scope({**scope.names, "q": "int"})

        def body() -> None:
            if numbers and self.chance(0.5):
                cell = self.pick(numbers)
                self.line(f"nonlocal {cell}")
                self.line(f"{cell} = ({cell} + q) % 1009")
            self.line(f"return {self.expression('int', inner, 2)}")

        self.block(f"def {name}(q, r={self.expression('int', scope, 0)}, *, s=1):", body)
        result = self.fresh("i")
        self.line(f"{result} = {name}({self.expression('int', scope, 0)}{self.pick(['', ', 2', ', s=3'])})")
        scope.names[result] = "int"
        if self.chance(0.2):
            functions = self.fresh("z")
            self.line(f"{functions} = [lambda: k + {result} for k in range(3)]")
            self.line(f"{result} = sum(g() for g in {functions})")

    def if_(self, scope: Scope, depth: int) -> None:
        condition = self.expression("bool", scope, 2)
        if self.chance(0.1):
            name = self.fresh("w")
            condition = f"({name} := {self.expression('int', scope, 1)}) > {self.number()}"
            scope.names[name] = "int"
        self.block(f"if {condition}:", lambda: self.inner(scope, None, self.random.randint(1, 3), depth))
        if self.chance(0.25):
            self.block(f"elif {self.expression('bool', scope, 1)}:", lambda: self.inner(scope, None, self.random.randint(1, 2), depth))
        if self.chance(0.5):
            self.block("else:", lambda: self.inner(scope, None, self.random.randint(1, 2), depth))

    def for_(self, scope: Scope, depth: int) -> None:
        e = self.expression
        name, other = self.fresh("i"), self.fresh("i")
        heads = [
            (f"for {name} in range({self.random.randint(0, 5)}):", {name: "int"}),
            (f"for {name} in range({e('int', scope, 0)} % 5):", {name: "int"}),
            (f"for {name} in range({e('int', scope, 0)} % 4, {self.random.randint(-2, 6)}, {self.pick(['1', '2', '-1'])}):", {name: "int"}),
            (f"for {name} in {e('list', scope, 1)}[:5]:", {name: "int"}), (f"for {name} in {e('tuple', scope, 1)}[:5]:", {name: "int"}),
            (f"for {name}, {other} in enumerate({e('list', scope, 1)}[:4]):", {name: "int", other: "int"}),
            (f"for {name}, {other} in zip({e('list', scope, 0)}[:4], {e('tuple', scope, 0)}):", {name: "int", other: "int"}),
            (f"for {name}, {other} in {e('dict', scope, 1)}.items():", {name: "str", other: "int"}),
            (f"for {name} in reversed({e('list', scope, 0)}[:4]):", {name: "int"}),
            (f"for {name} in {e('u', scope, 0)}[:4]:", {name: "t"}), (f"for {name} in {e('t', scope, 0)}[:3].tolist():", {name: "float"}),
            (f"for {name} in sorted({e('set', scope, 0)})[:4]:", {name: "int"}), (f"for {name} in {e('str', scope, 0)}[:4]:", {name: "str"}),
            (f"for {name} in {self.generator()}({self.random.randint(0, 4)}):", {name: "int"}),
        ]
        head, kinds = self.pick(heads[:3] if self.numeric and self.chance(0.9) else heads)

        def body() -> None:
            inside = Scope({**scope.names, **kinds}, scope.loops + 1, dict(scope.maybe))
            self.body(inside, self.random.randint(1, 4), depth)
            scope.maybe.update((n, k) for n, k in inside.names.items() if n not in scope.names)

        self.block(head, body)
        if self.chance(0.2):
            self.block("else:", lambda: self.inner(scope, None, 1, depth))

    def while_(self, scope: Scope, depth: int) -> None:
        counter = self.fresh("n")
        self.line(f"{counter} = 0")
        condition = self.pick([f"{counter} < {self.random.randint(1, 5)}", f"{counter} < 4 and {self.expression('bool', scope, 1)}",
                               f"{self.expression('bool', scope, 1)} and {counter} < 3"])

        def body() -> None:
            self.line(f"{counter} += 1")
            inside = Scope({**scope.names}, scope.loops + 1, dict(scope.maybe))
            self.body(inside, self.random.randint(1, 4), depth)
            scope.maybe.update((n, k) for n, k in inside.names.items() if n not in scope.names)

        self.block(f"while {condition}:", body)
        if self.chance(0.2):
            self.block("else:", lambda: self.inner(scope, None, 1, depth))

    def try_(self, scope: Scope, depth: int) -> None:
        def tried() -> None:
            self.inner(scope, None, self.random.randint(1, 3), depth)
            if self.chance(0.3):
                self.line(f"raise {self.pick(['ValueError', 'KeyError', 'Custom'])}({self.expression('str', scope, 0)})")

        def handler() -> None:
            if self.chance(0.4):
                self.line("print(type(error).__name__, str(error)[:60])")
            self.inner(scope, None, 1, depth)
            if self.chance(0.08):
                self.line(self.pick(["raise", "raise Custom('again') from error", "raise TypeError('other')", "raise Custom('c') from None"]))

        self.block("try:", tried)
        final_only = self.chance(0.15)
        if not final_only:
            if self.chance(0.25):
                self.block(f"except {self.pick(_ERRORS)} as error:", handler)
            self.block("except Exception as error:" if self.chance(0.9) else f"except {self.pick(_ERRORS)} as error:", handler)
            if self.chance(0.25):
                self.block("else:", lambda: self.inner(scope, None, 1, depth))
        if final_only or self.chance(0.25):
            self.block("finally:", lambda: self.inner(scope, None, 1, depth))

    def with_(self, scope: Scope, depth: int) -> None:
        name = self.fresh("i")
        scope_name = self.pick([f"with Manager({self.expression('int', scope, 0)}, {self.pick(['True', 'False', 'False'])}) as {name}:",
                                "with torch.no_grad():", f"with managed({self.expression('int', scope, 0)}) as {name}:",
                                f"with Manager(1) as {name}, Manager(2):"])
        if name in scope_name:
            scope.names[name] = "int"
        self.block(scope_name, lambda: self.inner(scope, None, self.random.randint(1, 3), depth))
        scope.maybe[name] = "int"
        scope.names.pop(name, None)

    def match_(self, scope: Scope, depth: int) -> None:
        kind = self.pick(["int", "tuple", "list", "dict", "object", "str"])
        name = self.fresh("i")
        patterns = [(f"{self.number()}", {}) if kind == "int" else ("0 | 1", {}), (f"[{name}, *_]", {name: "int"}), (f"({name}, _)", {name: "int"}),
                    (f"int({name}) if {name} > 2", {name: "int"}), (f"{{'k1': {name}, **_rest}}", {name: "int"}), ("'a' | 'xyz'", {}),
                    ("[]", {}), (f"Point(x={name})", {name: "int"}), (f"Point({name}, 2)", {name: "int"}), ("None", {}), ("str()", {})]

        def cases() -> None:
            for _ in range(self.random.randint(1, 3)):
                pattern, kinds = self.pick([p for p in patterns if "**" not in p[0]])
                pattern = pattern.replace("-(", "(")
                self.block(f"case {pattern}:", lambda: self.inner_with(scope, kinds, depth))
            if self.chance(0.6):
                self.block("case _:", lambda: self.inner(scope, None, 1, depth))

        subject = self.expression(kind, scope, 1) if self.chance(0.8) else f"Point({self.expression('int', scope, 0)}, 2)"
        self.block(f"match {subject}:", cases)

    def inner_with(self, scope: Scope, kinds: dict[str, str], depth: int) -> None:
        """A block in which more names are bound."""
        inside = Scope({**scope.names, **kinds}, scope.loops, dict(scope.maybe))
        self.body(inside, 1, depth)

    def function(self, name: str, kinds: list[str], result: str, size: int, depth: int, recursive: bool = False) -> Function:
        """A function of the module."""
        optional = self.random.randint(0, 1) if len(kinds) > 1 else 0
        star, keywords = self.chance(0.0 if self.numeric else 0.25), [self.fresh("k")] if self.chance(0.3) else []
        names = [self.fresh("p") for _ in kinds]
        if recursive:
            # Not assigned to: the depth of recursion is bounded by it.
            names[0] = self.fresh("G_n")
        parameters = [f"{n}={self.leaf(kind)}" if index >= len(kinds) - optional else n
                      for index, (n, kind) in enumerate(zip(names, kinds))]
        known = dict(zip(names, kinds))
        if star:
            parameters.append("*rest")
            known["rest"] = "tuple"
        elif keywords:
            parameters.append("*")
        parameters += [f"{keyword}=2" for keyword in keywords]
        scope = Scope({**known, **dict.fromkeys(keywords, "int")})
        if not self.numeric:
            scope.names.update(G_list="list", G_dict="dict", G_tensor="t", G_number="int")
        function = Function(name, kinds, result, optional, star, keywords)

        def body() -> None:
            if self.chance(0.0 if self.numeric else 0.2):
                self.line("global G_number")
                self.line(f"G_number = (G_number + {self.expression('int', Scope(known), 1)}) % 1013")
            if recursive:
                self.block(f"if {names[0]} <= 0:", lambda: self.line(f"return {self.expression(result, scope, 1)}"))
            self.body(scope, size, depth)
            if recursive:
                rest = [self.expression(kind, scope, 0) for kind in kinds[1:]]
                self.line(f"again = {name}({', '.join([f'min(int({names[0]}), 5) - 1', *rest])})")
                scope.names["again"] = result
            self.line(f"return {self.expression(result, scope, 2)}")

        self.block(f"def {name}({', '.join(parameters)}):", body)
        self.line("")
        self.line("")
        return function

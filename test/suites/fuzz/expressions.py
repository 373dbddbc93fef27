"""Random expressions of a wanted kind."""
from __future__ import annotations

from fuzz.scope import Scope, Writer

__all__ = ["Expressions"]


_OTHER = ("Box", "Crate", "G_", "lambda", " for ", "list(", "isinstance", "hasattr", "str(", "{", "(*", "'", "or [")
COMMAS = ("','", "'-'", "''")


class Expressions(Writer):
    """Writes expressions as text. They may raise, and they end: no unbounded growth of numbers, strings or lists."""

    def expression(self, kind: str, scope: Scope, depth: int = 2) -> str:
        """An expression, most often of the kind."""
        if self.chance(0.012):
            kind = self.pick([k for k in self.kinds if k != "x"])
        if self.chance(0.004) and scope.maybe:
            return self.pick(list(scope.maybe))
        known = scope.of(kind)
        if known and (depth <= 0 or self.chance(0.4)):
            return self.pick(known)
        if depth <= 0:
            return self.leaf(kind)
        if self.chance(0.06) and kind != "x":
            condition = self.expression("bool", scope, depth - 1)
            return f"({self.expression(kind, scope, depth - 1)} if {condition} else {self.expression(kind, scope, depth - 1)})"
        if self.chance(0.12):
            call = self.call_of(kind, scope, depth - 1)
            if call is not None:
                return call
        if not self.numeric or self.chance(0.03):
            return getattr(self, f"make_{kind}")(scope, depth - 1)
        # In numbers and tensors alone, what makes use of other kinds is written anew.
        for _ in range(8):
            text = getattr(self, f"make_{kind}")(scope, depth - 1)
            if not any(word in text for word in _OTHER):
                return text
        return self.leaf(kind)

    def leaf(self, kind: str) -> str:
        """A literal."""
        r = self.random
        return {
            "int": self.number, "float": lambda: self.pick(["0.5", "-1.25", "3.0", "1e3", "-0.0", "2.5", "1e999"]),
            "bool": lambda: self.pick(["True", "False"]),
            "str": lambda: self.pick(["''", "'a'", "'xyz'", "'ä€'", "'k1'", "'a b'"]),
            "list": lambda: f"[{', '.join(self.number() for _ in range(r.randint(0, 4)))}]",
            "tuple": lambda: f"({self.number()}, {self.number()})",
            "dict": lambda: "{" + ", ".join(f"'k{r.randint(0, 3)}': {self.number()}" for _ in range(r.randint(0, 3))) + "}",
            "set": lambda: f"{{{self.number()}, {self.number()}}}",
            "object": lambda: f"{self.pick(self.classes or ['Point'])}({self.number()})",
            "t": lambda: self.pick(["torch.tensor([1.0, -2.0, 3.0])", "torch.arange(4.0)", "torch.ones(3)", "torch.zeros(3)"]),
            "u": lambda: self.pick(["torch.ones(2, 3)", "torch.arange(6.0).view(2, 3)", "torch.eye(3)",
                                    "torch.tensor([[1.0, -1.0, 2.0], [0.0, 4.0, -3.0]])"]),
            "i": lambda: self.pick(["torch.arange(3)", "torch.tensor([2, 0, -1])", "torch.ones(3, dtype=torch.int64)"]),
            "x": lambda: "torch.full((3,), 0.5)",
        }[kind]()

    # One method for each kind.

    def make_int(self, s: Scope, d: int) -> str:
        e = self.expression
        def i(): return e("int", s, d)
        return self.pick([
            lambda: f"({i()} {self.pick('+-')} {i()})",
            lambda: f"({i()} * {i()} % {self.pick(['97', '-13', '2**67', '10**20', '1000003'])})",
            lambda: f"({i()} {self.pick(['//', '%'])} {self.risk(i(), self.pick(['3', '-7', '2**65', '10']))})",
            lambda: f"({i()} {self.pick('&|^')} {i()})",
            lambda: f"(({i()} % 1000) << {self.random.randint(0, 70)} >> {self.random.randint(0, 70)})",
            lambda: f"(-{i()})", lambda: f"(~{i()})", lambda: f"abs({i()})",
            lambda: f"(({i()} % 7) ** {self.random.randint(0, 5)})",
            lambda: f"len({e(self.pick(['list', 'str', 'dict', 'set', 'tuple', 't', 'u']), s, d)})",
            lambda: f"{self.pick(['sum', 'len', self.risk('max', 'sum')])}({e('list', s, d)})",
            lambda: self.item(e("list", s, d), self.random.randint(-2, 2), i()),
            lambda: self.item(e("tuple", s, d), self.pick([0, -1, 1]), i()),
            lambda: f"{e('dict', s, d)}.get('k{self.random.randint(0, 3)}', {i()})",
            lambda: f"{e('dict', s, d)}{self.risk(f'[{self.key()}]', f'.get({self.key()}, 3)')}",
            lambda: f"int({self.finite(s, d)})", lambda: f"int({e('bool', s, d)})",
            lambda: f"int({e(self.pick('tu'), s, d)}.sum())",
            lambda: f"{e(self.pick('tui'), s, d)}.{self.pick(['shape[0]', 'numel()', 'dim()', 'size(-1)'])}",
            lambda: f"int({e('i', s, d)}.{self.risk('max', 'sum')}())",
            lambda: f"divmod({i()}, {self.risk(i(), '-5')})[{self.random.randint(0, 1)}]",
            lambda: f"(lambda a, b={i()}: a - b)({i()})",
            lambda: f"sum(c for c in {e('list', s, d)})",
            lambda: f"{e('object', s, d)}.{self.pick(['value', 'double', 'bump(1)', 'total', 'describe().__len__()'])}",
            lambda: f"next(iter({e('list', s, d)}), {i()})",
            lambda: f"round({self.finite(s, d)})",
            lambda: f"hash(int({i()}))",
        ])()

    def make_float(self, s: Scope, d: int) -> str:
        e = self.expression
        def f(): return e("float", s, d)
        def i(): return e("int", s, d)
        return self.pick([
            lambda: f"({f()} {self.pick('+-*')} {f()})", lambda: f"({f()} / {self.risk(self.pick([f, i])(), '4.0')})",
            lambda: f"({i()} / {self.risk(i(), '-3')})", lambda: f"({f()} // {self.risk(i(), '7')})", lambda: f"({f()} % {self.risk(f(), '-2.5')})",
            lambda: f"({f()} * {i()} + {f()})", lambda: f"(-{f()})", lambda: f"abs({f()})", lambda: f"float({i()})",
            lambda: f"min({f()}, {f()})", lambda: f"float(math.floor({self.finite(s, d)}))", lambda: f"math.sqrt({self.risk(f(), f'abs({f()})')})",
            lambda: f"round({f()}, {self.random.randint(0, 2)})",
            lambda: f"{e(self.pick('tu'), s, d)}.sum().item()",
            lambda: f"float({e(self.pick('tu'), s, d)}.{self.risk(self.pick(['max', 'min']), 'sum')}())",
        ])()

    def make_bool(self, s: Scope, d: int) -> str:
        e, compare = self.expression, self.pick(["<", "<=", "==", "!=", ">", ">="])
        def b(): return e("bool", s, d)
        kind = self.pick(["int", "float", "str", "list", "tuple"])
        return self.pick([
            lambda: f"({e(kind, s, d)} {compare} {e(kind, s, d)})",
            lambda: f"({e('int', s, d)} < {e('int', s, d)} {compare} {e('int', s, d)})",
            lambda: f"(not {b()})", lambda: f"({b()} {self.pick(['and', 'or'])} {b()})",
            lambda: f"({e('int', s, d)} {self.pick(['in', 'not in'])} {e(self.pick(['list', 'set', 'tuple']), s, d)})",
            lambda: f"('k{self.random.randint(0, 3)}' in {e('dict', s, d)})",
            lambda: f"bool({e(self.pick(['t', 'u', 'i']), s, d)}.sum() {compare} {e('int', s, d)})",
            lambda: f"({e('t', s, d)}.{self.risk('max', 'sum')}() {compare} {e('float', s, d)})",
            lambda: f"bool(({e('u', s, d)} {compare} {e('int', s, d)}).{self.pick(['any', 'all'])}())",
            lambda: f"isinstance({e(self.pick(['int', 'float', 'object', 't']), s, d)}, {self.pick(['int', 'float', 'torch.Tensor'])})",
            lambda: f"({e('object', s, d)} {self.pick(['is', 'is not', '==', '<'])} {e('object', s, d)})",
            lambda: f"{self.pick(['any', 'all'])}(c > 0 for c in {e('list', s, d)})",
            lambda: f"{e('str', s, d)}.startswith({e('str', s, d)})",
            lambda: f"hasattr({e('object', s, d)}, {self.pick(['value', 'nothing'])!r})",
        ])()

    def make_str(self, s: Scope, d: int) -> str:
        e = self.expression
        simple = ["int", "float", "bool", "str", "list", "tuple", "dict"]
        return self.pick([
            lambda: f"({e('str', s, d)} + {e('str', s, d)})[-12:]",
            lambda: '(f"{(' + e("int", s, 0) + ')!r:>4}|{(' + e("float", s, 0) + '):.2f}")',
            lambda: f"f'<{{{self.pick(s.of('str') or ['len'])}!s:.9}}>'",
            lambda: f"str({e(self.pick(simple), s, d)})[:20]", lambda: f"repr({e(self.pick(simple), s, d)})[-20:]",
            lambda: f"({e('str', s, d)} * ({e('int', s, d)} % 3))[:12]",
            lambda: f"{e('str', s, d)}.{self.pick(['upper()', 'strip()', 'lower()', 'title()'])}[:12]",
            lambda: f"{self.pick(COMMAS)}.join(str(c) for c in {e('list', s, d)})[:20]",
            lambda: f"{e('str', s, d)}[{self.slice(s, d)}]",
            lambda: f"('%s/%d' % ({e('str', s, d)}, {e('int', s, d)}))[:20]",
            lambda: f"str({e(self.pick('tui'), s, d)}.{self.pick(['dtype', 'shape'])})",
            lambda: f"{e('object', s, d)}.describe()",
        ])()

    def slice(self, s: Scope, d: int) -> str:
        """What stands in the brackets of a slice."""
        def part(): return self.pick(["", str(self.random.randint(-3, 4)), self.expression("int", s, 0)])
        return self.pick([lambda: f"{part()}:{part()}", lambda: f"{part()}:{part()}:{self.pick(['1', '2', '-1'])}"])()

    def make_list(self, s: Scope, d: int) -> str:
        e = self.expression
        return self.pick([
            lambda: f"[{e('int', s, d)}, {e('int', s, d)}]", lambda: f"[*{e('list', s, d)}, {e('int', s, d)}][:8]",
            lambda: f"[c {self.pick(['+ 1', '* 2 % 11', '- ' + e('int', s, 0)])} for c in {e('list', s, d)}]",
            lambda: f"[c for c in range({e('int', s, d)} % 5) if c % 2 == {self.random.randint(0, 1)}]",
            lambda: f"{e('list', s, d)}[{self.slice(s, d)}]", lambda: f"({e('list', s, d)} + {e('list', s, d)})[:8]",
            lambda: f"sorted({e(self.pick(['list', 'set']), s, d)})", lambda: f"list({e('tuple', s, d)})",
            lambda: f"list({e('dict', s, d)}.values())", lambda: f"list(range({e('int', s, d)} % 6))",
            lambda: f"list(map(lambda a: a + {e('int', s, 0)}, {e('list', s, d)}))",
            lambda: f"[a * b % 101 for a, b in zip({e('list', s, d)}, {e('list', s, d)})]",
            lambda: f"list(reversed({e('list', s, d)}))", lambda: f"{e('i', s, d)}.tolist()",
            lambda: f"list({self.generator()}({e('int', s, d)} % 5))",
            lambda: f"[x if x > 0 else -x for x in {e('list', s, d)}]",
        ])()

    def make_tuple(self, s: Scope, d: int) -> str:
        e = self.expression
        return self.pick([
            lambda: f"({e('int', s, d)}, {e('int', s, d)})", lambda: f"tuple({e('list', s, d)})",
            lambda: f"divmod({e('int', s, d)}, {e('int', s, d)})", lambda: f"(*{e('list', s, d)}, {e('int', s, d)})[:5]",
            lambda: f"{e('tuple', s, d)}[::-1]", lambda: f"tuple({e('u', s, d)}.shape)",
        ])()

    def make_dict(self, s: Scope, d: int) -> str:
        e = self.expression
        return self.pick([
            lambda: f"{{'k{self.random.randint(0, 3)}': {e('int', s, d)}, 'k{self.random.randint(0, 3)}': {e('int', s, d)}}}",
            lambda: f"{{**{e('dict', s, d)}, 'k1': {e('int', s, d)}}}", lambda: f"dict(k0={e('int', s, d)}, k2={e('int', s, d)})",
            lambda: f"{{f'k{{a % 4}}': a for a in {e('list', s, d)}}}", lambda: f"({e('dict', s, d)} | {e('dict', s, d)})",
            lambda: f"{{k: v + 1 for k, v in {e('dict', s, d)}.items()}}",
        ])()

    def make_set(self, s: Scope, d: int) -> str:
        e = self.expression
        return self.pick([
            lambda: f"{{{e('int', s, d)}, {e('int', s, d)}}}", lambda: f"set({e('list', s, d)})",
            lambda: f"({e('set', s, d)} {self.pick('&|-^')} {e('set', s, d)})", lambda: f"{{a % 5 for a in {e('list', s, d)}}}",
        ])()

    def make_object(self, s: Scope, d: int) -> str:
        e = self.expression
        return self.pick([
            lambda: f"{self.pick(self.classes or ['Point'])}({e('int', s, d)})", lambda: f"({e('object', s, d)} + {e('int', s, d)})",
            lambda: f"{e('object', s, d)}.clone()", lambda: "G_object",
        ])()

    # Tensors of whole numbers, small enough for sums and products in float32 to be exact.

    def make_t(self, s: Scope, d: int) -> str:
        e = self.expression
        def t(): return e("t", s, d)
        def pair(): return self.pair("t", s, d)
        number = self.pick([lambda: e("int", s, 0) + " % 7", lambda: "2.0", lambda: "3"])
        return self.pick([
            lambda: self.binary("+-", pair(), t(), number()),
            lambda: self.binary("*", pair(), t(), number()),
            lambda: f"torch.{self.pick(['relu', 'abs', 'neg', 'sign', 'square', 'clone', 'cumsum0', 'flip0'])}({t()}).clamp(-50, 50)"
            .replace("cumsum0(", "cumsum(dim=0, input=").replace("flip0(", "flip(dims=(0,), input="),
            lambda: f"torch.{self.pick(['maximum', 'minimum'])}({pair()})",
            lambda: f"torch.where({t()} > {number()}, {self.pick([t, lambda: '1.0'])()}, 0.0)", lambda: f"{e('u', s, d)}.{self.pick(['sum', 'amax'])}({self.pick('01')}).clamp(-50, 50)",
            lambda: f"{e('u', s, d)}[{self.pick(['0', '-1', ':, 0', '0, :', self.risk(e('int', s, 0), '1')])}]",
            lambda: f"{t()}[{self.slice(s, d)}]".replace(":-1]", ":2]"), lambda: self.masked(t(), number()),
            lambda: f"torch.cat([{t()}, {t()}])[:9]", lambda: f"{e('u', s, d)}.{self.pick(['view(-1)', 'reshape(-1)', 'flatten()'])}[:9]",
            lambda: f"({self.risk(e('u', s, d), 'torch.ones(2, 3)')} @ {self.risk(t(), 'torch.arange(3.0)')}).clamp(-50, 50)", lambda: f"{e('i', s, d)}.float()",
            lambda: f"torch.full(({e('int', s, d)} % 5,), {self.pick(['1.0', '-2.0'])})",
            lambda: f"torch.zeros({e('int', s, d)} % 5)", lambda: f"{t()}.new_zeros({self.random.randint(1, 4)})",
            lambda: f"torch.tensor([float(a % 10) for a in {e('list', s, d)}])",
            lambda: f"torch.stack([a.sum() for a in {e('u', s, d)}]).clamp(-50, 50)",
            lambda: f"torch.floor({t()} * 0.5)", lambda: f"{t()}.{self.pick(['detach()', 'clone()', 'contiguous()', 'view_as(' + t() + ')'])}",
            lambda: f"torch.randint(0, 5, ({self.random.randint(1, 4)},)).float()",
        ])()

    def make_u(self, s: Scope, d: int) -> str:
        e = self.expression
        def u(): return e("u", s, d)
        return self.pick([
            lambda: self.binary("+-*", self.pair("u", s, d), u(), self.risk(e("t", s, d), "2")),
            lambda: f"{u()}.{self.pick(['t()', 'T', 'transpose(0, 1)', 'clone()', 'contiguous()', 'relu()', 'abs()'])}",
            lambda: f"{u()}[{self.pick(['1:', ':, 1:', '::2', ':, ::2', ':1', '..., :2'])}]",
            lambda: f"{e('t', s, d)}.unsqueeze({self.pick('01')})", lambda: f"{e('t', s, d)}.expand(2, -1)",
            lambda: f"torch.stack([{self.pair('t', s, d)}])", lambda: f"torch.outer({e('t', s, d)}, {e('t', s, d)}).clamp(-50, 50)",
            lambda: f"({u()} @ {u()}.t()).clamp(-50, 50)", lambda: f"torch.cat([{self.pair('u', s, d)}], {self.pick('01')})[:5, :5]",
            lambda: f"torch.zeros({e('int', s, d)} % 4, {self.random.randint(1, 3)})",
            lambda: f"torch.where({u()} > 0, {u()}, {self.pick(['0.0', '-1.0'])})", lambda: f"{u()}.{self.risk('view', 'reshape')}({self.risk(self.pick(['3, 2', '2, -1']), '-1, 1')})",
        ])()

    def make_i(self, s: Scope, d: int) -> str:
        e = self.expression
        def i(): return e("i", s, d)
        return self.pick([
            lambda: f"(({i()} {self.pick('+-*')} {self.risk(i(), '3')}) % 17)", lambda: f"({i()} // {self.pick(['2', '-3', '4'])})",
            lambda: f"torch.arange({e('int', s, d)} % 6)", lambda: f"{e('t', s, d)}.long()", lambda: f"{i()}.clamp(min=0)",
            lambda: f"torch.nonzero({e('t', s, d)}).view(-1)", lambda: f"{e('u', s, d)}.argmax({self.pick('01')})",
            lambda: f"({e('t', s, d)} > 0).long()", lambda: f"(torch.tensor({e('list', s, d)}) % 19)", lambda: f"({i()}.cumsum(0) % 23)",
        ])()

    def make_x(self, s: Scope, d: int) -> str:
        e = self.expression
        def x(): return e("x", s, d)
        return self.pick([
            lambda: f"torch.{self.pick(['tanh', 'sigmoid', 'exp', 'sin'])}({e(self.pick('tu'), s, d)} * 0.125)",
            lambda: f"torch.softmax({e('t', s, d)}, 0)", lambda: f"({x()} * {x()}.sum())", lambda: f"({x()} + {self.risk(e('t', s, d), '1.5')})",
            lambda: f"{e('u', s, d)}.mean({self.pick('01')})", lambda: f"torch.rand({self.random.randint(1, 3)})",
            lambda: f"F.dropout({x()}, 0.5, {self.pick(['True', 'False'])})", lambda: f"torch.where({x()} > 5, {x()}.sum(), 0.25)",
            lambda: f"F.layer_norm({self.risk(x(), 'torch.arange(3.0)')}, (3,))", lambda: f"{x()}.double()",
        ])()

    # What often raises is most often written so that it does not.

    def risk(self, risky: str, safe: str) -> str:
        """Mostly the safe text."""
        return risky if self.chance(0.2) else safe

    def key(self) -> str:
        """A key of the dicts."""
        return f"'k{self.random.randint(0, 3)}'"

    def item(self, value: str, index: int, otherwise: str) -> str:
        """An element of a sequence."""
        return self.risk(f"{value}[{index}]", f"({value} or [{otherwise}])[{self.pick([0, -1])}]")

    def finite(self, scope: Scope, depth: int) -> str:
        """A float that an int can be made of."""
        value = self.expression("float", scope, depth)
        return self.risk(value, f"min(max({value}, -1e6), 1e6)")

    def pair(self, kind: str, scope: Scope, depth: int) -> str:
        """Two tensors with a comma between; mostly of one shape."""
        first = self.expression(kind, scope, depth)
        second = self.risk(self.expression(kind, scope, depth), first)
        return f"{first}, {second}" if "," not in first + second else "G_tensor, G_tensor"

    def binary(self, operators: str, pair: str, tensor: str, number: str) -> str:
        """An operator on two tensors, or on a tensor and a number; not so large that sums are inexact."""
        operator = self.pick(operators)
        inner = pair.replace(", ", f" {operator} ", 1) if self.chance(0.6) else f"{tensor} {operator} ({number})"
        return f"({inner}).clamp(-50, 50)"

    def masked(self, value: str, number: str) -> str:
        """Elements chosen by their values: a size that only the run knows."""
        return f"{value}[{value} > {number}]"

    # Calls of functions that were written before.

    def call_of(self, kind: str, scope: Scope, depth: int) -> str | None:
        """A call with a result of the kind."""
        known = [function for function in self.functions if function.result == kind]
        if not known or scope.loops > 1:
            return None
        function = self.pick(known)
        count = len(function.parameters) - self.random.randint(0, function.optional)
        arguments = [self.expression(parameter, scope, min(depth, 1)) for parameter in function.parameters[:count]]
        if function.star and self.chance(0.5):
            arguments.append(self.pick([f"*{self.expression('list', scope, 0)}", self.expression("int", scope, 0)]))
        arguments += [f"{name}={self.expression('int', scope, 0)}" for name in function.keywords if self.chance(0.5)]
        return f"{function.name}({', '.join(arguments)})"

    def generator(self) -> str:
        """A generator function."""
        return self.pick(["gen_count", "gen_try"])

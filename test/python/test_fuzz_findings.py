"""What random programs found, each as small as it gets: compiled calls show what plain ones show (docs/testing.md)."""
import janusc
import pytest
import torch
from fuzz.snapshot import compare, picture, picture_error


def outcome(function, arguments):
    """A picture of what a call gives or raises, and of its arguments afterwards."""
    value, error, memo = None, None, {}
    try:
        value = function(*arguments)
    except Exception as raised:  # noqa: BLE001 - compared
        error = raised
    return picture_error(error, __file__), picture(value, memo), picture(arguments, memo)


def assert_same(function, *makers, options=None):
    """Each maker gives the arguments of a call; all calls are of one compiled function."""
    with janusc.options(compile_all=True, **(options or {})):
        compiled = janusc.compile(function)
        for make in makers:
            expected, got = outcome(function, make()), outcome(compiled, make())
            assert compare(expected, got, "call") is None
    return compiled


STRIDED = [lambda: (torch.arange(4.0),), lambda: (torch.arange(12.0).view(3, 4)[:, 1],),
           lambda: (torch.arange(12.0).view(3, 4).t(),), lambda: (torch.zeros(0),)]


@pytest.mark.parametrize("function", [
    lambda x: x.contiguous(), lambda x: x.reshape(-1), lambda x: x.flatten(), lambda x: x.ravel(), lambda x: x.view(-1),
    lambda x: torch.flatten(x), lambda x: torch.reshape(x, (-1,)), lambda x: x.reshape(-1).add_(1)])
def test_what_depends_on_strides(function):
    assert_same(function, *STRIDED)


@pytest.mark.parametrize("function", [
    lambda x: torch.zeros(2.5), lambda x: torch.full((3.0,), x.shape[0]), lambda x: torch.ones((2, x.shape[0] / 2)),
    lambda x: torch.zeros("a"), lambda x: torch.full((None,), 1.0), lambda x: torch.zeros(True),
    lambda x: torch.zeros(x.shape[0] > 2), lambda x: x.view(2.0), lambda x: x[:1.5], lambda x: x[x.shape[0] / 2:],
    lambda x: x[1.0], lambda x: x["a":]])
def test_sizes_that_are_none(function):
    assert_same(function, lambda: (torch.ones(3),))


@pytest.mark.parametrize("function", [
    lambda x: (x + 1, hasattr("a", "nothing"), hasattr("a", "upper"), hasattr([x], "items"), hasattr({}, "items"),
               hasattr((x,), "numel"), hasattr(x.shape, "numel"), hasattr((x,), "count")),
    lambda x: ("a".nothing, x + 1)[1], lambda x: ([].nothing, x + 1)[1], lambda x: ({}.nothing, x + 1)[1],
    lambda x: ((x, x).nothing, x + 1)[1], lambda x: x.shape.numel() * x])
def test_attributes_that_are_not_there(function):
    assert_same(function, lambda: (torch.ones(3),))


@pytest.mark.parametrize("function", [
    lambda x, n: x[..., :2], lambda x, n: x[..., n:], lambda x, n: x[..., 0], lambda x, n: x[:n, ..., None],
    lambda x, n: x[slice(n, None) if n else slice(1)], lambda x, n: x[(slice(n), ...)]])
def test_slices_beside_an_ellipsis(function):
    assert_same(function, *[lambda n=n: (torch.arange(24.0).view(2, 3, 4), n) for n in (0, 1, 1, -1)])
    # Where the ellipsis stands for no dimension at all.
    assert_same(function, *[lambda n=n: (torch.arange(4.0), n) for n in (0, 1, 1, -1)])


@pytest.mark.parametrize("first", [-300, 0, 2, 256, 2**62])
def test_sizes_that_are_rejected_need_no_memory(first):
    def subtract(x, n):
        x -= x[n:]
        return x.sum().item()

    assert_same(subtract, *[lambda: (torch.arange(4.0), first)] * 2)


def closure_in_try(x, n):
    try:
        def add(by):
            nonlocal n
            n = n + by
        add(n)
    except Exception:  # noqa: BLE001, S110
        pass
    y = x + 1
    return y, sorted([n])


def closure_in_branch(x, n):
    if n > 2:
        def add(by):
            nonlocal n
            n = (n + by) % 1009
        add(n)
    y = x + 1
    return y, sorted([n])


def class_in_loop(x, n):
    for _ in range(2):
        class Adder:
            value = n
        n = Adder.value + 1
    y = x * 2
    return y, sorted([n])


@pytest.mark.parametrize("function", [closure_in_try, closure_in_branch, class_in_loop])
@pytest.mark.parametrize("tier", ["full", "fast"])
def test_closures_inside_statements_bind_what_is_shared(function, tier):
    calls = [lambda n=n: (torch.ones(2), n) for n in (1, 5, 5, -2**63, 2**63 - 1)]
    assert_same(function, *calls, options={"tier": tier})


def test_code_made_quickly_is_the_same_code():
    def step(x, w):
        y = torch.relu(x @ w) * 2
        total = 0.0
        for row in y:
            if row.sum() > 1:
                total += row.max().item()
        print(total)
        return y - total

    torch.manual_seed(0)
    x, w = torch.randn(5, 4), torch.randn(4, 3)
    compiled = assert_same(step, lambda: (x, w), lambda: (x, w), options={"tier": "fast"})
    assert janusc.explain(compiled).data()["native"]


def shift(x):
    x[1:] = x[:-1]


def less_its_first(x):
    x -= x[:1]


def rows(x):
    for i in range(1, 4):
        x[i] = x[i - 1]
    x[0] *= x[1]
    return x


@pytest.mark.parametrize("function", [
    shift, less_its_first, rows, lambda x: x[1:].add_(x[:-1]), lambda x: x[0].add_(x[1]), lambda x: x[:, 0].copy_(x[:, 1]),
    lambda x: x.mul_(x.t()), lambda x: x[:2].add_(x[2:]), lambda x: x[::2].sub_(x[1::2]), lambda x: x.add_(x.detach()),
    lambda x: x[:, 1:].mul_(x[:, :-1]), lambda x: x[1].copy_(x[:, 1]), lambda x: x[1:3][0].add_(x[0])])
def test_writes_beside_reads_of_the_same_memory(function):
    assert_same(function, lambda: (torch.arange(16.0).view(4, 4),))


@pytest.mark.parametrize("function", [
    lambda x: x + 1 if bool((torch.zeros(0, 2) != 0).all()) else x - 1, lambda x: x + 1 if (torch.zeros(0) * 0 != 0).any() else x - 1,
    lambda x, n=0: x + int((x[:n].long() * 0 + 2).prod()), lambda x: x + (x.long()[4:] != x.long()[4:]).all(),
    lambda x: (x.long()[:, None] != x.long()[:, None, None][:, :, :0]).all(-1)])
def test_reductions_of_no_elements(function):
    assert_same(function, lambda: (torch.arange(4.0),), lambda: (torch.zeros(0),))


def written_then_asked(x):
    x.sub_(-1)
    if x.sum() > 100:
        x = torch.zeros(3, 2)
    return len(x.shape)


def row_written_then_asked(x):
    x[0] += 1
    if float(x.sum()) > 100:
        x = [x]
    return len(x)


def written_in_turns_then_asked(x):
    for _i in range(int(x[0])):
        x.mul_(2)
    if x.sum() > 100:
        x = None
    return x is None


def part_written_then_asked(x):
    y = x[1:]
    y += y
    try:
        return torch.cat([x, y[y > 2.0]])[4]
    except IndexError as error:
        return str(error)


@pytest.mark.parametrize("function", [part_written_then_asked, written_then_asked, row_written_then_asked, written_in_turns_then_asked])
def test_nothing_is_written_before_an_assumption_about_what_is_written(function):
    arguments = [lambda value=value: (torch.full((3,), value),) for value in (1.0, 50.0, 2.0)]
    assert_same(function, *arguments)


def missing_of_an_alias(x):
    kind = tuple
    kind.masked_fill_
    return x


def missing_is_asked(x):
    return x + 1 if int.nothing else x


@pytest.mark.parametrize("function", [
    missing_of_an_alias, missing_is_asked, lambda x: (torch.nn.functional.nothing, x)[1], lambda x: x + (torch.nothing is None),
    lambda x: x + isinstance(x, torch.Nothing)])
def test_attributes_that_the_library_has_not(function):
    assert_same(function, lambda: (torch.arange(3.0),))


@pytest.mark.parametrize("function", [
    lambda: torch.tensor([1.0, 1.0, 2.0]).flatten()[:9].numel(), lambda: torch.tensor([1.0, 2.0])[:5].shape,
    lambda: len(torch.tensor([1.0, 2.0])[1:5] + 1)])
def test_sizes_known_only_after_they_were_assumed(function):
    assert_same(function, tuple)


def returned_through_finally(x, box):
    try:
        y = x.flip(0) * 2
        x = x + 1
        return (x * y).sum(), y.max().item()
    finally:
        box.append(x - 1)


def returned_through_two(x, box):
    try:
        try:
            for i in range(3):
                x = x * 2
                if x.sum() > 10:
                    return x + i
        finally:
            box.append(i)
        x = x - 1
        return x
    finally:
        box.append(x.sum().item())


@pytest.mark.parametrize("function", [returned_through_finally, returned_through_two])
def test_finally_sees_what_was_bound_before_the_return(function):
    assert_same(function, *[lambda value=value: (torch.arange(3.0) + value, []) for value in (0, 2, 5)])


def missing_method_of_tuple(x, log):
    p = tuple(x.shape)
    p.masked_fill_(p < 0, log.append(1))


def missing_method_of_number(x, log):
    n = x.sum().item()
    return x + n.clamp_(log.pop())


def missing_method_of_class(x, log):
    kind = float
    return kind.add_(x, log.append(2))


@pytest.mark.parametrize("function", [missing_method_of_tuple, missing_method_of_number, missing_method_of_class])
def test_methods_are_looked_up_before_their_arguments(function):
    assert_same(function, lambda: (torch.arange(3.0), [1]))


def test_a_reshape_to_the_same_sizes():
    def function(x, y):
        return torch.where(x > 0, y, 0.0).reshape(2, -1)

    assert_same(function, *[lambda: (torch.arange(6.0).view(3, 2).t(), torch.ones(3))] * 2)


def test_tuples_are_given_back_themselves():
    def function(x, pair, n):
        y = x + n
        return pair, y, (pair, pair[1])

    assert_same(function, *[lambda: (torch.ones(2), (1, (2, 3)), 1), lambda: (torch.ones(2), (1, torch.ones(3)), 2),
                            lambda: (torch.ones(2), (1.5, "a"), 2)] * 2)


def test_one_view_in_two_places():
    def function(x, items):
        y = x[1:]
        items.append(y)
        return y, y, x * 2

    assert_same(function, *[lambda: (torch.arange(3.0), [])] * 2)


def test_an_argument_that_is_a_turned_view_of_what_is_written():
    def function(x, y):
        x -= y
        x.clamp_(-5, 5)
        return x * 2

    def turned():
        x = torch.arange(9.0).view(3, 3)
        return x, x.t()

    apart = lambda: (torch.arange(9.0).view(3, 3), torch.arange(9.0).view(3, 3).t())  # noqa: E731
    assert_same(function, apart, turned, turned, apart)


@pytest.mark.parametrize("function", [
    lambda: bool((torch.zeros(2 ** 63 - 2, 3) == 3).any()), lambda: torch.ones(2 ** 62).numel(), lambda: torch.full((2 ** 31, 2 ** 31), 1).shape])
def test_tensors_that_no_memory_holds(function):
    assert_same(function, tuple)


@pytest.mark.parametrize("function", [lambda x: x.relu(), lambda x: x.clamp(min=0), lambda x: x.clamp(0, 6), lambda x: torch.nn.functional.relu6(x),
                                      lambda x: x.clamp(max=-0.0), lambda x: torch.nn.functional.hardtanh(x, 0.0, 1.0)])
def test_zeros_keep_their_sign(function):
    makers = [lambda: (torch.tensor([-0.0, 0.0, -1.0, 2.0, float("nan")]),), lambda: (-torch.zeros(40),)]
    for make in makers:
        expected, got = function(*make()), janusc.compile(function, native=True)(*make())
        assert torch.equal(expected.signbit() | expected.isnan(), got.signbit() | got.isnan())
        torch.testing.assert_close(got, expected, equal_nan=True, rtol=0, atol=0)


def test_what_stands_behind_an_assumption_that_never_holds():
    def function(x, y, n):
        if n > 5:
            x.view(-1)[1:3].add_(1)
        y = y * 2
        x.view(-1)[1:3].add_(1)
        return x[0, :], y

    assert_same(function, *[lambda n=n, shape=shape: (torch.ones(shape), torch.ones(2), n)
                            for shape in ((3, 0), (4, 0), (0, 3), (2, 2)) for n in (1, 9)])


def test_errors_of_methods_in_c():
    def function(items, n):
        items.update(k=n)

    assert_same(function, *[lambda: ({1, 2}, 7), lambda: ({"k": 1}, 7)] * 2)


def test_a_tuple_that_is_an_argument_where_that_is_seen():
    def chosen(pair, other, x):
        return pair if x.sum() > 0 else other

    def changed(pair, other, x):
        result = pair
        if x.sum() > 0:
            result = (5, 6)
        return result, x + 1

    for function in (chosen, changed):
        assert_same(function, *[lambda sign=sign: ((1, 2), (3, 4), sign * torch.ones(2)) for sign in (1, -1)])


def test_copies_of_nothing():
    def tiled(x):
        return x.tile((3, 2)), x.repeat(2, 3, 1), x.repeat_interleave(2, 0)

    assert_same(tiled, *[lambda shape=shape: (torch.zeros(shape),) for shape in ((2, 0), (0, 5), (1, 0), (0, 0), (2, 3))])

"""What eager's graph keeps of operations: a tensor of it that is written before the backward pass makes that raise, alike."""
import janusc
import pytest
import torch
import torch.nn.functional as F

REFUSED = "modified by an inplace operation"


def written(tensor):
    """As if somebody had written the tensor."""
    torch._C._autograd._unsafe_set_version_counter((tensor,), (tensor._version + 1,))


def leaves(value):
    return [value] if isinstance(value, torch.Tensor) else [leaf for part in value for leaf in leaves(part)]


def raises(function, makers, graded, which):
    """Whether a backward pass raises after tensor number `which`, of the arguments and then of the results, was written."""
    torch.manual_seed(0)
    arguments = [make() for make in makers]
    arguments = [argument.requires_grad_().clone() if i in graded else argument for i, argument in enumerate(arguments)]
    results = leaves(function(*arguments))
    differentiable = [result for result in results if result.requires_grad]
    loss = sum((result.sum() for result in differentiable), torch.zeros(()))
    tensors = arguments + results
    if which >= len(tensors):
        return None
    written(tensors[which])
    try:
        loss.backward()
    except RuntimeError as error:
        assert REFUSED in str(error)
        return True
    return False


def x():
    return torch.rand(4, 3) + 0.1


def w():
    return torch.rand(3) + 0.1


def mask():
    return torch.rand(4, 3) > 0.5


def classes():
    return torch.tensor([0, 2, 1, 1])


def columns():
    return torch.tensor([2, 0])


def places():
    return torch.tensor([[1, 2], [0, 0], [2, 1], [1, 1]])


def image():
    return torch.rand(1, 2, 4, 4)


def set_mask(a, m):
    b = a * 1
    b[m] = 2.0
    return b


def set_rows(a, v):
    b = a * 1
    b[1:3] = v
    return b


# Function, what makes its arguments, which of them require grad.
CASES = {
    "mul": (lambda a, b: a * b, (x, w), (0, 1)), "mul-mask": (lambda a, m: a * m, (x, mask), (0,)),
    "div": (lambda a, b: a / b, (x, x), (0, 1)), "div-denominator": (lambda a, b: a / b, (x, x), (1,)),
    "div-numerator": (lambda a, b: a / b, (x, x), (0,)), "pow": (lambda a, b: (a ** b, a ** 2), (x, x), (0,)),
    "add": (lambda a, b: a + b - 2 * a, (x, x), (0, 1)), "addcmul": (torch.addcmul, (x, x, x), (0, 1)),
    "addcdiv": (torch.addcdiv, (x, x, x), (0,)), "lerp": (torch.lerp, (x, x, x), (0,)),
    "remainder": (torch.remainder, (x, x), (0,)), "fmod": (torch.fmod, (x, x), (1,)), "hypot": (torch.hypot, (x, x), (0,)),
    "maximum": (torch.maximum, (x, x), (0,)), "atan2": (torch.atan2, (x, x), (1,)), "sin": (torch.sin, (x,), (0,)),
    "tanh": (lambda a: (torch.tanh(a), a.exp()), (x,), (0,)), "sqrt": (torch.sqrt, (x,), (0,)), "abs": (torch.abs, (x,), (0,)),
    "relu": (torch.relu, (x,), (0,)), "relu_": (lambda a: (a * 1).relu_(), (x,), (0,)),
    "gelu": (F.gelu, (x,), (0,)), "elu": (F.elu, (x,), (0,)), "elu_": (lambda a: F.elu(a * 1, 1.0, True), (x,), (0,)),
    "hardsigmoid": (F.hardsigmoid, (x,), (0,)), "hardtanh_": (lambda a: F.hardtanh(a * 1, 0.2, 0.6, True), (x,), (0,)),
    "clamp": (lambda a, b: a.clamp(0.2, 0.5) + a.clamp(min=b), (x, w), (0,)), "softmax": (lambda a: a.softmax(1), (x,), (0,)),
    "where": (torch.where, (mask, x, x), (1,)), "masked_fill": (lambda a, m: a.masked_fill(m, 2.0), (x, mask), (0,)),
    "sum": (lambda a: a.sum() + a.mean() + a.cumsum(0).sum(), (x,), (0,)), "prod": (lambda a: a.prod(), (x,), (0,)),
    "amax": (lambda a: a.amax(1), (x,), (0,)), "max": (lambda a: a.max(), (x,), (0,)), "max-dim": (lambda a: a.max(1), (x,), (0,)),
    "sort": (torch.sort, (x,), (0,)), "std": (lambda a: a.std(1), (x,), (0,)), "norm": (lambda a: a.norm(), (x,), (0,)),
    "cat": (lambda a, b: torch.cat((a, b)), (x, x), (0, 1)), "index_select": (lambda a, i: a.index_select(1, i), (x, columns), (0,)),
    "gather": (lambda a, i: a.gather(1, i), (x, places), (0,)), "items": (lambda a, i: a[:, i], (x, columns), (0,)),
    "mask-items": (lambda a, m: a[m], (x, mask), (0,)), "set-mask": (set_mask, (x, mask), (0,)),
    "set-rows": (set_rows, (x, w), (0, 1)), "copy_": (lambda a, b: (a * 1).copy_(b), (x, x), (1,)),
    "linear": (F.linear, (x, x, lambda: torch.rand(4)), (0,)), "linear-bias": (F.linear, (x, x, lambda: torch.rand(4)), (2,)),
    "matmul": (lambda a, b: a @ b.t(), (x, x), (0,)), "conv": (F.conv2d, (image, lambda: torch.rand(2, 2, 3, 3)), (0,)),
    "max_pool": (lambda a: F.max_pool2d(a, 2, return_indices=True), (image,), (0,)), "avg_pool": (lambda a: F.avg_pool2d(a, 2), (image,), (0,)),
    "layer_norm": (lambda a, g, b: F.layer_norm(a, (3,), g, b), (x, w, w), (0,)),
    "group_norm": (lambda a, g, b: F.group_norm(a, 1, g, b), (image, lambda: torch.rand(2), lambda: torch.rand(2)), (0,)),
    "batch_norm": (lambda a, m, v, g: F.batch_norm(a, m, v, g), (x, w, w, w), (0,)),
    "mse_loss": (F.mse_loss, (x, x), (0,)), "l1_loss": (F.l1_loss, (x, x), (0,)), "smooth_l1_loss": (F.smooth_l1_loss, (x, x), (0,)),
    "huber_loss": (F.huber_loss, (x, x), (0,)), "nll_loss": (F.nll_loss, (x, classes, w), (0,)),
    "cross_entropy": (F.cross_entropy, (x, classes, w), (0,)), "bce": (F.binary_cross_entropy, (lambda: torch.rand(4, 3), lambda: torch.rand(4, 3)), (0,)),
    "bce-logits": (lambda a, t, p: F.binary_cross_entropy_with_logits(a, t, pos_weight=p), (x, x, w), (0,)),
    "two": (lambda a, b: (torch.tanh(a), a * b), (x, x), (0,)),
}


@pytest.mark.parametrize("name", CASES)
def test_writes_between_forward_and_backward(name):
    called, makers, graded = CASES[name]
    function = [lambda a: called(a), lambda a, b: called(a, b), lambda a, b, c: called(a, b, c),
                lambda a, b, c, d: called(a, b, c, d)][len(makers) - 1]
    with janusc.options(tier="fast", trials=False):
        compiled = janusc.compile(function, native=True)
        for which in range(len(makers) + 2):
            assert raises(compiled, makers, graded, which) == raises(function, makers, graded, which), which


def run(function, *shapes):
    """What backward() gives, or that it raises."""
    torch.manual_seed(0)
    leaves = [torch.rand(3).requires_grad_() for _ in range(2)]
    results = function(*(leaf.clone() for leaf in leaves))
    try:
        results.sum().backward()
    except RuntimeError as error:
        assert REFUSED in str(error)
        return "raises"
    return [leaf.grad for leaf in leaves]


def own_operand(a, b):
    a = a + 1
    a -= a * b
    return a


def own_result(a, b):
    c = torch.tanh(a)
    c[1:] = 2.0
    return c * b


def in_the_next_turn(a, b):
    c, total = a * 1, a * 0
    for _ in range(int(b.shape[0])):
        total = total + c * b
        c.mul_(2.0)
    return total


def itself(a, b):
    a = a * 1
    return a.mul_(a)


def on_one_branch(a, b):
    c = a * 1
    d = c * b
    if b.sum() > 0:
        c += 1
    return d


def through_a_view(a, b):
    c = a * 1
    d = c.sin()
    c[:1] += 1
    return d + b


def not_on_the_way(a, b):
    c = a * 1
    d = c * b
    c += 1
    return c + d.detach()


def a_mask(a, b):
    m = (a > 0.5).float()
    c = a * m
    c += 1
    return c * 2


def seen_by_nobody(a, b):
    c = a * 1
    d = c * b
    c.data.mul_(1.0)
    return d


def a_kept_copy(a, b):
    c = a * 1
    return c.sin_() + c.mul_(b)


@pytest.mark.parametrize("function", [own_operand, own_result, in_the_next_turn, itself, on_one_branch, through_a_view,
                                      not_on_the_way, a_mask, seen_by_nobody, a_kept_copy])
def test_writes_inside(function):
    expected = run(function)
    got = run(janusc.compile(function))
    assert (expected == "raises") == (got == "raises")
    if got != "raises":
        torch.testing.assert_close(got, expected)


def test_what_is_kept_for_another_result():
    def both(a, b):
        return torch.tanh(a), a * b

    for function in (both, janusc.compile(both, native=True)):
        leaf = torch.ones(3, requires_grad=True)
        kept, other = function(leaf.clone(), torch.ones(3))
        kept.detach().zero_()
        other.sum().backward()
        assert leaf.grad.tolist() == [1.0, 1.0, 1.0]
        kept, other = function(leaf.clone(), torch.ones(3))
        kept.detach().zero_()
        with pytest.raises(RuntimeError, match=REFUSED):
            (kept.sum() + other.sum()).backward()


def test_what_only_a_size_is_needed_of():
    class Thing:
        pass

    thing = Thing()

    def function(a, b):
        thing.product = a * b
        return torch.exp(a * 0.1), b.sum()

    for called in (function, janusc.compile(function, native=True)):
        leaf = torch.ones(3, requires_grad=True)
        a, b = leaf.clone(), leaf.clone()
        kept, total = called(a, b)
        a.mul_(2)
        b.zero_()
        (kept.sum() + total).backward()
        torch.testing.assert_close(leaf.grad, torch.full((3,), 1 + 0.1 * 2.718281828459 ** 0.1))
        with pytest.raises(RuntimeError, match=REFUSED):
            thing.product.sum().backward()


def test_a_model_in_training():
    model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.BatchNorm1d(4), torch.nn.ReLU(inplace=True), torch.nn.Linear(4, 1))
    compiled = janusc.compile(model, native=True)
    data, target = torch.rand(5, 3), torch.rand(5, 1)
    # Twice, which writes the running statistics twice.
    loss = F.mse_loss(compiled(data), target) + F.mse_loss(compiled(data + 1), target)
    loss.backward()
    assert janusc.explain(compiled).data()["versions"]
    assert model[0].weight.grad is not None

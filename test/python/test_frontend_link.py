"""The closed world that `lower` writes down: objects, states, functions, entries, and the reads behind them."""
import gc
import re
import weakref

import frontend_subjects as subjects
import pytest
import torch
from janusc import NoSource, Unsupported
from janusc.frontend import Options, lower
from janusc.frontend.world import ABSENT
from torch import nn


def line(program, start):
    """The one line of the module that starts so."""
    (found,) = [text for text in str(program.module).splitlines() if text.strip().startswith(start)]
    return found


def objects(program):
    return re.findall(r"imperative.object @(\S+|\"[^\"]*\") class", str(program.module))


def check_paths(program, *args, **kwargs):
    bound = program.bind(args, kwargs)
    for path, value in program.objects.items():
        assert program.resolve(path, bound) is value, path


X = torch.ones(5, 4)


def test_module_tree():
    net = subjects.Net()
    program = lower(subjects.call, (net, X))
    text = line(program, "imperative.object @net class")
    assert '"frontend_subjects.Net" path "net"' in text
    assert "fc = #imperative.ref<@net.again>" in text and "again = #imperative.ref<@net.again>" in text
    assert "call = #imperative.method<#imperative.ref<@frontend_subjects.Net.forward>, #imperative.ref<@net>>" in text
    assert "offset = #imperative.ref<@net.offset>" in text
    # Not mentioned, or not without running code.
    assert "calls" not in text and "width" not in text and "kind" not in text
    assert line(program, "imperative.state @net.again.weight") .endswith(
        '!imperative.tensor<3x4xf32> path "net.again.weight" {requires_grad}')
    assert "requires_grad" not in line(program, "imperative.state @net.offset")
    assert line(program, "imperative.entry").strip() == (
        "imperative.entry @entry calls @frontend_subjects.call [#imperative.ref<@net>, !imperative.tensor<?x4xf32>]")
    check_paths(program, net, X)


def first_and_scaled(items, x):
    return items[0], x * 2


def test_large_containers_are_not_looked_into():
    class Item:
        pass

    items = [Item() for _ in range(5000)]
    for container in (items, {str(index): item for index, item in enumerate(items)}):
        program = lower(first_and_scaled, (container, X))
        assert len(program.reads) < 100 and len(str(program.module)) < 10_000
        check_paths(program, container, X)


def test_a_look_up_that_runs_code_is_not_made():
    class Key:
        def __hash__(self):
            return hash("scale")

        def __eq__(self, other):
            raise AssertionError("was asked")

    class Item:
        scale = 2.0

    def scaled(item, x):
        return x * item.scale

    item = Item()
    vars(item)[Key()] = 0
    program = lower(scaled, (item, X))
    assert "scale" not in line(program, "imperative.object @item class")


def test_nothing_of_ours_waits_for_the_garbage_collector():
    class Item:
        pass

    item = Item()
    gone = weakref.ref(item)
    gc.disable()
    try:
        lower(first_and_scaled, ([item], X))
        del item
        assert gone() is None
    finally:
        gc.enable()


def test_module_as_entry():
    net = subjects.Net()
    program = lower(net, (X,))
    assert program.runtime_arguments == ["x"]
    assert "[#imperative.ref<@self>, !imperative.tensor<?x4xf32>]" in line(program, "imperative.entry")
    check_paths(program, net, X)


def test_bound_method_as_entry():
    net = subjects.Net()
    program = lower(net.helper, (torch.ones(2, 3),))
    assert "calls @frontend_subjects.Net.helper" in line(program, "imperative.entry")


def test_shared_parameter_is_one_state():
    program = lower(subjects.call, (subjects.Tied(), torch.ones(2, 3)))
    assert str(program.module).count("!imperative.tensor<3x3xf32> path") == 1


def test_grad_is_noted():
    net = subjects.Tied()
    net(torch.ones(2, 3)).sum().backward()
    assert "grad, requires_grad" in line(lower(subjects.call, (net, torch.ones(2, 3))), "imperative.state @net.one.bias")


def test_containers_of_modules():
    program = lower(subjects.call, (subjects.Stack(), torch.ones(2, 3)))
    assert "items = [#imperative.ref<@net.layers.0>, #imperative.ref<@net.layers.1>]" in line(
        program, "imperative.object @net.layers class")
    assert "items = [#imperative.ref<@net.tail.0>" in line(program, "imperative.object @net.tail class")
    assert "torch.nn.modules.container.Sequential.forward" in str(program.module)


def test_hooks_keep_call_open():
    net = subjects.Net()
    handle = net.fc.register_forward_hook(lambda *_: None)
    program = lower(subjects.call, (net, X))
    assert "call =" not in line(program, "imperative.object @net.again class")
    with pytest.raises(Unsupported, match="module-hooks"):
        lower(net.fc, (X,))
    handle.remove()
    assert "call =" in line(lower(subjects.call, (net, X)), "imperative.object @net.again class")


def test_global_hooks_keep_call_open():
    handle = nn.modules.module.register_module_forward_hook(lambda *_: None)
    try:
        program = lower(subjects.call, (subjects.Net(), X))
    finally:
        handle.remove()
    assert "call =" not in str(program.module)


def test_overridden_getattr_is_not_described():
    program = lower(subjects.call, (subjects.Dynamic(), X))
    assert "fields" not in line(program, "imperative.object @net class")


def test_instance_of_plain_class():
    plain = subjects.Plain()
    text = line(lower(subjects.use_plain, (plain, X)), "imperative.object @plain class")
    assert "own = 2.500000e+00 : f64" in text
    assert "double = #imperative.ref<@frontend_subjects.Plain.double>" in text
    assert "make = #imperative.method<#imperative.ref<@frontend_subjects.Plain.make>" in text
    assert "slot" not in text.split("fields")[1] and "computed" not in text


def test_class_attributes():
    program = lower(subjects.uses_class, (X,))
    assert "fields = {factor = 3 : i64}" in line(program, "imperative.object @frontend_subjects.Plain class")


def test_globals_builtins_and_library_names():
    program = lower(subjects.scale, (X,), {"shift": 1})
    text = line(program, "imperative.object @frontend_subjects class \"module\"")
    assert "SCALE = 2.000000e+00 : f64" in text
    assert 'len = #imperative.builtin<"builtins.len">' in text
    assert 'math = #imperative.builtin<"math">' in text
    assert "TABLE" not in text
    assert 'relu = #imperative.builtin<"torch.nn.functional.relu">' in line(
        program, "imperative.object @torch.nn.functional class")
    func = line(program, "imperative.func @frontend_subjects.scale")
    assert '#imperative.param<"by", positional, 2.000000e+00 : f64>' in func
    assert '#imperative.param<"shift", keyword_only, 0 : i64>' in func
    assert "[!imperative.tensor<?x4xf32>, 2.000000e+00, 1]" in line(program, "imperative.entry")
    kinds = {(guard.path, guard.kind) for guard in program.guards}
    assert kinds == {("x", "tensor"), ("by", "constant"), ("shift", "constant")}


def test_containers_of_the_world():
    program = lower(subjects.reads_containers, (X,))
    assert 'class "builtins.dict"' in line(program, "imperative.object @__modules__.frontend_subjects.__dict__.TABLE")
    assert "entries = {a = 1 : i64, b = #imperative.ref" in str(program.module)
    assert "items = [#imperative.ref<" in str(program.module)
    check_paths(program, X)


def test_arguments_in_containers():
    pair, xs = (torch.ones(2, 3), torch.ones(4)), [torch.ones(2)]
    program = lower(subjects.pairs, (pair, xs, 7))
    assert line(program, "imperative.entry").endswith("[[#imperative.ref<@pair.0>, #imperative.ref<@pair.1>], "
                                                      "#imperative.ref<@xs>, 7]")
    assert '!imperative.tensor<?x3xf32> path "pair[0]"' in str(program.module)
    check_paths(program, pair, xs, 7)


def test_variadic_arguments():
    program = lower(subjects.variadic, (X, 1, X), {"k": 2})
    assert '#imperative.param<"more", var_positional>' in str(program.module)
    entry = line(program, "imperative.entry")
    assert "[1, #imperative.ref<@more.1>], true, #imperative.ref<@named>" in entry


def test_options():
    program = lower(subjects.pairs, ((X, X), [X], 7), options=Options(
        name="wanted", runtime_numbers=True, dynamic_dims={"pair": [0, -1]}))
    assert "@wanted" in line(program, "imperative.entry") and "!imperative.int" in line(program, "imperative.entry")
    assert '!imperative.tensor<?x?xf32> path "pair[0]"' in str(program.module)
    assert program.runtime_arguments == ["n"]


def test_tensor_types():
    def entry(tensor):
        return line(lower(subjects.recursive, (tensor, 0)), "imperative.entry")

    for dtype, text in [(torch.float64, "f64"), (torch.bfloat16, "bf16"), (torch.int8, "i8"), (torch.uint8, "ui8"),
                        (torch.bool, "i1"), (torch.complex64, "complex<f32>")]:
        assert f"!imperative.tensor<?x2x{text}>" in entry(torch.zeros(3, 2, dtype=dtype))
    assert "!imperative.tensor<f32>" in entry(torch.tensor(1.0))
    # A subclass is an object like any other.
    assert "#imperative.ref<@x>" in entry(torch.ones(2).as_subclass(type("Own", (torch.Tensor,), {})))


def test_recursion_is_one_function():
    text = str(lower(subjects.recursive, (X, 3)).module)
    assert text.count("imperative.func @frontend_subjects.recursive") == 1
    assert "recursive = #imperative.ref<@frontend_subjects.recursive>" in text


def test_closure_cells_are_objects():
    function = subjects.make_closure()
    program = lower(function, (torch.ones(3),))
    text = str(program.module)
    assert 'class "builtins.cell" path "__function__.__closure__[0]" {fields = {cell_contents = 0 : i64}}' in text
    assert 'imperative.set_attr' in text and '"cell_contents"' in text
    assert ("cell", function.__closure__[0], None, 0) in program.reads
    check_paths(program, torch.ones(3))


def test_reached_function_that_stays_python():
    program = lower(subjects.calls_generator, (X,))
    assert [error.code for error in program.unsupported.values()] == ["generator-function"]
    assert 'class "builtins.function"' in str(program.module)


def test_entry_that_stays_python():
    with pytest.raises(Unsupported) as caught:
        lower(subjects.numbers, (3,))
    assert caught.value.code == "generator-function" and caught.value.line > 0
    with pytest.raises(Unsupported, match="not-a-function"):
        lower(len, ([],))
    scope = {}
    exec("def f(x): return x", scope)
    with pytest.raises(NoSource):
        lower(scope["f"], (X,))


def test_wrong_arguments():
    with pytest.raises(TypeError, match="missing a required argument"):
        lower(subjects.scale)


def test_optimizer():
    net = nn.Linear(4, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    args = (net, optimizer, X, torch.ones(5, 3))
    program = lower(subjects.train, args)
    text = line(program, "imperative.object @optimizer class")
    assert 'step = #imperative.method<#imperative.builtin<"torch.optim.SGD.step">, #imperative.ref<@optimizer>>' in text
    assert 'zero_grad = #imperative.method<#imperative.builtin<"torch.optim.Optimizer.zero_grad">' in text
    group = line(program, "imperative.object @optimizer.param_groups.0 class")
    assert "lr = #imperative.ref<@optimizer.param_groups.0.lr>" in group
    assert "momentum = 9.000000e-01 : f64" in group
    assert "items = [#imperative.ref<@net.weight>, #imperative.ref<@net.bias>]" in line(
        program, "imperative.object @optimizer.param_groups.0.params class")
    # It has not stepped yet: it is given what its first step would start from.
    assert 'order = ["momentum_buffer"]' in line(program, "imperative.object @optimizer.state.0.0 class")
    assert not any(read.name == "lr" for read in program.reads)
    assert ("item", optimizer.state, net.weight, optimizer.state[net.weight]) in [
        read for read in program.reads if read.owner is optimizer.state and read.name is net.weight]
    subjects.train(*args)
    program = lower(subjects.train, args)
    assert "momentum_buffer = #imperative.ref<" in line(program, "imperative.object @optimizer.state.0.0 class")
    check_paths(program, *args)


def test_optimizer_with_scheduler_or_hook_stays_open():
    net = nn.Linear(4, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    torch.optim.lr_scheduler.StepLR(optimizer, 1)
    program = lower(subjects.train, (net, optimizer, X, torch.ones(5, 3)))
    assert "SGD.step" not in str(program.module)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    optimizer.register_step_post_hook(lambda *_: None)
    program = lower(subjects.train, (net, optimizer, X, torch.ones(5, 3)))
    assert "SGD.step" not in str(program.module)


def test_lstm_by_name():
    net = nn.LSTM(3, 4, 2, batch_first=True)
    program = lower(subjects.call, (net, torch.ones(2, 5, 3)))
    text = line(program, "imperative.object @net class")
    assert 'call = #imperative.method<#imperative.builtin<"torch.nn.LSTM.forward">' in text
    assert "weight_hh_l1 = #imperative.ref<@net.weight_hh_l1>" in text and "batch_first = true" in text
    as_entry = lower(net, (torch.ones(2, 5, 3),))
    assert "[#imperative.ref<@self>, !imperative.tensor<?x5x3xf32>, #imperative.none]" in line(
        as_entry, "imperative.entry")


def test_gru_from_source():
    program = lower(subjects.call, (nn.GRU(3, 4), torch.ones(2, 5, 3)))
    assert "imperative.func @torch.nn.modules.rnn.GRU.forward" in str(program.module)
    assert "janusc.helpers.weights_are_unchanged" in line(program, "imperative.object @net class")


def test_reads_hold_and_notice_changes():
    net = subjects.Net()
    program = lower(subjects.call, (net, X))
    reads = {(read.kind, id(read.owner), read.name): read.value for read in program.reads}
    assert reads["attribute", id(net), "helper"] is subjects.Net.helper
    assert reads["attribute", id(net), "offset"] is ABSENT
    assert reads["item", id(net._buffers), "offset"] is net.offset
    assert reads["class", id(net), None] is subjects.Net
    assert reads["global", id(vars(subjects)), "torch"] is torch
    assert reads["keys", id(net._forward_hooks), None] == ()


def test_every_location_is_the_users():
    text = lower(subjects.scale, (X,)).module.text(locations=True)
    body = text[text.index("imperative.func @frontend_subjects.scale"):text.index("imperative.object")]
    assert "loc(unknown)" not in body
    assert re.search(r'frontend_subjects.py":\d+:\d+', text)


def test_decorated_function_is_its_wrapper():
    program = lower(subjects.decorated, (X,))
    assert list(program.signature.parameters) == ["args", "kwargs"]
    assert "[[#imperative.ref<@args.0>], #imperative.ref<@kwargs>]" in line(program, "imperative.entry")
    assert "imperative.func @frontend_subjects.decorated" in str(program.module)

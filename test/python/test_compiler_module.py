"""janusc._compiler: building, printing, verifying and transforming modules; wrong use is an exception."""
import pytest
from janusc import CompileError, _compiler


@pytest.fixture
def context():
    return _compiler.Context()


def new_func(context, module, name="f"):
    builder = _compiler.Builder(module.body)
    function_type = context.type("(!imperative.object) -> !imperative.object")
    op = builder.create("imperative.func", (), {"sym_name": name, "function_type": function_type}, (), 1, ("a.py", 3, 5))
    builder.block = op.add_block(0, [context.type("!imperative.object")])
    return builder


def test_build_and_print(context):
    module = context.module()
    builder = new_func(context, module)
    builder.create("imperative.return", builder.block.arguments)
    module.verify()
    assert "imperative.func @f(%arg0: !imperative.object)" in str(module)
    assert '"a.py":3:5' in module.text(locations=True)
    assert str(context.parse(str(module))) == str(module)


def test_attributes(context):
    for value, text in [(True, "true"), (3, "3 : i64"), (1.5, "1.500000e+00 : f64"), ("x", '"x"'),
                        ((1, "y"), '[1, "y"]'), ({"a": False}, "{a = false}")]:
        assert str(context.to_attribute(value)) == text
    assert str(context.symbol("a.b")) == "@a.b"
    assert str(context.integer(2, 32)) == "2 : i32"
    assert str(context.unit()) == "unit"
    with pytest.raises(ValueError, match="64 bits"):
        context.to_attribute(1 << 70)
    with pytest.raises(TypeError, match="no attribute for"):
        context.to_attribute(object())
    with pytest.raises(CompileError):
        context.attribute("#nonsense<")
    with pytest.raises(CompileError):
        context.type("!nonsense")


def test_operation_rejected_at_once(context):
    module = context.module()
    builder = new_func(context, module)
    with pytest.raises(CompileError) as caught:
        builder.create("imperative.truth", (), {}, [context.type("!imperative.bool")], loc=("a.py", 4, 2))
    assert (caught.value.file, caught.value.line, caught.value.column) == ("a.py", 4, 2)
    assert "a.py:4:2" in str(caught.value)
    with pytest.raises(ValueError, match="unknown operation"):
        builder.create("imperative.nonsense")
    with pytest.raises(TypeError, match="expected a Value"):
        builder.create("imperative.truth", ["x"])
    with pytest.raises(TypeError, match="expected a Type"):
        builder.create("imperative.truth", builder.block.arguments, {}, ["x"])
    with pytest.raises(TypeError, match="expected a location"):
        builder.create("imperative.truth", builder.block.arguments, {}, [], loc="x")


def test_foreign_and_stale_handles(context):
    module = context.module()
    builder = new_func(context, module)
    argument = builder.block.arguments[0]
    other = new_func(context, context.module())
    with pytest.raises(ValueError, match="another Module"):
        other.create("imperative.return", [argument])
    with pytest.raises(ValueError, match="another Context"):
        builder.create("imperative.truth", [argument], {}, [_compiler.Context().type("i1")])
    builder.create("imperative.return", [argument])
    with pytest.raises(ValueError, match="already ends in"):
        builder.create("imperative.return", [argument])
    module.run("cse")
    with pytest.raises(RuntimeError, match="stale"):
        argument.type
    with pytest.raises(RuntimeError, match="stale"):
        builder.create("imperative.return")


def test_empty_block_is_an_error(context):
    module = context.module()
    new_func(context, module)
    for use in (module.verify, lambda: str(module), lambda: module.run("cse"), module.bytecode):
        with pytest.raises(CompileError, match="block without operations"):
            use()


def test_run(context):
    module = context.parse("func.func @f() { return }")
    assert module.run("builtin.module(cse)") == []
    with pytest.raises(ValueError, match="does not refer to a registered pass"):
        module.run("nonsense")
    with pytest.raises(ValueError, match="no such option"):
        module.run("cse{nonsense=1}")
    with pytest.raises(ValueError, match="bytecode"):
        context.parse(b"ML\xefR\r")


def test_failed_pass_is_named(context):
    module = context.parse("func.func private @f()", "x.mlir")
    with pytest.raises(CompileError, match="while running pass 'transform-interpreter'"):
        module.run("cse,transform-interpreter{entry-point=nonsense}")


def test_parse_error_has_place(context):
    with pytest.raises(CompileError) as caught:
        context.parse("module {\n foo.bar\n}", "x.mlir")
    assert (caught.value.file, caught.value.line) == ("x.mlir", 2)


def test_clone_is_independent(context):
    module = context.parse("func.func private @f()")
    copy = module.clone()
    module.run("symbol-dce")
    assert "@f" in str(copy) and "@f" not in str(module)


def test_bytecode(context):
    assert context.parse("func.func private @f()").bytecode().startswith(b"ML\xefR")


def test_contexts_are_used_again():
    first = _compiler.Context.take()
    attribute = first.attribute("42 : i64")
    other = _compiler.Context.take()
    assert other is not first
    module = first.parse("module {}")
    del first
    # The module still uses the context.
    assert _compiler.Context.take() is not module.context
    del module, other
    assert str(attribute) == "42 : i64"


def test_objects_without_the_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("JANUS_CACHE_DIR", str(tmp_path))
    text = "llvm.func @answer() -> i64 {\n  %0 = llvm.mlir.constant(42 : i64) : i64\n  llvm.return %0 : i64\n}"
    for level in (0, 3, 0):
        objects = _compiler.compile_objects(_compiler.Context.take().parse(text), level, cached=False)
        assert len(objects) == 1 and objects[0].startswith(b"\x7fELF")
    assert not any(path.is_file() for path in tmp_path.rglob("*"))
    _compiler.compile_objects(_compiler.Context.take().parse(text))
    assert any(path.is_file() for path in tmp_path.rglob("*"))

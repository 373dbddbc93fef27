"""The standard library by bodies: whatever a call reaches is compiled, and means the same as in the interpreter."""
import argparse
import ast
import difflib
import fractions
import inspect
import json.decoder
import json.encoder
import json.scanner
import statistics
import textwrap
import types

import pytest
from janusc import _dispatch
from janusc.dispatch import generic, units
from janusc.dispatch.calls import Settings

ALL = Settings(options={"compile_all": True})


def attempt(function, *arguments):
    try:
        return function(*arguments)
    except Exception as error:
        return type(error).__name__, str(error)


def decode_json():
    decoder = json.decoder.JSONDecoder()
    decoder.parse_string = json.decoder.py_scanstring
    decoder.scan_once = json.scanner.py_make_scanner(decoder)
    texts = ['{"a": [1, 2.5, {"b": null, "c": "x\\u1234\\n"}, true], "d": -1e5}', '{"a":}', "[1,", '"abc', "nul"]
    return [attempt(decoder.decode, text) for text in texts]


def encode_json():
    encoder = json.encoder.JSONEncoder(indent=2, sort_keys=True)
    encode = json.encoder._make_iterencode({}, encoder.default, json.encoder.py_encode_basestring_ascii, "  ", float.__repr__,
                                           ": ", ",", True, False, False)
    return ["".join(encode(value, 0)) for value in ({"b": [1, {"x": None}], "a": 1.5}, [], {"k": {}})]


def parse_arguments():
    parser = argparse.ArgumentParser(prog="p", description="d " * 40, exit_on_error=False)
    parser.add_argument("x", type=int, nargs="+")
    parser.add_argument("--foo", "-f", choices=["a", "b"], default="a", help="the foo")
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--q", action="store_true")
    group.add_argument("--r", action="count")
    calls = [["1", "2", "--foo", "b", "--r"], ["x"], ["1", "--foo", "z"], ["1", "--q", "--r"]]
    return parser.format_help(), [str(attempt(parser.parse_args, call)) for call in calls]


def work_on_text():
    text = "The quick brown fox jumps over the lazy dog. " * 5
    words = text.split()
    others = [*words[:3], "cat", *words[4:10], *words[11:]]
    return (textwrap.fill(text, 30), textwrap.shorten(text, 40), list(difflib.unified_diff(words, others, lineterm="")),
            difflib.get_close_matches("appel", ["ape", "apple", "peach"]))


def work_on_numbers():
    third = fractions.Fraction(1, 3)
    return (third + fractions.Fraction("0.125"), round(third * 7, 2), fractions.Fraction(3.5).limit_denominator(10),
            statistics.stdev([1, 2, 3, 4]), statistics.quantiles(range(20)), statistics.linear_regression([1, 2, 3], [2, 4, 7]),
            attempt(statistics.mean, []), attempt(fractions.Fraction, "x"))


def unparse():
    source = inspect.getsource(textwrap)
    return ast.unparse(ast.parse(source))


@pytest.fixture
def everything(monkeypatch):
    """Bodies for all that is reached, none of which outlives the test."""
    before = {*generic._made, *generic._refused}
    monkeypatch.setattr(generic, "is_users", lambda code, caller: not code.co_filename.startswith(("<", units.__file__[:-8])))
    monkeypatch.setattr(units, "plan_for", lambda *arguments: None)
    yield
    for known in (generic._made, generic._refused):
        for key in [key for key in known if key not in before]:
            found = known.pop(key)
            _dispatch.set_body(found.code if isinstance(found, generic.Generic) else found[0])


@pytest.mark.parametrize("work", [decode_json, encode_json, parse_arguments, work_on_text, work_on_numbers, unparse],
                         ids=lambda work: work.__name__)
def test_same_as_python(everything, work: types.FunctionType) -> None:
    expected = work()
    assert isinstance(generic.prepare(work, ALL), generic.Generic)
    assert _dispatch.call_generic(work) == expected
    assert _dispatch.get_body(work.__code__, None).calls == 1

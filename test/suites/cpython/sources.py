"""Where CPython's test files come from: Debian's package, unpacked into the build folder."""
from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

__all__ = ["FILES", "KNOWN", "QUICK", "folder"]

PACKAGE = "libpython3.11-testsuite"
FILES = """
test_augassign test_binop test_bool test_builtin test_call test_class test_compare test_complex test_contains test_context
test_contextlib test_copy test_dataclasses test_decorators test_defaultdict test_descr test_descrtut test_dict test_dictcomps
test_dictviews test_dynamicclassattribute test_enum test_enumerate test_except_star test_exception_hierarchy
test_exception_variations test_exceptions test_extcall test_float test_format test_fstring test_funcattrs test_functools
test_generators test_genericclass test_genexps test_global test_grammar test_hash test_index test_int test_isinstance test_iter
test_iterlen test_itertools test_keywordonlyarg test_list test_listcomps test_long test_longexp test_metaclass
test_named_expressions test_numeric_tower test_opcodes test_operator test_ordered_dict test_patma test_positional_only_arg
test_pow test_print test_property test_raise test_range test_richcmp test_scope test_set test_setcomps test_slice test_sort
test_string test_string_literals test_subclassinit test_super test_syntax test_traceback test_tuple test_type_annotations
test_typechecks test_unary test_unpack test_unpack_ex test_userdict test_userlist test_utf8source test_weakref test_with
""".split()
# What is known to differ, and why.
KNOWN = {
    "test.test_descr.ClassPropertiesAndMethods.test_slots": "counts the objects of the whole process, in which the body of `__eq__` is made then",
}
# What CI takes: a few seconds.
QUICK = ["test_augassign", "test_unpack_ex"]


def folder(build: Path) -> Path:
    """The folder that holds test_*.py; gets Debian's package if needed."""
    tests = build / "usr/lib/python3.11/test"
    if not (tests / "test_grammar.py").exists():
        build.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as place:
            subprocess.run(["apt-get", "download", "-q", PACKAGE], cwd=place, check=True, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
            subprocess.run(["dpkg-deb", "-x", str(next(Path(place).glob("*.deb"))), str(build)], check=True)
    return tests

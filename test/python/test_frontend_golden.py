"""The IR of a few functions, whole: what it looks like, for people and for the passes' authors.

JANUS_UPDATE_GOLDEN=1 writes the files anew.
"""
import os
from pathlib import Path

import golden.functions
import pytest
from frontend_oracle import lower_text

FUNCTIONS = ["branches", "loops", "handlers", "closures", "tensors"]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_golden(name):
    path = Path(golden.functions.__file__).with_name(f"{name}.mlir")
    text = lower_text(getattr(golden.functions, name))
    if os.environ.get("JANUS_UPDATE_GOLDEN"):
        path.write_text(text)
    assert text == path.read_text()

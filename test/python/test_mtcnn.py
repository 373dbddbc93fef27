"""MTCNN, as packaged, finds the same faces compiled as eagerly, and what takes its time is native."""
import ast
import inspect

import janusc
import numpy as np
import pytest
import torch
from example import load_run

run = load_run("mtcnn")


@pytest.fixture(scope="module")
def mtcnn():
    return run.detector()


@pytest.fixture(scope="module")
def detect(mtcnn):
    return janusc.compile(mtcnn.detect)


def test_same_boxes_as_eager(mtcnn, detect):
    (picture,) = run.pictures(quick=True).values()
    # Another size, and nothing in it.
    for shown, faces in ((picture, 1), (picture[:100, 10:].copy(), 1), (np.zeros((60, 70, 3), np.uint8), 0)):
        expected = mtcnn.detect(shown, landmarks=True)
        assert (0 if expected[0] is None else len(expected[0])) == faces
        for _ in range(2):
            assert run.same(detect(shown, landmarks=True), expected)


def test_loops_and_suppression_are_native(detect):
    from facenet_pytorch.models.utils import detect_face as module

    called = {function["name"]: function["lines"] for function in janusc.explain(detect).data()["called"]}
    lines, first = inspect.getsourcelines(module.detect_face)
    tree = ast.parse("".join(lines))
    ast.increment_lineno(tree, first - 1)
    loops = [node for node in ast.walk(tree) if isinstance(node, (ast.For, ast.While))]
    # What puts the results of each picture into arrays of objects is no arithmetic.
    loops = [loop for loop in loops if ast.unparse(loop.target if isinstance(loop, ast.For) else loop.test) != "b_i"]
    assert len(loops) == 4
    for loop in loops:
        for node in ast.walk(loop):
            if hasattr(node, "lineno"):
                assert called["detect_face"][node.lineno]["native"] > 0
                assert called["detect_face"][node.lineno]["reason"] is None
    # The suppression is part of the same unit.
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and "nms" in node.func.id:
            assert called["detect_face"][node.lineno]["native"] > 0


def test_suppression_keeps_the_best_of_each_group():
    boxes = torch.tensor([[0.0, 0, 10, 10], [1, 1, 11, 11], [20, 20, 30, 30], [0, 0, 10, 10]])
    scores, groups = torch.tensor([0.5, 0.9, 0.3, 0.4]), torch.tensor([0, 0, 0, 1])
    kept = run.torchvision_parts.batched_nms(boxes, scores, groups, 0.5)
    assert kept.tolist() == [1, 3, 2]

"""MTCNN, as packaged, finds the same faces compiled as eagerly, and what takes its time is native."""
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


@pytest.fixture(scope="module")
def picture():
    (found,) = run.pictures(quick=True).values()
    return found


def test_same_boxes_as_eager(mtcnn, detect, picture):
    # Another size, and nothing in it.
    for shown, faces in ((picture, 1), (picture[:100, 10:].copy(), 1), (np.zeros((60, 70, 3), np.uint8), 0)):
        expected = mtcnn.detect(shown, landmarks=True)
        assert (0 if expected[0] is None else len(expected[0])) == faces
        for _ in range(2):
            assert run.same(detect(shown, landmarks=True), expected)


def test_loops_are_native(detect, picture):
    """The image pyramid's, those over scales, crops, batches and images, and the suppression's."""
    for _ in range(3):
        detect(picture, landmarks=True)
    ran = run.how_loops_ran(detect)
    assert len(ran) == 8 and all(how == "native" for how in ran.values()), ran
    # One unit from where the pyramid begins to where numpy's arrays of objects are made.
    (whole,) = (function for function in janusc.explain(detect).data()["called"] if function["name"] == "detect_face")
    widest = max(whole["units"], key=lambda unit: bool(unit["hits"]) * (unit["lines"][1] - unit["lines"][0]))
    inside = [line for name, line, _ in ran if name == "detect_face" and widest["lines"][0] <= line <= widest["lines"][1]]
    assert len(inside) == 5
    assert any("numpy.array" in (entry["reason"] or "") for entry in whole["lines"].values())
    assert "with the loops at line" in str(janusc.explain(detect))


def test_suppression_keeps_the_best_of_each_group():
    boxes = torch.tensor([[0.0, 0, 10, 10], [1, 1, 11, 11], [20, 20, 30, 30], [0, 0, 10, 10]])
    scores, groups = torch.tensor([0.5, 0.9, 0.3, 0.4]), torch.tensor([0, 0, 0, 1])
    kept = run.torchvision_parts.batched_nms(boxes, scores, groups, 0.5)
    assert kept.tolist() == [1, 3, 2]

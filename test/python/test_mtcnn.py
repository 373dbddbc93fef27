"""MTCNN, as packaged, finds the same faces compiled as eagerly."""
import janusc
import torch
from example import load_run

run = load_run("mtcnn")


def test_same_boxes_as_eager():
    mtcnn = run.detector()
    detect = janusc.compile(mtcnn.detect)
    (picture,) = run.pictures(quick=True).values()
    expected = mtcnn.detect(picture)
    assert len(expected[0]) == 1
    for _ in range(2):
        assert run.same(detect(picture), expected)


def test_suppression_keeps_the_best_of_each_group():
    boxes = torch.tensor([[0.0, 0, 10, 10], [1, 1, 11, 11], [20, 20, 30, 30], [0, 0, 10, 10]])
    scores, groups = torch.tensor([0.5, 0.9, 0.3, 0.4]), torch.tensor([0, 0, 0, 1])
    kept = run.torchvision_parts.batched_nms(boxes, scores, groups, 0.5)
    assert kept.tolist() == [1, 3, 2]

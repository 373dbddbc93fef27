"""facenet-pytorch's MTCNN, unchanged, finds faces compiled by janus and eagerly: the same boxes.

    python examples/mtcnn/run.py [--quick | --many] [--explain]

The pictures are those that scikit-image ships, and crops, scales and montages of them. What is compared: boxes,
probabilities and landmarks. Then it says how each loop of the detector ran, and fails where one is neither native nor
has a reason.
"""
from __future__ import annotations

import argparse
import ast
import inspect
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).parent))
import janusc  # noqa: E402
import torchvision_parts  # noqa: E402
from janusc.dispatch.explain import explain_all  # noqa: E402


def detector() -> torch.nn.Module:
    """MTCNN with its trained weights, which are in the package."""
    torchvision_parts.install()
    from facenet_pytorch import MTCNN

    return MTCNN(keep_all=True, device="cpu")


def photo(name: str) -> np.ndarray:
    """A picture of scikit-image, (height, width, 3) bytes."""
    from skimage import data

    return np.ascontiguousarray(getattr(data, name)()[..., :3])


def scaled(picture: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    from PIL import Image

    return np.asarray(Image.fromarray(picture).resize(size, Image.BILINEAR))


def pictures(quick: bool) -> dict[str, np.ndarray]:
    astronaut = photo("astronaut")
    face = astronaut[:240, 100:340]
    result = {"a face": scaled(face, (120, 120))}
    if quick:
        return result
    cat, coffee, rocket = photo("chelsea"), photo("coffee"), photo("rocket")
    two = np.concatenate([scaled(face, (160, 160)), scaled(face[:, ::-1].copy(), (160, 160))], 1)
    four = np.concatenate([two, np.concatenate([scaled(cat, (160, 160)), scaled(face, (160, 160))], 1)], 0)
    return result | {
        "astronaut": astronaut, "astronaut, half": scaled(astronaut, (256, 256)), "astronaut, wide": scaled(astronaut, (400, 250)),
        "crop": face, "two faces": two, "montage": four, "cat": scaled(cat, (225, 150)), "coffee": scaled(coffee, (200, 133)),
        "rocket": scaled(rocket, (213, 142))}


def many() -> dict[str, np.ndarray]:
    """Every photograph that comes with scikit-image, whole and in parts, in several sizes, and faces side by side."""
    from skimage import data

    names = ["astronaut", "camera", "cat", "coffee", "coins", "hubble_deep_field", "moon", "retina", "rocket"]
    result: dict[str, np.ndarray] = {}
    for name in names:
        picture = np.asarray(getattr(data, name)())
        picture = np.ascontiguousarray(np.repeat(picture[..., None], 3, -1) if picture.ndim == 2 else picture[..., :3])
        height, width = picture.shape[:2]
        for side in (160, 320):
            scale = side / max(height, width)
            result[f"{name} at {side}"] = scaled(picture, (int(width * scale), int(height * scale)))
        for number, (top, left) in enumerate(((0, 0), (height // 4, width // 4), (height // 2, width // 2))):
            result[f"{name}, crop {number}"] = scaled(picture[top:top + height // 2, left:left + width // 2].copy(), (200, 150))
    # Two hundred small pictures, the first half of which are faces.
    small = (np.repeat(data.lfw_subset()[..., None], 3, -1) * 255).astype(np.uint8)
    for number, first in enumerate((0, 30, 90)):
        faces = [scaled(small[first + index], (75, 75)) for index in range(12)]
        rows = [np.concatenate(faces[row:row + 4], 1) for row in (0, 4, 8)]
        result[f"montage {number}"] = np.concatenate(rows, 0)
    return result


def same(got: tuple, expected: tuple) -> bool:
    """Whether boxes, probabilities and landmarks are equal; None where there is no face."""
    for one, other in zip(got, expected, strict=True):
        one, other = np.asarray(one, dtype=np.float64), np.asarray(other, dtype=np.float64)
        if one.shape != other.shape or not np.allclose(one, other, rtol=1e-4, atol=1e-3, equal_nan=True):
            return False
    return True


def seconds(call, picture: np.ndarray) -> tuple[float, tuple]:
    begin = time.perf_counter()
    result = call(picture, landmarks=True)
    return time.perf_counter() - begin, result


def loops_of(function: Callable) -> list[tuple[str, int, int, str]]:
    """The loops of a function: file, first and last line, how they begin."""
    lines, first = inspect.getsourcelines(function)
    tree = ast.parse(textwrap.dedent("".join(lines)))
    found = sorted((node for node in ast.walk(tree) if isinstance(node, (ast.For, ast.While))), key=lambda node: node.lineno)
    return [(inspect.getsourcefile(function), first + node.lineno - 1, first + node.end_lineno - 1,
             lines[node.lineno - 1].strip()) for node in found]


def how_loops_ran(detect: Callable) -> dict[tuple[str, int, str], str]:
    """Of each loop of the detector and of the suppression: "native", why it is not, or nothing if that is not known."""
    from facenet_pytorch.models.utils import detect_face as module

    explained = janusc.explain(detect).data()["called"]
    native = {place for function in explained for unit in function["units"] if unit["hits"] for place in unit["loops"]}
    reasons = {(function["file"], line): entry["reason"] for function in explained
               for line, entry in function["lines"].items() if entry["reason"]}
    result = {}
    for function in (module.detect_face, module.fixed_batch_process, torchvision_parts.nms, module.nms_numpy):
        for file, first, last, text in loops_of(function):
            inside = (reasons[file, line] for line in range(first, last + 1) if (file, line) in reasons)
            result[function.__name__, first, text] = "native" if (file, first) in native else next(inside, "")
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="one small picture")
    parser.add_argument("--many", action="store_true", help="all photographs, with crops, scales and montages: minutes")
    parser.add_argument("--explain", action="store_true", help="print what janusc.explain says")
    options = parser.parse_args()
    mtcnn = detector()
    detect = janusc.compile(mtcnn.detect)
    different = []
    print(f"{'picture':<18} {'size':>9} {'faces':>5} {'eager ms':>9} {'janus ms':>9}")
    for name, picture in (many() if options.many else pictures(options.quick)).items():
        detect(picture, landmarks=True)
        eager, expected = seconds(mtcnn.detect, picture)
        janus, got = seconds(detect, picture)
        if not same(got, expected):
            different.append(name)
        size = f"{picture.shape[1]}x{picture.shape[0]}"
        faces = 0 if expected[0] is None else len(expected[0])
        print(f"{name:<18} {size:>9} {faces:>5} {eager * 1e3:>9.1f} {janus * 1e3:>9.1f}"
              f"{'  DIFFERS' if name in different else ''}", flush=True)
    print()
    ran = how_loops_ran(detect)
    for (name, line, text), how in ran.items():
        print(f"{name}, line {line}: {text:<36} {how or 'NOT KNOWN'}")
    if options.explain:
        for explanation in explain_all():
            print(explanation)
    if different:
        sys.exit(f"other boxes than eager's: {', '.join(different)}")
    if not all(ran.values()):
        sys.exit("a loop is not native, and nothing says why")


if __name__ == "__main__":
    main()

"""Parse trees of English text for the tree models: the King James Bible, parsed by link-grammar.

    sudo apt-get install bible-kjv link-grammar
    python examples/trees/parse.py ruth1:1-ruth4:22 ruth.jsonl
    python benchmark/eleven.py treernn treelstm --trees ruth.jsonl

A line of the output is one sentence as nested pairs of words in JSON. `sample.jsonl` has a few.
"""
from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator

# What link-grammar adds to words: the dictionary's part (dog.n), guesses ([x], {!}), corrections (be.#by).
_MARKS = re.compile(r"(\{.*\}|\[.*\]|(?<=.)\..*)$")


def verses(passage: str) -> list[str]:
    """The sentences of a passage (`gen1:1-gen2:25`)."""
    text = subprocess.run(["bible", "-f", passage], check=True, capture_output=True, text=True).stdout
    lines = [line.partition(" ")[2].strip() for line in text.splitlines()]
    return [sentence.strip() for line in lines for sentence in re.split(r"(?<=[.?!;:])\s+", line) if sentence]


def constituents(sentences: list[str], dictionary: str) -> Iterator[str]:
    """Each sentence that can be parsed, as `(S (NP the dog.n) (VP barks.v))`."""
    command = ["link-parser", dictionary, "-constituents=3", "-graphics=0", "-verbosity=0", "-limit=100", "-timeout=5"]
    done = subprocess.run(command, input="\n".join(sentences) + "\n", capture_output=True, text=True,
                          env={**os.environ, "LC_ALL": "C.UTF-8"})
    for line in done.stdout.splitlines():
        if line.startswith("("):
            yield line


def tree(text: str) -> str | list | None:
    """Nested pairs of words; None where there are no words."""
    tokens = re.findall(r"[()]|[^\s()]+", text)
    stack: list[list] = [[]]
    names = False
    for token in tokens:
        if token == "(":
            stack.append([])
            names = True
        elif token == ")":
            node = _pairs(stack.pop())
            if node is not None:
                stack[-1].append(node)
        elif names:
            names = False  # the constituent's kind
        else:
            word = _MARKS.sub("", token)
            if any(character.isalnum() for character in word):
                stack[-1].append(word)
    return _pairs(stack[0])


def _pairs(nodes: list) -> str | list | None:
    if len(nodes) < 2:
        return nodes[0] if nodes else None
    return [nodes[0], _pairs(nodes[1:])]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("passage", help="as the program `bible` takes it: ruth1:1-ruth4:22")
    parser.add_argument("output", help="file to write")
    parser.add_argument("--dictionary", default="en", help="of link-grammar")
    options = parser.parse_args()
    sentences = verses(options.passage)
    count = 0
    with open(options.output, "w") as file:
        for count, text in enumerate(constituents(sentences, options.dictionary), 1):
            parsed = tree(text)
            if isinstance(parsed, list):
                file.write(json.dumps(parsed) + "\n")
            if sys.stderr.isatty():
                print(f"{count} of {len(sentences)} sentences", end="\r", file=sys.stderr)
    print(f"{count} of {len(sentences)} sentences parsed", file=sys.stderr)


if __name__ == "__main__":
    main()

"""Child processes that work through tasks; one may crash or hang without taking the run with it.

A child reads tasks, one JSON a line, from its standard input and writes events to the file descriptor that
JANUS_SUITE_EVENTS names. `{"start": case}` comes before each case, so that a crash has a name; `{"finished": true}`
ends a task, with `"tired": true` where the child had better be replaced. A task whose child dies is given to another child with the case as its "after" (and all such cases as its "crashed"): it goes on behind that.
"""
from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

__all__ = ["Progress", "emit", "is_tired", "run_tasks", "tasks"]

Task = dict[str, Any]
Event = dict[str, Any]


def emit(event: Event) -> None:
    """In a child: tells the parent."""
    os.write(int(os.environ["JANUS_SUITE_EVENTS"]), (json.dumps(event) + "\n").encode())


def is_tired(limit_mib: int = 2500) -> bool:
    """In a child: whether it has grown so much that another one should go on."""
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") > limit_mib << 20


def tasks() -> Iterator[Task]:
    """In a child: the tasks, until the parent has no more."""
    for line in sys.stdin:
        yield json.loads(line)


def run_tasks(command: list[str], work: Iterable[Task], on_event: Callable[[Task, Event], None], jobs: int,
              silence_s: float = 180.0, on_finished: Callable[[Task], None] = lambda task: None) -> None:
    """Works through the tasks with `jobs` children at a time. A crash or a child that says nothing for `silence_s`
    gives the event {"crash": text, "start": case}."""
    pending: queue.Queue[Task] = queue.Queue()
    for task in work:
        pending.put(task)
    lock = threading.Lock()

    def report(task: Task, event: Event) -> None:
        with lock:
            on_event(task, event)

    def finish(task: Task) -> None:
        with lock:
            on_finished(task)

    arguments = (command, pending, report, finish, silence_s)
    threads = [threading.Thread(target=_work, args=arguments, daemon=True) for _ in range(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _work(command: list[str], pending: queue.Queue[Task], report: Callable[[Task, Event], None],
          finish: Callable[[Task], None], silence_s: float) -> None:
    child = None
    while True:
        try:
            task = pending.get_nowait()
        except queue.Empty:
            break
        if child is None:
            child = _Child(command)
        crash = child.run(task, report, silence_s)
        if crash is not None:
            report(task, {"crash": crash, "start": child.case})
            if child.case is not None:
                pending.put({**task, "after": child.case, "crashed": [*task.get("crashed", []), child.case]})
            child = None
            continue
        finish(task)
        if child.tired:
            child.close()
            child = None
    if child is not None:
        child.close()


class _Child:
    def __init__(self, command: list[str]) -> None:
        read, write = os.pipe()
        environment = {**os.environ, "JANUS_SUITE_EVENTS": str(write), "PYTHONFAULTHANDLER": "1", "OMP_NUM_THREADS": "1",
                       "PYTHONHASHSEED": "0"}
        self.errors = open(os.environ.get("JANUS_SUITE_STDERR", os.devnull), "ab")  # noqa: SIM115
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=self.errors, stderr=self.errors,
                                        pass_fds=[write], env=environment)
        os.close(write)
        self.events: queue.Queue[Event | None] = queue.Queue()
        self.case: Any = None
        self.tired = False
        threading.Thread(target=self._read, args=(read,), daemon=True).start()

    def _read(self, descriptor: int) -> None:
        with open(descriptor) as lines:
            for line in lines:
                if line.endswith("\n"):
                    self.events.put(json.loads(line))
        self.events.put(None)

    def run(self, task: Task, report: Callable[[Task, Event], None], silence_s: float) -> str | None:
        """Runs a task; what killed the child, if something did."""
        self.case = None
        try:
            self.process.stdin.write((json.dumps(task) + "\n").encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            return self._died()
        while True:
            try:
                event = self.events.get(timeout=silence_s)
            except queue.Empty:
                self.process.kill()
                self.process.wait()
                return f"no answer for {silence_s:.0f} s"
            if event is None:
                return self._died()
            if "start" in event:
                self.case = event["start"]
            elif event.get("finished"):
                self.tired = bool(event.get("tired"))
                return None
            else:
                report(task, event)

    def _died(self) -> str:
        code = self.process.wait()
        return f"signal {signal.Signals(-code).name}" if code < 0 else f"exit status {code}"

    def close(self) -> None:
        """Lets the child end."""
        self.process.stdin.close()
        try:
            self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()


class Progress:
    """One line that is written anew, at most twice a second, on a terminal; every 20 s elsewhere."""

    def __init__(self, total: int | None) -> None:
        self.total, self.started, self.last = total, time.monotonic(), 0.0
        self.interactive = sys.stderr.isatty()

    def __call__(self, done: int, text: str) -> None:
        now = time.monotonic()
        if now - self.last < (0.5 if self.interactive else 20.0):
            return
        self.last = now
        of = f" of {self.total}" if self.total else ""
        line = f"{done}{of} in {now - self.started:.0f} s; {text}"
        print(f"\r{line:<110}" if self.interactive else line, end="" if self.interactive else "\n", file=sys.stderr,
              flush=True)

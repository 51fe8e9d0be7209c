"""Threads that wait for work, as many pools as there are numbers of threads asked for.

The work is compiled code that lets go of Python's lock. What comes of it never depends on the number of threads.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from functools import cache, partial
from itertools import pairwise, starmap
from queue import SimpleQueue
from typing import Any

from lek import border

MOST_THREADS = 4096
_GAMES_PER_TASK = 64  # the least work worth handing to a thread
_GAMES_PER_TICK = 5000  # how often progress is reported


def spread(
    task: Callable[[int, int], Any], count: int, threads: int, progress: Callable[[int], None] | None = None
) -> list[Any]:
    """Run task(first, last) over the whole range of `count`, on several threads where that pays.

    Never on the main thread, which waits: there, and only there, Ctrl-C is heard, while compiled code may take its time.
    """
    parts = min(threads * 4, count // _GAMES_PER_TASK) if threads > 1 else 1
    if progress is not None:
        parts = max(parts, count // _GAMES_PER_TICK)
    edges = [count * part // max(parts, 1) for part in range(max(parts, 1) + 1)]
    spans = list(pairwise(edges))
    done = []
    waits = (threads > 1 and parts > 1) or threading.current_thread() is threading.main_thread()
    for (_, edge), result in zip(spans, _in_pool(task, spans, threads) if waits else starmap(task, spans), strict=True):
        done.append(result)
        if progress is not None:
            progress(edge)
    return done


def _in_pool(task: Callable[[int, int], Any], spans: Sequence[tuple[int, int]], threads: int) -> Iterator[Any]:
    """The results in their order; where the caller gives up, what has not begun never does."""
    futures: list[Future[Any]] = [Future() for _ in spans]
    tasks = _pool(threads)
    for future, span in zip(futures, spans, strict=True):
        tasks.put((future, partial(task, *span)))
    try:
        for future in futures:
            yield future.result()
    finally:
        for future in futures:
            future.cancel()


def usable_threads(threads: int | None) -> int:
    """The number of threads asked for, by default as many as there are cores to run on."""
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return border.whole("threads", threads, 1, MOST_THREADS)


@cache
def _pool(threads: int) -> SimpleQueue[tuple[Future[Any], Callable[[], Any]]]:
    """What so many threads wait for. They end with the program, which need not wait for them."""
    tasks: SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = SimpleQueue()

    def work() -> None:
        while True:
            future, call = tasks.get()
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(call())
                except BaseException as error:
                    future.set_exception(error)
            del future, call  # or the last task's arrays stay until the next

    for number in range(threads):
        threading.Thread(target=work, name=f"lek {number}", daemon=True).start()
    return tasks


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.cache_clear)  # a copy of this process has none of its threads

"""What an order is for: a task, a node, a tree, or everything; and that it is there."""

from __future__ import annotations

from typing import Any

from ..core.language.parser import parse
from ..core.tree.operations import Fetch
from ..core.tree.program import Program
from ..crawl.redis.remote_trees import read_texts, texts_from_redis
from ..errors import BTError
from ..frontier.protocol import Target
from ..frontier.redis.jobs import find_task
from .queues import Queue, advise


def check_target(queue: Queue, target: Target) -> None:
    """Raise `BTError` when nothing of that name is there."""
    if target.task is not None:
        _check_task(queue, target.task)
    elif target.node is not None:
        check_node(queue, target.node)
    elif target.tree is not None:
        trees = {bucket.tree for bucket in queue.ask(queue.calls.buckets())}
        if target.tree not in trees:
            raise BTError(f"nothing is of the tree '{target.tree}'; {advise(target.tree, sorted(trees))}")


def check_node(queue: Queue, node: str) -> None:
    """Raise `BTError` for a node where no task has ever been, and that the queue's tree has not either."""
    program = _read_tree(queue)
    paths = {bucket.node for bucket in queue.ask(queue.calls.buckets())}
    names = {path.rpartition("/")[2] for path in paths}
    called = {name.partition("#")[0] for name in names}
    if program is not None:
        called |= {
            step.path.rpartition("/")[2].partition("#")[0] for step in program.operations if isinstance(step, Fetch)
        }
    if node in paths | names | called or (program is not None and "/" in node and program.resolve(node) is not None):
        return
    raise BTError(f"nothing is at node '{node}'; {advise(node, sorted(paths if '/' in node else called))}")


def describe(target: Target) -> str:
    """The target as it stands after a number of tasks."""
    if target.task is not None:
        return f" (task {target.task})"
    if target.node is not None:
        return f" at node '{target.node}'"
    return f" of the tree '{target.tree}'" if target.tree is not None else ""


def record(target: Target) -> dict[str, Any]:
    """The target as JSON has it."""
    return {"task": target.task, "node": target.node, "tree": target.tree}


def _check_task(queue: Queue, task: int) -> None:
    found = find_task(queue.ask, queue.calls, task)
    if found is None:
        raise BTError(f"there is no task {task} in the queue of '{queue.name}': it has ended, or never was")
    if found.state == "dead":
        raise BTError(
            f"task {task} is a dead letter; 'scrapy bt dead requeue {task} {queue.name}' queues it again, "
            f"'scrapy bt dead drop {task} {queue.name}' forgets it"
        )


def _read_tree(queue: Queue) -> Program | None:
    """The queue's tree, as its workers have left it there; none for a queue of requests."""
    name = queue.ask(queue.calls.recall("tree"))
    text = queue.ask(queue.calls.recall(f"tree:{name}")) if name else None
    if not name or not text:
        return None
    try:
        includes = read_texts(name, queue.ask(queue.calls.recall(f"includes:{name}")))
        return Program(parse(text, file=name, includes=texts_from_redis(includes)), name=name, text=text)
    except BTError:
        return None

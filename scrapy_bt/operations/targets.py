"""The target of an order: a task, a node, a tree, or everything; and whether it exists."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ..core.language.parser import parse
from ..core.tree.operations import FetchPage
from ..core.tree.program import Program
from ..crawl.redis.remote_trees import read_texts, texts_from_redis
from ..crawl.runtime.frontiers import text_name
from ..errors import BTError
from ..frontier.controls import covers
from ..frontier.entries import Bucket
from ..frontier.listings import ControlTarget
from ..frontier.redis.jobs import find_task
from ..sentences import say
from .queues import Queue, advise


def check_target(queue: Queue, target: ControlTarget) -> None:
    """Raise `BTError` if nothing has that name."""
    if target.task is not None:
        _check_task(queue, target.task)
    else:
        buckets = queue.ask(queue.calls.buckets())
        check_among(target, buckets, read_tree(queue) if target.node is not None else None)


def check_among(target: ControlTarget, buckets: Collection[Bucket], program: Program | None) -> None:
    """Raise `BTError` for a node or a tree that is neither among the *buckets* nor in the program."""
    if target.tree is not None:
        trees = {bucket.tree for bucket in buckets} | ({program.name} if program is not None else set())
        if target.tree not in trees:
            raise BTError(say("nothing is of the tree '{}'; {}", target.tree, advise(target.tree, sorted(trees))))
    if target.node is not None:
        _check_node(target.node, {bucket.node for bucket in buckets}, program)


def _check_node(node: str, paths: set[str], program: Program | None) -> None:
    names = {path.rpartition("/")[2] for path in paths}
    called = {name.partition("#")[0] for name in names}
    if program is not None:
        called |= {
            step.path.rpartition("/")[2].partition("#")[0] for step in program.operations if isinstance(step, FetchPage)
        }
    if node.endswith("/"):
        above = ControlTarget(node=node)
        if any(covers(above, Bucket("", path)) for path in paths):
            return
        node = node.removesuffix("/")
    if node in paths | names | called or (program is not None and _is_in(program, node)):
        return
    raise BTError(say("nothing is at node '{}'; {}", node, advise(node, sorted(paths if "/" in node else called))))


def _is_in(program: Program, node: str) -> bool:
    """Whether a path of the file leads to the node, or goes through one of that name."""
    return program.resolve(node) is not None or any(f"/{node}/" in f"/{path}/" for path in program.by_path)


def describe(target: ControlTarget) -> str:
    """The words for the target behind a number of tasks."""
    if target.task is not None:
        return say(" (task {})", target.task)
    told = ""
    if target.node is not None:
        place = target.node.removesuffix("/")
        told = say(" at node '{}'", place) if place == target.node else say(" at node '{}' and below it", place)
    return told + (f" of the tree '{target.tree}'" if target.tree is not None else "")


def record(target: ControlTarget) -> dict[str, Any]:
    """The target as data for JSON."""
    return {"task": target.task, "node": target.node, "tree": target.tree}


def _check_task(queue: Queue, task: int) -> None:
    found = find_task(queue.ask, queue.calls, task)
    if found is None:
        raise BTError(say("there is no task {} in the queue of '{}': it has ended, or never was", task, queue.name))
    if found.state == "dead":
        raise BTError(
            say(
                "task {} is a dead letter; 'scrapy bt dead requeue {} {}' queues it again, 'scrapy bt dead drop"
                " {} {}' forgets it",
                task,
                task,
                queue.name,
                task,
                queue.name,
            )
        )


def read_tree(queue: Queue) -> Program | None:
    """The tree of a queue, as its workers have stored it; None for a queue of requests."""
    name = queue.ask(queue.calls.recall("tree"))
    text = queue.ask(queue.calls.recall(text_name("tree", name))) if name else None
    if not name or not text:
        return None
    return read_program(text, name=name, includes=queue.ask(queue.calls.recall(text_name("includes", name))))


def read_program(text: str, *, name: str, includes: str | None) -> Program | None:
    """The program of a tree's text, and of those that it includes; none where this version cannot read it."""
    try:
        texts = texts_from_redis(read_texts(name, includes))
        return Program(parse(text, file=name, includes=texts), name=name, text=text)
    except BTError:
        return None

"""What `scrapy bt status` tells people of a snapshot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ...crawl.redis.feeders import SEEDER
from ...frontier.listings import STATES
from ...operations.snapshots import is_alive
from ...sentences import counted
from .tables import TextTable, number, seconds


def summarise(snapshot: dict[str, Any]) -> list[TextTable]:
    """The queues one after the other."""
    if not snapshot["queues"]:
        return [TextTable(f"There are no queues in {snapshot['redis']}")]
    lines = [queue for queue in snapshot["queues"] if _is_line(queue)]
    parts = [listing for queue in snapshot["queues"] for listing in _queue(queue, snapshot["redis"])]
    return [list_lines(lines), *parts] if lines else parts


def _is_line(queue: dict[str, Any]) -> bool:
    """Its tasks come from somewhere else, or lead to somewhere else."""
    return bool(queue["feeds"] or queue["fed_by"] or queue["schemes"])


def _is_seeder(worker: dict[str, Any]) -> bool:
    """It puts seeds into the queue, and takes nothing out."""
    return bool(worker["role"] == SEEDER)


def list_lines(queues: list[dict[str, Any]]) -> TextTable:
    """Queues that feed each other, the feeders first."""
    columns = ("line", "fed by", "queued", "in execution", "finished", "dead", "workers")
    rows = [
        (
            queue["name"],
            ", ".join([*queue["fed_by"], *_seedings(queue)]),
            str(sum(queue["tasks"][state] for state in STATES if state not in ("running", "dead"))),
            str(queue["tasks"]["running"]),
            str(queue["finished"]),
            str(queue["tasks"]["dead"]),
            _roles(queue["workers"]),
        )
        for queue in sorted(queues, key=lambda queue: (bool(queue["fed_by"]), queue["name"]))
    ]
    return TextTable("Lines", columns, rows, frozenset(columns[2:6]))


def _seedings(queue: dict[str, Any]) -> Iterator[str]:
    """How far the seeds of each scheme have come."""
    goes_on = any(is_alive(worker) and _is_seeder(worker) for worker in queue["workers"])
    for scheme in queue["schemes"]:
        name, at, seeds = scheme["scheme"], scheme["at"], scheme["seeds"]
        if at >= seeds:
            yield f"the scheme '{name}': {seeds:,} seeds"
        else:
            yield f"the scheme '{name}': {at:,} of {seeds:,} seeds{'' if goes_on else ', interrupted'}"


def _roles(workers: list[dict[str, Any]]) -> str:
    """How many live, by what they do."""
    living = [worker for worker in workers if is_alive(worker) and not _is_seeder(worker)]
    roles = Counter(worker["role"] or "worker" for worker in living)
    told = [counted(number, role) for role, number in sorted(roles.items())]
    waiting = sum(bool(worker["waits"]) for worker in living)
    return ", ".join(told) + (f" ({waiting} waiting)" if waiting else "")


def _queue(queue: dict[str, Any], place: str) -> Iterator[TextTable]:
    states = ", ".join(f"{queue['tasks'][state]} {state}" for state in STATES if queue["tasks"][state])
    oldest = f"; the longest wait is {seconds(queue['oldest_wait'])}" if queue["oldest_wait"] is not None else ""
    yield TextTable(f"{queue['name']} in {place}: {states or 'no tasks'}{oldest}")
    orders = "; ".join(_orders(queue["orders"]))
    if orders:
        yield TextTable(f"Orders: {orders}")
    if queue["nodes"]:
        yield _nodes(queue["nodes"])
    if queue["resources"]:
        yield _resources(queue["resources"])
    if queue["shared"]:
        yield _shared(queue["shared"])
    yield _workers([worker for worker in queue["workers"] if not _is_seeder(worker)])
    if any(worker["capacity"] for worker in queue["workers"]):
        yield _capacities(queue["workers"])
    for worker in queue["workers"]:
        if worker["foreign"]:
            yield TextTable(f"{_name(worker)} says what cannot be understood of: {', '.join(worker['foreign'])}")


def _orders(orders: dict[str, Any]) -> Iterator[str]:
    for pause in orders["pauses"]:
        yield f"{'paused' if pause['paused'] else 'not paused'}: {_place(pause)}"
    for boost in orders["boosts"]:
        yield f"boosted by {boost['seconds']:g} s: {_place(boost)}"


def _place(target: dict[str, Any]) -> str:
    names = [f"{kind} '{target[kind]}'" for kind in ("tree", "node") if target[kind] is not None]
    return ", ".join(names) or "everything"


def _nodes(nodes: list[dict[str, Any]]) -> TextTable:
    states = [state for state in STATES if any(node[state] for node in nodes)]
    columns = ("tree", "node", *states, "number", "weight", "oldest wait")
    rows = [
        (
            node["tree"],
            node["node"] + (f" (boost {node['boost']:g})" if node["boost"] else ""),
            *(str(node[state] or "") for state in states),
            seconds(node["number"]) if (node["number"] or 0) >= 0 else f"-{seconds(-node['number'])}",
            seconds(node["weight"]),
            seconds(node["oldest_wait"]),
        )
        for node in nodes
    ]
    return TextTable("Tasks", columns, rows, frozenset(columns[2:]))


def _resources(resources: list[dict[str, Any]]) -> TextTable:
    rows = []
    for resource in resources:
        holders = resource["holders"]
        who = ", ".join(f"{holder['task']} ({holder['worker'] or 'waits'})" for holder in holders)
        rows.append((resource["name"], f"{len(holders)} of {resource['limit']}", who, str(resource["waiting"])))
    return TextTable("Competing resources", ("resource", "taken", "held by task (worker)", "wait"), rows)


def _shared(values: list[dict[str, Any]]) -> TextTable:
    rows = []
    for value in values:
        makers = ", ".join(map(str, value["makers"]))
        more = ", …" if value["making"] > len(value["makers"]) else ""
        rows.append((value["node"], str(value["ready"]), str(value["making"] or ""), f"{makers}{more}"))
    return TextTable("Shared values", ("node", "ready", "in the making", "by task"), rows)


def _workers(workers: list[dict[str, Any]]) -> TextTable:
    if not workers:
        return TextTable("No worker has this queue open")
    columns = ("worker", "heartbeat", "leases", "in progress", "pages", "pages/s", "items", "items/s", "to Redis")
    rows = [
        (
            _name(worker),
            f"{seconds(worker['seconds_since'])} ago{'' if is_alive(worker) else ', silent'}",
            number(worker["leases"]),
            number(worker["in_progress"]),
            number(worker["pages"]),
            number(worker["pages_per_second"]),
            number(worker["items"]),
            number(worker["items_per_second"]),
            "" if worker["round_trip"] is None else f"{1000 * worker['round_trip']:.1f} ms",
        )
        for worker in workers
    ]
    alive = sum(map(is_alive, workers))
    rate = sum(worker["pages_per_second"] or 0.0 for worker in workers if is_alive(worker))
    title = f"{counted(alive, 'worker')}, {rate:.1f} pages/s"
    return TextTable(title, columns, rows, frozenset(columns[2:]))


def _name(worker: dict[str, Any]) -> str:
    return f"{worker['host'] or worker['name']} {worker['pid'] or ''}".strip()


def _capacities(workers: list[dict[str, Any]]) -> TextTable:
    columns = ("worker", "memory m", "own M", "CPU c", "own C", "lag", "fits N", "allowed", "tightest")
    rows = []
    for worker in workers:
        capacity = worker["capacity"]
        if capacity is None:
            continue
        memory, cpu, lag = (capacity.get(kind) or {} for kind in ("memory", "cpu", "lag"))
        rows.append(
            (
                _name(worker),
                *(_percent(use.get(part)) for use in (memory, cpu) for part in ("used", "own")),
                seconds(lag.get("used")),
                number(capacity.get("fits")),
                number(capacity.get("allowed")),
                capacity.get("tightest") or "",
            )
        )
    return TextTable("Capacity", columns, rows, frozenset(columns[1:8]))


def _percent(value: float | None) -> str:
    return "" if value is None else f"{value:.1f} %"

"""Which records are tasks of other trees (`BT_SEEDS`), and which trees feed which (`BT_FED_BY`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from scrapy.settings import BaseSettings

from ...core.schemes.seeds import SEED_TIME
from ...core.tree.nodes import Item
from ...core.tree.program import Program
from ...errors import BTError, did_you_mean
from ...sentences import say
from ...settings import BTSettings

_SETTING = "BT_SEEDS"
_EXAMPLE = say('{"link": "content"}, or {"nav/link": "content"} for the tree nav alone')


def read_routes(settings: BaseSettings) -> dict[str, str]:
    """The trees by item nodes, as `BT_SEEDS` gives them: `node`, or `tree/node`; raises `BTError`."""
    given = BTSettings.read(settings).seeds
    for node, tree in given.items():
        if not (isinstance(tree, str) and node and tree):
            raise BTError(
                say(
                    "{} has {}: {}; it is a dict of item nodes and trees, {}",
                    _SETTING,
                    repr(node),
                    repr(tree),
                    _EXAMPLE,
                )
            )
    return given


def routes_of(program: Program, routes: Mapping[str, str]) -> dict[str, str]:
    """Those of one tree, by its item nodes; raises `BTError` for a node that this tree is said to have."""
    items = [name for name, node in program.document.declarations.items() if isinstance(node, Item)]
    found: dict[str, str] = {}
    for key, target in routes.items():
        tree, _, node = key.rpartition("/")
        if node in items and tree in ("", program.name):
            found[node] = target
        elif tree == program.name:
            near = _near(node, items)
            raise BTError(
                say("{} speaks of '{}': {} has no item node '{}'; {}", _SETTING, key, program.name, node, near)
            )
    return found


def check_nodes(
    routes: Mapping[str, str], program: Program, *, others: Iterable[str], load: Callable[[str], Program]
) -> None:
    """Raise `BTError` for a node that no tree has; *others*: names of trees that *load* gives."""
    known = {name for name, node in program.document.declarations.items() if isinstance(node, Item)}
    open_ = {key for key in routes if "/" not in key and key not in known}
    for name in others if open_ else ():
        try:
            found = {key for key, node in load(name).document.declarations.items() if isinstance(node, Item)}
        except BTError:  # its own crawl tells it
            return
        known |= found
        open_ -= found
    for node in sorted(open_):
        near = _near(node, known)
        raise BTError(
            say("{} speaks of '{}', and no tree here has an item node of that name; {}", _SETTING, node, near)
        )


def check_fields(node: str, source: Program, target: Program) -> None:
    """Raise `BTError` where the records of an item node cannot be the arguments of a tree."""
    item = source.document.declarations[node]
    assert isinstance(item, Item), "found among them"
    fields = [field.name for field in item.fields]
    if not fields:  # rows of a rule have the columns of their group
        return
    parameters = {parameter.name: parameter for parameter in target.main.parameters}
    takes = say("main of '{}' takes: {}", target.name, ", ".join(parameters) or say("nothing"))
    unknown = [name for name in fields if name not in parameters]
    if unknown:
        raise BTError(
            say(
                "{} makes tasks of '{}' of the records of '{}', and those have a field '{}'; {}",
                _SETTING,
                target.name,
                node,
                unknown[0],
                takes,
            )
        )
    missing = [name for name, each in parameters.items() if each.default is None and name not in (*fields, SEED_TIME)]
    if missing:
        raise BTError(
            say(
                "{} makes tasks of '{}' of the records of '{}', and those have no field '{}'; {}",
                _SETTING,
                target.name,
                node,
                missing[0],
                takes,
            )
        )


def refuse_routes(program: Program, settings: BaseSettings) -> None:
    """Raise `BTError` where records of a tree go to others, or come from them: that needs Redis."""
    routes = read_routes(settings)
    if routes_of(program, routes):
        name, value = _SETTING, repr(routes)
    elif feeders := feeders_of(settings, program.name):
        name, value = "BT_FED_BY", repr(feeders[0])
    else:
        return
    raise BTError(
        say(
            '{} = {} leads from one tree to another, and their queues are in Redis: set BT_FRONTIER = "redis" and'
            " REDIS_URL, or take it away",
            name,
            value,
        )
    )


def feeders_of(settings: BaseSettings, name: str) -> tuple[str, ...]:
    """The trees that feed the tree *name*, by `BT_FED_BY`; raises `BTError`.

    Without a dict it is meant for all that `BT_SEEDS` leads to, or, without that, for every tree but the feeders.
    """
    given = BTSettings.read(settings).fed_by
    if isinstance(given, Mapping):
        return given.get(name, ())
    targets = set(read_routes(settings).values())
    return () if name in given or (targets and name not in targets) else given


def _near(name: str, known: Iterable[str]) -> str:
    names = sorted(known)
    return did_you_mean(name, names, say("there are: {}", ", ".join(names) or say("none")))

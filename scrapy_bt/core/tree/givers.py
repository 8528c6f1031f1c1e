"""What gives a node the variables that it reads, where only its page is known: assignments before it in its tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from .nodes import Assign, Body, Call, Data, Document, Group, Item, Node, Statement, Take, Tree, Visit, While, walk
from .references import is_hidden, names_in, sources_of


def needed_names(document: Document, node: Data | Item) -> frozenset[str]:
    """The variables that a data or item node reads, and those of the data nodes that its fields call."""
    found: set[str] = set()
    nodes: list[Node] = [node]
    seen: set[str] = set()
    while nodes:
        current = nodes.pop()
        found |= names_in(current)
        for call in walk(current):
            if isinstance(call, Call) and call.inline is None and call.node not in seen:
                seen.add(call.node)
                called = document.declarations.get(call.node)
                nodes += [called] if isinstance(called, Data) else []
    return frozenset(name for name in found if not is_hidden(name))


def reads_page(document: Document, node: Item) -> bool:
    """Whether an item takes something from its page, itself or by what is assigned before it."""
    if sources_of(node):
        return True
    statements, _ = behind_givers(document, node, (), ())
    return any(map(_calls, statements))


def behind_givers(
    document: Document, node: Data | Item, given: Collection[str], statements: tuple[Statement, ...]
) -> tuple[tuple[Statement, ...], frozenset[str]]:
    """The statements behind what gives the variables that *node* reads, and the names that nothing gives.

    What counts are assignments of the tree that first calls the node, since the visit before it: they read the same
    page. In a loop over values the statements run for each of them. Names that are *given* need nothing.
    """
    before = list(_before(document, node))
    wanted = needed_names(document, node) - frozenset(given)
    unknown = set(wanted)
    for giver in reversed(before):
        if giver.name not in wanted:
            continue
        unknown.discard(giver.name)
        further = names_in(giver) - frozenset(given)
        wanted = (wanted - {giver.name}) | {name for name in further if not is_hidden(name)}
        unknown |= {name for name in further if not is_hidden(name)}
        if isinstance(giver, Take):
            statements = (While(giver, Body((Group("serial", Body(statements)),))),)
        else:
            statements = (Group("serial", Body((giver,))), *statements)
    return statements, frozenset(unknown)


def _before(document: Document, node: Data | Item) -> Iterator[Assign | Take]:
    """What is assigned before the first call of *node*, in the order of the text, and does not read an earlier page."""
    for tree in document.entries:
        if isinstance(tree, Tree) and any(_is_call_of(part, node) for part in walk(tree)):
            break
    else:
        return
    times = Counter(part.name for part in walk(tree) if isinstance(part, (Assign, Take)))
    found: list[Assign | Take] = []
    for part in walk(tree):
        if _is_call_of(part, node):
            break
        if isinstance(part, (Assign, Take)) and not any(_is_call_of(inner, node) for inner in walk(part)):
            found.append(part)
        elif isinstance(part, Call) and isinstance(part.inline or document.declarations.get(part.node), Visit):
            # What is counted up differs from page to page.
            found = [giver for giver in found if times[giver.name] == 1 and not _calls(giver)]
    yield from found


def _calls(part: Node) -> bool:
    return any(isinstance(inner, Call) for inner in walk(part))


def _is_call_of(part: Node, node: Data | Item) -> bool:
    return isinstance(part, Call) and (part.inline.name if part.inline is not None else part.node) == node.name

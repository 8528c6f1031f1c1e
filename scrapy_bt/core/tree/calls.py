"""How a declared node is run at a place of a tree.

By its shared value first, then with its competing resource, then by its state table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from . import operations as op
from . import plans
from .extractions import Planned
from .naming import calls_in
from .nodes import Call, Data, Document, Item, Move, Tree, Visit, Wait
from .operations import Operation
from .references import FORGETS
from .routines import Routine, StepList


@dataclass(frozen=True)
class Exits:
    """Where a call leads: success, failure, an error (not a mere lack of values), and the move `end`."""

    yes: Operation
    no: Operation
    broken: Operation
    end: Operation


@dataclass(frozen=True)
class Want:
    """The variable that gets a data node's first value, or, if *many*, the list of all."""

    target: str | None = None
    many: bool = False


NOTHING = Want()


class CallCompiler:
    """Compiles the calls of one tree; *mend* compiles those of state tables, arguments included."""

    def __init__(
        self,
        document: Document,
        routines: Mapping[str, Routine],
        code: StepList,
        mend: Callable[[Call, str, Exits], Operation],
    ) -> None:
        self._declarations = document.declarations
        self._shared, self._competing, self._states = document.shared, document.competing, document.states
        self._routines, self._code, self._mend = routines, code, mend
        self._invalidated = document.remedies
        self._remedied: list[str] = []
        self.planned = Planned.NOT
        """How far it is foreseen that what is compiled fails."""

    def is_data(self, call: Call) -> bool:
        """It has values."""
        return isinstance(self._declarations.get(call.node), Data)

    def compile(self, call: Call, path: str, exits: Exits, want: Want = NOTHING, *, anew: bool = False) -> Operation:
        """The first step of a call whose arguments hold no calls; *anew*: a shared value is not good enough."""
        if call.node not in self._shared:
            return self._hold(call, path, exits, want)
        entry = self._share(call, path, exits, want)
        return self._forget(call, path, entry, exits.no) if anew else entry

    # Resources

    def _share(self, call: Call, path: str, exits: Exits, want: Want) -> op.AskShared:
        node, shared = self._declarations[call.node], self._shared[call.node]
        values = f"%{path}/values" if isinstance(node, Data) else None
        sets = frozenset({want.target}) if want.target else frozenset[str]()

        def publish(suffix: str, target: Operation, *, success: bool) -> op.Publish:
            uses = frozenset({values}) if values and success else frozenset[str]()
            ttl = shared.ttl.seconds if shared.ttl else None
            step = op.Publish(ttl=ttl, success=success, next=target, uses=uses, sets=sets)
            self._code.add(step, f"{path}.{suffix}", call)
            return step

        made = publish("made", exits.yes, success=True)
        failed = publish("failed", exits.no, success=False)
        broken = failed if exits.broken is exits.no else publish("broken", exits.broken, success=False)
        ended = publish("ended", exits.end, success=False) if self._may_end(call) else failed
        make = self._hold(call, path, Exits(made, failed, broken, ended), Want(values, many=values is not None))
        share = op.AskShared(
            name=call.node,
            parameters=plans.plan_parameters(call, node) if isinstance(node, Tree) else (),
            target=want.target,
            many=want.many,
            make=make,
            yes=exits.yes,
            no=exits.no,
            broken=exits.broken,
            kind=type(node),
            values=values,
            tracked=call.node in self._invalidated,
            is_common=bool(shared.owner),
            uses=plans.argument_uses(call, node),
            sets=sets,
        )
        for publication in (made, failed, broken, ended):
            publication.share = share
        self._code.add(share, f"{path}.share", call)
        return share

    def _forget(self, call: Call, path: str, entry: op.AskShared, no: Operation) -> Operation:
        forget = op.Forget(name=call.node, next=entry, no=no, uses=entry.uses | {FORGETS})
        return self._code.add(forget, f"{path}.forget", call)

    def _hold(self, call: Call, path: str, exits: Exits, want: Want) -> Operation:
        if call.node not in self._competing or isinstance(self._declarations[call.node], Visit):
            return self._act(call, path, exits, want)

        def free(suffix: str, target: Operation) -> Operation:
            return self._code.add(op.ReleasePermit(resource=call.node, next=target), f"{path}.{suffix}", call)

        yes, no = free("free", exits.yes), free("free.failed", exits.no)
        broken = no if exits.broken is exits.no else free("free.broken", exits.broken)
        end = free("free.ended", exits.end) if self._may_end(call) else exits.end
        action = self._act(call, path, Exits(yes, no, broken, end), want)
        return self._code.add(op.AcquirePermit(resource=call.node, next=action), f"{path}.hold", call)

    def _may_end(self, call: Call) -> bool:
        return any(row.move == Move("end") for row in self._states.get(call.node, ()))

    # Nodes

    def _act(self, call: Call, path: str, exits: Exits, want: Want) -> Operation:
        node = self._declarations[call.node]
        fields: dict[str, Any] = {"name": node.name, "yes": exits.yes, "no": exits.no, "end": exits.end}
        action: op.Action
        if not isinstance(node, Visit):
            fields["planned"] = self.planned
        if isinstance(node, Visit):
            requires = node.name if node.name in self._competing else ""
            action = op.FetchPage(visit=node, requires=requires, **plans.plan_visit(node), **fields)
        elif isinstance(node, Data):
            plan = plans.plan_data(node, want.target)
            is_whole = call.inline is not None and plan["source"].all and not want.many
            fields["whole"] = is_whole and want.target is not None
            action = op.Extract(data=node, target=want.target, many=want.many, broken=exits.broken, **plan, **fields)
        elif isinstance(node, Item):
            return self._record(call, node, path, exits, fields)
        else:
            routine = self._routines[node.name]
            action = op.Enter(
                routine=node.name,
                entry=routine.entry,
                parameters=plans.plan_parameters(call, node),
                uses=plans.argument_uses(call, node),
                **fields,
            )
        self._code.add(action, path, call)
        self._add_moves(action, path, exits)
        return action

    def _record(self, call: Call, item: Item, path: str, exits: Exits, fields: dict[str, Any]) -> Operation:
        """An item, after the data nodes that its fields call."""
        inner_calls = [inner for field in item.fields for inner in calls_in(field.value)]
        paths = {id(inner): inner.node if inner.inline else f"{path}/{inner.node}" for inner in inner_calls}
        names = {key: f"${inner_path}" for key, inner_path in paths.items()}
        action = op.EmitRecords(item=item, **plans.plan_item(item, names), **fields)
        entry = self._code.add(action, path, call)
        self._add_moves(action, path, exits)
        for inner in reversed(inner_calls):
            after = Exits(entry, entry, entry, exits.end)
            entry = self.compile(inner, paths[id(inner)], after, Want(names[id(inner)]))
        return entry

    # State tables

    def _add_moves(self, action: op.Action, path: str, exits: Exits) -> None:
        for row in self._states.get(action.name, ()):
            move: op.Move
            if isinstance(row.move, Wait):
                move = op.Retry(row.move.times, row.move.delay.seconds if row.move.delay else None)
            elif isinstance(row.move, Move):
                move = row.move.name
            elif action.name in self._remedied:
                move = "false"  # within its own call: what it could not mend is a failure
            else:
                # Below the path of a call itself are the steps of the tree.
                outcome = f"{path}{'.' if isinstance(action, op.Enter) else '/'}{row.outcomes[0]}"
                move = op.Remedy(self._remedy(row.move, outcome, action, exits))
            for outcome in row.outcomes:
                action.moves[outcome] = move

    def _remedy(self, call: Call, path: str, action: op.Action, exits: Exits) -> Operation:
        """Run the node, anew if it is shared, then try the action again."""
        self._remedied.append(action.name)
        path = f"{path}/{call.node}"
        give_up = self._code.add(op.GiveUp(action=action, next=exits.broken), f"{path}.gave_up", call)
        entry = self._mend(call, path, Exits(action, give_up, give_up, exits.end))
        self._remedied.pop()
        return entry

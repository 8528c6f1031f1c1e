"""The arguments of a workflow by what they had in the recordings: one value is one argument wherever it is sent."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...samples.secretnames import is_password_name
from ..answers.requests.acts import TypedField, identifier
from ..answers.requests.names import noun_before
from ..blackboard.workflow import Workflow
from ..findings import Typed, Variability

Values = tuple[str | None, ...]
"""By recording."""
_INDEX = re.compile(r"\[\d*\]")
_SECTIONS = frozenset({"shop", "store", "catalog", "catalogue", "browse", "market", "explore", "product_category", "c"})
"""Parts of a site: what stands behind is no name of one."""
_WORDS = re.compile(r"[^\W\d_]+(?:[-_+ ][^\W\d_]+)*")


class GivenArguments:
    """What was typed, and what else a person gave."""

    def __init__(self, workflow: Workflow, fields: Iterable[TypedField], posted: Iterable[Typed] = ()) -> None:
        self._workflow = workflow
        fields = tuple(fields)
        self._by_values: dict[Values, str] = {field.values: field.argument for field in reversed(fields)}
        self._names = {field.argument for field in fields}
        self._passwords: dict[tuple[int, Values], str] = {}
        """By step, what had the same single value as another field beside it that is no password."""
        self._plain: set[tuple[int, Values]] = set()
        for typed in posted:
            self._keep(typed.values, typed.argument)

    @property
    def known(self) -> Iterable[Values]:
        """The values of all that has a name so far."""
        return self._by_values

    def named(self, values: Values, found: Variability) -> str:
        """The argument that had these values; a new one, called as the place *found* is, where none had."""
        beside = found.step, values
        if not is_password_name(found.key.name):
            self._plain.add(beside)
        elif beside in self._plain and len(set(values)) == 1:
            # Who tries a login out may be called as the password is.
            if beside not in self._passwords:
                self._passwords[beside] = self._new(found)
            return self._passwords[beside]
        name = self.proposed(values, found)
        self._keep(values, name)
        return name

    def proposed(self, values: Values, found: Variability) -> str:
        """What `named` would call it, which is kept only when that is asked for."""
        return self._given_before(values) or self._unused(_name_of(self._workflow, found))

    def _new(self, found: Variability) -> str:
        name = self._unused(_name_of(self._workflow, found))
        self._names.add(name)
        return name

    def _keep(self, values: Values, name: str) -> None:
        self._by_values.setdefault(values, name)
        self._names.add(name)

    def _given_before(self, values: Values) -> str | None:
        """The argument that had these values, in all recordings that have both, two different ones at least."""
        for known, name in self._by_values.items():
            both = [(one, other) for one, other in zip(known, values, strict=True) if one and other]
            is_same = all(one == other for one, other in both)
            if known == values or (is_same and len({one for one, _ in both}) > 1):
                return name
        return None

    def _unused(self, name: str) -> str:
        number, found = 2, name
        while found in self._names:
            found = f"{name}{number}"
            number += 1
        return found


def _name_of(workflow: Workflow, found: Variability) -> str:
    key = found.key
    if key.where != "path":
        plain = _INDEX.sub("", key.name)
        return identifier(plain.rpartition("$")[2].rpartition(".")[2]) or identifier(plain) or "value"
    place = int(key.name)
    noun = identifier(noun_before(workflow.first(found.step).sent.url, place))
    if noun in _SECTIONS and all(value is None or _WORDS.fullmatch(value) for value in found.values):
        return "category"
    return noun or f"part_{place + 1}"

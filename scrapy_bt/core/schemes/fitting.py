"""Which of what a scheme gives are the arguments of a tree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...errors import ArgumentsError
from ...sentences import say
from ..tree.program import Program
from .scheme import Scheme
from .seeds import ARGUMENTS, SEED_TIME


class Fitting:
    """Takes the arguments of a tree's `main` out of seeds; values of the scheme with their names are among them.

    Raises `ArgumentsError` where an argument is missing, or where every seed would be the same.
    """

    def __init__(self, program: Program, scheme: Scheme) -> None:
        self.program = program
        parameters = {parameter.name: parameter for parameter in program.main.parameters}
        values = dict(scheme.values)
        self._common = {name: value for name, value in values.items() if name in parameters and name not in ARGUMENTS}
        self._names = [name for name in ARGUMENTS if name in parameters]
        given = say("a seed gives: {}", ", ".join((*ARGUMENTS, *values)))
        missing = [
            name
            for name, parameter in parameters.items()
            if parameter.default is None and name not in self._names and name not in self._common
        ]
        if missing:
            raise ArgumentsError(say("main of '{}' needs '{}', which no seed has; {}", program.name, missing[0], given))
        if not {"url", "keywords"} & set(self._names):
            raise ArgumentsError(
                say("main of '{}' takes neither 'url' nor 'keywords' of a seed; {}", program.name, given)
            )

    @property
    def names(self) -> tuple[str, ...]:
        """The arguments that it gives."""
        return (*self._common, *self._names)

    def arguments(self, seed: Mapping[str, Any], now: float) -> dict[str, Any]:
        """Those that the tree takes; *now*: when the seed is made, in seconds since 1970."""
        given = {SEED_TIME: now, **seed}
        return {**self._common, **{name: given[name] for name in self._names}}

"""The parts of a loop over pages, how many rounds it goes at most, and the small statements that loops are made of."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...tree import nodes as bt
from .expressions import read_from


@dataclass(frozen=True)
class LoopParts:
    """A loop's parts: what stands before it, its condition, and what its body begins and ends with."""

    visits: tuple[bt.Visit, ...]
    before: tuple[bt.Statement, ...]
    condition: bt.Expression
    opening: tuple[bt.Statement, ...]
    closing: tuple[bt.Statement, ...]
    lasts: str
    """How long it goes on, in words."""
    behind: tuple[bt.Statement, ...] = ()
    """What follows it."""
    reads_in_condition: bool = False
    """The condition visits the page and reads it: the records that it emits are not emitted in the body again."""
    may_be_empty: bool = False
    """A page without records is no failure."""
    grows: bool = False
    """The last page has the records of all."""


def within(series: LoopParts, argument: str, turned: str) -> LoopParts:
    """As many pages as the argument says, for a site may make pages for ever; it is told when they are reached.

    *turned*: the variable that counts them.
    """
    most = bt.Reference(argument)
    text = ("left after ", bt.Reference(turned), " pages, the most that were asked for: there may be more")
    told = bt.If(bt.Binary(">=", bt.Reference(turned), most), bt.Body((bt.Warn(bt.Template(text)),)))
    return replace(_counted(series, turned, most), behind=(told,))


def ended(series: LoopParts, most: int, turned: str) -> LoopParts:
    """As many pages as were recorded, where they came to no end."""
    counted = _counted(series, turned, bt.Literal(most))
    return replace(counted, lasts=f"{series.lasts}; {most} at most, for they came to no end")


def _counted(series: LoopParts, turned: str, most: bt.Reference | bt.Literal) -> LoopParts:
    is_open = bt.Binary("<", bt.Reference(turned), most)
    return replace(
        series,
        before=(*series.before, bt.Assign(turned, bt.Literal(0))),
        condition=_both(is_open, series.condition),
        closing=(count(turned, 1), *series.closing),
    )


def _both(first: bt.Expression, others: bt.Expression) -> bt.Expression:
    """Both, one after another, without brackets where they are not needed."""
    if isinstance(others, bt.Binary) and others.operator == "&":
        return bt.Binary("&", _both(first, others.left), others.right)
    return bt.Binary("&", first, others)


def unless(there: bt.Expression) -> bt.If:
    """Leave the loop where something is not there."""
    return bt.If(bt.Unary("!", there), bt.Body((bt.Break(),)))


def if_there(variable: str, statement: bt.Statement) -> bt.Statement:
    """Do it where the variable has a value."""
    return bt.If(bt.Reference(variable), bt.Body((statement,)))


def reading_from(variable: str) -> bt.Attributes:
    """What makes a data node read a variable in place of the page."""
    return read_from(bt.Reference(variable))


def otherwise(default: str | None, *others: bt.Attribute) -> bt.Attributes:
    """These attributes, and what is given where nothing is found."""
    return bt.Attributes((*others, bt.Attribute("default", bt.Literal(default))))


def count(number: str, by: int) -> bt.Assign:
    """Add to a number."""
    return bt.Assign(number, bt.Binary("+", bt.Reference(number), bt.Literal(by)))

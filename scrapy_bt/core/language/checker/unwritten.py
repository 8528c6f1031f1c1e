"""Names that stand nowhere else: what a file with faults of syntax tells surely of its variables and declarations.

Where a part of a file cannot be read, a value may be given in it. It can only be given by its name: a name that is
read, and stands in no other place of the text, has no value; a node that is named nowhere else is not used.
"""

from __future__ import annotations

from collections import Counter

from ....sentences import say
from ...tree.keywords import BUILT_IN
from ...tree.nodes import Assign, Body, Include, NamedArgument, Node, Parameter, Reference, Take
from ..foreign import advise_name
from ..report import around
from ..segments import all_words
from .checkeddocument import CheckedDocument
from .names import warn_unused
from .nearest import Nearest


def check_unwritten(checked: CheckedDocument) -> None:
    """Tell what is read and given nowhere, and what is declared and used nowhere."""
    if checked.document.included or any(isinstance(entry, Include) for entry in checked.document.entries):
        return  # what other files name is not in this text
    written = Counter(all_words(checked.report.text))
    _check_variables(checked, written)
    if checked.knows("main"):
        for declaration in checked.declarations:
            if declaration.name != "main" and written[declaration.name] == 1:
                warn_unused(checked, declaration)


def _check_variables(checked: CheckedDocument, written: Counter[str]) -> None:
    reads = list(_reads(checked))
    in_code = Counter(read.name for read in reads if not _is_in_text(read))
    told = {fault.place for fault in checked.report.faults if fault.code == "unknown-variable"}
    lines_told = {fault.place.line for fault in checked.report.faults if fault.code == "unknown-source"}
    given = Nearest(node.name for node in checked.nodes if isinstance(node, (NamedArgument, Assign, Parameter, Take)))
    for read in reads:
        if written[read.name] > in_code[read.name] or read.name in BUILT_IN or read.place in told:
            continue
        advice = say(
            "assign it before, `{} = …`, or make it a parameter: `main :: and ({}) {{ … }}`", read.name, read.name
        )
        if near := given.advice(read.name):
            advice = say("{} Else {}", near, advice)
        message = say("nothing gives `{}` a value", read.name)
        meant = advise_name(read.name, *around(checked.report, read.place))
        if meant and read.place is not None and read.place.line in lines_told:
            continue
        checked.report.add("unknown-variable", read.place, message, meant or advice)


def _reads(checked: CheckedDocument) -> list[Reference]:
    """The names that are surely read: one that stands alone as a statement may be what is left of something else."""
    alone = {id(node) for node in checked.fragments}
    alone |= {id(child) for node in checked.nodes if isinstance(node, Body) for child in node.children}
    return [node for node in checked.nodes if isinstance(node, Reference) and id(node) not in alone]


def _is_in_text(read: Node) -> bool:
    """Whether it is a placeholder, whose name is no word of the code."""
    place = read.place
    assert place is not None, "it was read from a text"
    assert isinstance(read, Reference)
    return place.end_column - place.column > len(read.dotted)

"""Names: unknown, declared twice, reserved, never used, and `main`."""

from __future__ import annotations

from collections.abc import Iterable

from ....errors import Place
from ....sentences import say
from ...tree.keywords import BUILT_IN
from ...tree.nodes import Assign, Declaration, Item, Node, Parameter, Take, Tree, Visit, file_of
from ..report import is_inline, place_of_name
from .checkeddocument import WORD_OF_KIND, CheckedDocument


def check_unknown_names(checked: CheckedDocument) -> None:
    """Whatever is called is declared."""
    for site in checked.call_sites:
        name = site.call.node
        if site.call.inline is None and not checked.knows(name):
            advice = checked.nearest_node.advice(name, "`:{}`") or say("declare it: `{} :: …`", name)
            checked.report.add("unknown-name", site.call.place, say("no node `{}` is declared", name), advice)


def check_double_declarations(checked: CheckedDocument) -> None:
    """A name is declared once."""
    seen: dict[str, Place | None] = {}
    for declaration in checked.declarations:
        name = declaration.name
        if name in seen and not is_inline(declaration):  # those within a tree that is there twice are, too
            message, advice = _describe_double(name, seen[name])
            checked.report.add("double-declaration", place_of_name(declaration), message, advice)
        seen.setdefault(name, declaration.place)


def check_double_parts(checked: CheckedDocument) -> None:
    """Parameters of one tree and fields of one item have different names."""
    for declaration in checked.seen_declarations:
        if isinstance(declaration, Tree):
            check_parts(checked, "double-parameter", ((part, part.name) for part in declaration.parameters))
        elif isinstance(declaration, Item):
            check_parts(checked, "double-field", ((part, part.name) for part in declaration.fields))
        elif declaration.attributes is not None:
            # Within a form's own braces a name may come again: forms may send several values.
            check_parts(checked, "double-attribute", ((part, part.name) for part in declaration.attributes.entries))


def check_parts(checked: CheckedDocument, code: str, parts: Iterable[tuple[Node, str]]) -> None:
    """Each of the named parts stands once."""
    seen: dict[str, Place | None] = {}
    for part, name in parts:
        if name in seen:
            message, advice = _describe_double(name, seen[name])
            checked.report.add(code, part.place, message, advice)
        seen.setdefault(name, part.place)


def _describe_double(name: str, first: Place | None) -> tuple[str, str]:
    before = say("first at {}", first) if first is not None else say("first further up")
    return say("`{}` stands here a second time, {}", name, before), say("rename or remove one of them")


def check_reserved_names(checked: CheckedDocument) -> None:
    """`page` and `now` are never assigned."""
    giving: list[Assign | Take | Parameter]
    giving = [*checked.all_of(Assign), *checked.all_of(Take), *checked.all_of(Parameter)]
    for node in giving:
        if node.name in BUILT_IN:
            checked.report.add(
                "reserved-name",
                node.place,
                say("`{}` is {} and cannot be given a value", node.name, BUILT_IN[node.name]),
                say("choose another name, such as `{}_`", node.name),
            )


def check_main(checked: CheckedDocument) -> None:
    """There is a tree `main`, where a crawl begins."""
    main = checked.declared.get("main")
    if main is None and not checked.has_syntax_faults:
        place = Place(checked.report.file, 1, 1, 1, 1)
        near = checked.nearest_node.find("main")
        advice = say("rename `{}`, or ", near) if near else ""
        checked.report.add(
            "missing-main",
            place,
            say("there is no tree `main`, where a crawl begins"),
            say("{}write `main :: and {{ … }}`", advice),
        )
    elif main is not None and not isinstance(main, Tree):
        kind = WORD_OF_KIND[type(main)]
        checked.report.add(
            "main-not-a-tree",
            place_of_name(main),
            say("`main`, where a crawl begins, has to be a tree and not {}", kind),
            say("write `main :: and { … }` and call the node in it"),
        )


def check_unused(checked: CheckedDocument) -> None:
    """Every declaration can be reached from `main`, by calls and by the moves of state tables."""
    if not isinstance(checked.declared.get("main"), Tree):
        return
    called: dict[str, list[str]] = {}
    for site in checked.call_sites:
        for owner in site.owners:
            called.setdefault(owner, []).append(site.call.node)
    reached = {"main"}
    waiting = ["main"]
    while waiting:
        fresh = set(called.get(waiting.pop(), ())) - reached
        reached |= fresh
        waiting += fresh
    for declaration in checked.declarations:
        is_own = file_of(declaration) in ("", checked.report.file)
        if declaration.name not in reached and not is_inline(declaration) and is_own:
            warn_unused(checked, declaration)


def warn_unused(checked: CheckedDocument, declaration: Declaration) -> None:
    """Tell that nothing leads to a node."""
    verb = say("visited") if isinstance(declaration, Visit) else say("used")
    checked.report.warn(
        "unused-declaration",
        place_of_name(declaration),
        say("`{}` is never {}: nothing that `main` does leads to it", declaration.name, verb),
        say("call it with `:{}`, or remove it", declaration.name),
    )

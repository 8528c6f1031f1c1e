"""Rule → tree (rules.md): layers are visits, tags data, link tags goroutines over their values, next pages loops.

There is a tree for each set of layers to which one link leads (the templates of a page), and `main`, which counts
through the entries where they are many, so that a million of them need no more memory than one. Layers that lead back
to themselves are shared by URL, so that no page is visited twice.

A tree is given the URL of its page where that is all that its layers need: most are. Those that need what was taken
above, what an article has so far, or how deep they lie in a cycle, are given the way to it, too (`ways`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count, islice, takewhile

from ..tree import nodes as bt
from ..tree.inline import name_inline
from .cycles import layers_above, layers_in_cycles
from .naming import UniqueNames, name_fields
from .rule import ColumnType, Layer, Rule, RuleGroup, Tag, TagRef
from .sites import RuleSite
from .visits import RULE

_FEW = 20
"""So many entries stand in the tree itself."""
_KINDS: dict[ColumnType, str | None] = {"number": "number", "text": None, "image": "url", "file": "url"}


def rule_document(rule: Rule, file: str) -> bt.Document:
    """The tree of a rule; *file*: how the tree names the rule's file."""
    return _Compiler(rule, file).compile()


class _Compiler:
    def __init__(self, rule: Rule, file: str) -> None:
        self._rule, self._file = rule, file
        self._cycles = layers_in_cycles(rule)
        names = self._names = UniqueNames()
        # Groups come first: their names are those of tables. Of `a-b` and `a_b` the second needs no other one.
        groups = sorted(rule.groups, key=lambda group: not names.is_free(group.name))
        self._items = {group.name: names.give(group.name) for group in groups}
        self._onward, self._link = names.give("onward"), names.give("link")
        self._more, self._number, self._way = names.give("more"), names.give("n"), names.give("way")
        self._url, self._visited = names.give("url"), names.give("visited")
        self._plain = {layer.name for layer in rule.layers if self._needs_only_its_url(layer)}
        self._nodes: list[bt.Visit | bt.Data | bt.Item] = []
        self._shared: list[bt.SharedNode] = []
        self._trees: list[bt.Tree] = []
        self._stops: dict[tuple[str, ...], bt.Call] = {}
        """How the trees are run with the URL or the step in `link`, by the names of their layers."""
        self._waiting: list[tuple[str, tuple[Layer, ...]]] = []
        """Trees that have a name and no body yet."""

    def compile(self) -> bt.Document:
        """Nodes, what is shared, then trees, `main` first."""
        beginning = [layer for layer in self._rule.layers if layer.entries] or self._rule.layers[:1]
        rounds = [statement for layer in beginning for statement in self._enter(layer, is_only=len(beginning) == 1)]
        main = bt.Tree("main", "and", (), bt.Body(tuple(rounds)))
        while self._waiting:
            name, layers = self._waiting.pop(0)
            given = (self._url,) if self._is_plain(layers) else (self._url, self._way)
            self._trees.append(bt.Tree(name, "and", tuple(map(bt.Parameter, given)), self._visit(name, layers)))
        heal = (bt.Heal(self._rule.heal),) if self._rule.heal else ()
        return name_inline(bt.Document((*heal, *self._nodes, *self._shared, main, *self._trees)))

    def _needs_only_its_url(self, layer: Layer) -> bool:
        """Whether nothing of the pages above it is needed on its pages, nor on those behind them."""
        below = {each.name for each in self._rule.layers if layer.name in layers_above(self._rule, each.name)}
        here, above = {layer.name, *below}, layers_above(self._rule, layer.name)
        layers_of_groups = ({ref.layer for ref in group.tags} for group in self._rule.groups)
        reaches_up = any(layers & here and layers & above for layers in layers_of_groups)
        return not (reaches_up or layer.name in self._cycles or _is_article(layer))

    def _is_plain(self, layers: Iterable[Layer]) -> bool:
        return all(layer.name in self._plain for layer in layers)

    def _enter(self, layer: Layer, *, is_only: bool) -> Iterator[bt.Statement]:
        """Goes to the layer's entries, or counts through them; a source without values ends that loop."""
        stop, is_plain = self._stop((layer,)), self._is_plain((layer,))
        go = bt.Goroutine(bt.Body((stop,)))
        urls = self._few_urls(layer) if is_plain else []
        if is_only and len(urls) == 1:
            yield bt.Call(stop.node, (bt.Literal(urls[0]),))
            return
        if urls:
            yield bt.While(bt.Take(self._link, bt.ListValue(tuple(map(bt.Literal, urls)))), bt.Body((go,)))
            return
        origin = bt.Attributes((bt.Attribute("from", bt.Reference(self._number)),))
        source = self._source(layer.name, "url" if is_plain else "entry")
        first, next_one = (bt.Assign(self._link, bt.Call("", inline=bt.Data("", source, origin))) for _ in range(2))
        further = bt.Assign(self._number, bt.Binary("+", bt.Reference(self._number), bt.Literal(1)))
        yield bt.Assign(self._number, bt.Literal(0))
        yield first
        yield bt.While(bt.Reference(self._link), bt.Body((go, further, next_one)))

    def _few_urls(self, layer: Layer) -> list[str]:
        """The layer's entries, if they are few."""
        site = RuleSite(self._rule)
        steps = (site.entry(layer.name, number) for number in count())
        urls = [step["url"] for step in islice(takewhile(bool, steps), _FEW + 1) if step]
        return urls if len(urls) <= _FEW else []

    def _stop(self, layers: tuple[Layer, ...]) -> bt.Call:
        """How to go to a page that *layers* read, by the step in `link`."""
        key = tuple(layer.name for layer in layers)
        if key not in self._stops:
            name = self._names.give(key[0])
            self._waiting.append((name, layers))
            parts = [()] if self._is_plain(layers) else [("url",), ("way",)]
            call = bt.Call(name, tuple(bt.Reference(self._link, part) for part in parts))
            if self._cycles & set(key):
                call = self._once(name, call)
            self._stops[key] = call
        return self._stops[key]

    def _once(self, name: str, call: bt.Call) -> bt.Call:
        """A tree that is shared by URL and does no more than start the visit: who comes later passes by."""
        name = self._names.give(f"{name}_once")
        parameters = (bt.Parameter("url"), bt.Parameter("level"))
        self._trees.append(bt.Tree(name, "and", parameters, bt.Body((bt.Async(bt.Body((call,))),))))
        self._shared.append(bt.SharedNode(name))
        return bt.Call(name, (bt.Reference(self._link, ("url",)), bt.Reference(self._link, ("level",))))

    # Pages

    def _visit(self, name: str, layers: tuple[Layer, ...]) -> bt.Body:
        is_plain = self._is_plain(layers)
        url = bt.Template((bt.Reference(self._url),))
        articles = [layer for layer in layers if _is_article(layer)]
        others = [layer for layer in layers if not _is_article(layer)]
        within = [*self._put_together(articles), *self._go_on(layers, is_plain=is_plain), *self._read(others)]
        visit = self._node(bt.Visit(self._names.give(f"{name}_page"), None, url, None if within else self._meta()))
        if not any(layer.next_page for layer in layers):
            return bt.Body((visit, *_serial(within)))
        url_of_next, way_of_next = (bt.Reference(self._onward, (part,)) for part in ("url", "way"))
        onward = bt.Assign(self._url, url_of_next)
        if is_plain:
            keep = bt.Assign(self._visited, way_of_next)
            rounds = bt.While(bt.Reference(self._url), bt.Body((visit, *_serial(within), onward, keep)))
            return bt.Body((bt.Assign(self._visited, bt.Reference(self._url)), rounds))
        # Behind its last page an article is read by the way to it.
        keep = bt.Assign(self._way, bt.Binary("|", way_of_next, bt.Reference(self._way)) if articles else way_of_next)
        pages = bt.While(bt.Reference(self._url), bt.Body((visit, *_serial(within), onward, keep)))
        return bt.Body((pages, *_serial(self._read(articles))))

    def _meta(self) -> bt.Attributes:
        """What a visit says of which nothing is asked: it stays at the hosts of the rule, too."""
        meta = bt.Attributes((bt.Attribute(RULE, bt.Literal(self._file)),))
        return bt.Attributes((bt.Attribute("meta", meta),))

    def _put_together(self, articles: Iterable[Layer]) -> Iterator[bt.Statement]:
        for layer in articles:
            part = self._data(f"{layer.name}_part", layer.name, "content", *self._way_of(layer))
            yield bt.If(bt.Take(self._more, part), bt.Body((bt.Assign(self._way, bt.Reference(self._more)),)))

    def _go_on(self, layers: Iterable[Layer], *, is_plain: bool) -> Iterator[bt.Statement]:
        """The step to the next page; of several templates that which has one."""
        visited = bt.Template((bt.Reference(self._visited),))
        nexts: list[bt.Expression] = [
            self._data(f"{layer.name}_next", layer.name, "next", *((visited,) if is_plain else self._way_of(layer)))
            for layer in layers
            if layer.next_page
        ]
        if nexts:
            onward = nexts[0]
            for other in nexts[1:]:
                onward = bt.Binary("|", onward, other)
            yield bt.Assign(self._onward, onward)

    def _read(self, layers: list[Layer]) -> list[bt.Statement]:
        """Rows, then links: after those the task may have to wait, and its page is gone."""
        rows: list[bt.Statement] = [self._item(layer, group) for layer in layers for group in self._groups(layer)]
        links = [(layer, tag, led_to) for layer in layers for tag in layer.tags if (led_to := self._led_to(layer, tag))]
        if len(links) == 1:
            (layer, tag, led_to) = links[0]
            source = self._links_of(layer, tag, led_to)
            return [*rows, self._follow(self._data(f"{layer.name}_{tag.name}", *source), led_to)]
        taken: list[bt.Statement] = []
        loops: list[bt.Statement] = []
        for layer, tag, led_to in links:
            kept = self._names.give(f"{layer.name}_{tag.name}")
            every = replace(self._source(*self._links_of(layer, tag, led_to)), all=True)
            taken.append(bt.Assign(kept, bt.Call("", inline=bt.Data("", every))))
            loops.append(self._follow(bt.Reference(kept), led_to))
        return [*rows, *taken, *loops]

    def _links_of(self, layer: Layer, tag: Tag, led_to: tuple[Layer, ...]) -> tuple[bt.Text, ...]:
        verb = "urls" if self._is_plain(led_to) else "steps"
        return (f"{layer.name}.{tag.name}", verb, *self._way_of(layer))

    def _follow(self, links: bt.Expression, led_to: tuple[Layer, ...]) -> bt.Statement:
        return bt.While(bt.Take(self._link, links), bt.Body((bt.Goroutine(bt.Body((self._stop(led_to),))),)))

    def _led_to(self, layer: Layer, tag: Tag) -> tuple[Layer, ...]:
        return tuple(self._rule.led_to(TagRef(layer.name, tag.name)))

    def _groups(self, layer: Layer) -> Iterator[RuleGroup]:
        """The groups that are complete with a page of the layer."""
        known = {*layers_above(self._rule, layer.name), layer.name}
        for group in self._rule.groups:
            layers = {ref.layer for ref in group.tags}
            if layer.name in layers and layers <= known:
                yield group

    # Nodes

    def _source(self, *texts: bt.Text) -> bt.Source:
        return bt.Source("rules", (self._file, *texts))

    def _data(self, name: str, *texts: bt.Text, attributes: bt.Attributes | None = None) -> bt.Call:
        name = self._names.give(name)
        return self._node(bt.Data(name, self._source(*texts), attributes))

    def _node(self, node: bt.Visit | bt.Data | bt.Item) -> bt.Call:
        self._nodes.append(node)
        return bt.Call(node.name)

    def _way_of(self, layer: Layer) -> tuple[bt.Template, ...]:
        """The way to a page of the layer, where its tree is given a step."""
        if self._is_plain(self._templates(layer)):
            return ()
        return (bt.Template((bt.Reference(self._way),)),)

    def _templates(self, layer: Layer) -> list[Layer]:
        """The layers that read one page with it."""
        return [each for each in self._rule.layers if each is layer or (layer.parent and each.parent == layer.parent)]

    def _item(self, layer: Layer, group: RuleGroup) -> bt.Call:
        fields = tuple(
            bt.Field(name, bt.Source("json", (_as_json_path(name),), kind=_KINDS[column.type]))
            for name, column in zip(name_fields(group), group.columns, strict=True)
        )
        # Where layers lead to each other, a group may be complete in several; the first has its name.
        name = self._items.pop(group.name, "") or self._names.give(group.name)
        return self._node(bt.Item(name, self._source(layer.name, "rows", *self._way_of(layer), group.name), fields))


def _serial(statements: list[bt.Statement]) -> list[bt.Statement]:
    """Each of them, whatever comes of the others: a tag that takes nothing ends no page."""
    return [bt.Group("serial", bt.Body(tuple(statements)))] if statements else []


def _is_article(layer: Layer) -> bool:
    """Its pages are put together before anything is made of them."""
    return bool(layer.content and layer.next_page)


def _as_json_path(name: str) -> str:
    return name if name.isascii() else f'"{name}"'

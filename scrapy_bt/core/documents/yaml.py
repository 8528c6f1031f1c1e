"""From the text of a YAML file to its nodes.

Only what people write is taken: one document of mappings, lists and scalars. Tags (`!!python/object`) are
told and never looked up; anchors, aliases and several documents are told. Nothing is recursive, so no file is too deep
to read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import yaml

from ...errors import Place
from ...sentences import say
from .mistakes import USUAL_ADVICE, index_of, tell_mistake
from .nodes import ListNode, Mapping, MappingEntry, Node, Scalar
from .report import ShapeReport

LONGEST = 1_000_000
"""Characters of a file; reading more than that takes many seconds."""
DEEPEST = 20
"""Nodes within nodes; a rule needs nine, and nothing else so many."""
LONGEST_KEY = 200
_HALF = re.compile("[\ud800-\udfff]")


def compose_yaml(report: ShapeReport) -> Node | None:
    """The root of the file's nodes; what is wrong is told to *report*; none for an empty or an unreadable file."""
    if len(report.text) > LONGEST:
        message = say("the file has {:,} characters; a {} has at most {:,}", len(report.text), report.noun, LONGEST)
        report.add("too-long", report.place(0, 0), message, say("make several {}s of it", report.noun))
        return None
    composer = _Composer(report)
    try:
        for event in yaml.parse(report.text, Loader=yaml.SafeLoader):
            composer.take(event)
            if composer.is_too_deep:
                break
    except yaml.MarkedYAMLError as error:
        tell_mistake(error, report, composer.opened)
        return None
    except yaml.reader.ReaderError as error:
        # It is told where in the text of the file it stands, or where in what was not read yet.
        sign = error.character if isinstance(error.character, int) else ord(error.character[:1] or b"\0")
        at = max(0, report.text.find(chr(sign)))
        message = say("the character U+{:04X} cannot stand in a YAML file", sign)
        report.add(
            "bad-yaml", report.place(at, at + 1), message, say('write it as an escape in double quotes: "\\x07"')
        )
        return None
    except (ValueError, OverflowError) as error:
        # As `%YAML 1.` with too many digits, or an escape beyond Unicode.
        report.add("bad-yaml", report.place(0, 0), say("this is no YAML: {}", error), USUAL_ADVICE)
        return None
    return composer.root


@dataclass
class _OpenNode:
    """A mapping or list whose end has not come yet."""

    place: Place
    is_mapping: bool
    key: Scalar | None = None
    is_waiting: bool = False
    """For the value of *key*, or of a key that cannot be one."""
    seen: dict[str, Scalar] = field(default_factory=dict)
    entries: list[MappingEntry] = field(default_factory=list)
    items: list[Node] = field(default_factory=list)


class _Composer:
    def __init__(self, report: ShapeReport) -> None:
        self.root: Node | None = None
        self.is_too_deep = False
        self._report = report
        self._open: list[_OpenNode] = []
        self._documents = 0

    @property
    def opened(self) -> Place | None:
        """Where the innermost mapping or list begins, whose end has not come yet."""
        return self._open[-1].place if self._open else None

    def take(self, event: yaml.Event) -> None:
        match event:
            case yaml.DocumentStartEvent():
                self._begin_document(event)
            case yaml.AliasEvent():
                self._refuse_alias(event)
            case yaml.ScalarEvent():
                self._check_properties(event)
                self._add(self._scalar(event))
            case yaml.CollectionStartEvent():
                self._check_properties(event)
                self._open.append(_OpenNode(self._begin(event), isinstance(event, yaml.MappingStartEvent)))
                self._check_depth()
            case yaml.CollectionEndEvent():
                done = self._open.pop()
                node: Node = (
                    Mapping(tuple(done.entries), done.place)
                    if done.is_mapping
                    else ListNode(tuple(done.items), done.place)
                )
                self._add(node)
            case _:
                pass  # the ends of documents and of the stream

    def _begin_document(self, event: yaml.DocumentStartEvent) -> None:
        self._documents += 1
        if self._documents == 2:
            message = say("a {} file holds one document, and here a second one begins", self._report.noun)
            self._report.add("several-documents", self._place(event), message, say("put it into a file of its own"))

    def _refuse_alias(self, event: yaml.AliasEvent) -> None:
        message = say("`*{}` is an alias, and a {} file has none", event.anchor, self._report.noun)
        self._report.add("alias", self._place(event), message, say("write it out; quote a text that begins with `*`"))
        self._add(self._scalar_at(event, ""))

    def _check_properties(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        start = index_of(event.start_mark)
        if event.anchor is not None:
            at = self._report.text.find(f"&{event.anchor}", start)
            place = self._report.place(at, at + 1 + len(event.anchor)) if at >= 0 else self._place(event)
            message = say("`&{}` is an anchor, and a {} file has none", event.anchor, self._report.noun)
            self._report.add("anchor", place, message, say("leave it out; quote a text that begins with `&`"))
        if event.tag is not None:
            at = self._report.text.find("!", start)
            place = self._report.place(at, at + 1) if at >= 0 else self._place(event)
            shown = event.tag.replace("tag:yaml.org,2002:", "!!")
            message = say("`{}` is a tag of YAML, and a {} file has none", shown, self._report.noun)
            self._report.add("yaml-tag", place, message, say("leave it out; quote a text that begins with `!`"))

    def _check_depth(self) -> None:
        if len(self._open) > DEEPEST:
            message = say("more than {} levels are within each other here", DEEPEST)
            self._report.add("too-deep", self._open[-1].place, message, say("take brackets away"))
            self.is_too_deep = True

    def _add(self, node: Node) -> None:
        if not self._open:
            if self._documents < 2:
                self.root = node
            return
        within = self._open[-1]
        if not within.is_mapping:
            within.items.append(node)
        elif within.is_waiting:
            if within.key is not None:
                within.entries.append(MappingEntry(within.key, node))
            within.key, within.is_waiting = None, False
        else:
            within.key, within.is_waiting = self._key(node, within.seen), True

    def _key(self, node: Node, seen: dict[str, Scalar]) -> Scalar | None:
        if not isinstance(node, Scalar):
            self._report.add(
                "bad-key", node.place, say("a key is one word"), say("quote a text that begins with `{` or `[`")
            )
            return None
        if len(node.text) > LONGEST_KEY:
            message = say("a key has at most {} characters, and this one has {:,}", LONGEST_KEY, len(node.text))
            self._report.add(
                "bad-key", node.place, message, say("the fields of a {} have short names", self._report.noun)
            )
            return None
        first = seen.setdefault(node.text, node)
        if first is not node:
            message = say("`{}` stands in line {} already", node.text, first.place.line)
            self._report.add("double-key", node.place, message, say("put both into one, or take one away"))
            return None
        return node

    def _scalar(self, event: yaml.ScalarEvent) -> Scalar:
        return self._scalar_at(event, event.value, "" if event.style is None else event.style)

    def _scalar_at(self, event: yaml.Event, text: str, style: str = "") -> Scalar:
        start, end = index_of(event.start_mark), index_of(event.end_mark)
        place = self._report.place(start, end)
        if _HALF.search(text):
            message = say("an escape here is half of a character, which no file and no page can hold")
            self._report.add("half-character", place, message, say("write the character, or its escape: \\U0001f600"))
        return Scalar(text, place, start, end, style)

    def _begin(self, event: yaml.Event) -> Place:
        start = index_of(event.start_mark)
        return self._report.place(start, start + 1)

    def _place(self, event: yaml.Event) -> Place:
        return self._report.place(index_of(event.start_mark), index_of(event.end_mark))

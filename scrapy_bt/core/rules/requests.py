"""What a `rules` source asks for: `rules "file" "layer.tag"`, and what trees made of rules ask beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, cast

from ...errors import NodeError
from ...sentences import say
from .rule import Layer, Rule, TagRef

Verb = Literal["values", "url", "entry", "next", "urls", "steps", "links", "content", "rows"]
_TEXTS: dict[str, tuple[int, ...]] = {
    "url": (2,),
    "entry": (2,),
    "next": (3,),
    "content": (3,),
    "urls": (2, 3),
    "steps": (2, 3),
    "links": (2, 3),
    "rows": (3, 4),
}
"""How many texts stand behind the file; the way may be left out where it has nothing that is needed."""
_OF_TAGS = ("values", "urls", "steps", "links")
EXAMPLE = '`rules "rules/shop.yaml" "list.title"`'


@dataclass(frozen=True)
class RuleRequest:
    """A layer of a rule, with a tag or a group where *verb* wants one.

    *values*: what a tag takes. *url*: the n-th URL where the layer begins, *entry*: the step there. *next*: the step
    to the next page; *way* may be the URL of the first. *urls*: those of a link tag that may be visited, *steps*: the
    steps there, *links*: all of them as one list. *content*: the way with this page's part of an article. *rows*: those
    of a group.
    """

    verb: Verb
    layer: str
    name: str = ""
    way: str = ""

    @property
    def ref(self) -> TagRef:
        """The tag."""
        return TagRef(self.layer, self.name)


def parse_request(texts: Sequence[str]) -> RuleRequest:
    """Read what stands behind the file; raises `NodeError` saying what is wrong."""
    place, *rest = texts
    verb = rest[0] if rest else "values"
    if rest and len(texts) not in _TEXTS.get(verb, ()):
        raise NodeError(say("this is no source of a rule: {}", " ".join(texts)))
    layer, dot, tag = place.partition(".")
    if bool(dot) is not (verb in _OF_TAGS) or not layer or (dot and not tag):
        wanted = "layer.tag" if verb in _OF_TAGS else say("layer")
        raise NodeError(say("'{}' must be the name of a {}", place, wanted))
    group = rest.pop() if verb == "rows" else ""
    return RuleRequest(cast("Verb", verb), layer, tag or group, rest[1] if len(rest) > 1 else "")


class Unfit(NamedTuple):
    """What a rule lacks of a request, and what it has instead; *advice* is empty where there is nothing to choose."""

    message: str
    advice: str = ""


def why_unfit(request: RuleRequest, rule: Rule) -> Unfit | None:
    """What the rule lacks of a request; none if it has it all."""
    layers = {layer.name: layer for layer in rule.layers}
    layer = layers.get(request.layer)
    if layer is None:
        return Unfit(say("the rule has no layer `{}`", request.layer), say("its layers are {}", _list(layers)))
    return _why_unfit_in(request, layer, rule)


def _why_unfit_in(request: RuleRequest, layer: Layer, rule: Rule) -> Unfit | None:
    tags = [tag.name for tag in layer.tags]
    if request.verb in _OF_TAGS and request.name not in tags:
        return Unfit(say("layer `{}` has no tag `{}`", layer.name, request.name), say("its tags are {}", _list(tags)))
    if request.verb == "next" and not layer.next_page:
        return Unfit(say("layer `{}` has no next page", layer.name))
    if request.verb == "content" and not layer.content:
        return Unfit(say("layer `{}` has no content tag", layer.name))
    groups = [group.name for group in rule.groups]
    if request.verb == "rows" and request.name not in groups:
        return Unfit(say("the rule has no group `{}`", request.name), say("its groups are {}", _list(groups)))
    return None


def _list(names: Sequence[str] | dict[str, Layer]) -> str:
    return ", ".join(f"`{name}`" for name in names) or "none"

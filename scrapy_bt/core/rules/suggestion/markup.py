"""Tags as regular expressions that fit several of them, and what stands in tags beside the values of attributes.

Classes are kept before ids, ids before content, digits last.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ....sentences import say
from .matches import ATTRIBUTE
from .renderings import DIGIT, LONGEST, Rendering, Side, literal, price, render_edges

_NAME = re.compile(r"</?([^\s/<>]+)")
_MEANINGFUL = frozenset({"class", "itemprop", "property", "rel", "role", "name", "type", "itemtype", "scope"})
_PASSING = frozenset({"href", "src", "style", "title", "alt", "value", "width", "height", "content", "datetime"})
_LONGEST_NAME = 1000
"""Characters of an attribute that may be a person's."""
_HASH = re.compile(r"(?=[^\W_]*[0-9][A-Za-z])(?=[^\W_]*[A-Za-z][0-9])[^\W_]{5,}|\d{4,}|[0-9a-f]{8,}")


def render_tags(tags: Sequence[str]) -> list[Rendering]:
    """Expressions for tags as they are written, the most special first."""
    if tags[0].startswith(("<!", "<?")):
        return (
            [_exactly(tags[0])] if set(tags) == {tags[0]} and len(tags[0]) <= LONGEST else [Rendering("<!--.*?-->", 4)]
        )
    names = _names(tags)
    if tags[0].startswith("</"):
        return [Rendering(f"</{names}>", 0.0 if "?:" not in names else 2.0)]
    found: list[Rendering] = []
    if set(tags) == {tags[0]} and len(tags[0]) <= LONGEST:
        found.append(_exactly(tags[0]))
    kept = _shared(tags)
    for chosen in (
        [each for each in kept if each.name in _MEANINGFUL],
        kept,
        [each for each in kept if each.name == "class"],
    ):
        if chosen:
            found += _with(chosen, names)
    found.append(_by_name(tags, names))
    found = [each for each in found if all(_fits(each.code, tag) for tag in tags)]
    return sorted({each.code: each for each in reversed(found)}.values(), key=price)


def _by_name(tags: Sequence[str], names: str) -> Rendering:
    are_bare = [_NAME.sub("", tag, count=1).strip(" /") == ">" for tag in tags]
    if all(are_bare):
        return Rendering(f"<{names}>", 1.0)
    return Rendering(rf"<{names}(?:\s[^>]*)?>" if any(are_bare) else rf"<{names}\s[^>]*>", 2.0)


@dataclass(frozen=True)
class _Attribute:
    name: str
    pattern: str
    cost: float
    notes: tuple[str, ...]


def _exactly(tag: str) -> Rendering:
    """A tag as it is written, with what its attributes cost."""
    kept = _shared([tag])
    code = re.sub(r"(?:\\n|\s)+", r"\\s+", literal(tag)) if re.search(r"\n|\s{2}", tag) else literal(tag)
    whole = Rendering(code, 0.5)
    for each in kept:
        whole += Rendering("", each.cost, each.notes)
    return whole


def _with(chosen: Sequence[_Attribute], names: str) -> list[Rendering]:
    cost = sum(each.cost for each in chosen)
    notes = tuple(dict.fromkeys(note for each in chosen for note in each.notes))
    body = "".join(f"[^>]* {each.pattern}" for each in chosen)
    close = " ".join(f"{each.pattern}" for each in chosen)
    return [
        Rendering(f"<{names} {close}>", cost, notes),
        Rendering(f"<{names} {close}[^>]*>", cost + 0.3, notes),
        Rendering(f"<{names}{body}[^>]*>", cost + 1.5, notes),
        Rendering(f"{close}>", cost + 0.2, notes, is_complete=False),
        Rendering(f"{close}[^>]*>", cost + 0.4, notes, is_complete=False),
    ]


def _shared(tags: Sequence[str]) -> list[_Attribute]:
    """The attributes that all of the tags have, in the first's order, with what they have in common."""
    all_values = [{found[1]: _quoted(found) for found in ATTRIBUTE.finditer(tag)} for tag in tags]
    shared = []
    for name in all_values[0]:
        if any(name not in values for values in all_values):
            continue
        values = [values[name] for values in all_values]
        if all(value == values[0] for value in values):
            shared.append(_attribute(name, *values[0]))
        elif name.lower() == "class" and len({quote for quote, _ in values}) == 1:
            common = [word for word in values[0][1].split() if all(word in value.split() for _, value in values)]
            if common and values[0][0]:
                shared.append(_common_class(name, common[0], values))
    return shared


def _attribute(name: str, quote: str, value: str) -> _Attribute:
    key = name.lower()
    notes: tuple[str, ...]
    if key == "class":
        cost, notes = -2.0, (say("goes by the class “{}”", value),)
    elif key in _MEANINGFUL:
        cost, notes = -1.0, (say("goes by {}=“{}”", name, value),)
    elif key == "id":
        cost, notes = 2.0, (say("leans on the id “{}”", value),)
    else:
        cost, notes = (7.0 if key in _PASSING else 3.0), (say("leans on {}=“{}”", name, value[:30]),)
    if len(value) > _LONGEST_NAME or _HASH.search(value):
        cost, notes = cost + 6, (*notes, say("“{}” looks made by a program", value[:30]))
    elif DIGIT.search(value):
        cost, notes = cost + 4, (*notes, say("has digits that may change"))
    return _Attribute(key, f"{literal(name)}={quote}{literal(value)}{quote}", cost, notes)


def _common_class(name: str, word: str, values: Sequence[tuple[str, str]]) -> _Attribute:
    quote = values[0][0]
    if all(value.split()[0] == word and not value[:1].isspace() for _, value in values):
        pattern = rf"{name}={quote}{literal(word)}(?:\s[^{quote}]*)?{quote}"
    else:
        pattern = rf"{name}={quote}(?:[^{quote}]*\s)?{literal(word)}(?:\s[^{quote}]*)?{quote}"
    return _Attribute("class", pattern, -1.5, (say("goes by the class “{}”", word),))


def _quoted(found: re.Match[str]) -> tuple[str, str]:
    for quote, group in (('"', 2), ("'", 3), ("", 4)):
        if found[group] is not None:
            return quote, found[group]
    raise AssertionError("one of them is there")


def _names(tags: Sequence[str]) -> str:
    names = dict.fromkeys(found[1] for tag in tags if (found := _NAME.match(tag)))
    written = [literal(name) for name in names]
    return written[0] if len(written) == 1 else f"(?:{'|'.join(written)})"


def _fits(code: str, tag: str) -> bool:
    try:
        found = list(re.finditer(code, tag, re.DOTALL))
    except re.error:
        return False
    return bool(found) and found[-1].end() == len(tag) and (code[0] != "<" or found[-1].start() == 0)


def render_value_edges(inside: Sequence[str], side: Side) -> list[Rendering]:
    """Expressions for what stands before (or behind) values within tags.

    *inside*: the tag up to the value, or from the value on.
    """
    return _before_value(inside) if side == "left" else _behind_value(inside)


def _before_value(inside: Sequence[str]) -> list[Rendering]:
    cuts = [re.search(r"""(\s)([^\s"'<>/=]+)\s*=\s*(["']?)([^"'<>]*)$""", text) for text in inside]
    if any(cut is None for cut in cuts):
        return render_edges(inside, "left")
    found = [cut for cut in cuts if cut is not None]
    name, quote = found[0][2], found[0][3]
    if any(cut[3] != quote or cut[2] != name for cut in found):
        return []
    prefix = _value_edge([cut[4] for cut in found], quote, "left")
    own = f" {literal(name)}={quote}"
    heads = [text[: cut.start()] + ">" for text, cut in zip(inside, found, strict=True)]
    names = _names(inside)
    options = [Rendering(own, 1.2, is_complete=False), Rendering(f"<{names}[^>]*{own}", 1.5)]
    if all(re.fullmatch(r"<[^\s<>]+>", head) for head in heads):
        options.append(Rendering(f"<{names}{own}", 0.8))
    else:
        for head in render_tags(heads):
            if head.code.endswith(">") and not head.code.endswith(r"\s[^>]*>"):
                gap = "" if head.code.endswith("[^>]*>") else "[^>]*"
                body = head.code[:-1]
                options.append(replace(head, code=f"{body}{own}"))
                options.append(replace(head, code=f"{body}{gap}{own}", cost=head.cost + 0.4))
    return [option + each for option in options for each in prefix]


def _behind_value(inside: Sequence[str]) -> list[Rendering]:
    quotes = {found[0] if (found := re.search(r"""["'>\s]""", text)) else "" for text in inside}
    if len(quotes) != 1 or quotes == {""}:
        is_bare = all(text[:1].isspace() or text[:1] == ">" for text in inside)
        return [Rendering(r"[\s>]", 1.0, is_complete=False)] if is_bare else []
    quote = quotes.pop()
    rests = [text.partition(quote) for text in inside]
    suffix = _value_edge([rest[0] for rest in rests], quote, "right")
    if quote not in "\"'":
        return [each + Rendering(r"[\s>]", 1.0, is_complete=False) for each in suffix]
    options = [Rendering(literal(quote), 0.5, is_complete=False), Rendering(f"{quote}[^>]*>", 1.0)]
    if all(rest[2] == rests[0][2] for rest in rests) and len(rests[0][2]) <= 2:
        options.append(Rendering(f"{quote}{literal(rests[0][2])}", 0.6))
    tails = ["<x" + rest[2] for rest in rests]
    for each in _shared(tails) if all(tail[2:3].isspace() for tail in tails) else ():
        notes = each.notes
        options += [
            Rendering(f"{quote} {each.pattern}", each.cost, notes, is_complete=False),
            Rendering(f"{quote}[^>]* {each.pattern}", each.cost + 0.4, notes, is_complete=False),
        ]
    return [each + option for option in options for each in suffix]


def _value_edge(parts: Sequence[str], quote: str, side: Side) -> list[Rendering]:
    """What of the attribute's value does not belong to the example."""
    if not any(parts):
        return [Rendering("")]
    if all(part == parts[0] for part in parts) and len(parts[0]) <= LONGEST:
        return [
            Rendering(literal(parts[0]), 2.0 + 4.0 * bool(DIGIT.search(parts[0])), (say("leans on “{}”", parts[0]),))
        ]
    rest = Rendering(f"[^{quote}]*" if quote in "\"'" else r"[^\s>]*", 2.0)
    edges = render_edges(parts, side)
    return [rest + each if side == "left" else each + rest for each in edges]

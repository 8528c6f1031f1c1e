"""What a person chose within an answer that is the same each time, by a click that asks for nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ....sentences import say
from ...samples.traffic import Answer, Recording
from ..steps.clickedtexts import clicked_texts, differing_clicks


def chosen_within(
    recordings: Sequence[Recording],
    pages: Sequence[Sequence[Answer]],
    inputs: Sequence[Mapping[str, str]],
    *,
    takes_any: bool = True,
) -> str:
    """A sentence if another text of the target was clicked each time, which is no input of the tree; else empty.

    *pages*: of the target, by recording; *inputs*: of each recording, what the tree is given. *takes_any*: some of it
    is other in another recording; a tree without such brings the same, whatever was clicked and whatever says it.
    """
    for own in clicked_texts(recordings, pages) if takes_any else filter(all, differing_clicks(recordings)):
        if not all(text in given.values() for text, given in zip(own, inputs, strict=True)):
            shown = " and ".join(f"“{text[:40]}”" for text in dict.fromkeys(own))
            return say("what was chosen by a click, {}, changes nothing of what the tree brings", shown)
    return ""

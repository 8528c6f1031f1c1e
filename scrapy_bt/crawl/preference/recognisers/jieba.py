"""Names in Chinese texts, by the tags of jieba."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Sequence
from typing import Any

from ....core.preference.kinds import kind_of_label
from ....core.preference.mentions import Mention
from ....errors import BTError

_TAGS = frozenset({"nr", "nrfg", "nrt", "ns", "nt", "nz"})
_SURE = 0.7
"""Of a tag, whose probability jieba does not tell."""
_SHORTEST = 2


class JiebaRecogniser:
    """Reads Chinese alone; *dictionary*: a file of words that jieba reads beside its own, empty: none."""

    def __init__(self, dictionary: str = "") -> None:
        jieba, self._tagger = _load()
        try:
            if dictionary:
                with open(dictionary, "rb") as words:  # noqa: PTH123  # jieba leaves one open that it has opened
                    jieba.load_userdict(words)
        except (OSError, ValueError) as error:
            raise BTError(f"BT_RECOGNISERS: the dictionary of jieba cannot be read: {error}") from None

    def recognise(self, text: str, language: str) -> Sequence[Mention]:
        """The mentions in order; none where the text is in another language."""
        if language != "zh":
            return []
        found, start = [], 0
        for word, tag in self._tagger.cut(text):
            end = start + len(word)
            kind = kind_of_label(tag) if tag in _TAGS and len(word) >= _SHORTEST else None
            if kind is not None:
                found.append(Mention(start, end, kind, _SURE))
            start = end
        return found


def _load() -> tuple[Any, Any]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # its sources have escapes that newer Pythons warn of
            import jieba  # noqa: PLC0415  # of an extra
            from jieba import posseg  # noqa: PLC0415
    except ModuleNotFoundError:
        raise BTError("BT_RECOGNISERS: jieba is not installed: pip install 'scrapy_bt[jieba]'") from None
    jieba.setLogLevel(logging.WARNING)
    return jieba, posseg

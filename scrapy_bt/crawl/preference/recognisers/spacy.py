"""Names in texts, by a pipeline of spaCy that is installed or lies in a folder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....core.preference.kinds import kind_of_label
from ....core.preference.mentions import Mention
from ....errors import BTError

_SURE = 0.8
"""Of an entity, whose probability spaCy does not tell."""
_UNUSED = ("parser", "lemmatizer", "attribute_ruler", "textcat")
"""Components that no entity needs."""


class SpacyRecogniser:
    """*pipeline*: the name of a package, `en_core_web_sm`, or a folder; it reads texts of its own language."""

    def __init__(self, pipeline: str) -> None:
        try:
            import spacy  # noqa: PLC0415  # of an extra
        except ModuleNotFoundError:
            raise BTError("BT_RECOGNISERS: spaCy is not installed: pip install 'scrapy_bt[spacy]'") from None
        try:
            self._pipeline: Any = spacy.load(pipeline, exclude=_UNUSED)
        except (OSError, ValueError, ImportError) as error:
            first = str(error).partition("\n")[0]
            raise BTError(f"BT_RECOGNISERS: spaCy has no pipeline '{pipeline}': {first}") from None
        self._language = self._pipeline.lang

    def recognise(self, text: str, language: str) -> Sequence[Mention]:
        """The mentions in order; none where the text is in another language than the pipeline's."""
        if self._language not in (language, "xx") and language:
            return []
        found = (
            (entity.start_char, entity.end_char, kind_of_label(entity.label_)) for entity in self._pipeline(text).ents
        )
        return [Mention(start, end, kind, _SURE) for start, end, kind in found if kind is not None]

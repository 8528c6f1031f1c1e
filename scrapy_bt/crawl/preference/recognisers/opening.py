"""Makes the recognisers that `BT_RECOGNISERS` names."""

from __future__ import annotations

from functools import lru_cache

from scrapy.utils.misc import load_object

from ....core.preference.mentions import Recogniser
from ....errors import BTError
from ....sentences import say

_OURS = f"{__package__}."
SHIPPED = {
    "jieba": f"{_OURS}jieba.JiebaRecogniser",
    "spacy": f"{_OURS}spacy.SpacyRecogniser",
    "corenlp": f"{_OURS}corenlp.CoreNlpRecogniser",
}


@lru_cache(1)
def open_recognisers(named: tuple[str, ...]) -> dict[str, Recogniser]:
    """The recognisers by what names them, `NAME`, `NAME:ARGUMENT` or the path of a class; raises `BTError`.

    Those that a crawl was checked with are those that it uses: a pipeline takes seconds to load.
    """
    found: dict[str, Recogniser] = {}
    for text in named:
        name, colon, argument = text.partition(":")
        try:
            made = load_object(SHIPPED.get(name, name))
            found[text] = made(argument) if colon else made()
        except (ImportError, NameError, ValueError, TypeError, AttributeError) as error:
            known = ", ".join(SHIPPED)
            raise BTError(
                say("BT_RECOGNISERS: '{}' cannot be made ({}); it is {} or a path", text, error, known)
            ) from None
    return found

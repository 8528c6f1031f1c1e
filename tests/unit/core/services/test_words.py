from scrapy_bt.core.services.words import DECLARATIONS, MEANINGS, STATEMENTS
from scrapy_bt.core.tree.keywords import KEYWORDS
from scrapy_bt.core.tree.nodes import HOWS


def test_every_word_of_the_language_has_a_sentence():
    assert set(MEANINGS) >= {*KEYWORDS, *HOWS} - {"true", "false", "none"}
    assert set(MEANINGS) >= {*STATEMENTS, *DECLARATIONS}
    assert all(sentence.endswith(".") for sentence in MEANINGS.values())

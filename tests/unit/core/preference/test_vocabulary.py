"""Words tell relevant pages from others."""

from scrapy_bt.core.preference.vocabulary import Vocabulary


def test_words_count_by_how_much_more_frequent_they_are():
    vocabulary = Vocabulary()
    assert vocabulary.log_odds((1,)) == 0.0
    for number in range(10):
        vocabulary.note((1, 2) if number % 2 else (2,), 1.0)
        vocabulary.note((2, 3), 0.0)
    assert vocabulary.log_odds((1,)) > abs(vocabulary.log_odds((2,)))
    assert vocabulary.log_odds((3,)) < 0.0
    assert vocabulary.log_odds((1, 3)) < vocabulary.log_odds((1,))
    assert vocabulary.log_odds((9,)) == vocabulary.log_odds(()) == 0.0


def test_before_there_are_relevant_pages_words_say_little():
    little, much = Vocabulary(), Vocabulary()
    for count, vocabulary in ((1, little), (5, much)):
        for _ in range(count):
            vocabulary.note((1,), 1.0)
            vocabulary.note((2,), 0.0)
            vocabulary.note((2,), 0.0)
    assert 0.0 < -little.log_odds((2,)) < -much.log_odds((2,))

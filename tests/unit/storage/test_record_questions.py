from scrapy_bt.errors import BTError
from scrapy_bt.storage.record_questions import OPERATORS, Question, QuestionError, Rows, TooSlowError


def test_what_is_asked_without_anything_is_everything():
    assert Question() == Question((), "", "", False)
    assert "contains" in OPERATORS
    assert Rows([], "").after == ""


def test_whoever_asks_is_told_apart_from_the_database():
    assert issubclass(QuestionError, BTError)
    assert not issubclass(TooSlowError, QuestionError)

from scrapy_bt.testing.site.content.news import NEWS_COUNT, make_news


def test_no_title_comes_twice_and_the_latest_is_first():
    news = make_news("practice")
    assert len({report.title for report in news}) == len(news) == NEWS_COUNT
    dates = [report.date for report in news]
    assert dates == sorted(dates, reverse=True)
    assert [report.number for report in news] == list(range(NEWS_COUNT, 0, -1))


def test_some_characters_are_in_gb18030_alone():
    text = "".join(sentence for report in make_news("practice") for sentence in report.sentences)
    assert {"𠮷", "囧"} <= set(text)
    assert text.encode("gb18030").decode("gb18030") == text


def test_the_content_is_the_same_on_every_machine():
    assert make_news("a") == make_news("a") != make_news("b")

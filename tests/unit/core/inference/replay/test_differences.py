from scrapy_bt.core.inference.replay.differences import LONGEST, MOST, difference
from scrapy_bt.core.samples.traffic import Answer

HTML = (("Content-Type", "text/html"),)


def page(body: str, status: int = 200) -> Answer:
    return Answer(status, "https://a.test/", HTML, body.encode())


def test_each_answer_is_told_with_what_it_alone_says() -> None:
    told = difference(4, page("<title>Shop</title><p>same<p>lamp<p>lamp"), page("<p>same<p>lamp<p>log in", 403))
    assert (told.step, told.right.status, told.came.status) == (4, 200, 403)
    assert (told.right.title, told.right.texts, told.came.texts) == ("Shop", ("Shop", "lamp"), ("log in",))


def test_much_is_cut_and_what_looks_like_a_key_is_left_out() -> None:
    rows = "".join(f"<p>row {number} {'x' * LONGEST}" for number in range(MOST + 3))
    told = difference(0, page(""), page(rows + "<p>a8f3kd92kd83jf7s6d5f4g3h2"))
    assert (len(told.came.texts), told.came.more) == (MOST, 3)
    assert {len(text) for text in told.came.texts} == {LONGEST}
    assert "a8f3kd92" not in str(told)

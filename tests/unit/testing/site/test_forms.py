from scrapy_bt.testing.site.exchange import Ask
from scrapy_bt.testing.site.forms import files_in, values_in

MULTIPART = (
    b'--b\r\nContent-Disposition: form-data; name="a[]"\r\n\r\n1\r\n'
    b'--b\r\nContent-Disposition: form-data; name="a[]"\r\n\r\n\xc3\xa9\r\n'
    b'--b\r\nContent-Disposition: form-data; name="f"; filename="x.txt"\r\n\r\nHello\r\n--b--\r\n'
)


def test_a_coded_form_keeps_what_comes_twice():
    ask = Ask("/", body=b"a=1&b=&a=2", headers={"content-type": "application/x-www-form-urlencoded"})
    assert (values_in(ask), files_in(ask)) == ({"a": ["1", "2"], "b": [""]}, {})


def test_a_form_of_parts_has_texts_and_files():
    ask = Ask("/", body=MULTIPART, headers={"content-type": "multipart/form-data; boundary=b"})
    assert (values_in(ask), files_in(ask)) == ({"a[]": ["1", "é"]}, {"f": b"Hello"})

"""Multipart bodies, their parts read and changed."""

from scrapy_bt.core.samples.multipart import Part, boundary_of, parts_of, with_parts, written_parts

TYPE = "multipart/form-data; boundary=----b0"
BODY = (
    b'------b0\r\nContent-Disposition: form-data; name="title"\r\n\r\nBlue\r\nchair\r\n'
    b'------b0\r\nContent-Disposition: form-data; name="file"; filename="a%22b.png"\r\nContent-Type: image/png\r\n\r\n'
    b"\x89PNG\r\n\xff\r\n"
    b"------b0--\r\n"
)


def test_parts_are_read_to_the_byte() -> None:
    title, picture = parts_of(BODY, TYPE)
    assert (title.name, title.content, title.filename) == ("title", b"Blue\r\nchair", None)
    assert (picture.name, picture.content) == ("file", b"\x89PNG\r\n\xff")
    assert (picture.filename, picture.type) == ('a"b.png', "image/png")


def test_written_parts_are_read_again() -> None:
    parts = (Part("a", b"1"), Part("f", b"\0\r\n--x", 'na"me.txt', "text/plain"))
    read = parts_of(written_parts(parts, "xyz"), 'multipart/form-data; boundary="xyz"')
    assert [(part.name, part.content, part.filename, part.type) for part in read] == [
        (part.name, part.content, part.filename, part.type) for part in parts
    ]
    assert written_parts(parts_of(BODY, TYPE), "----b0") == BODY


def test_a_part_is_changed_and_another_left_out() -> None:
    assert with_parts(BODY, TYPE, {}) == BODY
    changed = with_parts(BODY, TYPE, {0: (None, None), 1: (b"new", "c.png")})
    assert changed is not None
    (part,) = parts_of(changed, TYPE)
    assert (part.content, part.filename, part.type) == (b"new", "c.png", "image/png")
    assert with_parts(BODY, TYPE, {0: (None, None), 1: (None, None)}) is None


def test_a_file_can_lose_its_name_and_a_field_gain_one() -> None:
    changed = with_parts(BODY, TYPE, {0: (b"x", "x.txt"), 1: (b"y", None)})
    assert changed is not None
    assert [(part.name, part.filename) for part in parts_of(changed, TYPE)] == [("title", "x.txt"), ("file", None)]


def test_what_is_none_has_no_parts() -> None:
    assert boundary_of("text/plain") == ""
    assert parts_of(b"hello", TYPE) == ()
    assert parts_of(BODY, "multipart/form-data") == ()
    assert parts_of(b"------b0\r\nno name\r\n\r\nx\r\n------b0--", TYPE) == ()

import pytest

from scrapy_bt.core.samples.multipart import parts_of
from scrapy_bt.crawl.visits.multipart import build_multipart
from scrapy_bt.errors import NodeError


def read(fields):
    return [
        (part.name, part.content, part.filename, part.type) for part in parts_of(*build_multipart("upload", fields))
    ]


def test_fields_lists_and_files_are_parts_and_none_is_left_out():
    photo = {"filename": "lamp.png", "base64": "iVBORw0K\nAA=="}
    note = {"filename": 'no"te.txt', "type": "text/plain", "content": "hé"}
    assert read({"title": "Lamp", "tag": [1, True], "gone": None, "photo": photo, "note": note}) == [
        ("title", b"Lamp", None, ""),
        ("tag", b"1", None, ""),
        ("tag", b"true", None, ""),
        ("photo", b"\x89PNG\r\n\x00", "lamp.png", "image/png"),
        ("note", "hé".encode(), 'no"te.txt', "text/plain"),
    ]


def test_the_same_fields_give_the_same_body_and_others_another_boundary():
    assert build_multipart("a", {"x": 1}) == build_multipart("b", {"x": 1})
    assert build_multipart("a", {"x": 1})[1] != build_multipart("a", {"x": 2})[1]


def test_a_file_whose_kind_nobody_knows_is_bytes():
    assert read({"x": {"content": ""}}) == [("x", b"", "x", "application/octet-stream")]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"filename": "a"}, "it has to have one of 'content' and 'base64'"),
        ({"base64": "a", "content": "b"}, "it has to have one of 'content' and 'base64'"),
        ({"path": "a"}, "there is no 'path'"),
        ({"base64": "a"}, "'photo' in 'multipart' of 'upload' is not in Base64: "),
    ],
)
def test_what_is_no_file_says_what_to_write(value, message):
    with pytest.raises(NodeError, match=message):
        build_multipart("upload", {"photo": value})

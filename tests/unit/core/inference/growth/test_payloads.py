from scrapy_bt.core.inference.growth.payloads import json_value, multipart_value, with_leaves_of
from scrapy_bt.core.inference.replay.plan import PlannedStep
from scrapy_bt.core.inference.values import Argument
from scrapy_bt.core.samples.multipart import Part, written_parts
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Sent
from scrapy_bt.core.tree import nodes as bt
from scrapy_bt.core.tree.notation import one_line

JSON = (("Content-Type", "application/json"),)


def say(node, key):
    pass


def leaf_of(planned):
    def leaf(key, recorded):
        if key in planned.left_out:
            return None
        value = planned.bound.get(key)
        return bt.Literal(recorded) if value is None else bt.Reference(value.name)

    return leaf


def written(body, bound=None, left_out=()):
    bound = {Key("json", path): Argument(name) for path, name in (bound or {}).items()}
    planned = PlannedStep(0, Sent("POST", "https://a.test/", JSON, body.encode()), bound, frozenset(left_out))
    return one_line(json_value(planned, leaf_of(planned), leaf_of(planned), say))


def test_json_keeps_its_types():
    body = '{"a": 1, "b": -2.5, "c": null, "d": true, "e": "1", "f": [], "g": {}, "h i": [1, {"j": "k"}]}'
    assert written(body) == ('{ a = 1 b = -2.5 c = none d = true e = "1" f = [] g = { } "h i" = [1, { j = "k" }] }')


def test_leaves_have_values_of_their_own_or_are_left_out_with_what_is_empty_then():
    body = '{"user": {"id": "7", "tags": ["x"]}, "other": {"z": 1}}'
    assert written(body, {"user.id": "id"}, [Key("json", "other.z"), Key("json", "user.tags[0]")]) == (
        "{ user = { id = id } }"
    )


def test_json_in_json_is_a_text_with_values_in_it():
    body = '{"payload": "{\\"id\\": 3, \\"name\\": \\"x\\"}"}'
    assert written(body, {"payload$.id": "id", "payload$.name": "name"}) == (
        """{ payload = '{"id": {id}, "name": "{name}"}' }"""
    )


def test_a_field_that_is_json_without_values_of_its_own_stays_as_it_is():
    planned = PlannedStep(0, Sent("POST", "https://a.test/"))
    value = with_leaves_of(Key("form", "p"), '{"a": 1}', leaf_of(planned), planned)
    assert value == bt.Literal('{"a": 1}')


def test_parts_of_one_name_are_a_list_and_files_are_blocks():
    parts = (Part("tag", b"a"), Part("tag", b"b"), Part("note", b"\x00", "n.bin"), Part("gone", b"x", "g.txt"))
    sent = Sent(
        "POST", "https://a.test/", (("Content-Type", "multipart/form-data; boundary=b"),), written_parts(parts, "b")
    )
    planned = PlannedStep(0, sent, left_out=frozenset({Key("multipart", "gone")}))
    value = multipart_value(planned, leaf_of(planned), say, lambda key: bt.Reference(f"{key.name}_file"))
    assert one_line(value) == '{ tag = ["a", "b"] note = { filename = "n.bin" base64 = note_file } }'

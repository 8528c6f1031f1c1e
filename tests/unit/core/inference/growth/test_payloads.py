import json
from dataclasses import replace

from scrapy_bt.core.inference.answers.values import Argument, Constant
from scrapy_bt.core.inference.growth.payloads import Filling, json_value, multipart_value, with_leaves_of, xml_value
from scrapy_bt.core.inference.plans.plan import PlannedStep
from scrapy_bt.core.samples.multipart import Part, written_parts
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Sent
from scrapy_bt.core.tree import nodes as bt
from scrapy_bt.core.tree.notation import one_line

JSON = (("Content-Type", "application/json"),)


def filling_of(planned, texts=None):
    """Constants stand as they are, arguments by their names; *texts* gets what stands in JSON texts."""

    def leaf(key, recorded):
        if key in planned.left_out:
            return None
        value = planned.bound.get(key, Constant(recorded))
        return bt.Literal(value.text) if isinstance(value, Constant) else bt.Reference(value.name)

    def as_json(key, value):
        texts[str(key)] = one_line(value)
        return bt.Reference("text")

    return Filling(
        planned,
        leaf,
        leaf,
        leaf,
        lambda node, key: None,
        ask=lambda key: bt.Reference(f"{key.name}_file"),
        as_json=as_json,
        as_xml=lambda key, value: bt.Reference(f"{key.name}_xml"),
        as_rison=lambda key, value: bt.Reference(f"{value.name}_quoted"),
        as_objects=lambda values, inner, beside: bt.Reference(f"{values.name}_{inner}_{len(beside)}"),
    )


def written(body, bound=None, left_out=(), texts=None):
    bound = {Key("json", path): value for path, value in (bound or {}).items()}
    bound = {key: Argument(value) if isinstance(value, str) else value for key, value in bound.items()}
    planned = PlannedStep(0, Sent("POST", "https://a.test/", JSON, body.encode()), bound, frozenset(left_out))
    return one_line(json_value(filling_of(planned, texts)))


def test_json_keeps_its_types():
    body = '{"a": 1, "b": -2.5, "c": null, "d": true, "e": "1", "f": [], "g": {}, "h i": [1, {"j": "k"}]}'
    assert written(body) == ('{ a = 1 b = -2.5 c = none d = true e = "1" f = [] g = { } "h i" = [1, { j = "k" }] }')


def test_leaves_have_values_of_their_own_or_are_left_out_with_what_is_empty_then():
    body = '{"user": {"id": "7", "tags": ["x"]}, "other": {"z": 1}}'
    assert written(body, {"user.id": "id"}, [Key("json", "other.z"), Key("json", "user.tags[0]")]) == (
        "{ user = { id = id } }"
    )


def test_json_in_json_is_a_text_made_of_a_value():
    inner = json.dumps({"id": 3, "name": "x", "kind": "desk", "tags": [json.dumps({"deep": [1]})], "old": {"gone": 1}})
    bound = {"payload$.id": "id", "payload$.name": "name", "payload$.kind": Constant("desk")}
    texts = {}
    value = written(json.dumps({"payload": inner}), bound, [Key("json", "payload$.old.gone")], texts)
    assert value == "{ payload = text }"
    assert texts == {"json payload": """{ id = id name = name kind = "desk" tags = ['{"deep": [1]}'] }"""}


def test_strings_in_rison_are_quoted_and_numbers_are_not():
    text = "(filters:!((col:title,value:lamp)),page:1,size:20)"
    given = {"q$.filters[0].value": Argument("word"), "q$.page": Argument("page")}
    bound = {Key("query", name): value for name, value in given.items()}
    left_out = frozenset({Key("query", "q$.size")})
    planned = PlannedStep(0, Sent("GET", f"https://a.test/?q={text}"), bound, left_out)
    value = with_leaves_of(Key("query", "q"), text, filling_of(planned))
    assert one_line(value) == """"(filters:!((col:title,value:'{word_quoted}')),page:{page})\""""


def test_a_value_deep_in_a_text_in_a_text():
    texts = {}
    body = json.dumps({"a": json.dumps([json.dumps({"b c": "1"})])})
    assert written(body, {'a$[0]$["b c"]': "word"}, texts=texts) == "{ a = text }"
    assert texts == {"json a$[0]": '{ "b c" = word }', "json a": "[text]"}


def test_json_in_json_all_of_which_is_known_stays_a_text():
    body = json.dumps({"payload": '{"a": "x",  "b": 1, "c": 2}'})
    bound = {"payload$.a": Constant('say "hello"'), "payload$.b": Constant("2")}
    assert written(body, bound, [Key("json", "payload$.c")]) == (
        r"""{ payload = '{"a": "say \\"hello\\"",  "b": 2}' }"""
    )
    assert written(body, {}, [Key("json", f"payload$.{name}") for name in "abc"]) == "{ }"


def test_a_secret_in_json_in_json_is_given():
    key = Key("form", "p$.token")
    planned = PlannedStep(0, Sent("POST", "https://a.test/"), {key: Constant("t0ken")})
    texts = {}
    filling = filling_of(planned, texts)
    given = replace(filling, leaf=lambda own, text: bt.Reference("token") if own == key else filling.leaf(own, text))
    assert with_leaves_of(Key("form", "p"), '{"token": "t0ken", "n": 1}', given) == bt.Reference("text")
    assert texts == {"form p": "{ token = token n = 1 }"}


def test_a_field_that_is_json_without_values_of_its_own_stays_as_it_is():
    planned = PlannedStep(0, Sent("POST", "https://a.test/"))
    value = with_leaves_of(Key("form", "p"), '{"a": 1}', filling_of(planned))
    assert value == bt.Literal('{"a": 1}')


def test_parts_of_one_name_are_a_list_and_files_are_blocks():
    parts = (Part("tag", b"a"), Part("tag", b"b"), Part("note", b"\x00", "n.bin"), Part("gone", b"x", "g.txt"))
    sent = Sent(
        "POST", "https://a.test/", (("Content-Type", "multipart/form-data; boundary=b"),), written_parts(parts, "b")
    )
    planned = PlannedStep(0, sent, left_out=frozenset({Key("multipart", "gone")}))
    value = multipart_value(filling_of(planned))
    assert one_line(value) == '{ tag = ["a", "b"] note = { filename = "n.bin" base64 = note_file } }'


def test_xml_is_a_text_with_what_is_given_in_it():
    body = "<find><word>Tom &amp; Jerry</word><most>5</most><old>x</old></find>"
    bound = {Key("xml", "word"): Argument("word"), Key("xml", "most"): Constant("7")}
    sent = Sent("POST", "https://a.test/", (("Content-Type", "text/xml"),), body.encode())
    planned = PlannedStep(0, sent, bound, frozenset([Key("xml", "old")]))
    assert one_line(xml_value(filling_of(planned))) == '"<find><word>{word_xml}</word><most>7</most></find>"'

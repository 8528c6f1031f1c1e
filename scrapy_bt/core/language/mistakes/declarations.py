"""Mistakes of declarations, their sources and fields."""

from __future__ import annotations

from .mistake import MISSING_DECLARES, NESTED_DECLARATION, UNKNOWN_KIND, Mistake

DECLARATIONS = (
    Mistake(
        MISSING_DECLARES,
        "{last} begins a declaration, so `::` has to follow, not {met}",
        'write `{before} :: visit "https://…"`, `{before} :: data css "…"`, `{before} :: item {{ … }}` or'
        " `{before} :: and {{ … }}`",
        ('page visit "http://a"', "main and { }", "main { }", 'page : visit "http://a"'),
        by_state=("page",),
    ),
    Mistake(
        NESTED_DECLARATION,
        "`{before} :: …` stands within a block, and a node with a name is declared outside of all blocks",
        'leave `{before} ::` out, and the node stands where it is used: `visit "…"`, `item {{ … }}`, `x = css "…"`; or'
        " move the declaration out, and call it: `:{before}`",
        ('m :: and { page :: visit "http://a" }', "m :: and {\n  row :: item { }\n  :row\n}"),
    ),
    Mistake(
        "attribute-outside",
        "`{before} = …` cannot stand between declarations",
        "attributes stand in braces: `{{ {before} = … }}`; a declaration is written with `::`; an assignment"
        " belongs into a tree",
        ('login :: visit "http://a" form = { }', "x = 1"),
    ),
    Mistake(
        "method-in-capitals",
        "{last} is no declaration",
        'a method is written in capitals: `visit POST "https://…"`; a declaration is `{before} :: …`',
        ('login :: visit post "http://a"',),
    ),
    Mistake(
        "missing-name",
        "a declaration begins with its name, not with {met}",
        "write `name :: {word} …`",
        ('visit "http://a"', 'data css "a"', "item { }", "and { }", "or { }", "serial { }"),
    ),
    Mistake(
        "statement-outside",
        "{met} cannot stand between declarations",
        "statements stand within a tree: `main :: and {{ … }}`",
        (":page", "while x { }", "if x { }", "async { }", "goroutine { }", "end", '"text"', "3", "!x", "(x)", "true"),
    ),
    Mistake(
        UNKNOWN_KIND,
        "after `::` comes what the node is, not {met}",
        "write `visit`, `data`, `item`, `serial`, `and` or `or`",
        ("page :: get", 'page :: "http://a"', "page :: while x { }", "page :: :b"),
        by_state=("page ::",),
    ),
    Mistake(
        UNKNOWN_KIND,
        "the kind of the tree is missing before {met}",
        "write `name :: and {{ … }}`, whose statements run until one fails; others are `or` and `serial`",
        ("page :: { }",),
    ),
    Mistake(
        "missing-kind-data",
        "a source is the business of `data`",
        'write `data {word} "…"`',
        ('links :: css "a"',),
    ),
    Mistake(
        "second-url",
        "a visit has one URL",
        'put a variable part into the URL: `"https://host{{path}}"`',
        ('page :: visit "http://a" "http://b"',),
    ),
    Mistake(
        "unquoted-url",
        "the URL of a visit stands in quotes",
        'write `visit "https://host{{name}}"`, where `{{name}}` is a variable\'s value',
        ("page :: visit :x", "page :: visit (x)", "page :: visit [x]", "page :: visit a.b"),
    ),
    Mistake(
        "missing-how",
        "how the values are found is missing before {word}",
        "write `css`, `xpath`, `re`, `json`, `locate` or `python` before the text",
        ('links :: data "a"',),
    ),
    Mistake(
        "source-without-text",
        "{last} needs a text in quotes",
        'write `{before} "…"`',
        (
            "links :: data css",
            "links :: data css\nnext :: visit",
            "links :: data css .next",
            "links :: data css { }",
            "q :: item { a = css .b }",
            "q :: item { a = css b }",
            "q :: item { a = css b = re c }",
            'p :: visit "a" { x = css b }',
        ),
    ),
    Mistake(
        "second-all",
        "{met} comes too late here",
        'a source is written `css "…" all as number`',
        ('links :: data css "a" as number all', 'links :: data css "a" all all', 'x :: data css "a" all "b"'),
    ),
    Mistake(
        "missing-kind",
        "after `as` comes what each value is turned into",
        "write `as text`, `as number`, `as integer`, `as url` or `as json`",
        ('links :: data css "a" as "number"', 'x :: data css "a" as all'),
        by_state=('links :: data css "a" as',),
    ),
    Mistake(
        "item-without-fields",
        "the fields of an item stand in braces",
        'write `item {{ name = css "…" }}`',
        ('quote :: item css "a"', 'quote :: item "a"', "quote :: item name"),
        by_state=("quote :: item",),
    ),
    Mistake(
        "each-without-source",
        "after `each` comes a source",
        'write `each css "…"`',
        ('quote :: item each "a" { }',),
        by_state=("quote :: item each { }",),
    ),
    Mistake(
        "each-without-fields",
        "the fields of an item stand in braces",
        'write `item each css "…" {{ name = css "…" }}`',
        ('quote :: item each css "a" name = css "b"',),
        by_state=('quote :: item each css "a"',),
    ),
    Mistake(
        "field-form",
        "a field is written `name = …`, not {met}",
        'write `name = css "…"` or `name = variable`',
        ('q :: item { css "a" }', 'q :: item { "name" = 3 }', "q :: item { :a }"),
        by_state=("q :: item { 3 }",),
    ),
    Mistake(
        "comma-between-fields",
        "there is no comma between fields",
        "leave the comma out",
        ("q :: item { a = b, c = d }", 'q :: item { a = css "b", c = d }', 'q :: item { a = css "b" all, c = d }'),
    ),
    Mistake(
        "field-without-value",
        "the value of the field is missing before {met}",
        'write `name = css "…"`, `name = variable` or `name = :data_node`',
        ("q :: item { a = b = c }", "q :: item { a = visit }"),
        by_state=("q :: item { a = }",),
    ),
    Mistake(
        "table-in-expression",
        "a field is one value, and has no fields of its own",
        'write a field for each, `seller_name = css "…"`; an object of JSON is taken whole: `seller = json "seller"`',
        ("q :: item { a = { b = c } }", "m :: and { item { a = { b = c } } }"),
    ),
    Mistake(
        "missing-tree-block",
        "after {last} comes a block in braces, not {met}",
        "write `{before} {{ … }}`, a tree as `main :: {before} {{ … }}`",
        ("main :: and", "main :: and page", "main :: and x = 1", "main :: and while x { }"),
        by_state=("main :: and :page",),
    ),
    Mistake(
        "missing-tree-block",
        "after the parameters comes the body in braces",
        "write `main :: and (a, b) {{ … }}`",
        ("main :: and (a) :page",),
        by_state=("main :: and (a)", "main :: and ()"),
    ),
    Mistake(
        "parameter-form",
        "a parameter is a name, not {met}",
        'write `(link, start = "/")`',
        ('m :: and ("a") { }', "m :: and (:a) { }", "m :: and (a.b) { }"),
        by_state=("m :: and (3) { }", "m :: and (a, 3) { }"),
    ),
    Mistake(
        "parameter-form",
        "a parameter has no type",
        'write `(link, start = "/")`; a value is turned into a number where it is used: `start as number`',
        ("m :: and (a: b) { }", "m :: and (a, b: c) { }"),
    ),
    Mistake(
        "missing-comma-of-parameters",
        "between parameters stands a comma",
        "write `(a, b)`",
        ("m :: and (a { }", "m :: and (a = 1 { }"),
        by_state=("m :: and (a b) { }", "m :: and (a = 1 b) { }"),
    ),
)

"""Mistakes within the braces of attributes."""

from __future__ import annotations

from .mistake import MISSING_EQUALS, Mistake

ATTRIBUTES = (
    Mistake(
        "attribute-form",
        "an attribute is written `name = …`, not {met}",
        "write `{{ form = {{ user = name }} }}`",
        ('p :: visit "a" { "form" }', 'p :: visit "a" { :x }'),
        by_state=('p :: visit "a" { 3 }',),
    ),
    Mistake(
        MISSING_EQUALS,
        "after {met}, as after each name of a field or an attribute, comes `=`",
        "write `{word} = …`",
        (
            'q :: item { name: css "a" }',
            "q :: item { name }",
            'q :: item { a = css "b" name: c }',
            "q :: item { a = b name: c }",
            'p :: visit "a" { form: { } }',
            'p :: visit "a" { form }',
            'p :: visit "a" { x = [1] form: { } }',
        ),
    ),
    Mistake(
        "comma-between-attributes",
        "there is no comma between attributes",
        "leave the comma out",
        (
            'p :: visit "a" { x = 1, y = 2 }',
            'p :: visit "a" { x = "1", y = 2 }',
            'p :: visit "a" { x = b, y = 2 }',
            'p :: visit "a" { x = { }, y = 2 }',
            'p :: visit "a" { x = css "b", y = 2 }',
            'p :: visit "a" { x = [ ], y = 2 }',
            'p :: visit "a" { x = 3s, y = 2 }',
            'p :: visit "a" { x = true, y = 2 }',
            'p :: visit "a" { x = -3, y = 2 }',
        ),
    ),
    Mistake(
        "attribute-without-value",
        "the value of the attribute is missing before {met}",
        'write a string, a number, a duration, a variable, `[ … ]`, `{{ … }}` or a source such as `css "…"`',
        ('p :: visit "a" { x = y = 3 }', 'p :: visit "a" { x = :node }'),
        by_state=('p :: visit "a" { x = }',),
    ),
    Mistake(
        "expression-in-attribute",
        "an attribute is one value, nothing is computed here",
        "compute it before, in the tree: `name = a + b`; then write `{{ x = name }}`",
        (
            'p :: visit "a" { x = a + b }',
            'p :: visit "a" { x = 1 + b }',
            'p :: visit "a" { x = "1" + b }',
            'p :: visit "a" { x = (a) }',
            'p :: visit "a" { x = !a }',
        ),
    ),
    Mistake(
        "list-form",
        "between the values of a list stand commas, and `]` ends it",
        'write `["a", "b"]`',
        ('p :: visit "a" { x = [1 2] }',),
        by_state=('p :: visit "a" { x = [1 }', 'p :: visit "a" { x = [1, 2 }'),
    ),
    Mistake(
        "list-form",
        "a value is missing in this list before {met}",
        'write `["a", "b"]`',
        ('p :: visit "a" { x = [,1] }',),
        by_state=('p :: visit "a" { x = [1,] }', 'p :: visit "a" { x = [ }'),
    ),
)

"""The language of `.bt` files: grammar, parser, checker, formatter, printer, in-place edit (only here: lark)."""

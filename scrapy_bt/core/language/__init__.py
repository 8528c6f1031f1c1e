"""The language of `.bt` files: grammar, parser, checker, formatter, printer, edits in place (only here: lark)."""

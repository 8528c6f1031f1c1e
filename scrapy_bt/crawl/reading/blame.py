"""What went wrong in an author's Python function, and in which line of it."""

from __future__ import annotations

from ...errors import NodeError

_OURS = f"{__name__.partition('.')[0]}."


def blame(error: BaseException) -> NodeError:
    """The error in words, with the line of the author's own module at which its function was."""
    if isinstance(error, NodeError):
        return error
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return NodeError(f"{what}{_line_of(error)}")


def _line_of(error: BaseException) -> str:
    """The last line in the first module on the way to the error that is not ours: it may call others that fail."""
    module, line = None, ""
    trace = error.__traceback__
    while trace is not None:
        name = str(trace.tb_frame.f_globals.get("__name__", ""))
        if module is None and not name.startswith(_OURS):
            module = name
        if name == module:
            line = f" ({trace.tb_frame.f_code.co_filename}:{trace.tb_lineno})"
        trace = trace.tb_next
    return line

import re
from pathlib import Path

from scrapy_bt.console import words
from scrapy_bt.console.script_words import script_words
from scrapy_bt.core.dispatch.policies import PolicyVerdict

SCRIPTS = Path(words.__file__).parent / "static"


def test_what_scripts_say_is_there() -> None:
    text = "\n".join(path.read_text() for path in SCRIPTS.glob("*.js"))
    said = set(re.findall(r'say\("(\w+)"', text))
    computed = {
        "pause",
        "resume",
        "stop",
        "boost",
        "purge",
        "requeue",
        "drop",
        "node",
        "tree",
        "task",
        "would",
        "would_reach",
        "would_letters",
        "would_purge",
    }
    computed |= {f"verdict_{name}" for name in ("decides", "failed")}
    computed |= {f"verdict_{verdict.value.replace(' ', '_')}" for verdict in PolicyVerdict}
    computed |= {f"edit_{name}" for name in ("insert", "set", "move", "wrap", "rename")}
    steps = {"step", "before", "after", "what", "example"}
    steps |= {"codes", "locate", "rematch", "include", "exclude", "treat", "merge", "link", "store"}
    computed |= {f"step_{name}" for name in steps} | {"yes", "no", "before_change", "today"}
    computed |= {"key_known", "key_new"}
    computed |= {f"{tense}_{name}" for tense in ("do", "done") for name in ("accept", "reject", "rollback", "policy")}
    computed |= {"waiting_kept", "waiting_lost", "old_value", "new_value", "equal", "fits"}
    states = {"state_paused", "state_ready", "state_boost", "state_stale"}
    assert said | computed | states == set(script_words("en"))


def test_they_are_in_the_readers_language() -> None:
    assert script_words("zh_CN")["pause"] == "暂停"

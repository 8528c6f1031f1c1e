import fcntl
import os
import signal
import subprocess
import sys

import pytest

from scrapy_bt.core.language.operations import InsertText
from scrapy_bt.core.rules.files.operations import SetField
from scrapy_bt.errors import BTError
from scrapy_bt.operations.edits.kinds import check_of
from scrapy_bt.operations.edits.plans import plan_operations, plan_text
from scrapy_bt.wholefiles import digest_of
from tests.rulefiles import NEWS

TREE = 'page :: visit "https://a.test/"\r\nmain :: and { :page }\r\n'


@pytest.fixture
def tree(tmp_path):
    path = tmp_path / "a.bt"
    path.write_bytes(TREE.encode())
    path.chmod(0o640)
    return path


def test_nothing_is_written_before_it_is_applied(tree):
    plan = plan_operations(tree, [InsertText(("main",), text="end")])
    assert "+main :: and { :page  end }" in plan.diff
    assert plan.faults == []
    assert tree.read_bytes() == TREE.encode()
    digest = plan.apply()
    assert tree.read_bytes() == TREE.replace(":page }", ":page  end }").encode()
    assert digest == digest_of(tree.read_bytes())
    assert tree.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in tree.parent.iterdir()] == ["a.bt"]


def test_what_somebody_changed_meanwhile_is_never_lost(tree):
    plan = plan_text(tree, "main :: and { }\n", check=check_of(tree))
    tree.write_text("# mine\n")
    with pytest.raises(BTError, match="has been changed meanwhile"):
        plan.apply()
    assert tree.read_text() == "# mine\n"
    with pytest.raises(BTError, match="has been changed meanwhile"):
        plan_text(tree, "", base=digest_of(TREE.encode()), check=check_of(tree))


def test_nobody_else_edits_between_the_look_at_the_file_and_its_writing(tree, monkeypatch):
    flushed, is_locked = os.fsync, []

    def look(file):
        folder = os.open(tree.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            is_locked.append(file)
        finally:
            os.close(folder)
        flushed(file)

    monkeypatch.setattr("os.fsync", look)
    plan_text(tree, "# new\n", check=check_of(tree)).apply()
    assert len(is_locked) == 1
    assert tree.read_text() == "# new\n"


def test_a_link_stays_a_link(tree):
    link = tree.with_name("b.bt")
    link.symlink_to(tree)
    plan_text(link, "# new\n", check=check_of(tree)).apply()
    assert link.is_symlink()
    assert tree.read_text() == "# new\n"


def test_faults_of_the_changed_file_are_told(tree):
    (fault,) = plan_operations(tree, [InsertText(("main",), text=":pgae")]).faults
    assert fault.code == "unknown-name"


def test_rule_files_are_changed_the_same_way(tmp_path):
    path = tmp_path / "news.yaml"
    path.write_text(NEWS)
    plan = plan_operations(path, [SetField(("rule",), value="Olds")])
    plan.apply()
    assert path.read_text() == NEWS.replace("rule: News", "rule: Olds")


def test_a_part_of_a_scheme_in_yaml_is_judged_as_that_of_a_scheme(tmp_path):
    scheme = tmp_path / "a.yaml"
    scheme.write_text("scheme: a\nplatforms: []\n")
    plan = plan_operations(scheme, [SetField(("scheme",), value="b")])
    assert plan.faults == check_of(scheme, "scheme: a")(plan.after.decode()) != check_of(scheme)(plan.after.decode())


def test_what_cannot_be_edited_here_is_told(tree, tmp_path):
    with pytest.raises(BTError, match="there is no mian"):
        plan_operations(tree, [InsertText(("mian",), text="end")])
    with pytest.raises(BTError, match="edited elsewhere"):
        plan_text(tmp_path / "a.py", "", check=check_of(tree))
    with pytest.raises(BTError, match="cannot be read"):
        plan_text(tmp_path / "none.bt", "", check=check_of(tree))
    tree.write_bytes(b"\xff")
    with pytest.raises(BTError, match="no text in UTF-8"):
        plan_text(tree, "", check=check_of(tree))


@pytest.mark.process
@pytest.mark.parametrize("step", ["os.fsync", "os.fchmod", "pathlib.Path.replace"])
def test_who_is_killed_while_it_writes_leaves_the_file_whole_and_nobody_waits_for_it(tree, step):
    code = f"""
import os, pathlib, signal
from scrapy_bt.operations.edits.plans import plan_text
plan = plan_text(pathlib.Path({str(tree)!r}), {TREE!r} + "# more", check=lambda text: [])
{step} = lambda *given: os.kill(os.getpid(), signal.SIGKILL)
plan.apply()
"""
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (-signal.SIGKILL, "")
    assert tree.read_bytes() == TREE.encode()
    plan_text(tree, TREE + "# other", check=check_of(tree)).apply()
    assert tree.read_bytes() == TREE.encode() + b"# other"
    assert list(tree.parent.glob("*.bt")) == [tree]


def test_the_faults_are_those_of_the_check_that_is_given(tmp_path):
    rule = tmp_path / "a.yaml"
    rule.write_text("scheme: a\n")
    asked = []
    assert plan_text(rule, "new", check=lambda text: asked.append(text) or []).faults == []
    assert asked == ["new"]
    assert plan_text(rule, "new", check=check_of(rule, "rule: a\n")).faults

"""The history of a file and of versions, from real repositories."""

import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from govern.errors import UsageError
from govern.git.history import FileVersion, ancestors, lock_history, tags_of_series, version_tags
from govern.git.trees import BlobReader
from tests.desk import Desk, Prepared

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
NAME = "capability.lock"


@pytest.fixture
def path(prepared: Prepared) -> Path:
    """Create a repository with two commits of the file, and one of another file."""

    def build(desk: Desk) -> None:
        desk.git("init", "-q", "-b", "main")
        hold(desk, "one")
        desk.write("other", "x")
        desk.commit("other")
        hold(desk, "two")

    return prepared(build).lock_path


def hold(desk: Desk, text: str, name: str = NAME) -> str:
    """Commit this text, with itself as the message; return the commit."""
    desk.write(name, f"{text}\n")
    desk.commit(text)
    return desk.git("rev-parse", "HEAD").strip()


def subjects(history: list[FileVersion]) -> list[str]:
    return [each.subject for each in history]


def held(path: Path) -> list[str | None]:
    """Return the first line of each version of the file."""
    with BlobReader(path) as blobs:
        return [blobs.content(each.blob).decode().split("\n")[0] if each.blob else None for each in lock_history(path)]


def newest_version_tag(path: Path, new: str = "HEAD") -> str | None:
    tags = tags_of_series(version_tags(path, new), path)
    return tags[0].name if tags else None


def test_the_versions_of_a_file_are_oldest_first(desk: Desk, path: Path) -> None:
    history = lock_history(path)
    assert subjects(history) == ["one", "two"]
    assert [each.path for each in history] == [NAME, NAME]
    assert history[-1].commit == desk.git("rev-parse", "HEAD").strip()
    assert history[-1].blob == desk.git("rev-parse", f"HEAD:{NAME}").strip()
    assert history[0].when.tzinfo
    assert held(path) == ["one", "two"]


def test_a_range_leaves_out_what_the_old_side_has(desk: Desk, path: Path) -> None:
    desk.git("tag", "old")
    hold(desk, "three")
    assert subjects(lock_history(path, "old")) == ["three"]
    assert subjects(lock_history(path, None, "old")) == ["one", "two"]
    assert lock_history(path, "HEAD", "old") == []


def test_a_merge_is_one_step(desk: Desk, path: Path) -> None:
    desk.git("checkout", "-q", "-b", "branch")
    hold(desk, "three")
    hold(desk, "four")
    desk.git("checkout", "-q", "main")
    desk.write("other", "y")
    desk.commit("meanwhile")
    desk.git("merge", "-q", "--no-ff", "-m", "merged", "branch")
    assert subjects(lock_history(path)) == ["one", "two", "merged"]
    assert held(path) == ["one", "two", "four"]


def test_a_merge_without_a_change_to_the_file_is_no_step(desk: Desk, path: Path) -> None:
    desk.git("checkout", "-q", "-b", "branch", "HEAD~1")
    desk.write("third", "x")
    desk.commit("branch")
    desk.git("checkout", "-q", "main")
    desk.git("merge", "-q", "--no-ff", "-m", "merged", "branch")
    assert subjects(lock_history(path)) == ["one", "two"]


LONG = "".join(f"line {number}\n" for number in range(40))


def test_renames_are_followed(desk: Desk) -> None:
    desk.git("init", "-q")
    hold(desk, f"first\n{LONG}")
    (desk.folder / "a b").mkdir()
    desk.git("mv", NAME, f"a b/{NAME}")
    desk.commit("moved")
    hold(desk, f"second\n{LONG}", f"a b/{NAME}")
    (desk.folder / "c").mkdir()
    desk.git("mv", f"a b/{NAME}", "c/other.lock")
    desk.write("c/other.lock", f"third\n{LONG}")
    desk.commit("moved and changed")
    history = lock_history(desk.folder / "c" / "other.lock")
    assert [each.path for each in history] == [NAME, f"a b/{NAME}", f"a b/{NAME}", "c/other.lock"]
    assert held(desk.folder / "c" / "other.lock") == ["first", "first", "second", "third"]
    assert len(lock_history(desk.folder / "c" / "other.lock", history[1].commit)) == 2


def test_a_file_renamed_in_a_merge_and_back(desk: Desk) -> None:
    desk.git("init", "-q", "-b", "main")
    hold(desk, LONG)
    desk.git("checkout", "-q", "-b", "branch")
    desk.git("mv", NAME, "x.lock")
    desk.commit("away")
    desk.git("checkout", "-q", "main")
    desk.git("merge", "-q", "--no-ff", "-m", "merged", "branch")
    desk.git("mv", "x.lock", NAME)
    desk.commit("back")
    assert [each.path for each in lock_history(desk.lock_path)] == [NAME, "x.lock", NAME]


def test_a_file_removed_and_added_again(desk: Desk, path: Path) -> None:
    desk.git("rm", "-q", NAME)
    desk.commit("away")
    hold(desk, "again")
    assert subjects(lock_history(path)) == ["one", "two", "away", "again"]
    assert held(path) == ["one", "two", None, "again"]
    assert lock_history(path)[2].blob == ""


def test_a_file_without_history(path: Path) -> None:
    assert lock_history(path.with_name("never")) == []
    assert lock_history(path.with_name("*")) == []


def test_tags_belong_to_the_version_they_contain(desk: Desk, path: Path) -> None:
    desk.git("tag", "v1.0.0", "HEAD~1")
    desk.git("tag", "v1.1.0")
    desk.git("tag", "no-version")
    desk.write("other", "z")
    desk.commit("untouched")
    desk.git("tag", "-a", "-m", "x", "v1.1.1")
    hold(desk, "three")
    assert [each.tags for each in lock_history(path)] == [("v1.0.0",), ("v1.1.1", "v1.1.0"), ()]
    assert [each.tags for each in lock_history(path, "v1.0.0", "v1.1.0")] == [("v1.1.0",)]


HOSTILE = ["--help", "-", "a\x1fb", "x\x00y", "\u202ertl", "\x1b[31mred", ":000000 100644 0 0 A", "%H %s", "«é»"]


@pytest.mark.parametrize("subject", HOSTILE)
def test_any_commit_subject(desk: Desk, path: Path, subject: str) -> None:
    message = subject.partition("\0")[0]
    desk.write(NAME, "three\n")
    desk.write("message", f"{message}\n\n:100644 100644 1 2 M\tcapability.lock\n")
    desk.git("add", NAME)
    desk.git("commit", "-q", "-F", "message")
    assert subjects(lock_history(path)) == ["one", "two", message]


def test_a_commit_message_that_is_not_utf_8(desk: Desk, path: Path) -> None:
    desk.write(NAME, "three\n")
    desk.write("message", b"\xff\xfe bytes")
    desk.git("add", NAME)
    desk.git("commit", "-q", "-F", "message")
    subject = subjects(lock_history(path))[-1]
    assert subject.encode()
    assert subject.endswith("bytes")


def test_a_commit_without_message_and_with_an_invalid_date(
    desk: Desk, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_COMMITTER_DATE", "@99999999999999 +0000")
    desk.write(NAME, "three\n")
    desk.git("add", NAME)
    desk.git("commit", "-q", "--allow-empty-message", "-m", "")
    monkeypatch.delenv("GIT_COMMITTER_DATE")
    last = lock_history(path)[-1]
    assert last.subject == ""
    assert last.when.tzinfo


def test_user_settings_do_not_change_the_result(desk: Desk, path: Path) -> None:
    desk.git("checkout", "-q", "-b", "branch")
    hold(desk, "three")
    desk.git("checkout", "-q", "main")
    desk.git("merge", "-q", "--no-ff", "-m", "merged", "branch")
    plain = lock_history(path)
    for key, value in {
        "log.diffMerges": "dense-combined",
        "color.ui": "always", "log.showSignature": "true", "log.follow": "true", "log.showRoot": "false",
        "diff.renames": "copies", "diff.relative": "true", "log.date": "relative", "format.pretty": "fuller",
        "diff.noprefix": "true", "diff.external": "false", "log.decorate": "full", "core.quotePath": "true",
        "diff.statGraphWidth": "3", "i18n.logOutputEncoding": "latin1", "log.mailmap": "false",
    }.items():  # fmt: skip
        desk.git("config", key, value)
    assert lock_history(path) == plain


@pytest.mark.parametrize("ref", ["--help", "--output=owned", "^HEAD", "HEAD..HEAD", "", "a b", f"HEAD:{NAME}", "--all"])
def test_an_unknown_ref_is_an_error(desk: Desk, path: Path, ref: str) -> None:
    for ask in (
        lambda: lock_history(path, None, ref),
        lambda: lock_history(path, ref),
        lambda: version_tags(path, ref),
        lambda: newest_version_tag(path, ref),
    ):
        with pytest.raises(UsageError):
            ask()
    assert not (desk.folder / "owned").exists()


def test_before_the_first_commit(desk: Desk) -> None:
    with pytest.raises(UsageError, match="not a git repository"):
        lock_history(desk.lock_path)
    desk.git("init", "-q")
    assert lock_history(desk.lock_path) == []
    assert version_tags(desk.lock_path) == []
    assert newest_version_tag(desk.lock_path) is None


def clone(desk: Desk, *how: str) -> Path:
    desk.git("config", "uploadpack.allowFilter", "true")
    desk.git("clone", "-q", *how, desk.folder.as_uri(), "clone")
    return desk.folder / "clone" / NAME


@pytest.mark.usefixtures("path")
def test_a_shallow_clone_is_an_error(desk: Desk) -> None:
    desk.git("tag", "v1.0.0")
    shallow = clone(desk, "--depth", "1")
    for ask in (lock_history, version_tags, newest_version_tag):
        with pytest.raises(UsageError, match="shallow") as error:
            ask(shallow)
        assert "fetch-depth: 0" in error.value.hint


@pytest.mark.usefixtures("path")
def test_a_partial_clone_never_fetches(desk: Desk) -> None:
    """Git would start the program that the clone's config names for this."""
    partial = clone(desk, "--filter=blob:none", "--no-checkout")
    assert subjects(lock_history(partial)) == ["one", "two"]
    with pytest.raises(UsageError, match=r"git cannot read '[0-9a-f]{40}'") as error:
        held(partial)
    assert "`git fetch --refetch --no-filter`" in error.value.hint
    desk.git("-C", str(partial.parent), "fetch", "-q", "--refetch", "--no-filter")
    assert held(partial) == ["one", "two"]


def test_versions_are_sorted_by_number_not_date(desk: Desk, path: Path) -> None:
    for tag in ("v1.10.0", "v1.9.0", "v1.10.0-rc.2", "v1.10.0-rc.10", "0.1.0", "latest", "v2"):
        desk.git("tag", tag)
    names = [tag.name for tag in version_tags(path)]
    assert names == ["v2", "v1.10.0", "v1.10.0-rc.10", "v1.10.0-rc.2", "v1.9.0", "0.1.0"]
    assert newest_version_tag(path) == "v2"


def test_only_tags_in_reach_count(desk: Desk, path: Path) -> None:
    desk.git("tag", "v1.0.0", "HEAD~1")
    desk.git("checkout", "-q", "-b", "side")
    hold(desk, "three")
    desk.git("tag", "v9.0.0")
    desk.git("checkout", "-q", "main")
    desk.git("tag", "v1.1.0")
    assert [tag.name for tag in version_tags(path)] == ["v1.1.0", "v1.0.0"]
    assert [tag.name for tag in version_tags(path, "HEAD", "v1.0.0")] == ["v1.1.0"]
    assert newest_version_tag(path, "v9.0.0") == "v9.0.0"


def test_a_tag_of_a_tag_and_tags_of_no_commit(desk: Desk, path: Path) -> None:
    desk.git("tag", "-a", "-m", "x", "inner")
    desk.git("tag", "-a", "-m", "x", "v1.0.0", "inner")
    desk.git("tag", "v2.0.0", f"HEAD:{NAME}")
    desk.git("tag", "v3.0.0", "HEAD^{tree}")
    (tag,) = version_tags(path)
    assert (tag.name, tag.commit) == ("v1.0.0", desk.git("rev-parse", "HEAD").strip())


def test_a_tags_date_is_its_own(desk: Desk, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_COMMITTER_DATE", "2026-03-01T23:30:00-05:00")
    desk.git("tag", "-a", "-m", "x", "v1.0.0")
    (tag,) = version_tags(path)
    assert tag.when.isoformat() == "2026-03-01T23:30:00-05:00"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no files of such names")
@pytest.mark.parametrize(
    "name",
    [
        "--upload-pack=touch-v1.0.0",
        "$(touch owned)-v1.0.0",
        "`touch owned`@1.0.0",
        "<b>-v1.0.0",
        "-v1.0.0;ls-v1.0.0",
        "é'\"-v1.0.0",
    ],
)
def test_any_tag_name(desk: Desk, path: Path, name: str) -> None:
    name = name.replace(" ", "_")
    desk.git("update-ref", f"refs/tags/{name}", "HEAD")
    assert [tag.name for tag in version_tags(path)] == [name]
    assert lock_history(path)[-1].tags == (name,)
    assert newest_version_tag(path) == name


def test_a_tag_and_a_branch_of_one_name(desk: Desk, path: Path) -> None:
    desk.git("tag", "v1.0.0", "HEAD~1")
    desk.git("branch", "v1.0.0", "HEAD")
    (tag,) = version_tags(path)
    assert tag.commit == desk.git("rev-parse", "HEAD~1").strip()


def test_the_tags_of_the_folders_package_count(desk: Desk, path: Path) -> None:
    for tag in ("search-v9.0.0", "@scope/docs@1.2.0", "@scope/docs@1.10.0"):
        desk.git("tag", tag)
    with pytest.raises(UsageError, match=r"belong to several packages: @scope/docs, search"):
        newest_version_tag(path)
    (desk.folder / "packages" / "docs").mkdir(parents=True)
    assert newest_version_tag(desk.folder / "packages" / "docs" / NAME) == "@scope/docs@1.10.0"
    desk.git("tag", "v0.1.0")
    assert newest_version_tag(path) == "v0.1.0"


def grown(desk: Desk, seed: int, number: int = 40) -> tuple[list[str], list[str]]:
    """Create a history of any shape; return its commits, and those with tags."""
    pick = random.Random(seed)
    lines = []
    for at in range(1, number + 1):
        parents = pick.sample(range(1, at), min(at - 1, pick.choice((1, 1, 1, 2, 2, 3)))) if at > 1 else []
        lines += [f"commit refs/heads/main\nmark :{at}\ncommitter A <a@b> {1_700_000_000 + at} +0000\ndata 1\nx"]
        lines += [f"{'merge' if order else 'from'} :{parent}" for order, parent in enumerate(parents)]
        lines += ["M 644 inline f", f"data {len(str(at))}\n{at}", ""]
    tagged = sorted(pick.sample(range(1, number + 1), 12))
    lines += [f"reset refs/tags/t{at}\nfrom :{at}\n" for at in tagged]
    subprocess.run(
        ["git", "fast-import", "--quiet", "--force", "--export-marks=marks"],
        cwd=desk.folder, input="\n".join(lines), text=True, check=True,
    )  # fmt: skip
    marks = dict(line.split(" ") for line in (desk.folder / "marks").read_text("utf-8").splitlines())
    return [marks[f":{at}"] for at in range(1, number + 1)], [marks[f":{at}"] for at in tagged]


def leads(desk: Desk, older: str, newer: str) -> bool:
    words = ["git", "merge-base", "--is-ancestor", older, newer]
    return subprocess.run(words, cwd=desk.folder, check=False).returncode == 0


@pytest.mark.parametrize("seed", range(6))
def test_any_history(desk: Desk, seed: int) -> None:
    desk.git("init", "-q", "-b", "main")
    commits, tagged = grown(desk, seed)
    end, begin = commits[-3], commits[7] if seed % 2 else None
    inside = [each for each in tagged if leads(desk, each, end) and not (begin and leads(desk, each, begin))]
    wanted = {
        commit: {other for other in inside if other != commit and leads(desk, other, commit)}
        for commit in dict.fromkeys((end, *inside))
    }
    assert ancestors(desk.lock_path, tagged, end, begin) == wanted

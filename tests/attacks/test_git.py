"""Attempts to make git show another history or run a program; each kind has an honest counterpart that passes."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.attacks.victim import BROKEN, POISONED, Victim, assert_held, assert_passes, git_in

pytestmark = pytest.mark.skipif(os.name == "nt", reason="links and shell scripts")

Attack = Callable[[Victim], None]
TIGHTENED = "input-bound-tightened"
LAX = '[servers.a]\ncatalog = "a.json"\n[policy]\nfail-on = "never"\n'


def broken(victim: Victim) -> None:
    """Commit a lock with a BREAKING change and a text that steers the model on a new branch."""
    victim.branch()
    victim.lists(POISONED)


def false_history(victim: Victim, place: Path) -> Path:
    """Create a repository that always had the poisoned lock: on main, at v1.0.0, with its own policy."""
    shutil.copytree(victim.folder, place, dirs_exist_ok=True)
    (place / "govern.toml").write_text(LAX)
    git_in(place, "init", "-q", "-b", "main")
    git_in(place, "add", "-A")
    git_in(place, "commit", "-q", "-m", "always so")
    git_in(place, "tag", "v1.0.0")
    git_in(place, "update-ref", "refs/remotes/origin/main", "HEAD")
    return place


def embed(victim: Victim, folder: Path, *, bare: bool) -> None:
    """Commit files that look like a bare repository in this folder."""
    hidden = false_history(victim, victim.root.parent / "hidden") / ".git"
    git_in(hidden.parent, "config", "core.bare", "true" if bare else "false")
    if not bare:
        git_in(hidden.parent, "config", "core.worktree", str(folder))
    for name in ("HEAD", "config", "objects", "refs"):
        (shutil.copytree if (hidden / name).is_dir() else shutil.copy)(hidden / name, folder / name)
    victim.commit("a bare repository among the files")


@pytest.mark.parametrize("bare", [True, False], ids=["bare", "with a work tree"])
def test_a_committed_bare_repository_is_ignored(victim: Victim, bare: bool) -> None:
    broken(victim)
    embed(victim, victim.folder, bare=bare)
    assert_held(victim.attempt("diff", env={"GITHUB_BASE_REF": "main"}), TIGHTENED, code=1)
    for words in (("diff", "main"), ("diff", "v1.0.0"), ("gate",), ("diff", "main", "--config-from", "main")):
        assert_held(victim.attempt(*words), TIGHTENED, code=1)


def test_a_bare_repository_above_the_lock_is_ignored(victim: Victim) -> None:
    broken(victim)
    embed(victim, victim.folder, bare=False)
    below = victim.folder / "below"
    below.mkdir()
    assert_held(victim.attempt("diff", "main", cwd=below), TIGHTENED, code=1)


def test_an_embedded_repository_provides_no_signer(victim: Victim) -> None:
    embed(victim, victim.folder, bare=False)
    git_in(victim.root, "config", "--file", "pkg/config", "user.email", "ana@example.com")
    assert_held(victim.attempt("sign", "--key", str(victim.people["eve"].key)), "git has no user.email here", code=2)


# Folders that became another repository


def submodule(victim: Victim, name: str = "pkg") -> None:
    """Turn a folder into a submodule whose history has the poisoned lock, and check it out."""
    origin = false_history(victim, victim.root.parent / "submodule")
    victim.desk.monkeypatch.chdir(victim.root)
    if name == "pkg":
        victim.git("rm", "-q", "-r", "-f", "pkg")
        shutil.rmtree(victim.folder, ignore_errors=True)
    victim.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "--force", str(origin), name)
    victim.commit("a submodule")


def test_a_folder_that_became_a_submodule(victim: Victim) -> None:
    broken(victim)
    submodule(victim)
    for words in (("diff",), ("diff", "main"), ("gate",), ("gate", "--against", "v1.0.0")):
        assert_held(victim.attempt(*words), "pkg was a folder of", "but is a submodule now", code=2)
    victim.git("branch", "-f", "main", "HEAD")
    assert_held(victim.attempt("gate"), "pkg was a folder of", "but is a submodule now", code=2)


def test_a_submodule_in_a_shallow_clone(victim: Victim) -> None:
    broken(victim)
    submodule(victim)
    shallow = victim.root.parent / "shallow"
    git_in(victim.root, "clone", "-q", "--depth", "1", victim.root.as_uri(), str(shallow))
    git_in(shallow, "-c", "protocol.file.allow=always", "submodule", "--quiet", "update", "--init")
    assert_held(victim.attempt("diff", "HEAD", cwd=shallow / "pkg"), "pkg is a submodule of", "fetch-depth: 0", code=2)


def test_a_submodule_that_is_not_checked_out(victim: Victim) -> None:
    broken(victim)
    commit = git_in(false_history(victim, victim.root.parent / "submodule"), "rev-parse", "HEAD").strip()
    victim.git("rm", "-q", "-r", "--cached", "pkg")
    victim.git("update-index", "--add", "--cacheinfo", f"160000,{commit},pkg")
    victim.git("commit", "-q", "-m", "a submodule")
    assert_held(victim.attempt("diff", "main"), "pkg was a folder at", "but is a submodule now", code=2)
    assert_held(victim.attempt("diff", "main", "HEAD"), "is a submodule", code=2)


@pytest.mark.parametrize("kind", ["folder", "file"])
def test_a_git_folder_from_an_archive(victim: Victim, kind: str) -> None:
    broken(victim)
    victim.commit()
    hidden = false_history(victim, victim.root.parent / "hidden") / ".git"
    if kind == "folder":
        shutil.copytree(hidden, victim.folder / ".git")
    else:
        (victim.folder / ".git").write_text(f"gitdir: {hidden}\n")
    for words in (("diff", "HEAD"), ("gate",), ("diff", "main", "--config-from", "main")):
        assert_held(victim.attempt(*words), "pkg was a folder of", "but is another repository now", code=2)


def linked(victim: Victim, target: str) -> None:
    """Turn the folder of the lock into a link to one with the poisoned lock, and commit it."""
    victim.desk.monkeypatch.chdir(victim.root)
    other = victim.root / "other"
    other.mkdir(exist_ok=True)
    shutil.copytree(victim.folder, other, dirs_exist_ok=True)
    shutil.rmtree(victim.folder)
    victim.folder.symlink_to(target)
    victim.commit("a link")


@pytest.mark.parametrize("through", ["other", "between"])
def test_a_folder_that_became_a_link(victim: Victim, through: str) -> None:
    broken(victim)
    (victim.root / "between").symlink_to("other")
    linked(victim, through)
    for words in (("diff", "main"), ("gate",), ("diff", "v1.0.0", "--config-from", "main")):
        for answer in (
            victim.attempt(*words, cwd=victim.root / "other"),
            victim.attempt(*words, "--config", "pkg/govern.toml", cwd=victim.root),
        ):
            assert_held(answer, "pkg was a folder at", "but is a symbolic link now", code=2)


def test_a_folder_that_became_a_link_to_another_package(victim: Victim) -> None:
    """The other package is unchanged since its release, but the folder behind the link is not."""
    weak = victim.root / "weak"
    shutil.copytree(victim.folder, weak)
    victim.commit("another package")
    victim.branch()
    victim.desk.monkeypatch.chdir(victim.root)
    shutil.rmtree(victim.folder)
    victim.folder.symlink_to("weak")
    victim.commit("a link")
    assert_held(victim.attempt("diff", "main", cwd=weak), "pkg was a folder at", "but is a symbolic link now", code=2)


def test_a_link_to_a_submodule(victim: Victim) -> None:
    broken(victim)
    submodule(victim, "sub")
    shutil.rmtree(victim.folder)
    victim.folder.symlink_to("sub")
    victim.commit("a link")
    for words in (("diff", "main"), ("gate",)):
        assert_held(
            victim.attempt(*words, cwd=victim.root / "sub"), "pkg was a folder of", "is a symbolic link now", code=2
        )


def test_a_link_that_leaves_the_repository(victim: Victim) -> None:
    broken(victim)
    outside = false_history(victim, victim.root.parent / "outside")
    victim.desk.monkeypatch.chdir(victim.root)
    shutil.rmtree(victim.folder)
    victim.folder.symlink_to(outside)
    victim.commit("a link")
    answer = victim.attempt("diff", "main", "--config", "pkg/govern.toml", cwd=victim.root)
    assert_held(answer, "pkg was a folder of", "is a symbolic link now", code=2)


def test_a_lock_or_config_that_became_a_link_is_still_compared(victim: Victim) -> None:
    broken(victim)
    for name, text in (("capability.lock", None), ("govern.toml", LAX)):
        file = victim.folder / name
        file.rename(victim.root / name)
        file.symlink_to(f"../{name}")
        (victim.root / name).write_text(text or (victim.root / name).read_text())
    victim.commit()
    assert_held(victim.attempt("diff", "main", "--config-from", "main"), TIGHTENED, code=1)
    assert_held(victim.attempt("gate"), "policy", TIGHTENED, code=1)


def test_a_link_through_a_folder_that_is_a_link(victim: Victim) -> None:
    """The lock of the commit is that of its checkout, not the old one beside it."""
    (victim.folder / "old").write_bytes((victim.folder / "capability.lock").read_bytes())
    broken(victim)
    (victim.root / "other" / "in").mkdir(parents=True)
    (victim.root / "other" / "in" / "x").touch()
    (victim.folder / "capability.lock").rename(victim.root / "other" / "old")
    (victim.folder / "in").symlink_to("../other/in")
    (victim.folder / "capability.lock").symlink_to("in/../old")
    victim.commit()
    for words in (("diff", "main"), ("diff", "main", "HEAD")):
        assert_held(victim.attempt(*words), TIGHTENED, code=1)


def test_a_folder_of_an_unusual_mode(victim: Victim) -> None:
    """`git fsck --strict` passes it, so the last release may have it; its lock is there all the same."""
    tree = victim.root.parent / "tree"
    tree.write_bytes(b"40755 pkg\0" + bytes.fromhex(victim.git("rev-parse", "HEAD:pkg").strip()))
    root = victim.git("hash-object", "-t", "tree", "-w", "--literally", str(tree)).strip()
    victim.git("reset", "-q", "--hard", victim.git("commit-tree", "-m", "x", root).strip())
    victim.git("tag", "-f", "v1.0.0")
    broken(victim)
    victim.commit()
    for words in (("diff", "main"), ("gate",)):
        assert_held(victim.attempt(*words), TIGHTENED, code=1)


def test_a_folder_in_another_letter_case(victim: Victim) -> None:
    broken(victim)
    victim.folder.rename(victim.root / "PKG")
    victim.commit()
    for words in (("diff", "main"), ("gate",)):
        assert_held(victim.attempt(*words, cwd=victim.root / "PKG"), TIGHTENED, code=1)


# A repository with replaced objects


def replaced_commit(victim: Victim) -> None:
    for ref in ("main", "v1.0.0^{commit}"):
        victim.git("replace", "-f", victim.git("rev-parse", ref).strip(), "HEAD")


def replaced_blob(victim: Victim) -> None:
    victim.git("replace", "v1.0.0:pkg/capability.lock", "HEAD:pkg/capability.lock")


def replaced_tree(victim: Victim) -> None:
    victim.git("replace", "v1.0.0:pkg", "HEAD:pkg")


def grafted(victim: Victim) -> None:
    (victim.root / ".git" / "info").mkdir(exist_ok=True)
    (victim.root / ".git" / "info" / "grafts").write_text(f"{victim.head()}\n")


@pytest.mark.parametrize("attack", [replaced_commit, replaced_blob, replaced_tree, grafted])
def test_replacements_and_grafts_are_ignored(victim: Victim, attack: Attack) -> None:
    broken(victim)
    victim.commit()
    attack(victim)
    for verb in ("diff", "gate"):
        assert_held(victim.attempt(verb, env={"GITHUB_BASE_REF": "main"}), TIGHTENED, code=1)


# Programs that a repository's config names


def trap(victim: Victim) -> Path:
    """Write a program that leaves a mark, and acts as a file monitor, a pager or a signature checker.

    A mark that is there already is removed.
    """
    (victim.root.parent / "owned").unlink(missing_ok=True)
    file = victim.root.parent / "trap"
    file.write_text(f'#!/bin/sh\ntouch "{victim.root.parent}/owned"\ncat\n')
    file.chmod(0o755)
    return file


PROGRAMS = {
    "core.fsmonitor": {},
    "core.pager": {"pager.log": "true"},
    "pager.log": {},
    "pager.rev-list": {},
    "diff.external": {},
    "core.sshCommand": {},
    "core.gitProxy": {},
    "core.askPass": {},
    "core.editor": {},
    "core.alternateRefsCommand": {},
    "credential.helper": {},
    "gpg.program": {"log.showSignature": "true"},
    "gpg.ssh.program": {"log.showSignature": "true", "gpg.format": "ssh"},
    "diff.evil.textconv": {},
    "diff.evil.command": {},
    "filter.evil.process": {},
    "filter.evil.smudge": {"filter.evil.clean": "trap"},
    "alias.rev-parse": {},
    "alias.log": {},
}


def test_a_program_named_in_the_config_is_not_run(victim: Victim, subtests: pytest.Subtests) -> None:
    broken(victim)
    victim.commit()
    (victim.root / ".git" / "info").mkdir(exist_ok=True)
    (victim.root / ".git" / "info" / "attributes").write_text("* diff=evil filter=evil\n")
    config = victim.root / ".git" / "config"
    plain = config.read_bytes()
    for key, more in PROGRAMS.items():
        with subtests.test(key):
            config.write_bytes(plain)
            program = f"!{trap(victim)}" if key.startswith("alias.") else str(trap(victim))
            for name, value in {key: program, **more}.items():
                victim.git("config", name, program if value == "trap" else value)
            assert_held(victim.attempt("gate", "--config-from", "main"), TIGHTENED, code=1)
            assert not (victim.root.parent / "owned").exists()


@pytest.mark.parametrize("key", ["include.path", "includeIf.gitdir:/.path"])
def test_a_repository_config_runs_no_program(victim: Victim, key: str) -> None:
    """Many teams include a config file of the repository, which a pull request can change."""
    broken(victim)
    hooks = victim.root / "hooks"
    hooks.mkdir()
    shutil.copy(trap(victim), hooks / "post-index-change")
    (victim.root / "shared").write_text(
        f"[core]\nfsmonitor = {trap(victim)}\nhooksPath = {hooks}\n[log]\nshowSignature = true\n"
        f"[gpg]\nprogram = {trap(victim)}\n"
    )
    victim.commit()
    victim.git("config", key, str(victim.root / "shared"))
    for words in (("gate",), ("diff", "main")):
        assert_held(victim.attempt(*words), TIGHTENED, code=1)
    assert not (victim.root.parent / "owned").exists()


def test_hooks_are_not_run(victim: Victim) -> None:
    broken(victim)
    victim.commit()
    hooks = victim.root / ".git" / "hooks"
    hooks.mkdir(exist_ok=True)
    for name in ("post-index-change", "reference-transaction", "fsmonitor-watchman", "post-checkout", "pre-auto-gc"):
        shutil.copy(trap(victim), hooks / name)
    os.utime(victim.folder / "a.json", (0, 0))
    assert_held(victim.attempt("gate"), TIGHTENED, code=1)
    assert_held(victim.attempt("diff", "main"), TIGHTENED, code=1)
    assert not (victim.root.parent / "owned").exists()


@pytest.mark.parametrize("how", ["allowed by the config", "a helper of its own", "ssh", "a local upload-pack"])
def test_a_promisor_remote_is_not_contacted(victim: Victim, how: str) -> None:
    program = trap(victim)
    settings = {
        "allowed by the config": {"remote.evil.url": f"ext::{program}", "protocol.ext.allow": "always"},
        "a helper of its own": {"remote.evil.url": "x", "remote.evil.vcs": "ext", "protocol.allow": "always"},
        "ssh": {"remote.evil.url": "ssh://localhost/x", "core.sshCommand": str(program)},
        "a local upload-pack": {"remote.evil.url": str(victim.remote), "remote.evil.uploadpack": str(program)},
    }[how]
    promised = {"remote.evil.promisor": "true", "extensions.partialClone": "evil", "core.repositoryFormatVersion": "1"}
    for name, value in {**settings, **promised}.items():
        victim.git("config", name, value)
    victim.lists(BROKEN)
    for name, words in (
        ("govern.toml", ("diff", "HEAD", "--config-from", "main")),
        ("capability.lock", ("diff", "main")),
        ("capability.lock", ("gate",)),
    ):
        lost = victim.git("rev-parse", f"main:pkg/{name}")
        (victim.root / ".git" / "objects" / lost[:2] / lost.strip()[2:]).unlink(missing_ok=True)
        assert_held(victim.attempt(*words), "git cannot read", code=2)
        assert not (victim.root.parent / "owned").exists()


def test_a_config_that_moves_the_work_tree(victim: Victim) -> None:
    broken(victim)
    victim.commit()
    victim.git("config", "core.worktree", str(victim.folder))
    assert_held(victim.attempt("diff", "main"), "git uses the work tree", "git config core.worktree", code=2)


# The environment of another repository's hook


def test_git_variables_of_another_repository_are_ignored(victim: Victim, subtests: pytest.Subtests) -> None:
    broken(victim)
    victim.commit()
    hidden = false_history(victim, victim.root.parent / "hidden")
    replaced_commit(victim)
    victim.git("update-ref", f"refs/other/{victim.head('main')}", "HEAD")
    lines = victim.root.parent / "lines"
    lines.write_text(f"{victim.head()}\n")
    values = {
        "GIT_DIR": hidden / ".git",
        "GIT_COMMON_DIR": hidden / ".git",
        "GIT_OBJECT_DIRECTORY": hidden / ".git" / "objects",
        "GIT_ALTERNATE_OBJECT_DIRECTORIES": hidden / ".git" / "objects",
        "GIT_WORK_TREE": hidden,
        "GIT_INDEX_FILE": hidden / ".git" / "index",
        "GIT_PREFIX": "pkg/",
        "GIT_NAMESPACE": "other",
        "GIT_REPLACE_REF_BASE": "refs/other",
        "GIT_GRAFT_FILE": lines,
        "GIT_SHALLOW_FILE": lines,
        "GIT_CONFIG": hidden / ".git" / "config",
        "GIT_LITERAL_PATHSPECS": "1",
        "GIT_ICASE_PATHSPECS": "1",
        "GIT_EXTERNAL_DIFF": trap(victim),
        "GIT_PAGER": trap(victim),
        "GIT_DEFAULT_HASH": "sha256",
    }
    for names in (*((name,) for name in values), ("GIT_DIR", "GIT_INDEX_FILE", "GIT_PREFIX")):
        with subtests.test(" ".join(names)):
            assert_held(victim.attempt("gate", env={name: str(values[name]) for name in names}), TIGHTENED, code=1)
            assert not (victim.root.parent / "owned").exists()


# Ambiguous names of commits


@pytest.mark.parametrize("ref", ["refs/tags/main", "refs/remotes/main", "refs/main", "refs/remotes/main/HEAD"])
def test_a_ref_that_is_named_like_the_branch(victim: Victim, ref: str) -> None:
    broken(victim)
    victim.commit()
    victim.git("update-ref", ref, "HEAD")
    for words in (("diff", "main"), ("gate", "--against", "main"), ("diff", "main", "--config-from", "main")):
        assert_held(victim.attempt(*words), "'main' is ambiguous", ref, code=2)


@pytest.mark.parametrize("ref", ["refs/tags/origin/main", "refs/heads/origin/main", "refs/origin/main"])
def test_a_ref_that_is_named_like_the_remote_branch(victim: Victim, ref: str) -> None:
    broken(victim)
    victim.commit()
    victim.git("update-ref", ref, "HEAD")
    assert_held(victim.attempt("diff", "origin/main"), "'origin/main' is ambiguous", ref, code=2)
    assert_held(victim.attempt("diff", env={"GITHUB_BASE_REF": "main"}), TIGHTENED, code=1)


@pytest.mark.parametrize("kind", ["tags", "heads"])
def test_a_ref_that_is_named_like_a_commit(victim: Victim, kind: str) -> None:
    released = victim.head("v1.0.0")
    broken(victim)
    victim.commit()
    for digits in (7, 12, 39):
        victim.git("update-ref", f"refs/{kind}/{released[:digits]}", "HEAD")
        for words in (("diff", released[:digits]), ("gate", "--against", released[:digits])):
            assert_held(victim.attempt(*words), f"'{released[:digits]}' is ambiguous", code=2)


def test_a_ref_of_all_digits_of_a_commit(victim: Victim) -> None:
    released = victim.head("v1.0.0")
    broken(victim)
    victim.commit()
    victim.git("update-ref", f"refs/tags/{released}", "HEAD")
    victim.git("update-ref", "refs/tags/HEAD", "HEAD")
    assert_held(victim.attempt("diff", released), TIGHTENED, code=1)


@pytest.mark.parametrize("name", ["main", "v1.0.0", "HEAD"])
def test_a_file_with_the_name_of_a_commit(victim: Victim, name: str) -> None:
    broken(victim)
    shutil.copy(victim.folder / "capability.lock", victim.folder / name)
    victim.commit()
    assert_held(victim.attempt("diff", name), "is ambiguous: a file and a git commit", code=2)
    assert_held(victim.attempt("gate", "--against", name), "is ambiguous: a file and a git commit", code=2)


# A history with several merge bases


def test_a_merge_base_that_the_target_branch_reverted(victim: Victim) -> None:
    """Merging the branch brings the lock of one merge base back, which differs from the other."""
    victim.branch("first")
    victim.lists(BROKEN)
    victim.commit()
    victim.branch("again", "first")
    victim.commit("the same lock, later")
    victim.git("checkout", "-q", "first")
    victim.git("revert", "--no-edit", "HEAD")
    victim.git("checkout", "-q", "main")
    for name in ("first", "again"):
        victim.git("merge", "-q", "--no-ff", "--no-edit", name)
    victim.git("push", "-q", "origin", "main")
    victim.branch(start="again")
    victim.git("merge", "-q", "--strategy", "ours", "--no-edit", "first")
    for env in ({"GITHUB_BASE_REF": "main"}, {"GITLAB_CI": "1", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main"}):
        assert_held(victim.attempt("diff", env=env), "several merge bases with origin/main", code=2)
    victim.git("merge", "-q", "--strategy", "ours", "--no-edit", "main")
    assert_held(victim.attempt("diff", env={"GITHUB_BASE_REF": "main"}), TIGHTENED, code=1)


# Honest counterparts


def honest(victim: Victim) -> None:
    victim.branch("good")
    (victim.folder / "notes").write_text("x")
    victim.commit()


def test_a_submodule_that_was_always_one(victim: Victim) -> None:
    outer = victim.root.parent / "outer"
    outer.mkdir()
    git_in(outer, "init", "-q", "-b", "main")
    add = ("-c", "protocol.file.allow=always", "submodule", "--quiet", "add")
    git_in(outer, *add, str(victim.remote), "server")
    git_in(outer, "commit", "-q", "-m", "x")
    inner = outer / "server" / "pkg"
    for words in (("diff", "HEAD"), ("diff", "v1.0.0"), ("gate",)):
        assert_passes(victim.attempt(*words, cwd=inner))


def test_a_folder_that_became_a_submodule_where_git_does_not_look_above_it(victim: Victim) -> None:
    submodule(victim)
    assert_passes(victim.attempt("diff", "HEAD", env={"GIT_CEILING_DIRECTORIES": str(victim.root)}))


def test_a_clone_inside_another_repository(victim: Victim) -> None:
    inner = victim.root / "vendor" / "clone"
    git_in(victim.root, "clone", "-q", str(victim.remote), str(inner))
    for words in (("diff", "HEAD"), ("gate",)):
        assert_passes(victim.attempt(*words, cwd=inner / "pkg"))


def test_a_linked_work_tree(victim: Victim) -> None:
    for place in (victim.root.parent / "beside", victim.root / "inside"):
        victim.git("worktree", "add", "-q", "--detach", str(place))
        for words in (("diff", "main"), ("gate",)):
            assert_passes(victim.attempt(*words, cwd=place / "pkg"))


def test_a_link_that_bypasses_the_lock(victim: Victim) -> None:
    (victim.root / "other").mkdir()
    (victim.root / "other" / "lock").symlink_to("../pkg/capability.lock")
    (victim.root / "short").symlink_to("pkg")
    honest(victim)
    for words in (("diff", "main"), ("gate",)):
        assert_passes(victim.attempt(*words))


def test_a_folder_that_was_a_link_before(victim: Victim) -> None:
    victim.folder.rename(victim.root / "real")
    victim.folder.symlink_to("real")
    victim.commit()
    victim.git("tag", "v1.0.1")
    honest(victim)
    for words in (("diff", "main"), ("gate",)):
        assert_passes(victim.attempt(*words, cwd=victim.root / "real"))


def test_a_repository_that_the_environment_names(victim: Victim) -> None:
    apart = victim.root.parent / "apart.git"
    (victim.root / ".git").rename(apart)
    env = {"GIT_DIR": str(apart), "GIT_WORK_TREE": str(victim.root)}
    assert_passes(victim.attempt("diff", "HEAD", env=env))
    assert_passes(victim.attempt("diff", "HEAD", env={"GIT_DIR": "../../apart.git", "GIT_WORK_TREE": ".."}))
    victim.lists(BROKEN)
    assert_held(victim.attempt("diff", "HEAD", env=env), TIGHTENED, code=1)


def test_abbreviations_and_names_of_one_commit(victim: Victim) -> None:
    honest(victim)
    victim.git("tag", "v1.0.0-again", "v1.0.0")
    victim.git("update-ref", "refs/tags/main", "main")
    for name in (victim.head("v1.0.0")[:7], "main", "origin/main", "v1.0.0~0", "refs/heads/main", "HEAD~1"):
        assert_passes(victim.attempt("diff", name))

"""The two sides of the gate: the last release with its lock, approvals and policy, and the work tree."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from govern.commands.ci import built_tag
from govern.commands.gate_inputs import file_reader, versions_declared
from govern.commands.last_release import WHICH, attested_tags, last_release, release_tags
from govern.commands.sides import approvals_beside, moved_lock, names_file, old_side
from govern.commands.signatures import plain_file
from govern.contract.json_text import canonical
from govern.contract.version import Version
from govern.errors import PolicyInvalid, UsageError
from govern.files import as_committed
from govern.git.history import commit_in_full_clone, tags_of_series, version_tags
from govern.git.revisions import is_commit, path_in_repository
from govern.git.trees import Tree
from govern.lockfile.document import Lock
from govern.lockfile.store import LOCK_NAME, BlockReader, bytes_at, read_lock
from govern.policy.approvals import FILE as APPROVALS
from govern.policy.config import FILE, PYPROJECT, config_from_text, mentions_govern
from govern.signing.verification import TrustSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from govern.commands.last_release import ReleaseTags
    from govern.gate.declared import Reader
    from govern.git.history import VersionTag
    from govern.policy.config import Config

_TAGS = "refs/tags/"


@dataclass(frozen=True, slots=True)
class OldSide:
    """The last release. Without a `commit` it is a file; without `called` there is none.

    `content` is None if it had no lock. `config` is the config of that commit, None if there was none, and
    `trusted` the signers that it trusted. `read` reads its files, relative to its config. `policy_digest` covers
    its config, its approvals and its signers.
    """

    called: str = ""
    commit: str = ""
    content: bytes | None = None
    approvals: str | None = None
    config: Config | None = None
    trusted: TrustSettings = field(default_factory=TrustSettings)
    version: Version | None = None
    read: Reader = lambda _: None
    policy_digest: str = ""


@dataclass(frozen=True, slots=True)
class NewSide:
    """The lock in the work tree, its config and the trusted signers. `given` is the path of `--config`.

    `blocks` read the lock, and reads those that are compared with it.
    """

    path: Path
    lock: Lock
    config: Config
    trusted: TrustSettings
    given: Path | None = None
    blocks: BlockReader = field(default_factory=BlockReader)


@dataclass(frozen=True, slots=True)
class GateSides:
    """Both sides. `before` is OLD's lock, if it had one.

    `built` is the tag that CI builds, and `tag` the tag of the release to come, whether CI builds it or not.
    """

    old: OldSide
    before: Lock | None
    new: NewSide
    built: str | None = None
    tag: str | None = None

    @property
    def locks(self) -> tuple[Lock, Lock]:
        """Return both locks, an empty one if OLD had none."""
        return self.before or Lock(), self.new.lock


@contextmanager
def open_sides(
    new: NewSide, against: str | None, environ: Mapping[str, str], *, first: bool | None = False
) -> Iterator[GateSides]:
    """Yield the work tree and the side that it is compared with: the one that is named, or else the last release.

    `first` requires that there is no release yet; None allows both.
    """
    with ExitStack() as stack:
        if against is None:
            found = release_tags(new.path, environ)
            old, tag = _last_release(new, found, stack, first=first)
            built = found.built
        else:
            built, tag = built_tag(environ), None
            old = _named_side(new, against, stack)
        name = f"{new.path.name} at {old.called}"
        before = None if old.content is None else read_lock(old.content, name, new.blocks, new.lock)
        yield GateSides(old, before, new, built, built or tag)


def _last_release(
    new: NewSide, found: ReleaseTags, stack: ExitStack, *, first: bool | None
) -> tuple[OldSide, str | None]:
    """Return the last release, and the tag of HEAD if HEAD is the release to come and the work tree is unchanged."""

    @cache
    def seen(tag: VersionTag) -> OldSide:
        # Only the chosen release is read further, so git is closed again here.
        with Tree(new.path, tag.commit) as tree:
            return _side_at(tree, tag.name, tag.commit, new)

    head = commit_in_full_clone(new.path, "HEAD")
    tags, coming = found.tags, None
    of_head = next((tag for tag in tags if tag.commit == head), None)
    if of_head and _is_same(seen(of_head), new):
        tags, coming = [tag for tag in tags if tag.commit != head], of_head.name
    unread = found.unread
    if tags and _needs_verdicts(new, seen, tags[0]):
        tags, unread = attested_tags(new.path, tags, seen, required=first is not None), []
    named = found.built or coming
    base = last_release(new.path, tags, unread, final=_is_final(new, named), first=first, coming=named)
    if base is None:
        return OldSide(), coming
    return _side_at(stack.enter_context(Tree(new.path, base.commit)), base.name, base.commit, new), coming


def at_head(new: NewSide, stack: ExitStack) -> OldSide | None:
    """Return HEAD as a later gate will see it, or None if the work tree differs from the commit."""
    head = commit_in_full_clone(new.path, "HEAD")
    old = _side_at(stack.enter_context(Tree(new.path, head)), "HEAD", head, new) if head else None
    same = old is not None and _stored(old.approvals) == _stored(approvals_beside(new.path)) and _is_same(old, new)
    return old if same else None


def _needs_verdicts(new: NewSide, seen: Callable[[VersionTag], OldSide], newest: VersionTag) -> bool:
    """Return whether only releases with a signed verdict count, by the current policy or that of the newest tag."""
    if new.config.policy.release.base == "attested":
        return True
    before = seen(newest).config
    return before is not None and before.policy.release.base == "attested"


def _is_final(new: NewSide, tag: str | None) -> bool:
    """Return whether the release to come is final, by its tag or else by the declared version. Default: yes."""
    named = Version.in_tag(tag) if tag else None
    if named:
        return named[1].final
    found = versions_declared(file_reader(new.config.root), new.config.policy.gate.version, new.lock)
    return all(each.version.final for each in found if each.version)


def _is_same(old: OldSide, new: NewSide) -> bool:
    """Return whether both sides have one lock, config and signers."""
    if as_committed(old.content or b"") != as_committed(bytes_at(new.path)):
        return False
    if old.config is None:
        return True
    files = [(each.allowed, each.revoked, each.sigstore_root) for each in (old.trusted, new.trusted)]
    return old.config.settings == new.config.settings and [*map(_stored, files[0])] == [*map(_stored, files[1])]


def _stored(content: str | bytes | None) -> bytes | None:
    """Return a file as git stores it."""
    encoded = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    return None if encoded is None else as_committed(encoded)


def _named_side(new: NewSide, against: str, stack: ExitStack) -> OldSide:
    path = new.path
    if names_file(against, path):
        side = old_side(against, path, {})
        return OldSide(side.called, content=side.content, approvals=side.approvals)
    if PurePosixPath(against).suffix in (".lock", ".toml"):
        raise UsageError(f"no lock at {against!r}", hint="--against takes a lock file or a git ref")
    commit = commit_in_full_clone(path, against)
    if commit is None:
        raise UsageError("the repository has no commit yet", where=str(path.absolute().parent))
    return _side_at(stack.enter_context(Tree(path, commit)), against, commit, new)


def _side_at(tree: Tree, ref: str, commit: str, new: NewSide) -> OldSide:
    lock = _lock(tree, new.path)
    found = _config(tree, lock, new.given)
    lock = lock or _lock_beside(tree, found)
    home = PurePosixPath(found[0] if found else path_in_repository(new.config.file, tree.root) or ".").parent
    old_config = found[1] if found else None
    trusted = _trusted(tree, home, old_config)
    beside = PurePosixPath(lock).with_name(APPROVALS) if lock else None
    approvals = tree.text(str(beside)) if beside else None
    return OldSide(
        called=ref,
        commit=commit,
        content=tree.content(lock) if lock else None,
        approvals=approvals,
        config=old_config,
        trusted=trusted,
        version=_version(new.path, ref, commit),
        read=lambda name: _text(tree, home, name),
        policy_digest=_policy_digest(tree.text(found[0]) if found else None, approvals, trusted),
    )


def _policy_digest(config: str | None, approvals: str | None, trusted: TrustSettings) -> str:
    revoked, root = (each.hex() if each is not None else None for each in (trusted.revoked, trusted.sigstore_root))
    return sha256(canonical([config, approvals, trusted.allowed, revoked, root])).hexdigest()


def _version(path: Path, ref: str, commit: str) -> Version | None:
    """Return the version that was released there, or else the newest one before."""
    named = Version.in_tag(ref.removeprefix(_TAGS))
    if named and is_commit(path, f"{_TAGS}{ref.removeprefix(_TAGS)}"):
        return named[1]
    try:
        before = tags_of_series(version_tags(path, commit), path)
    except UsageError:
        return None
    return before[0].version if before else None


def _lock(tree: Tree, path: Path) -> str | None:
    """Return the path of the lock in a commit, also if it was moved since."""
    place = path_in_repository(path, tree.root)
    if place and tree.content(place) is not None:
        return place
    return moved_lock(tree, path, WHICH)


def _lock_beside(tree: Tree, config: tuple[str, Config] | None) -> str | None:
    """Return the path of the lock beside OLD's config, for a lock that has a nearer config of its own now."""
    place = str(PurePosixPath(config[0]).with_name(LOCK_NAME)) if config else None
    return place if place and tree.content(place) is not None else None


def _config(tree: Tree, lock: str | None, given: Path | None) -> tuple[str, Config] | None:
    """Return the nearest config of a commit, found as this run finds its own, or else one that was moved since."""
    asked = path_in_repository(given, tree.root) if given else None
    folders = [PurePosixPath(each).parent for each in (path_in_repository(Path.cwd() / FILE, tree.root), lock) if each]
    nearest = [
        str(above / name) for folder in folders for above in (folder, *folder.parents) for name in (FILE, PYPROJECT)
    ]
    for place in ([asked] if asked else []) + nearest:
        if ours := _ours(tree, place):
            return place, ours
    gone = [place for place in tree.removed_files(FILE, PYPROJECT) if _names_us(tree, place)]
    if len(gone) > 1:
        raise UsageError(f"the config was moved, and several removed files match: {', '.join(gone)}", hint=WHICH)
    ours = _ours(tree, gone[0]) if gone else None
    return (gone[0], ours) if ours else None


def _ours(tree: Tree, place: str) -> Config | None:
    text = tree.text(place)
    if text is None or not _names_us(tree, place):
        return None
    try:
        return config_from_text(text, tree.root / place, f"{place} at the last release")
    except PolicyInvalid as error:
        raise PolicyInvalid(error.message, where=error.where, hint=WHICH) from None


def _names_us(tree: Tree, place: str) -> bool:
    return PurePosixPath(place).name != PYPROJECT or mentions_govern(tree.text(place) or "")


def _trusted(tree: Tree, home: PurePosixPath, config: Config | None) -> TrustSettings:
    """Return the signers that the config of a commit trusted, read from that commit."""
    if config is None:
        return TrustSettings()
    keys = config.policy.signatures
    revoked, root = (_required(tree, home, name) for name in (keys.revoked_keys, keys.sigstore_root))
    return TrustSettings(_text(tree, home, keys.allowed_signers), revoked, root, keys.allowed_signers)


def _required(tree: Tree, home: PurePosixPath, name: str | None) -> bytes | None:
    """Return a file that OLD's policy names. Raise if it is missing, since that would allow more than intended."""
    if name is None:
        return None
    content = _content(tree, home, name)
    if content is None:
        raise PolicyInvalid(
            "policy.signatures of the last release names this file, but the release does not contain it", where=name
        )
    return content


def _text(tree: Tree, home: PurePosixPath, name: str) -> str | None:
    content = _content(tree, home, name)
    return None if content is None else content.decode("utf-8-sig", "replace")


def _content(tree: Tree, home: PurePosixPath, name: str) -> bytes | None:
    """Return a file by its path relative to OLD's config. Files outside of the repository are read from disk."""
    file = tree.root / home / name
    place = path_in_repository(file, tree.root)
    return tree.content(place) if place else plain_file(file)

"""MCP bundles: whatever a stranger packs, only files below the folder of the bundle are written."""

import asyncio
import hashlib
import io
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZipFile, ZipInfo

import pytest

from govern.errors import ServerError, ServerMisbehaved, ServerUnreachable
from govern.policy.target import Bundle, address_of, bundle_at
from govern.servers import bundles
from govern.servers.bundles import fetch_bundle, provide_bundle, unpack, unpack_in_child
from tests.endpoints.downloads import downloads


def member(name: str, mode: int = stat.S_IFREG | 0o644) -> ZipInfo:
    found = ZipInfo(name)
    found.external_attr = mode << 16
    return found


def zipped(*members: tuple[ZipInfo, bytes], method: int = ZIP_DEFLATED) -> bytes:
    packed = io.BytesIO()
    with ZipFile(packed, "w", method) as archive:
        for info, content in members:
            archive.writestr(info, content, method)
    return packed.getvalue()


GOOD = zipped((member("manifest.json"), b"{}"), (member("server/run", stat.S_IFREG | 0o755), b"#!/bin/sh\n"))


def bundle_of(content: bytes, url: str, folder: Path) -> Bundle:
    sha256 = hashlib.sha256(content).hexdigest()
    return Bundle(url, sha256, folder / "bundles" / sha256)


def test_the_key_names_a_url_and_its_hash(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    sha256 = "0a" * 32
    address = address_of("https://example.com/a.mcpb", sha256)
    assert bundle_at(address) == Bundle("https://example.com/a.mcpb", sha256, tmp_path / "govern" / "bundles" / sha256)
    for wrong in ("https://example.com/a.mcpb", "ftp://x/a#sha256=" + sha256, address.upper(), f"{address}0",
                  f"https://user@example.com/a#sha256={sha256}"):  # fmt: skip
        assert bundle_at(wrong) is None, wrong


def test_a_bundle_is_fetched_once_also_from_another_host(tmp_path: Path) -> None:
    with downloads() as host, downloads() as store:
        host.files["/a.mcpb"] = f"{store.url}/stored"
        store.files["/stored"] = GOOD
        bundle = bundle_of(GOOD, f"{host.url}/a.mcpb", tmp_path)
        for _ in range(2):
            fetch_bundle(bundle)
        assert (host.asked, store.asked) == (["/a.mcpb"], ["/stored"])
    assert (bundle.folder / "manifest.json").read_bytes() == b"{}"
    assert stat.S_IMODE((bundle.folder / "server" / "run").stat().st_mode) in (0o755, 0o666)
    assert stat.S_IMODE(bundle.folder.parent.stat().st_mode) in (0o700, 0o777)
    assert [each.name for each in bundle.folder.parent.iterdir()] == [bundle.sha256]


def test_bundles_that_are_fetched_at_a_time_end_in_one_folder(tmp_path: Path) -> None:
    async def both(bundle: Bundle) -> None:
        await asyncio.gather(provide_bundle(bundle), provide_bundle(bundle))

    with downloads() as host:
        host.files["/a.mcpb"] = GOOD
        bundle = bundle_of(GOOD, f"{host.url}/a.mcpb", tmp_path)
        asyncio.run(both(bundle))
    assert [each.name for each in bundle.folder.parent.iterdir()] == [bundle.sha256]


@pytest.mark.parametrize(
    ("changed", "kind", "reason"),
    [
        ({"sha256": "0" * 64}, ServerMisbehaved, "is another bundle: SHA-256"),
        ({"url": "/missing"}, ServerUnreachable, "returned HTTP 404"),
        ({"url": "/loop"}, ServerMisbehaved, "redirects more than"),
        ({"public_only": True}, ServerError, "private"),
    ],
)
def test_another_bundle_is_not_unpacked(
    tmp_path: Path, changed: dict[str, object], kind: type[ServerError], reason: str
) -> None:
    with downloads() as host, downloads() as other:
        host.files |= {"/a.mcpb": GOOD, "/loop": f"{other.url}/loop"}
        other.files["/loop"] = f"{host.url}/loop"
        bundle = bundle_of(GOOD, f"{host.url}{changed.pop('url', '/a.mcpb')}", tmp_path)
        bundle = replace(bundle, **changed)  # type: ignore[arg-type]
        with pytest.raises(kind, match=reason):
            fetch_bundle(bundle)
    assert [*bundle.folder.parent.iterdir()] == []


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (zipped((member("../evil"), b"x")), "is not the name of a file below it"),
        (zipped((member("a/../../evil"), b"x")), "is not the name of a file below it"),
        (zipped((member("/etc/evil"), b"x")), "is not the name of a file below it"),
        (zipped((member("C:/evil"), b"x")), "is not the name of a file below it"),
        (zipped((member("a//b"), b"x")), "is not the name of a file below it"),
        (zipped((member("con. "), b"x")), "is not the name of a file below it"),
        (zipped((member("a\nb"), b"x")), "is not the name of a file below it"),
        (zipped((member("a/LPT1.txt"), b"x")), "is not the name of a file below it"),
        (zipped((member("link", stat.S_IFLNK | 0o777), b"/etc/passwd")), "is a link or a device"),
        (zipped((member("pipe", stat.S_IFIFO | 0o777), b"")), "is a link or a device"),
        (zipped((member("a"), b"\0" * 10**6), method=ZIP_BZIP2), "another way than Deflate"),
        (zipped((member("a"), b"\0" * 10**6), method=ZIP_LZMA), "another way than Deflate"),
        (zipped((member("a"), b"1"), (member("A"), b"2")), "two of its files have one name"),
        (zipped((member("a"), b"1"), (member("a/b"), b"2")), "cannot be stored|cannot be unpacked|valid zip"),
        (b"no zip", "is not a valid zip file"),
        (GOOD[:-30], "is not a valid zip file"),
    ],
)
def test_a_hostile_zip_file_writes_nothing_elsewhere(tmp_path: Path, content: bytes, reason: str) -> None:
    with downloads() as host:
        host.files["/a.mcpb"] = content
        bundle = bundle_of(content, f"{host.url}/a.mcpb", tmp_path)
        with pytest.raises(ServerError, match=reason):
            fetch_bundle(bundle)
    assert [each.relative_to(tmp_path).as_posix() for each in tmp_path.rglob("*")] == ["bundles"]


@pytest.mark.parametrize(("limit", "value"), [("_MOST_FILES", 1), ("_MOST_UNPACKED", 5)])
def test_number_and_size_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, value: int) -> None:
    (tmp_path / "a.zip").write_bytes(GOOD)
    monkeypatch.setattr(bundles, limit, value)
    with pytest.raises(ServerMisbehaved, match="it has more than"):
        unpack(tmp_path / "a.zip", tmp_path / "a")
    assert not (tmp_path / "a").exists()


def test_a_list_of_files_that_fills_the_memory_is_refused(tmp_path: Path) -> None:
    head = GOOD.index(b"PK\x01\x02")
    # The first entry of the central directory, a million times, and an end that says so.
    entry, end = GOOD[head : GOOD.index(b"PK\x01\x02", head + 4)], GOOD.rindex(b"PK\x05\x06")
    size = (len(entry) * 10**6).to_bytes(4, "little")
    (tmp_path / "a.zip").write_bytes(GOOD[:head] + entry * 10**6 + GOOD[end : end + 12] + size + GOOD[end + 16 :])
    with pytest.raises(ServerMisbehaved, match="it takes more than 256 MB of memory"):
        unpack_in_child(tmp_path / "a.zip", tmp_path / "a")
    assert not (tmp_path / "a").exists()


def test_a_size_that_lies_is_not_believed(tmp_path: Path) -> None:
    content = zipped((member("big"), b"\0" * 100_000))
    lying: Callable[[bytes], bytes] = lambda size: content.replace((100_000).to_bytes(4, "little"), size)  # noqa: E731
    (tmp_path / "a.zip").write_bytes(lying((10).to_bytes(4, "little")))
    with pytest.raises(ServerMisbehaved, match="is not a valid zip file"):
        unpack(tmp_path / "a.zip", tmp_path / "a")
    assert sum(each.stat().st_size for each in (tmp_path / "a").iterdir()) <= 10

import shlex

import pytest

from govern.compare.upgrades import has_downgrade, runs_the_same, upgrade
from govern.rules.rule import Example
from tests.rules.firing import firing

A, B = (f"sha256:{digit * 64}" for digit in "ab")

UPGRADES = [
    ("npx -y books@1.2.3", "npx -y books@1.2.4", "books 1.2.3 → 1.2.4"),
    ("npx -y books@1.2.4", "npx -y books@1.2.3", "downgraded: books 1.2.4 → 1.2.3"),
    ("npx -y @a/books@2025.4.8 --root .", "npx -y @a/books@2025.5.0 --root .", "@a/books 2025.4.8 → 2025.5.0"),
    ("npx books@1.2.3", "npx -y books@1.2.3", "launcher options none → -y"),
    ("npx -y books@1.2.3", "npx books@1.2.4", "books 1.2.3 → 1.2.4; launcher options -y → none"),
    ("npx books", "npx books@1.2.4", "books unpinned → 1.2.4"),
    ("npx books@latest", "npx books@1.2.4", "books latest → 1.2.4"),
    ("npx books@^1.2", "npx books@1.2.4", "books ^1.2 → 1.2.4"),
    ("npx books@1", "npx books@2", "books 1 → 2"),
    ("npx -p books@1.0.0 serve", "npx --package=books@1.0.1 serve", "books 1.0.0 → 1.0.1"),
    ("npx --registry https://r.example books@1.0.0", "npx --registry https://r.example books@1.0.1", "1.0.0 → 1.0.1"),
    ("npm exec -y -- books@1.0.0", "npm exec -y -- books@1.0.1", "1.0.0 → 1.0.1"),
    ("bunx books@1.0.0", "bunx books@1.0.1", "1.0.0 → 1.0.1"),
    ("pnpm dlx books@1.0.0", "pnpm dlx books@1.0.1", "1.0.0 → 1.0.1"),
    ("yarn dlx books@1.0.0", "yarn dlx books@1.0.1", "1.0.0 → 1.0.1"),
    ("uvx books==1.0", "uvx books@1.1", "books 1.0 → 1.1"),
    ("uvx 'books[cli] == 1.0'", "uvx 'books[cli] == 1.1'", "books[cli] 1.0 → 1.1"),
    ("uvx 'books>=1,<2'", "uvx 'books>=2,<3'", "books >=1,<2 → >=2,<3"),
    ("uvx --from books==1.0 serve", "uvx --from=books==1.1 serve", "books 1.0 → 1.1"),
    ("uvx --with mcp==1.0 books==1.0", "uvx --with mcp==1.1 books==1.1", "books 1.0 → 1.1; mcp 1.0 → 1.1"),
    ("uv tool run books==1.0", "uv tool run -q books==1.1", "launcher options none → -q"),
    ("uv run --with mcp==1.0 serve.py", "uv run --with mcp==1.1 serve.py", "mcp 1.0 → 1.1"),
    ("pipx run --spec books==1.0 serve", "pipx run --spec books==1.1 serve", "books 1.0 → 1.1"),
    ("docker run -i --rm -e KEY a/b:1.2 serve", "docker run -i --rm -e KEY a/b:1.3 serve", "a/b 1.2 → 1.3"),
    ("docker run -i r.example:5000/b:1", f"docker run -i r.example:5000/b:2@{B}", "b 1 → 2@sha256:bbbbbbbbbbbb…"),
    (f"docker run -i a@{A}", f"docker run -it a@{B}", "a sha256:aaaaaaaaaaaa… → sha256:bbbbbbbbbbbb…"),
    ("podman run a:latest", "podman run a:1.2", "a latest → 1.2"),
    ("deno run -A npm:books@1.0.0/serve", "deno run -A npm:books@1.0.1/serve", "npm:books/serve 1.0.0 → 1.0.1"),
    ("env A=b npx books@1.0.0", "env A=b npx books@1.0.1", "1.0.0 → 1.0.1"),
    ("cmd /c npx books@1.0.0", "cmd /c npx books@1.0.1", "1.0.0 → 1.0.1"),
    ("sh -c 'cd x && npx books@1.0.0'", "sh -c 'cd x && npx books@1.0.1'", "1.0.0 → 1.0.1"),
]
OTHERS = [
    ("npx books@1.2.3", "npx papers@1.2.3"),
    ("npx books@1.2.3", "npx @evil/books@1.2.4"),
    ("npx books@1.2.3", "npx books@npm:evil@1.2.4"),
    ("npx books@1.2.3", "npx books@https://evil.example/b.tgz"),
    ("npx books@1.2.3", "npx evil/books#1.2.4"),
    ("npx books@1.2.3", "npx books"),
    ("npx books@1.2.3", "npx books@latest"),
    ("npx books@1.2.3", "npx books@^1.2.3"),
    ("npx books@latest", "npx books@next"),
    ("npx books@1.2.3", "npx --registry https://evil.example books@1.2.4"),
    ("npx books@1.2.3", "npx --registry=https://evil.example books@1.2.4"),
    ("npx books@1.2.3", "npx --node-options=--require=./x.js books@1.2.4"),
    ("npx books@1.2.3", "npx -c 'evil' books@1.2.4"),
    ("npx books@1.2.3", "npx -p evil@1.0.0 books@1.2.3"),
    ("npx books@1.2.3", "npx -p evil@1.0.0 -p books@1.2.3 serve"),
    ("npx -p books@1.0.0 serve", "npx -p books@1.0.1 other"),
    ("npx books@1.2.3 --read-only", "npx books@1.2.4"),
    ("npx books@1.2.3", "npx books@1.2.3 -y"),
    ("npx books@1.2.3", "bunx books@1.2.4"),
    ("npx books@1.2.3", "./npx books@1.2.4"),
    ("env A=b npx books@1.0.0", "env A=c npx books@1.0.1"),
    ("uvx books==1.0", "uvx --index-url https://evil.example books==1.1"),
    ("uvx books==1.0", "uvx --with evil==1.0 books==1.0"),
    ("uvx books==1.0", "uvx --from evil==1.0 books"),
    ("uvx books==1.0", "uvx 'books[evil]==1.1'"),
    ("uvx books==1.0", "uvx 'books @ https://evil.example/b.whl'"),
    ("uvx books==1.0", "uvx --from git+https://example.com/books@v1.1 books"),
    ("uvx git+https://a.example/b@v1", "uvx git+https://a.example/b@v2"),
    (f"docker run a@{A}", "docker run a:1.2"),
    ("docker run a:1.2", "docker run a:latest"),
    ("docker run a:1.2", "docker run a"),
    ("docker run a:1.2", "docker run evil.example/a:1.3"),
    ("docker run a:1.2", "docker run -v /:/host a:1.3"),
    ("docker run a:1.2", "docker run --privileged a:1.3"),
    ("docker run -i a:1.2", "docker run -iv /:/host a:1.3"),
    ("docker run - a:1.2", "docker run a:1.3"),
    ("docker --context x run a:1.2", "docker --context y run a:1.3"),
    ("sh -c 'npx books@1.0.0'", "sh -c 'npx books@1.0.1; evil'"),
    ("sh -c 'npx books@1.0.0'", 'sh -c "npx books@1.0.1 \\$(evil)"'),
    ("sh -c \"npx books@1.0.0 '\\$(evil)'\"", 'sh -c "npx books@1.0.1 \\$(evil)"'),
    ("https://a.example/v1/mcp", "https://a.example/v2/mcp"),
    ("python:a:server", "python:b:server"),
    ("npx 'books", "npx books@1.0.0"),
    ("node serve.js", "npx books@1.0.0"),
    ("catalogs/1.2.3.json", "catalogs/1.2.4.json"),
    ("", "npx books@1.0.0"),
]


@pytest.mark.parametrize(("old", "new", "message"), UPGRADES)
def test_an_upgrade_names_both_versions(old: str, new: str, message: str) -> None:
    assert message in (upgrade(old, new) or "")


@pytest.mark.parametrize(
    ("old", "new", "older"),
    [
        ("npx books@1.0.20", "npx books@1.0.19", True),
        ("npx books@1.0.9", "npx books@1.0.10", False),
        ("npx books@1.0.0", "npx books@1.0.0-rc.1", True),
        ("npx books@^2.1", "npx books@2.0.5", True),
        ("npx books@2.x", "npx books@1.x", True),
        ("npx books@^2 || ^3", "npx books@^1 || ^3", True),
        ("uvx 'books>=2.0'", "uvx 'books>=1.0'", True),
        ("uvx 'books~=2.0'", "uvx 'books ~= 1.0'", True),
        ("uvx 'books==2.*'", "uvx 'books==1.*'", True),
        ("uvx 'books>=2,<3'", "uvx 'books >= 1, < 3'", True),
        ("uvx 'books>=1,<3'", "uvx 'books>=1,<2'", True),
        ("uvx 'books>=1,<2'", "uvx 'books>=1,<3,!=0.9'", False),
        ("npx books@latest", "npx books@1.0.0", False),
        ("uvx books==1.0.0", "uvx books==1.0", False),
        ("uvx books==1.1", "uvx books==1.1rc1", True),
        ("uvx --with mcp==1.1 books==1.0", "uvx --with mcp==1.0 books==1.1", True),
        ("docker run a:1.3-alpine", "docker run a:1.2-alpine", True),
        ("docker run a:1.3", "docker run a:1.3-alpine", False),
        (f"docker run a:1.3@{A}", f"docker run a:1.2@{B}", True),
        (f"docker run a@{A}", f"docker run a@{B}", False),
    ],
)
def test_an_older_version_is_a_downgrade(old: str, new: str, older: bool) -> None:
    assert has_downgrade(upgrade(old, new) or "") is older
    rule = "server-downgraded" if older else "server-upgraded"
    assert firing(Example("server", {"source": old}, {"source": new})) == {rule}


@pytest.mark.parametrize(("old", "new"), OTHERS)
def test_anything_else_is_another_source(old: str, new: str) -> None:
    assert upgrade(old, new) is None


@pytest.mark.parametrize(("old", "new", "_"), UPGRADES)
def test_an_upgrade_with_another_argument_of_the_server_is_another_source(old: str, new: str, _: str) -> None:
    if not old.startswith("sh "):
        assert upgrade(old, shlex.join([*shlex.split(new), "--all"])) is None


def test_other_options_of_the_launcher_run_the_same() -> None:
    assert runs_the_same("npx books@1.0.0", "npx -y books@1.0.0")
    assert runs_the_same("a", "a")
    assert not runs_the_same("npx books@1.0.0", "npx -y books@1.0.1")
    assert not runs_the_same("a", "b")


@pytest.mark.parametrize(
    ("source", "expected"),
    [("npx -y books@1.0.0", {"server-upgraded", "integrity-removed"}), ("npx books@1.0.1", {"server-upgraded"})],
)
def test_integrity_is_not_lost_with_an_option(source: str, expected: set[str]) -> None:
    old = {"source": "npx books@1.0.0", "integrity": "books@1.0.0 sha512-b2xk"}
    assert firing(Example("server", old, {"source": source})) == expected

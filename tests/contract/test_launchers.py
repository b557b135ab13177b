import re
import shlex
import shutil
import subprocess

import pytest

from govern.contract.launchers import launcher_table, packages, unpinned_reason

COMMIT = "0123456789abcdef0123456789abcdef01234567"
DIGEST = f"sha256:{COMMIT}{COMMIT[:24]}"

UNPINNED = [
    "npx foo",
    "npx -y foo",
    "npx --yes @a/foo",
    "npx foo@latest",
    "npx @a/foo@next",
    "npx foo@1",
    "npx foo@1.2",
    "npx foo@^1.2.3",
    "npx 'foo@>=1.2.3'",
    "npx foo@1.x",
    "npx -p foo bar",
    "npx -p foo@1.2.3 -p baz bar",
    "npx --package=foo bar",
    "npx --registry https://r.example -y foo",
    "npx -y -- foo",
    "npx -y github:a/b",
    "npx -y git+https://github.com/a/b.git",
    "npx -y git+https://github.com/a/b.git#main",
    "npx -y git+https://github.com/a/b.git#0123456",
    "npx -y mcp-remote https://x.example/mcp",
    "npx.cmd -y foo",
    "/usr/local/bin/npx -y foo",
    "C:\\\\nodejs\\\\npx.cmd -y foo",
    "npm exec foo",
    "npm exec --yes -- foo",
    "npm x foo",
    "bunx foo",
    "bun x foo",
    "bunx --bun foo@latest",
    "pnpm dlx foo",
    "pnpm --dir x dlx foo",
    "pnpm dlx --package foo bar",
    "pnpx foo",
    "yarn dlx foo",
    "yarn dlx -p foo bar",
    "uvx foo",
    "uvx foo@latest",
    "uvx 'foo>=1.0'",
    "uvx 'foo~=1.0'",
    "uvx 'foo==1.*'",
    "uvx foo[cli]",
    "uvx --from foo bar",
    "uvx --from=foo bar",
    "uvx --python 3.12 foo",
    "uvx --with requests foo==1.0",
    "uvx --from git+https://github.com/a/b bar",
    "uvx --from git+https://github.com/a/b@main bar",
    "uvx git+https://github.com/a/b@v1.0",
    "uv tool run foo",
    "uv --quiet tool run foo",
    "uv run --with mcp server.py",
    "uv run --with mcp==1.0,rich server.py",
    "uv --directory x run --with mcp server.py",
    "pipx run foo",
    "pipx run --spec foo bar",
    "pipx run --spec git+https://github.com/a/b bar",
    "docker run image",
    "docker run -i --rm image",
    "docker run -i --rm -e KEY -e A=b -v /a:/b --name n mcp/time",
    "docker run -i --rm image:latest",
    "docker run --stop-timeout 10 image",
    "docker run -iv /a:/b image",
    "docker run -it image",
    "podman run --secret s image",
    "podman container run image",
    "nerdctl -n k8s run image",
    "npm --prefix x exec foo",
    "npx --before 2026-01-01 foo",
    "pnpm --filter x dlx foo",
    "pnpx --allow-build x foo",
    "bunx --registry https://r.example foo",
    "uvx --exclude-newer 2026-01-01 --fork-strategy fewest foo",
    "pipx run --path foo",
    "pipx run --python-args -I foo",
    "deno run --env-file -A npm:foo",
    "deno run --ext ts -A npm:foo",
    "docker run -i --rm ghcr.io/a/b:1.2.3",
    "docker run --rm localhost:5000/a",
    "docker container run image",
    "docker --context x run image",
    "podman run image",
    "deno run -A npm:foo",
    "deno run -A npm:@a/foo@^1.2",
    "deno run -A jsr:@a/foo",
    "deno run --config x.json jsr:@a/foo@1",
    "sh -c 'npx foo'",
    "bash -lc 'cd x && exec npx -y foo'",
    "sh -c 'true; uvx foo'",
    "cmd /c npx -y foo",
    "cmd.exe /C 'npx -y foo'",
    "powershell -Command 'npx -y foo'",
    "env A=b npx foo",
    "env -u X npx foo",
    "timeout 60 npx foo",
    "nice -n 5 npx foo",
    "A=b npx foo",
    "sudo -u me docker run image",
    "dotenv -e .env -- npx foo",
    "mise exec -- npx foo",
]
PINNED = [
    "npx foo@1.2.3",
    "npx -y @a/foo@2025.4.8",
    "npx -y @a/foo@1.2.3-beta.1",
    "npx -p foo@1.2.3 bar",
    "npx --package=foo@1.2.3 bar",
    "npx ./local",
    "npx /srv/local",
    "npx -y ../local.tgz",
    f"npx -y github:a/b#{COMMIT}",
    f"npx -y git+https://github.com/a/b.git#{COMMIT}",
    "npx",
    "npx -y",
    "bunx foo@1.2.3",
    "pnpm dlx foo@1.2.3",
    "pnpm run serve",
    "yarn serve",
    "npm run serve",
    "uvx foo==1.0",
    "uvx foo@1.0",
    "uvx foo[cli]@1.0.post1",
    "uvx 'foo == 1.0'",
    "uvx --from foo==1.0 bar",
    "uvx --with requests==2.0 foo==1.0",
    "uvx --python 3.12 --from 'foo[x]==1.0' bar --limit 3",
    f"uvx --from git+https://github.com/a/b@{COMMIT} bar",
    f"uvx --from git+https://github.com/a/b@{COMMIT}#subdirectory=x bar",
    "uvx ./local",
    "uvx --from . bar",
    "uvx foo-1.0-py3-none-any.whl",
    "uv run server.py",
    "uv run --with mcp==1.0 server.py",
    "uv --directory x run server.py",
    "pipx run foo==1.0",
    "pipx run --spec foo==1.0 bar",
    f"docker run -i --rm image@{DIGEST}",
    f"docker run -i --rm -e KEY ghcr.io/a/b:1.2@{DIGEST}",
    f"docker run -i --rm --stop-timeout 10 image@{DIGEST}",
    f"docker run --memory-swap 1g image@{DIGEST}",
    f"docker run -iv /a:/b -itp 80:80 -e A=b image@{DIGEST}",
    f"docker run --rm --annotation a=b --dns-option x --memory-reservation 1g --uts host image@{DIGEST}",
    f"podman --root /x run --secret s --tz local -iv /a:/b image@{DIGEST}",
    f"podman container run image@{DIGEST}",
    f"nerdctl --namespace k8s run --memory-swap 1g image@{DIGEST}",
    "docker compose up",
    "deno run -A npm:foo@1.2.3",
    "deno run -A jsr:@a/foo@1.2.3/mod.ts",
    "deno run -A server.ts",
    "sh -c 'npx foo@1.2.3'",
    "sh server.sh",
    "sh",
    "cmd /c node server.js",
    "python -m server",
    "node server.js npx foo",
    "env A=b",
    "''",
]


@pytest.mark.parametrize("command", UNPINNED)
def test_unpinned(command):
    assert unpinned_reason(shlex.split(command))


@pytest.mark.parametrize("command", PINNED)
def test_pinned(command):
    assert unpinned_reason(shlex.split(command)) is None


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("npx -y foo", "unpinned: npx runs the latest foo; pin it: foo@VERSION"),
        ("npx -y @a/foo@latest", "npx runs any @a/foo that matches latest"),
        ("uvx foo", "pin it: foo==VERSION"),
        ("docker run a/b:1.2", "docker run runs a/b:1.2, and its tag can move"),
        ("docker run a/b", "the latest image a/b"),
        ("docker run --stop-timeout 10 a/b", "the latest image a/b"),
        ("docker run -iv /c:/d a/b", "the latest image a/b"),
        ("podman run --secret s a/b", "the latest image a/b"),
        ("npm --prefix x exec foo", "the latest foo"),
        ("uvx --fork-strategy fewest foo", "the latest foo"),
        ("pnpx --allow-build x foo", "the latest foo"),
        ("uvx git+https://github.com/a/b@main", "without a full commit"),
        ("deno run npm:foo@^1", "pin it: npm:foo@VERSION"),
        ("sh -c 'uvx foo==1; npx bar'", "the latest bar"),
    ],
)
def test_the_reason_names_the_package_and_the_remedy(command, message):
    assert message in (unpinned_reason(shlex.split(command)) or "")


def test_packages_beside_the_server_are_extra():
    found = {each.spec: each.extra for each in packages(["uvx", "--with", "mcp<2", "books==1.0"])}
    assert found == {"books==1.0": False, "mcp<2": True}


OPTION = re.compile(r"-[A-Za-z]|--[a-z0-9][a-z0-9-]*[a-z0-9]")


@pytest.mark.parametrize(
    "options",
    [
        *(
            pytest.param(each.valued | each.package | each.extra, id=" ".join(each.words))
            for each in launcher_table().launchers
        ),
        *(pytest.param(options, id=f"{name} globals") for name, options in launcher_table().global_options.items()),
        *(pytest.param(options, id=name) for name, options in launcher_table().wrappers.items()),
    ],
)
def test_every_option_of_the_table_has_the_form_of_an_option(options):
    assert [option for option in options if not OPTION.fullmatch(option)] == []


@pytest.mark.parametrize("words", [("docker", "run"), ("podman", "run"), ("nerdctl", "run")])
def test_options_of_containers_that_take_a_value_are_all_in_the_table(words):
    launcher = next(each for each in launcher_table().launchers if each.words == words)
    assert _flags_of_docker_run() <= launcher.valued


def _flags_of_docker_run() -> set[str]:
    """Return the flags with values that this machine's `docker run --help` lists."""
    docker = shutil.which("docker")
    if docker is None:
        pytest.skip("docker is not installed")
    output = subprocess.run([docker, "run", "--help"], capture_output=True, text=True, timeout=30, check=False).stdout
    found = re.findall(r"^ +(?:(-\w), )?(--[a-z0-9-]+) [a-z]", output, re.MULTILINE)
    if not found:
        pytest.skip("this docker lists no options")
    return {flag for pair in found for flag in pair if flag}


def test_an_empty_command_is_pinned():
    assert unpinned_reason([]) is None

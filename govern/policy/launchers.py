"""Find out which package a command fetches, and whether its version is pinned."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from govern.policy.target import Command, Target

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@dataclass(frozen=True, slots=True)
class Launcher:
    """How one launcher is spelled.

    `words` begin the command; `valued` are its flags that take the next word; `package` are flags whose value is what
    is fetched, in place of the first word that is no flag; `extra` fetch more beside it. `switches` are the letters
    that may stand before another one in a cluster such as `-itv`.
    """

    words: tuple[str, ...]
    kind: str
    valued: frozenset[str] = frozenset()
    package: frozenset[str] = frozenset()
    extra: frozenset[str] = frozenset()
    only_extra: bool = False
    switches: str = ""


def _flags(flags: str) -> frozenset[str]:
    return frozenset(flags.split())


# Each table lists the options of that program that take the next word, as its own help tells them.
_NPM_VALUED = _flags("""
    --access --allow-directory --allow-file --allow-git --allow-remote --allow-scripts --auth-type --before --ca
    --cache --cache-max --cache-min --cafile --cert --cidr --cpu --editor --fetch-retries --fetch-retry-factor
    --fetch-retry-maxtimeout --fetch-retry-mintimeout --fetch-timeout --git --globalconfig --https-proxy --include
    --install-strategy --key --libc --local-address --location -L --lockfile-version --loglevel --logs-dir --logs-max
    --maxsockets --min-release-age --node-arg -n --node-options --noproxy --omit --only --os --otp --prefix -C --proxy
    --registry --replace-registry-host --scope --script-shell --shell --tag --umask --user-agent --userconfig
    --workspace -w
""")
_NPX_VALUED = _NPM_VALUED | _flags("-c --call")
_PNPM_VALUED = _flags("""
    -C --dir --reporter --loglevel --registry --allow-build --cpu --os --libc --env-file --store-dir --state-dir
    --npmrc-auth-file --workspace-packages --https-proxy --http-proxy --no-proxy -F --filter --filter-prod
    --test-pattern --changed-files-ignore-pattern
""")
_BUN_VALUED = _flags("--cwd --env-file --minimum-release-age --registry --ca --cafile")
_YARN_VALUED = _flags("--cwd")
_UV_VALUED = _flags("""
    --allow-insecure-host -b --build-constraint --build-constraints -c --constraint --constraints --cache-dir --color
    --config-file -C --config-setting --config-settings --config-settings-package --default-index --directory --env-file
    --exclude-newer --exclude-newer-package --extra --extra-index-url -f --find-links --fork-strategy --group -i --index
    --index-strategy --index-url --keyring-provider --link-mode --no-binary-package --no-build-isolation-package
    --no-build-package --no-editable-package --no-extra --no-group --no-sources-package --only-group --override
    --overrides --package --prerelease --prerelease-package --project -p --python --python-platform --refresh-package
    --reinstall-package --resolution --torch-backend --upgrade-group -P --upgrade-package --with-editable
    --with-requirements
""")
_DOCKER_VALUED = _flags("""
    --add-host --annotation -a --attach --blkio-weight --blkio-weight-device --cap-add --cap-drop --cgroup-parent
    --cgroupns --cidfile --cpu-count --cpu-percent --cpu-period --cpu-quota --cpu-rt-period --cpu-rt-runtime -c
    --cpu-shares --cpus --cpuset-cpus --cpuset-mems --detach-keys --device --device-cgroup-rule --device-read-bps
    --device-read-iops --device-write-bps --device-write-iops --dns --dns-opt --dns-option --dns-search --domainname
    --entrypoint -e --env --env-file --expose --gpus --group-add --health-cmd --health-interval --health-retries
    --health-start-interval --health-start-period --health-timeout -h --hostname --io-maxbandwidth --io-maxiops --ip
    --ip6 --ipc --isolation --kernel-memory -l --label --label-file --link --link-local-ip --log-driver --log-opt
    --mac-address -m --memory --memory-reservation --memory-swap --memory-swappiness --mount --name --net --net-alias
    --network --network-alias --oom-score-adj --pid --pids-limit --platform -p --publish --pull --restart --runtime
    --security-opt --shm-size --stop-signal --stop-timeout --storage-opt --sysctl --tmpfs --ulimit -u --user --userns
    --uts -v --volume --volume-driver --volumes-from -w --workdir
""")
_PODMAN_VALUED = _DOCKER_VALUED | _flags("""
    --arch --authfile --cert-dir --cgroup-conf --cgroups --chrootdirs --conmon-pidfile --creds --decryption-key --gidmap
    --group-entry --health-log-destination --health-max-log-count --health-max-log-size --health-on-failure
    --health-startup-cmd --health-startup-interval --health-startup-retries --health-startup-success
    --health-startup-timeout --hosts-file --hostuser --image-volume --init-ctr --init-path --intel-rdt-closid --os
    --passwd-entry --personality --pidfile --pod --pod-id-file --preserve-fd --preserve-fds --requires --retry
    --retry-delay --sdnotify --seccomp-policy --secret --shm-size-systemd --subgidname --subuidname --systemd --timeout
    --tz --uidmap --umask --unsetenv --variant
""")
_NERDCTL_VALUED = _DOCKER_VALUED | _flags("""
    --cgroup-conf --cosign-certificate-identity --cosign-certificate-identity-regexp --cosign-certificate-oidc-issuer
    --cosign-certificate-oidc-issuer-regexp --cosign-key --ipfs-address --pidfile --rdt-class --systemd --umask --verify
""")
_DOCKER_GLOBAL = _flags("-H --host -c --context -l --log-level --config --tlscacert --tlscert --tlskey")
_PODMAN_GLOBAL = _flags("""
    --cgroup-manager --config --conmon -c --connection --db-backend --events-backend --hooks-dir --identity
    --imagestore --log-level --module --namespace --network-backend --network-cmd-path --network-config-dir --out --root
    --runroot --runtime --runtime-flag --ssh --storage-driver --storage-opt --tls-ca --tls-cert --tls-key --tmpdir --url
    --volumepath
""")
_NERDCTL_GLOBAL = _flags("""
    -a --address -H --host --bridge-ip --cdi-spec-dirs --cgroup-manager --cni-netconfpath --cni-path --data-root
    --global-dns --global-dns-opts --global-dns-search --host-gateway-ip --hosts-dir -n --namespace --snapshotter
    --storage-driver --userns-remap
""")
_PIPX_VALUED = _flags("""
    --backend --cooldown --fetch-python -i --index-url --pip-args --python --python-args
""")
_DENO_VALUED = _flags("""
    --cert --conditions -c --config --ext --import-map --inspect-publish-uid --location --lock -L --log-level
    --min-dep-age --node-modules-linker --preload --require --seed
""")
_PACKAGE = _flags("-p --package")
# Of a cluster such as `-itv`, all but the last have to be these.
_DOCKER_SWITCHES = "dPiqt"

LAUNCHERS = (
    Launcher(("npx",), "npm", _NPX_VALUED, _PACKAGE),
    Launcher(("npm", "exec"), "npm", _NPX_VALUED, _PACKAGE),
    Launcher(("npm", "x"), "npm", _NPX_VALUED, _PACKAGE),
    Launcher(("pnpx",), "npm", _PNPM_VALUED, _flags("--package")),
    Launcher(("pnpm", "dlx"), "npm", _PNPM_VALUED, _flags("--package")),
    Launcher(("yarn", "dlx"), "npm", _YARN_VALUED, _PACKAGE),
    Launcher(("bunx",), "npm", _BUN_VALUED, _PACKAGE),
    Launcher(("bun", "x"), "npm", _BUN_VALUED, _PACKAGE),
    Launcher(("uvx",), "pypi", _UV_VALUED, _flags("--from"), _flags("--with -w")),
    Launcher(("uv", "tool", "run"), "pypi", _UV_VALUED, _flags("--from"), _flags("--with -w")),
    Launcher(("uv", "run"), "pypi", _UV_VALUED, extra=_flags("--with -w"), only_extra=True),
    Launcher(("pipx", "run"), "pypi", _PIPX_VALUED, _flags("--spec"), _flags("--with")),
    *(
        Launcher((program, *verb), "image", valued, switches=_DOCKER_SWITCHES)
        for program, valued in (("docker", _DOCKER_VALUED), ("podman", _PODMAN_VALUED), ("nerdctl", _NERDCTL_VALUED))
        for verb in (("run",), ("container", "run"))
    ),
    Launcher(("deno", "run"), "module", _DENO_VALUED),
    Launcher(("deno",), "module", _DENO_VALUED),
)
SHELLS = frozenset({"sh", "bash", "zsh", "dash", "ash", "fish", "ksh"})
WINDOWS_SHELLS = frozenset({"cmd", "powershell", "pwsh"})
FRONTS = {
    "env": _flags("-u --unset -C --chdir"),
    "sudo": _flags("-u -g"),
    "nice": _flags("-n"),
    "timeout": _flags("-s -k"),
    "time": frozenset(),
    "exec": frozenset(),
    "command": frozenset(),
    "nohup": frozenset(),
    "dotenv": _flags("-e -f"),
    "mise": frozenset(),
    "call": frozenset(),
}
GLOBALS = {
    "docker": _DOCKER_GLOBAL,
    "podman": _PODMAN_GLOBAL,
    "nerdctl": _NERDCTL_GLOBAL,
    "uv": _UV_VALUED,
    "npm": _NPM_VALUED,
    "pnpm": _PNPM_VALUED,
    "yarn": _YARN_VALUED,
    "bun": _BUN_VALUED,
}


_NPM_EXACT = re.compile(r"(?:npm:)?(?:@[^/@\s]+/)?[^@\s/]+@v?\d+\.\d+\.\d+(?:[-+][\w.+-]+)?")
_JSR_EXACT = re.compile(r"(?:npm|jsr):/?(?:@[^/@\s]+/)?[^@\s/]+@\d+\.\d+\.\d+(?:[-+][\w.+-]+)?(?:/.*)?")
_PYPI_EXACT = re.compile(r"[\w.-]+(?:\[[^\]]*\])?\s*(?:===?\s*|@\s*)v?(?:\d+!)?\d[\w.+-]*")
_COMMIT = re.compile(r"[@#](?:[0-9a-f]{40}|[0-9a-f]{64})(?:$|[#&?])", re.IGNORECASE)
_FROM_ELSEWHERE = re.compile(r"(?:git\+|git://|github:|gitlab:|bitbucket:|gist:|git@)|\.git(?:$|[@#])")
_DIGEST = re.compile(r"@sha256:[0-9a-f]{64}$")
_LOCAL = re.compile(r"(?:\.{0,2}[/\\]|~[/\\]|[A-Za-z]:[\\/]|file:)|\.{1,2}$|.*\.(?:whl|tgz|tar\.gz)$")


_SEPARATORS = re.compile(r"(&&|\|\||[;|&\n])")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=.*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Package:
    """What a launcher fetches: `spec` as it is spelled, in the way of its `kind` (npm, pypi, image, module)."""

    launcher: str
    kind: str
    spec: str

    @property
    def moving(self) -> str | None:
        """Why it may be another version the next time, or None where it is held still."""
        return _JUDGES[self.kind](self.launcher, self.spec)


def unpinned_reason(started: Target | Sequence[str]) -> str | None:
    """Why the next start may bring another version, or None where the command holds it still."""
    if isinstance(started, Target):
        reason = unpinned_reason(started.how.argv) if isinstance(started.how, Command) else None
        return started.secrets.redact(reason) if reason else None
    return next((reason for package in packages(started) if (reason := package.moving)), None)


def packages(command: Sequence[str]) -> Iterator[Package]:
    """What a command fetches before it starts it, wherever in it a launcher stands."""
    words = list(command)
    while words:
        if (behind := _behind_front(words)) is None:
            yield from _launched(words)
            return
        if isinstance(behind, str):
            yield from _in_script(behind)
            return
        words = behind


def _behind_front(words: list[str]) -> list[str] | str | None:
    """What a shell (a script) or a front such as `env` (a command) starts; None where this is the program itself."""
    program = _name(words[0])
    if _ASSIGNMENT.fullmatch(words[0]):
        return words[1:]
    if program in SHELLS:
        at = next((at for at, word in enumerate(words[1:], 1) if re.fullmatch(r"-[a-z]*c", word)), None)
        return words[at + 1] if at and at + 1 < len(words) else []
    if program in WINDOWS_SHELLS:
        at = next((at for at, word in enumerate(words[1:], 1) if word.lower() in ("/c", "/k", "-command", "-c")), None)
        return (words[at + 1] if at + 2 == len(words) else words[at + 1 :]) if at else []
    if program in FRONTS:
        return _after_flags(program, words)
    return None


def _after_flags(program: str, words: list[str]) -> list[str]:
    rest = _skip_flags(words[1:], FRONTS[program])
    if program == "timeout":
        rest = _skip_flags(rest[1:], frozenset())
    while rest and rest[0] in ("exec", "--"):
        rest = _skip_flags(rest[1:], frozenset())
    return rest


def _in_script(script: str) -> Iterator[Package]:
    """Those of every command of a script."""
    for command in _SEPARATORS.split(script):
        try:
            words = shlex.split(command, comments=True)
        except ValueError:
            words = command.split()
        yield from packages(words)


def _launched(words: list[str]) -> Iterator[Package]:
    program, rest = _name(words[0]), words[1:]
    if program in GLOBALS:
        rest = _skip_flags(rest, GLOBALS[program])
    spelled = [program, *rest]
    for launcher in LAUNCHERS:
        if tuple(spelled[: len(launcher.words)]) == launcher.words:
            for package in _fetched(launcher, spelled[len(launcher.words) :]):
                yield Package(" ".join(launcher.words), launcher.kind, package)
            return


def _fetched(launcher: Launcher, words: list[str]) -> list[str]:
    """The value of the launcher's package flags, or else its first word that is no flag; and what it adds to that."""
    named: list[str] = []
    extra: list[str] = []
    first = ""
    at = 0
    while at < len(words) and not first:
        flag, _, value = words[at].partition("=")
        if not flag.startswith("-"):
            first = words[at]
        elif flag == "--":
            first = words[at + 1] if at + 1 < len(words) else ""
            break
        elif _takes_next(launcher, words[at]):
            at += 1
            value = words[at] if at < len(words) else ""
        if flag in launcher.package:
            named.append(value)
        elif flag in launcher.extra:
            extra += value.split(",")
        at += 1
    main = named or ([] if launcher.only_extra or not first else [first])
    return [package for package in (*main, *extra) if package]


def _takes_next(launcher: Launcher, flag: str) -> bool:
    """Whether a flag, or a cluster of one-letter flags such as `-itv`, takes the next word as its value."""
    if len(flag) > len("-x") and not flag[1:-1].strip(launcher.switches):
        flag = f"-{flag[-1]}"
    return flag in launcher.package | launcher.extra | launcher.valued


def _skip_flags(words: list[str], valued: frozenset[str]) -> list[str]:
    at = 0
    while at < len(words) and words[at].startswith("-") and words[at] != "--":
        at += 2 if words[at] in valued else 1
    return words[at:]


def _name(word: str) -> str:
    return re.sub(r"\.(?:exe|cmd|bat|ps1)$", "", re.split(r"[\\/]", word)[-1].lower())


def _elsewhere(launcher: str, package: str) -> str | None:
    if _COMMIT.search(package):
        return None
    return f"{launcher} fetches {package} without a full commit; add its 40 hexadecimal digits"


def _npm(launcher: str, package: str) -> str | None:
    if _FROM_ELSEWHERE.search(package):
        return _elsewhere(launcher, package)
    if _NPM_EXACT.fullmatch(package) or _LOCAL.match(package):
        return None
    name, _, version = package[1:].partition("@")
    return _moving(launcher, package[:1] + name, version, "@1.2.3")


def _pypi(launcher: str, package: str) -> str | None:
    if _FROM_ELSEWHERE.search(package):
        return _elsewhere(launcher, package)
    if _PYPI_EXACT.fullmatch(package) or _LOCAL.match(package) or "://" in package:
        return None
    found = re.match(r"([\w.-]+(?:\[[^\]]*\])?)\s*@?\s*(.*)", package)
    name, version = (found[1], found[2]) if found else (package, "")
    return _moving(launcher, name, version, "==1.2.3")


def _moving(launcher: str, name: str, version: str, example: str) -> str:
    if not version:
        return f"{launcher} starts whatever version of {name} is the newest; add one, such as {name}{example}"
    return f"{launcher} starts a version of {name} that moves ({version}); name an exact one, such as {name}{example}"


def _image(launcher: str, image: str) -> str | None:
    if _DIGEST.search(image):
        return None
    _, colon, tag = image.rpartition("/")[2].partition(":")
    if colon and tag != "latest":
        return f"{launcher} starts {image}, and a tag can be moved to another image; add its digest: @sha256:…"
    return f"{launcher} starts whatever image {image} is the newest; add its digest: @sha256:…"


def _module(launcher: str, module: str) -> str | None:
    if not module.startswith(("npm:", "jsr:")):
        return None
    if _JSR_EXACT.fullmatch(module):
        return None
    found = re.match(r"\w+:/?(?:@[^/@]+/)?[^/@]*", module)
    name = found[0] if found else module
    return f"{launcher} starts a version of {module} that moves; name an exact one, such as {name}@1.2.3"


_JUDGES = {"npm": _npm, "pypi": _pypi, "image": _image, "module": _module}

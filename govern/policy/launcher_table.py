"""How programs are spelled that fetch what they start, and those that only start another one."""

from __future__ import annotations

from govern.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Launcher:
    """How one launcher is spelled.

    `words` begin the command; `valued` are its flags that take the next word; `package` are flags whose value is what
    is fetched, in place of the first word that is no flag; `extra` fetch more beside it.
    """

    words: tuple[str, ...]
    kind: str
    valued: frozenset[str] = frozenset()
    package: frozenset[str] = frozenset()
    extra: frozenset[str] = frozenset()
    only_extra: bool = False


def _flags(flags: str) -> frozenset[str]:
    return frozenset(flags.split())


_NPX_VALUED = _flags(
    "--registry --cache --userconfig --prefix --loglevel --node-options -w --workspace --script-shell --node-arg -n"
)
_UV_VALUED = _flags(
    "--python -p --index --default-index --index-url -i --extra-index-url --find-links -f --directory --project "
    "--config-file --cache-dir --refresh-package --with-editable --env-file --exclude-newer --constraints -c "
    "--overrides --link-mode --resolution --prerelease --index-strategy --keyring-provider --build-constraints -b "
    "--upgrade-package -P --reinstall-package --color --allow-insecure-host --python-platform --torch-backend "
    "--group --extra --package --no-group --only-group --no-extra --with-requirements --module -m"
)
_DOCKER_VALUED = _flags(
    "-e --env --env-file -v --volume --mount -p --publish --name --network --net -w --workdir -u --user "
    "--entrypoint --platform -l --label --add-host --cap-add --cap-drop --cpus -m --memory --dns --gpus -h "
    "--hostname --ip --ipc --pid --pull --restart --runtime --security-opt --shm-size --stop-signal --stop- "
    "timeout --tmpfs --ulimit --userns --volumes-from --device --expose --link --log-driver --log-opt --memory- "
    "swap --network-alias --pids-limit --secret --cgroupns --cidfile -a --attach -c --cpu-shares --cpuset-cpus "
    "--group-add --label-file --sysctl"
)
_DOCKER_GLOBAL = _flags("-H --host -c --context -l --log-level --config --tlscacert --tlscert --tlskey")
_PIPX_VALUED = _flags("--python --index-url -i --pip-args --path --fetch-python --backend")
_DENO_VALUED = _flags("--config -c --import-map --lock --cert --location --seed --v8-flags -L --log-level --env-file")
_PACKAGE = _flags("-p --package")

LAUNCHERS = (
    Launcher(("npx",), "npm", _NPX_VALUED | _flags("-c --call"), _PACKAGE),
    Launcher(("npm", "exec"), "npm", _NPX_VALUED | _flags("-c --call"), _PACKAGE),
    Launcher(("npm", "x"), "npm", _NPX_VALUED | _flags("-c --call"), _PACKAGE),
    Launcher(("pnpx",), "npm", _NPX_VALUED, _flags("--package")),
    Launcher(("pnpm", "dlx"), "npm", _NPX_VALUED | _flags("-C --dir --reporter"), _flags("--package")),
    Launcher(("yarn", "dlx"), "npm", _flags("--cwd"), _PACKAGE),
    Launcher(("bunx",), "npm", _flags("--cwd --config"), _PACKAGE),
    Launcher(("bun", "x"), "npm", _flags("--cwd --config"), _PACKAGE),
    Launcher(("uvx",), "pypi", _UV_VALUED, _flags("--from"), _flags("--with -w")),
    Launcher(("uv", "tool", "run"), "pypi", _UV_VALUED, _flags("--from"), _flags("--with -w")),
    Launcher(("uv", "run"), "pypi", _UV_VALUED, extra=_flags("--with -w"), only_extra=True),
    Launcher(("pipx", "run"), "pypi", _PIPX_VALUED, _flags("--spec"), _flags("--with")),
    Launcher(("docker", "run"), "image", _DOCKER_VALUED),
    Launcher(("docker", "container", "run"), "image", _DOCKER_VALUED),
    Launcher(("podman", "run"), "image", _DOCKER_VALUED),
    Launcher(("nerdctl", "run"), "image", _DOCKER_VALUED),
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
GLOBALS = {"docker": _DOCKER_GLOBAL, "podman": _DOCKER_GLOBAL, "uv": _UV_VALUED, "pnpm": _flags("-C --dir --reporter")}

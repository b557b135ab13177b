"""How programs are spelled that fetch what they start, and those that only start another one."""

from __future__ import annotations

from dataclasses import dataclass


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

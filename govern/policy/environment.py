"""Choose the environment variables that a server gets: a table of defaults, `inherit-env` and env files."""

from __future__ import annotations

import re
import sys
from functools import lru_cache
from typing import TYPE_CHECKING

from govern.files import MAX_USER_FILE, read_text
from govern.policy.redaction import find_secrets, is_secret_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from govern.policy.target import Command, Inherit


_IN_SANDBOX = ("Language and time zone", "Proxies", "Certificates", "Package managers")
_OF_WINDOWS = "Windows itself"
_USES = {
    "Programs, user and folders": "PATH HOME SHELL TERM USER LOGNAME TMPDIR TMP TEMP XDG_*",
    "Language and time zone": "LANG LANGUAGE LC_* TZ",
    "Proxies": "HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY NODE_USE_ENV_PROXY",
    "Certificates": "SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS NODE_USE_SYSTEM_CA REQUESTS_CA_BUNDLE "
    "CURL_CA_BUNDLE AWS_CA_BUNDLE HTTPLIB2_CA_CERTS GRPC_DEFAULT_SSL_ROOTS_FILE_PATH DENO_CERT DENO_TLS_CA_STORE "
    "GIT_SSL_CAINFO GIT_SSL_CAPATH NIX_SSL_CERT_FILE",
    "Package managers": "npm_config_* UV_* PIP_* PIPX_* PNPM_HOME COREPACK_* BUN_INSTALL DENO_DIR",
    "Version managers": "NVM_DIR NVM_BIN FNM_* N_PREFIX VOLTA_HOME ASDF_* MISE_* PYENV_*",
    "Docker and Podman": "DOCKER_HOST DOCKER_CONTEXT DOCKER_CONFIG DOCKER_CERT_PATH DOCKER_TLS_VERIFY "
    "DOCKER_API_VERSION CONTAINER_HOST",
    _OF_WINDOWS: "ALLUSERSPROFILE APPDATA COMMONPROGRAMFILES COMMONPROGRAMFILES(X86) COMMONPROGRAMW6432 COMPUTERNAME "
    "COMSPEC HOMEDRIVE HOMEPATH LOCALAPPDATA NUMBER_OF_PROCESSORS OS PATHEXT PROCESSOR_ARCHITECTURE PROGRAMDATA "
    "PROGRAMFILES PROGRAMFILES(X86) PROGRAMW6432 PSMODULEPATH PUBLIC SYSTEMDRIVE SYSTEMROOT USERDOMAIN USERNAME "
    "USERPROFILE WINDIR",
}
# The variables that servers get by default, by their use; a final `*` stands for any end of the name.
GROUPS = {use: tuple(names.split()) for use, names in _USES.items()}
# Without these no program is found, or none starts on Windows.
_ALWAYS = ("PATH", "PATHEXT", "SYSTEMROOT") if sys.platform == "win32" else ("PATH",)
_DEFAULT = tuple(
    name for use, names in GROUPS.items() if use != _OF_WINDOWS or sys.platform == "win32" for name in names
)
# Shells set these for themselves.
_OF_THE_SHELL = ("_", "COLUMNS", "LESS*", "LINES", "LS_COLORS", "OLDPWD", "PROMPT*", "PS1", "PS2", "PWD", "SHLVL")
_KNOWN_VARIABLES = 1_024
_PATH = re.compile(r"[/\\.~]|[A-Za-z]:[\\/]")
_NAME = re.compile(r"[A-Za-z_]\w{2,}", re.ASCII)
# What the output of a server says if a certificate or a proxy is missing, and the variables that set these.
_NETWORK = (
    (
        re.compile(r"certificate|\bSSL|\bTLS\b|self[- _]signed|UNABLE_TO_(?:GET|VERIFY)|x509", re.IGNORECASE),
        re.compile(r"(?:^|_)(?:SSL|TLS|CA|CAS|CERTS?)(?:_|$)", re.IGNORECASE),
    ),
    (re.compile(r"proxy|tunnel", re.IGNORECASE), re.compile(r"(?:^|_)PROXY(?:_|$)", re.IGNORECASE)),
)


def inherited_variables(environ: Mapping[str, str], inherit: Inherit) -> dict[str, str]:
    """Return the variables that a server inherits; values that define a shell function are left out."""
    return {
        name: value
        for name, value in environ.items()
        if not value.startswith("()") and _is_inherited(name, value, inherit)
    }


def sandbox_variables(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that launchers and TLS need in a sandbox: none with a secret, none about the user."""
    names = [name for use in _IN_SANDBOX for name in GROUPS[use]]
    return {name: value for name, value in inherited_variables(environ, ()).items() if matches(name, names)}


def names_certificates(name: str) -> bool:
    """Return whether a variable names a file or folder of certificates."""
    return matches(name, GROUPS["Certificates"]) or name.upper() in ("PIP_CERT", "NPM_CONFIG_CAFILE")


def secret_variables(environ: Mapping[str, str], inherit: Inherit) -> dict[str, str]:
    """Return the inherited variables whose values must not be written down: the listed ones, and those with secrets."""
    listed = inherit not in ("all", "none")
    return {
        name: value
        for name, value in inherited_variables(environ, inherit).items()
        if holds_secret(name, value) or (listed and not matches(name, _DEFAULT))
    }


def withheld_variables(environ: Mapping[str, str], command: Command, evidence: str) -> list[str]:
    """Return the names of the variables that a server did not get and, by its output, most likely needs.

    These are the variables that its output names, after those for certificates or proxies if it fails for want of them.
    A secret is only returned if the output names it.
    """
    passed = inherited_variables(environ, command.inherit).keys() | command.env.keys()
    withheld = sorted(name for name in environ if name not in passed and not matches(name, _OF_THE_SHELL))
    needed = [
        name
        for failure, names in _NETWORK
        if failure.search(evidence)
        for name in withheld
        if names.search(name) and not holds_secret(name, environ[name])
    ]
    named = set(_NAME.findall(evidence))
    return list(dict.fromkeys([*needed, *(name for name in withheld if name in named)]))


def matches(name: str, patterns: Sequence[str]) -> bool:
    """Return whether a variable is named by one of the patterns; case makes no difference, as for proxies."""
    names, beginnings = _lowered(tuple(patterns))
    lower = name.lower()
    return lower in names or lower.startswith(beginnings)


@lru_cache
def _lowered(patterns: tuple[str, ...]) -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the names among patterns, and the beginnings of names, in lower case."""
    lower = [pattern.lower() for pattern in patterns]
    beginnings = [pattern[:-1] for pattern in lower if pattern.endswith("*")]
    return frozenset(pattern for pattern in lower if not pattern.endswith("*")), tuple(beginnings)


# Each server of a fleet is offered the variables of the same environment.
@lru_cache(_KNOWN_VARIABLES)
def holds_secret(name: str, value: str) -> bool:
    """Return whether a variable looks like a secret, by its name or, unless it is a path, by its value."""
    return is_secret_name(name) or (not _PATH.match(value) and bool(find_secrets(value)))


def _is_inherited(name: str, value: str, inherit: Inherit) -> bool:
    if inherit in ("all", "none"):
        return inherit == "all" or matches(name, _ALWAYS)
    return matches(name, inherit) or (matches(name, _DEFAULT) and not holds_secret(name, value))


# A value in quotes, or up to a comment; as in the env files of Docker and of editors.
_ASSIGNMENT = re.compile(
    r"\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(?:'([^']*)'|\"([^\"]*)\"|(.*?))(?:\s+#.*)?\s*", re.ASCII
)


def file_variables(path: Path) -> dict[str, str]:
    """Return the variables of an env file."""
    lines = read_text(path, MAX_USER_FILE).removeprefix("\ufeff").splitlines()
    found = [match.groups() for line in lines if (match := _ASSIGNMENT.fullmatch(line))]
    return {name: next(value for value in values if value is not None) for name, *values in found}

"""Convert a server entry of an MCP client's config into a table for govern.toml."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from govern.files import MAX_USER_FILE, read_text
from govern.policy.placeholders import PLACEHOLDER, literal
from govern.policy.redaction import find_secrets, flag_names, is_secret_name, replace_secrets

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.policy.client_files import ClientServer
    from govern.policy.redaction import Secret


@dataclass(slots=True)
class Variables:
    """Names by value: the same secret has one name, two secrets never share one."""

    by_name: dict[str, str] = field(default_factory=dict)

    def without_secrets(self, text: str, server: str, name: str = "", own: str = "") -> str:
        """The text with a placeholder for each secret; `own` is the variable that the text is the value of."""

        def placeholder(value: str, secret: Secret) -> str:
            whole = value == text
            return f"${{{self._name(value, own if whole and own else _made(server, secret.name or 'secret'), server)}}}"

        return replace_secrets(text, name, placeholder)

    def _name(self, value: str, wanted: str, server: str) -> str:
        if self.by_name.setdefault(wanted, value) == value:
            return wanted
        candidates = [_made(server, wanted), *(f"{_made(server, wanted)}_{number}" for number in range(2, 1000))]
        return next(name for name in candidates if self.by_name.setdefault(name, value) == value)


def own_name(text: str) -> str:
    """A variable's own name where it can be written, or else the nearest that can."""
    return text if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", text) else variable_name(text)


def variable_name(text: str) -> str:
    """Any text as a name that a variable can have."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", text)
    name = re.sub(r"[^A-Za-z0-9]+", "_", spaced).strip("_").upper()
    return f"_{name}" if name[:1].isdigit() else name or "SECRET"


def _made(server: str, name: str) -> str:
    """`Authorization` of the server docs is DOCS_TOKEN."""
    said = "token" if name.lower() == "authorization" else name.removeprefix("X-").removeprefix("x-")
    first, second = variable_name(server), variable_name(said)
    return second if second.startswith(f"{first}_") else f"{first}_{second}"


_ANY_PLACEHOLDER = re.compile(r"\$\{([^{}]*)\}")
_BARE = re.compile(r"\$(?=[A-Za-z_])([A-Za-z_][A-Za-z0-9_]*)")
_ENV_LINE = re.compile(r"(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=")
# A placeholder in front may hold anything, so it is believed.
_REACHABLE = re.compile(r"https?://|\$\{", re.IGNORECASE)
_URL_KEYS = ("httpUrl", "serverUrl", "url")


class UnusableEntryError(Exception):
    """An entry that says nothing that govern could start or reach."""


@dataclass(slots=True)
class EntryConverter:
    """One entry on its way into govern.toml."""

    listing: ClientServer
    project: Path
    home: Path
    variables: Variables

    def table(self) -> dict[str, Any]:
        """The server's table, without any secret."""
        entry = self.listing.entry
        if self.listing.excluded or entry.get("disabled") is True or entry.get("enabled") is False:
            raise UnusableEntryError("it is switched off")
        url = next((entry[key] for key in _URL_KEYS if _is_text(entry.get(key))), None)
        if _is_text(entry.get("command")):
            return self._command(entry)
        if url:
            return self._endpoint(entry, url)
        raise UnusableEntryError(
            f"it is of type {entry['type']}" if _is_text(entry.get("type")) else "no command and no url"
        )

    def _command(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        # First, so that a secret that has a variable of its own keeps its name.
        env = self._env(entry)
        given = entry.get("args")
        args = [_as_text(word) for word in given] if isinstance(given, list) else []
        words = [self._text(word) for word in (*_program(entry["command"], args), *args)]
        named = zip(words, flag_names(words), strict=True)
        table: dict[str, Any] = {"command": [self._hidden(word, name) for word, name in named]}
        if env:
            table["env"] = env
        if _is_text(entry.get("cwd")) and (cwd := self._text(entry["cwd"])) not in (".", str(self.project)):
            table["cwd"] = cwd
        return table

    def _env(self, entry: Mapping[str, Any]) -> dict[str, str]:
        env = {name: f"${{{name}}}" for name in (*self._names_in_file(entry), *_forwarded(entry))}
        for name, value in _texts(entry.get("env")).items():
            env[name] = self._hidden(self._text(value), name, own_name(name))
        return env

    def _names_in_file(self, entry: Mapping[str, Any]) -> list[str]:
        """The names that an env file sets; its values stay where they are."""
        if not _is_text(entry.get("envFile")):
            return []
        spelled = (
            entry["envFile"].replace("${workspaceFolder}", str(self.project)).replace("${userHome}", str(self.home))
        )
        try:
            lines = read_text(self.project / spelled, MAX_USER_FILE).removeprefix("\ufeff").splitlines()
        except OSError:
            return []
        return [found[1] for line in lines if (found := _ENV_LINE.match(line.strip()))]

    def _endpoint(self, entry: Mapping[str, Any], url: str) -> dict[str, Any]:
        address = self._text(url)
        if not _REACHABLE.match(address):
            raise UnusableEntryError("its url is neither http:// nor https://")
        table: dict[str, Any] = {"url": self._hidden(address)}
        if entry.get("type", entry.get("transport")) == "sse":
            table["transport"] = "sse"
        literals = _texts(entry.get("headers")) | _texts(entry.get("http_headers"))
        headers = {name: self._hidden(self._text(value), name) for name, value in literals.items()}
        headers |= {name: f"${{{own_name(var)}}}" for name, var in _texts(entry.get("env_http_headers")).items()}
        if headers:
            table["headers"] = headers
        authorized = any(name.lower() == "authorization" for name in headers)
        if _is_text(entry.get("bearer_token_env_var")) and not authorized:
            table["token"] = f"${{{own_name(entry['bearer_token_env_var'])}}}"
        elif (oauth := self._oauth(entry)) and not authorized:
            table["oauth"] = oauth
        return table

    def _oauth(self, entry: Mapping[str, Any]) -> dict[str, str] | None:
        """Only credentials that need no person: what a browser is needed for cannot run in CI."""
        given: dict[str, Any] = next((entry[key] for key in ("oauth", "auth") if isinstance(entry.get(key), dict)), {})
        texts = _texts(given)
        client_id = texts.get("clientId") or texts.get("CLIENT_ID")
        secret = texts.get("clientSecret") or texts.get("CLIENT_SECRET")
        if not (client_id and secret):
            return None
        oauth = {"client-id": self._text(client_id), "client-secret": self._hidden(self._text(secret), "client_secret")}
        scopes = given.get("scopes", given.get("scope"))
        if scopes:
            oauth["scope"] = " ".join(map(str, scopes)) if isinstance(scopes, list) else str(scopes)
        return oauth

    def _hidden(self, text: str, name: str = "", own: str = "") -> str:
        return self.variables.without_secrets(text, self.listing.name, name, own)

    def _text(self, text: str) -> str:
        """The client's placeholders as ours."""
        if self.listing.client == "Gemini CLI":
            text = _BARE.sub(r"${\1}", text)
        return _closed(_ANY_PLACEHOLDER.sub(lambda found: self._placeholder(found[1]), text))

    def _placeholder(self, inside: str) -> str:
        if inside in (known := self._known()):
            return known[inside]
        if ours := PLACEHOLDER.fullmatch(f"${{{inside}}}"):
            return _with_default(ours[1], ours[2])
        kind, _, name = inside.partition(":")
        if kind == "env":
            variable, _, default = name.partition(":-")
            return _with_default(own_name(variable), default)
        if kind == "input":
            # What the editor would ask a person for.
            asked = self.listing.inputs.get(name, {})
            return _with_default(variable_name(name), None if asked.get("password") is True else asked.get("default"))
        return f"${{{variable_name(name or kind)}}}"

    def _known(self) -> dict[str, str]:
        """What editors fill in by themselves; servers run in the project unless their entry says otherwise."""
        cwd = self.listing.entry.get("cwd", "${workspaceFolder}")
        here = "." if cwd == "${workspaceFolder}" else self.project.as_posix()
        return {
            "workspaceFolder": here,
            "CLAUDE_PROJECT_DIR": here,
            "workspaceFolderBasename": self.project.name,
            "userHome": "${HOME}",
            "pathSeparator": "/",
            "/": "/",
        }


def _with_default(name: str, default: Any) -> str:
    """A default is kept where it is a plain text that may be shown."""
    plain = _is_text(default) and not re.search(r"[{}$\0]", default)
    if not plain or is_secret_name(name) or find_secrets(default):
        return f"${{{name}}}"
    return f"${{{name}:-{default}}}"


def _closed(text: str) -> str:
    """What still looks like a placeholder and is none is meant literally."""
    if "${" not in PLACEHOLDER.sub("", text):
        return text
    pieces, end = [], 0
    for found in PLACEHOLDER.finditer(text):
        pieces += [literal(text[end : found.start()]), found[0]]
        end = found.end()
    return "".join([*pieces, literal(text[end:])])


def _program(command: str, args: list[str]) -> list[str]:
    """Some clients take a whole shell line as the command."""
    if args or " " not in command.strip() or "\\" in command or Path(command).exists():
        return [command]
    try:
        return shlex.split(command)
    except ValueError:
        return command.split()


def _forwarded(entry: Mapping[str, Any]) -> list[str]:
    given = entry.get("env_vars")
    names = [each.get("name") if isinstance(each, dict) else each for each in given] if isinstance(given, list) else []
    return [str(name) for name in names if _is_text(name)]


def _texts(table: Any) -> dict[str, str]:
    pairs = table.items() if isinstance(table, dict) else ()
    return {name: _as_text(value) for name, value in pairs if isinstance(value, (str, int, float))}


def _as_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value)

"""Convert a server entry of an MCP client's config into a table for govern.toml."""

from __future__ import annotations

import posixpath
import re
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from govern.files import relative_path
from govern.policy.client_files import reads_dollar_variables
from govern.policy.parsing import shell_words
from govern.policy.placeholders import PLACEHOLDER, literal, variable_name
from govern.policy.redaction import find_secrets, flag_names, is_secret_name, replace_secrets

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.policy.client_files import ClientServer
    from govern.policy.redaction import Secret


@dataclass(slots=True)
class Variables:
    """Variables for secrets: equal secrets share a name, different secrets never do.

    `files` are those in which each secret stands.
    """

    by_name: dict[str, str] = field(default_factory=dict)
    files: dict[str, list[Path]] = field(default_factory=dict)

    def without_secrets(self, text: str, server: ClientServer, name: str = "", own: str = "") -> str:
        """Return the text with a placeholder for each secret; `own` is the variable that holds the text, if any."""

        def placeholder(value: str, secret: Secret) -> str:
            wanted = own if own and value == text else variable_for(server.name, secret.name or "secret")
            variable = self._name(value, wanted, server.name)
            self.files.setdefault(variable, []).append(server.file)
            return f"${{{variable}}}"

        return replace_secrets(text, name, placeholder)

    def _name(self, value: str, wanted: str, server: str) -> str:
        if self.by_name.setdefault(wanted, value) == value:
            return wanted
        candidates = [
            variable_for(server, wanted),
            *(f"{variable_for(server, wanted)}_{number}" for number in range(2, 1000)),
        ]
        return next(name for name in candidates if self.by_name.setdefault(name, value) == value)


def own_name(text: str) -> str:
    """Return the name itself if it is a valid variable name, or else the closest valid one."""
    return text if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", text) else variable_name(text)


def variable_for(server: str, name: str) -> str:
    """Return a name such as DOCS_TOKEN for the header `Authorization` of the server `docs`."""
    key = "token" if name.lower() == "authorization" else name.removeprefix("X-").removeprefix("x-")
    first, second = variable_name(server), variable_name(key)
    return second if second.startswith(f"{first}_") else f"{first}_{second}"


_ANY_PLACEHOLDER = re.compile(r"\$\{([^{}]*)\}")
_RELATIVE = re.compile(r"(?![/\\~$]|[A-Za-z]:)")
_BARE = re.compile(r"\$(?=[A-Za-z_])([A-Za-z_][A-Za-z0-9_]*)")
_ECHO = re.compile(r"\$\(echo ([^()]*)\)")
# `{env:NAME}` of OpenCode, and `${{ secrets.NAME }}` of Continue and GitHub.
_FOREIGN = re.compile(
    r"(?<!\$)\{env:([A-Za-z_]\w*)\}|\$\{\{\s*(?:secrets|vars|inputs|env)\.([A-Za-z_]\w*)\s*\}\}", re.ASCII
)
# A URL may begin with a placeholder, which may hold any scheme.
_REACHABLE = re.compile(r"https?://|\$\{", re.IGNORECASE)
# The first of these wins in clients that know several.
URL_KEYS = ("httpUrl", "serverUrl", "url")
_SPELLINGS = {
    "cmd": "command", "uri": "url", "http_headers": "headers", "environment": "env", "envs": "env",
    "workingDirectory": "cwd", "working_directory": "cwd",
}  # fmt: skip
_MERGED = ("env", "headers")
# `command` is a table in older versions of Zed, with the program as `path`.
_INNER_TABLES = ("command", "config", "requestInit", "requestOptions", "transport")


def usual_form(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return an entry with the keys that most clients use, whatever its own client calls them."""
    usual: dict[str, Any] = {}
    for key, value in _usual_pairs(entry):
        known = usual.get(key)
        both = isinstance(known, dict) and isinstance(value, dict) and key in _MERGED
        usual[key] = {**(known or {}), **value} if both else value
    if isinstance(usual.get("command"), list):
        program, *rest = usual["command"] or [""]
        given = usual.get("args")
        usual |= {"command": program, "args": [*rest, *(given if isinstance(given, list) else [])]}
    return usual


def setting_given_twice(entry: Mapping[str, Any]) -> str | None:
    """Return a key that an entry gives under two names or in two places, of which each client takes its own."""
    keys = [key for key, _ in _usual_pairs(entry)]
    return next((key for key in keys if keys.count(key) > 1), None)


def _usual_pairs(entry: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in entry.items():
        if key in _INNER_TABLES and isinstance(value, dict):
            names = _SPELLINGS | ({"path": "command"} if key == "command" else {})
            yield from ((names.get(str(inner), str(inner)), each) for inner, each in value.items())
        else:
            yield _SPELLINGS.get(key, key), value


class UnusableEntryError(Exception):
    """The entry has nothing that govern could start or connect to."""


@dataclass(slots=True)
class EntryConverter:
    """Converts the entry of one server for a config in the folder `project`.

    If `strict`, an entry that its client disables counts too, and no value comes from the client's own settings.
    """

    server: ClientServer
    project: Path
    variables: Variables
    strict: bool = False

    def table(self) -> dict[str, Any]:
        """Return the server's table for govern.toml, with a placeholder in place of each secret."""
        entry = usual_form(self.server.entry)
        if not self.strict and (self.server.excluded or is_disabled(entry)):
            raise UnusableEntryError("disabled in the client")
        url = next((entry[key] for key in URL_KEYS if _is_text(entry.get(key))), None)
        if _is_text(entry.get("command")):
            return self._command(entry)
        if url:
            return self._endpoint(entry, url)
        raise UnusableEntryError(
            f"unsupported type {entry['type']}" if _is_text(entry.get("type")) else "no command and no url"
        )

    def hide_unused(self) -> None:
        """Give a variable to each secret in the arguments, `env` and `headers`, also if the entry does not use them."""
        entry = usual_form(self.server.entry)
        given = entry.get("args")
        words = ["", *(_as_text(word) for word in given)] if isinstance(given, list) else []
        values = [(value, name, own_name(name)) for name, value in _string_values(entry.get("env")).items()]
        values += [(value, name, "") for name, value in _string_values(entry.get("headers")).items()]
        values += [(word, name, "") for word, name in zip(words, flag_names(words), strict=True)]
        for text, name, own in values:
            # Its placeholder is of the client's settings, which table() reports.
            with suppress(UnusableEntryError):
                self._hidden(self._text(text), name, own)

    def _command(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        # First, so that a secret with a variable of its own keeps that name.
        env = self._env(entry)
        given = entry.get("args") or []
        if not isinstance(given, list) or not all(isinstance(word, (str, int, float)) for word in given):
            raise UnusableEntryError("args is not a list of texts")
        args = [_as_text(word) for word in given]
        words = [self._text(word) for word in (*_program_words(entry["command"], args), *args)]
        named = zip(words, flag_names(words), strict=True)
        table: dict[str, Any] = {"command": [self._hidden(word, name) for word, name in named]}
        if env:
            table["env"] = env
        if env_file := self._env_file(entry):
            table["env-file"] = env_file
        if (cwd := self._folder(entry)) != ".":
            table["cwd"] = cwd
        return table

    def _folder(self, entry: Mapping[str, Any]) -> str:
        """Return the folder in which the client starts the server, relative to the config if possible."""
        given = self._text(entry["cwd"]) if _is_text(entry.get("cwd")) else "."
        if given in (".", str(self.server.folder)):
            return relative_path(self.server.folder, self.project)
        if self.server.folder == self.project or not _RELATIVE.match(given):
            return given
        return posixpath.normpath(posixpath.join(relative_path(self.server.folder, self.project), given))

    def _env(self, entry: Mapping[str, Any]) -> dict[str, str]:
        env = {name: f"${{{name}}}" for name in _forwarded(entry)}
        for name, value in _string_values(entry.get("env")).items():
            env[name] = self._hidden(self._text(value), name, own_name(name))
        return env

    def _env_file(self, entry: Mapping[str, Any]) -> str | None:
        """Return the path of the env file, relative to the config if possible; its values are not copied."""
        if not _is_text(entry.get("envFile")):
            return None
        file = self._text(entry["envFile"].replace("${workspaceFolder}", "."))
        above = relative_path(self.server.folder, self.project)
        return posixpath.normpath(posixpath.join(above, file)) if _RELATIVE.match(file) else file

    def _endpoint(self, entry: Mapping[str, Any], url: str) -> dict[str, Any]:
        address = self._text(url)
        if not _REACHABLE.match(address):
            raise UnusableEntryError("url is neither http:// nor https://")
        table: dict[str, Any] = {"url": self._hidden(address)}
        if entry.get("type", entry.get("transport")) == "sse":
            table["transport"] = "sse"
        literals = _string_values(entry.get("headers"))
        headers = {name: self._hidden(self._text(value), name) for name, value in literals.items()}
        headers |= {
            name: f"${{{own_name(var)}}}" for name, var in _string_values(entry.get("env_http_headers")).items()
        }
        if headers:
            table["headers"] = headers
        authorized = any(name.lower() == "authorization" for name in headers)
        if _is_text(entry.get("bearer_token_env_var")) and not authorized:
            table["token"] = f"${{{own_name(entry['bearer_token_env_var'])}}}"
        elif _is_text(entry.get("apiKey")) and not authorized:
            table["token"] = self._hidden(self._text(entry["apiKey"]), "token")
        elif (oauth := self._oauth(entry)) and not authorized:
            table["oauth"] = oauth
        return table

    def _oauth(self, entry: Mapping[str, Any]) -> dict[str, str] | None:
        """Return client credentials; a login in a browser cannot run in CI and is left out."""
        given: dict[str, Any] = next((entry[key] for key in ("oauth", "auth") if isinstance(entry.get(key), dict)), {})
        texts = _string_values(given)
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
        return self.variables.without_secrets(text, self.server, name, own)

    def _text(self, text: str) -> str:
        """Convert the client's placeholders to those of govern.toml."""
        text = _FOREIGN.sub(lambda found: f"${{{found[1] or found[2]}}}", text)
        if reads_dollar_variables(self.server.client):
            text = _BARE.sub(r"${\1}", _ECHO.sub(r"\1", text))
        return _escape_literals(_ANY_PLACEHOLDER.sub(lambda found: self._placeholder(found[1]), text))

    def _placeholder(self, inside: str) -> str:
        if inside in (known := self._known()):
            return known[inside]
        if ours := PLACEHOLDER.fullmatch(f"${{{inside}}}"):
            return _with_default(ours[1], ours[2])
        kind, _, name = inside.partition(":")
        if kind in ("env", "localEnv", "containerEnv"):
            variable, _, default = name.partition(":")
            default = default.removeprefix("-")
            return _with_default(own_name(variable), default)
        if kind == "input":
            # The editor prompts its user for this value.
            prompt = self.server.inputs.get(name, {})
            if self.strict and prompt.get("password") is True and prompt.get("default"):
                raise UnusableEntryError(f"the input {name} has a default")
            return _with_default(variable_name(name), None if prompt.get("password") is True else prompt.get("default"))
        if self.strict and name:
            raise UnusableEntryError(f"${{{inside}}} is a value of the client's settings")
        return f"${{{variable_name(name or kind)}}}"

    def _known(self) -> dict[str, str]:
        """Return the values of variables that editors define; servers run in the project by default."""
        folder, cwd = self.server.folder, usual_form(self.server.entry).get("cwd")
        here = "."
        if isinstance(cwd, str) and cwd not in ("", "${workspaceFolder}"):
            here = relative_path(folder, folder / cwd) if _RELATIVE.match(cwd) else folder.as_posix()
        return {
            "workspaceFolder": here,
            "CLAUDE_PROJECT_DIR": here,
            "workspaceFolderBasename": folder.name,
            "userHome": "${HOME}",
            "pathSeparator": "/",
            "/": "/",
        }


def _with_default(name: str, default: Any) -> str:
    """Return the placeholder, with its default if that is plain text and no secret."""
    plain = _is_text(default) and not re.search(r"[{}$\0]", default)
    if not plain or is_secret_name(name) or find_secrets(default):
        return f"${{{name}}}"
    return f"${{{name}:-{default}}}"


def _escape_literals(text: str) -> str:
    """Escape each `${` that begins no placeholder."""
    if "${" not in PLACEHOLDER.sub("", text):
        return text
    pieces, end = [], 0
    for found in PLACEHOLDER.finditer(text):
        pieces += [literal(text[end : found.start()]), found[0]]
        end = found.end()
    return "".join([*pieces, literal(text[end:])])


def _program_words(command: str, args: list[str]) -> list[str]:
    """Return the words of the command, which some clients write as one shell line."""
    if args or " " not in command.strip() or "\\" in command or Path(command).exists():
        return [command]
    return shell_words(command)


def _forwarded(entry: Mapping[str, Any]) -> list[str]:
    """Return the variables that the client passes on: `env_vars` of Codex, `env_keys` of Goose."""
    given = [each for key in ("env_vars", "env_keys") if isinstance(entry.get(key), list) for each in entry[key]]
    names = [each.get("name") if isinstance(each, dict) else each for each in given]
    return [str(name) for name in names if _is_text(name)]


def is_disabled(entry: Mapping[str, Any]) -> bool:
    """Return whether the client does not start the server; YAML values are texts here."""
    return str(entry.get("disabled")).lower() == "true" or str(entry.get("enabled")).lower() == "false"


def _string_values(table: Any) -> dict[str, str]:
    pairs = table.items() if isinstance(table, dict) else ()
    return {name: _as_text(value) for name, value in pairs if isinstance(value, (str, int, float))}


def _as_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value)

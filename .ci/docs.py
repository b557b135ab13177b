"""Write the generated documents: `python .ci/docs.py`. With `--check`, list outdated ones instead."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from pydantic import TypeAdapter

from govern.cli.program import COMMANDS
from govern.compare.clients import ToolRow, list_rows, meanings, tool_rows
from govern.errors import EXIT_MEANINGS
from govern.fleet.observation import Column
from govern.fleet.tables import EXPORTED, table_columns
from govern.policy.client_files import client_files, client_folders, client_sources
from govern.policy.environment import GROUPS
from govern.policy.parsing import UNIONS
from govern.policy.settings import Settings, toml_key
from govern.report.documents import document_types
from govern.report.terminal.show import example_diff
from govern.rules.rule import LANES, RULES, Rule
from govern.selection.suite import Suite

DOCS = Path(__file__).resolve().parent.parent / "docs"
# One width and no colour, so that the page is the same on every machine.
PLAIN = {"COLUMNS": "100", "TERMINAL_WIDTH": "100", "NO_COLOR": "1", "TERM": "dumb", "PYTHONIOENCODING": "utf-8"}
CONFIG_HEAD = """# govern.toml

<!-- Written by `make docs` from govern/policy/settings.py and server_settings.py. -->

govern reads the nearest `govern.toml`, from the working directory upwards, or `[tool.govern]` in `pyproject.toml`.
Relative paths are relative to that file.

In `command`, `args`, `env`, `env-file`, `cwd`, `url`, `headers`, `token` and `oauth`, `${NAME}` is read from the
environment. Write `${NAME:-default}` if the variable may be unset, and `$${` for a literal `${`.

"""
ENVIRONMENT_HEAD = """
## Environment of servers

A server that is started by a `command` gets these variables of your shell, if they are set:

"""
ENVIRONMENT_TAIL = """
Case makes no difference, and `*` stands for any end of a name. A variable that looks like a secret, by its name
(`UV_PUBLISH_TOKEN`, `npm_config__auth`) or by its value (a URL with a password), is not passed, unless `inherit-env`
lists it. Its value never reaches the lock, a report or a log. If a server fails, govern names the variables that it did
not get.
"""
CLIENTS_HEAD = """# MCP clients

<!-- Written by `make docs` from govern/policy/client_files.json. -->

`govern init` reads the servers of these MCP clients and adds them to the `govern.toml` in this folder or above it, or
writes one at the top of the repository. It writes `${NAME}` in place of each secret, and names the client configs that
still contain one. If a client config cannot be read, it exits with 2.

| option | effect |
| --- | --- |
| `--project` | read the project's configs, also in folders above up to the top; the default in a repository |
| `--user` | read the configs in the home folder; elsewhere than in a repository both kinds are read |
| `--from CLIENT\\|FILE` | read one client, or one file in any of these formats |
| `--dry-run` | show what would be written |
| `--check` | write nothing; exit 1 if a client config names [what `govern.toml` does not](gate.md#client-configs) |

Servers that `govern.toml` has already are kept as they are. If a client starts one of them otherwise, the difference is
shown with the value on each side, and the file stays.

The files are JSON (with comments and trailing commas), TOML, YAML or Markdown with a YAML header. `*` is any name.

"""
STORE_HEAD = """# The store of a fleet

<!-- Written by `make docs` from govern/fleet/tables.py; edit .ci/docs.py for the text above the tables. -->

`govern fleet scan` writes to a store: a folder, or the URL of any file system that
[fsspec](https://filesystem-spec.readthedocs.io/) supports, such as `s3://BUCKET/FOLDER`, `gs://…` or `az://…`. For a
bucket, install its package too (`s3fs`, `gcsfs`, `adlfs`) and set its usual variables. Buckets and tables need the
extra: `pip install "govern-mcp[fleet]"`.

| object | content |
| --- | --- |
| `fleet.json` | format of the store |
| `locks/ab/abcd….lock` | a `capability.lock` with one server; the name is its digest, so equal states are stored once |
| `scans/SCAN/scan.json` | start, end and inventory of a scan |
| `scans/SCAN/rows/….json` | one observation, written the moment it is known |
| `scans/SCAN/part-….parquet` | the observations of the scan, compacted at its end |
| `tables/….parquet` | the tables that `govern fleet export` makes |

Every write is atomic: a file gets its name once it is complete, and an object is written in one request. So several
processes can write to one store at the same time, and a killed process leaves nothing half-written. To delete a scan,
delete `scans/SCAN`. [Decision 6](decisions/0006-a-fleet-is-locks-by-digest-and-rows.md) gives the reasons.

## Join stores

`govern fleet merge` copies the locks and observations of several stores into one, for example those of the shards of a
scan. If it was interrupted, run it again.

<!-- not run: it needs the stores of two shards -->
```sh
govern fleet merge shard-1 shard-2 --store s3://mcp-fleet/internal
```

## Query a store

`govern fleet sql` runs one `SELECT` of [DuckDB](https://duckdb.org/docs/stable/sql/introduction) on the tables below.
The query can read only these tables: no other file, no network, no extension. It changes nothing.

<!-- not run: it needs a store -->
```sh
govern fleet sql "SELECT reason, count(*) FROM observations WHERE state = 'unseen' GROUP BY ALL" --store fleet
govern fleet sql "FROM observations WHERE server = 'docs' ORDER BY scan" --store fleet --json
```

Names and texts in the tables come from strangers: escape them before you show them elsewhere.
"""
HEAD = """# Commands

<!-- Written by `make docs` from `--help`; edit govern/cli/ instead. -->

| exit code | meaning |
| --- | --- |
"""

RULES_HEAD = """\
# Rules

<!-- Written by `make docs` from govern/rules; `govern explain RULE` prints the same text. -->

Each rule rates one kind of change for callers that follow the old contract. **BREAKING**: a documented behaviour is
lost, or the caller's model is misled. **RISKY**: that may happen. **SAFE**: callers are not affected. Policy can set
another severity by rule, server and tool: `[policy.severity]` in govern.toml. The `reach` rules are about clients that
reject tools; the tables at the end list those clients.

| rule | severity | what happened |
| --- | --- | --- |
"""
RULES_LISTS = """
## Tool lists that SDKs reject

Each of these makes an SDK reject the whole list of tools: `reach-input-root`, `reach-output-root` and
`reach-field-type`. A null in the same place is `null-appeared`; only the TypeScript SDK rejects it. Every row is tested
against the SDKs (tests/journeys/test_reach_sdks.py).

| problem | rejected by |
| --- | --- |
"""
RULES_TOOLS = """
## Clients that policy can name

`policy.reach` lists the clients and providers that must be able to use every tool.

| name | client | requirements | sources |
| --- | --- | --- | --- |
"""

TYPE_NAMES = {str: "text", int: "whole number", float: "number", bool: "true or false", Any: "any"}


def main() -> int:
    """Write or compare the documents. Return 1 if `--check` finds an outdated one."""
    config = CONFIG_HEAD + config_reference() + ENVIRONMENT_HEAD + environment_reference() + ENVIRONMENT_TAIL
    pages = {DOCS / "commands.md": commands(), DOCS / "config.md": config}
    pages[DOCS / "clients.md"] = CLIENTS_HEAD + clients_reference()
    pages[DOCS / "fleet-store.md"] = STORE_HEAD + tables_reference()
    pages[DOCS / "rules.md"] = rules_page(RULES.values())
    published = {**document_types(), "govern.suite/1": Suite}
    pages |= {DOCS / "schemas" / f"{name.replace('/', '-')}.json": schema(made) for name, made in published.items()}
    stale = [path for path, text in pages.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    if "--check" in sys.argv[1:]:
        for path in stale:
            print(f"{path} is out of date: run `make docs`")
        return bool(stale)
    for path in stale:
        path.parent.mkdir(exist_ok=True)
        path.write_text(pages[path], encoding="utf-8", newline="\n")
        print(f"wrote {path}")
    return 0


def schema(described: type) -> str:
    """Return the JSON Schema of a document that is written or read."""
    made = TypeAdapter(described).json_schema()
    return json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema", **made}, indent=2) + "\n"


def commands() -> str:
    """Return docs/commands.md: the exit codes, and the help of every command."""
    table = "".join(f"| {code.value} | {meaning} |\n" for code, meaning in EXIT_MEANINGS.items())
    # A group stands before its first command.
    names = dict.fromkeys(each for name in COMMANDS for each in (name.partition(" ")[0], name))
    sections = [f"\n## govern {name}\n\n```text\n{help_of(*name.split())}```\n" for name in names]
    return f"{HEAD}{table}\n```text\n{help_of()}```\n{''.join(sections)}"


def help_of(*verb: str) -> str:
    """Return the output of `govern … --help`."""
    surroundings = {name: value for name, value in os.environ.items() if name not in {"FORCE_COLOR", "GITHUB_ACTIONS"}}
    done = subprocess.run(
        [sys.executable, "-m", "govern", *verb, "--help"],
        env=surroundings | PLAIN,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    lines = [line.rstrip() for line in done.stdout.strip("\n").splitlines()]
    return "\n".join(lines).strip("\n").replace("python -m govern", "govern") + "\n"


def config_reference() -> str:
    """Return a Markdown table of all keys with type, default and meaning."""
    rows = [f"| `{key}` | {kind} | {default} | {meaning} |" for key, kind, default, meaning in _key_rows(Settings, "")]
    return "\n".join(["| key | value | default | meaning |", "| --- | --- | --- | --- |", *rows]) + "\n"


def clients_reference() -> str:
    """Return a Markdown table of the configs of each client, and one of the folders that they are in."""
    names = sorted(client_sources(), key=str.lower)
    lines = [
        "| client | in the project | in the home folder |",
        "| --- | --- | --- |",
        _client_row("project", "several"),
    ]
    lines += [_client_row(name, f"[{name}]({client_sources()[name]})") for name in names]
    lines += ["", "| folder | Linux | macOS | Windows |", "| --- | --- | --- | --- |"]
    lines += [_folder_row(name, each) for name, each in client_folders().items() if name != "home"]
    return "\n".join(lines) + "\n"


def _client_row(client: str, title: str) -> str:
    kinds = [kind for kind in client_files() if kind.client == client]
    project = [f"`{kind.path}`" for kind in kinds if kind.level == "project"]
    user = [f"`<{kind.folder}>/{kind.path}`".replace("<home>", "~") for kind in kinds if kind.level == "user"]
    return f"| {title} | {'<br>'.join(project)} | {'<br>'.join(user)} |"


def _folder_row(name: str, candidates: Mapping[str, list[str]]) -> str:
    systems = (candidates.get(system, candidates["linux"]) for system in ("linux", "darwin", "win32"))
    return f"| `<{name}>` | {' | '.join(' or '.join(f'`{each}`' for each in system) for system in systems)} |"


def _key_rows(table: Any, above: str) -> Iterator[tuple[str, str, str, str]]:
    for field in fields(table):
        key = f"{above}{toml_key(field.name)}"
        kind = field.type
        yield key, _kind(kind), _default(field), field.metadata["meaning"].replace("|", "\\|")
        inner, beneath = _nested_table(kind)
        if inner is not None:
            yield from _key_rows(inner, f"{key}.{beneath}")


def _nested_table(kind: Any) -> tuple[Any, str]:
    """Return the class of a field that is a table or a table of tables, and what stands between the keys."""
    for arm in get_args(kind) if get_origin(kind) in UNIONS else (kind,):
        if is_dataclass(arm):
            return arm, ""
        if get_origin(arm) is dict and is_dataclass(get_args(arm)[1]):
            return get_args(arm)[1], "<name>."
    return None, ""


def _kind(kind: Any) -> str:
    if get_origin(kind) in UNIONS:
        return " or ".join(dict.fromkeys(_kind(arm) for arm in get_args(kind) if arm is not type(None)))
    if get_origin(kind) is Literal:
        return " \\| ".join(f"`{choice}`" for choice in get_args(kind))
    if get_origin(kind) is list:
        return f"list of {_kind(get_args(kind)[0])}"
    if get_origin(kind) is dict or is_dataclass(kind):
        return "table"
    return TYPE_NAMES[kind]


def _default(field: Any) -> str:
    if field.default in (MISSING, None, ""):
        return ""
    return f"`{field.default:g}`" if isinstance(field.default, float) else f"`{field.default}`"


def environment_reference() -> str:
    """Return a Markdown table of the variables that servers get by default."""
    rows = [f"| {use} | {', '.join(f'`{name}`' for name in names)} |" for use, names in GROUPS.items()]
    return "\n".join(["| use | variables |", "| --- | --- |", *rows]) + "\n"


def tables_reference() -> str:
    """Return the tables in Markdown."""
    return "".join(_table_reference(name, columns) for name, columns in table_columns().items())


def _table_reference(table: str, columns: Sequence[Column]) -> str:
    rows = "".join(f"| `{name}` | {kind} | {meaning} |\n" for name, kind, meaning in columns)
    made = "\n`govern fleet export` makes it.\n" if table in EXPORTED else ""
    return f"\n## Table `{table}`\n{made}\n| column | type | meaning |\n| --- | --- | --- |\n{rows}"


def rules_page(rules: Iterable[Rule]) -> str:
    """Return the page: a table of all rules, a section for each, and the clients that policy can name."""
    rules = list(rules)
    rows = "".join(
        f"| [`{rule.id}`](#{rule.id}) | {rule.severity.value} | {_table_cell(rule.title)} |\n" for rule in rules
    )
    return RULES_HEAD + rows + "".join(_rule_section(rule) for rule in rules) + _client_tables()


def _client_tables() -> str:
    """Return the tables of clients.json: lists that SDKs reject, and what each client requires of a tool."""
    lists = "".join(
        f"| {meaning} | {', '.join(f'[{row}]({row.source})' for row in list_rows() if row.problem == problem)} |\n"
        for problem, meaning in meanings().items()
    )
    tools = "".join(
        f"| `{row.name}` | {row.client}, as of {row.seen} | {', '.join(_client_requirements(row))} "
        f"| {', '.join(f'[{at}]({source})' for at, source in enumerate(row.sources, 1))} |\n"
        for row in tool_rows().values()
    )
    return f"{RULES_LISTS}{lists}{RULES_TOOLS}{tools}"


def _client_requirements(row: ToolRow) -> Iterator[str]:
    if row.tool_name:
        whole = f"`{row.prefix}` and the name" if row.prefix else "the name"
        yield f"{whole} match `{_table_cell(row.tool_name)}`" if row.prefix else f"the name matches `{row.tool_name}`"
    if row.property_name:
        yield f"parameters match `{row.property_name}`"
    if row.root:
        yield f"no {' '.join(f'`{keyword}`' for keyword in row.root)} at the root"
    if row.array_items:
        yield "arrays have `items`"
    if row.strict:
        yield f"a strict schema without {' '.join(f'`{keyword}`' for keyword in row.strict.keywords)}"


def _rule_section(rule: Rule) -> str:
    parts = [
        f"\n## {rule.id}",
        f"**{rule.severity.value}**, {LANES[rule.lane]}, since {rule.since}. {rule.title}.",
        rule.why,
        f"*What to do:* {rule.remedy}",
        "\n".join(["```diff", *(f"{sign} {line}" for sign, line in example_diff(rule.example)), "```"]),
        _reverse_sentence(rule),
    ]
    if not rule.waivable:
        parts.append("It cannot be waived, and no policy lowers its severity.")
    if rule.spec:
        parts.append(f"Specification: {rule.spec}")
    return "\n\n".join(parts) + "\n"


def _reverse_sentence(rule: Rule) -> str:
    if not rule.mirror:
        return f"The reverse change has no rule: {rule.unmirrored}."
    if rule.mirror == rule.id:
        return "The reverse change has the same rule."
    return f"The reverse change: [`{rule.mirror}`](#{rule.mirror})."


def _table_cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    sys.exit(main())

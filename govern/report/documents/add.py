"""The JSON document of `govern add`."""

from typing import TYPE_CHECKING, Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

if TYPE_CHECKING:
    from govern.policy.config_writing import AddPlan
    from govern.policy.server_inputs import ServerInput


class InputDocument(TypedDict):
    """A value that the user of a server may set, as the registry describes it."""

    name: str
    description: str
    required: bool
    secret: bool
    default: str | None
    choices: list[str]


class AddDocument(TypedDict):
    """`govern add --json`; `added` is new text of the file, empty if `present`, as the config has the server already.

    `unset` are the variables to export before `govern lock`; `inputs` are all values that `--set` takes.
    """

    format: Literal["govern.add/1"]
    server: str
    version: str
    status: Literal["active", "deprecated", "deleted"]
    registry: str
    kind: Literal["npm", "pypi", "oci", "mcpb", "remote"]
    package: str
    name: str
    command: list[str] | None
    url: str | None
    integrity: str | None
    unset: list[str]
    inputs: list[InputDocument]
    path: str
    present: bool
    written: bool
    added: str


def add_document(plan: "AddPlan", *, written: bool) -> AddDocument:
    """Return what was added, or would be."""
    return {
        "format": "govern.add/1",
        "server": plan.server.name,
        "version": plan.server.version,
        "status": plan.server.status,
        "registry": plan.registry,
        "kind": plan.installation.kind,
        "package": plan.installation.package,
        "name": plan.name,
        "command": plan.table.get("command"),
        "url": plan.table.get("url"),
        "integrity": plan.table.get("integrity"),
        "unset": [*plan.unset],
        "inputs": [_input_document(each) for each in plan.installation.inputs],
        "path": plan.place,
        "present": plan.present,
        "written": written,
        "added": plan.added,
    }


def _input_document(wanted: "ServerInput") -> InputDocument:
    return {
        "name": wanted.name,
        "description": wanted.description,
        "required": wanted.required,
        "secret": wanted.secret,
        "default": wanted.default,
        "choices": [*wanted.choices],
    }

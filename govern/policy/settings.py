"""Every key of govern.toml, with its type, default and meaning: the one source that reading, errors and docs share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from govern.dataclass import dataclass, field

if TYPE_CHECKING:
    from govern.economics.budgets import Budget

Encoding = Literal["cl100k_base", "o200k_base"]
Reading = Literal["documented", "literal"]
Transport = Literal["auto", "http", "sse"]
# Of these the strictest word comes first.
FailOn = Literal["safe", "risky", "breaking", "never"]
Preset = Literal["strict", "balanced", "compatible"]
Severity = Literal["safe", "risky", "breaking"]
Step = Literal["major", "minor", "patch", "none"]
Unpinned = Literal["fail", "warn", "ignore"]


def toml_key(name: str) -> str:
    """How a field is spelled in TOML; `max_bytes` keeps the spelling of the guards that it was taken from."""
    return name if name == "max_bytes" else name.replace("_", "-")


# What pydantic is told about each of the classes below; it is imported only to explain what is wrong (see shape.py).
STRICT: dict[str, Any] = {"extra": "forbid", "strict": True, "alias_generator": toml_key}


@dataclass(frozen=True, slots=True)
class OAuth:
    """Client credentials for a server behind OAuth."""

    __pydantic_config__: ClassVar = STRICT
    client_id: Annotated[str, "The client's id."] = ""
    client_secret: Annotated[str, "The client's secret, as `${NAME}`."] = ""
    scope: Annotated[str | None, "The scopes to ask for, with spaces between them."] = None
    issuer: Annotated[str | None, "The authorization server, where the server does not name it."] = None


@dataclass(frozen=True, slots=True)
class Limits:
    """What a server may say before we stop listening."""

    __pydantic_config__: ClassVar = STRICT
    bytes: Annotated[int, "Bytes in one answer."] = 64 * 1024 * 1024
    pages: Annotated[int, "Pages of one list."] = 1_000
    items: Annotated[int, "Tools, prompts, resources or templates in one list."] = 20_000
    depth: Annotated[int, "How deep one answer may be nested."] = 128


@dataclass(frozen=True, slots=True)
class GuardKeys:
    """A bound that the wire does not show."""

    __pydantic_config__: ClassVar = STRICT
    limit: Annotated[int | None, "The most items that the tool ever returns."] = None
    max_bytes: Annotated[int | None, "The most bytes that the tool ever returns."] = None


@dataclass(frozen=True, slots=True)
class Profile:
    """The same server seen with other flags, env or token: its own entry in the lock."""

    __pydantic_config__: ClassVar = STRICT
    command: Annotated[list[str] | None, "In place of the server's command."] = None
    args: Annotated[list[str], "Put behind the command."] = field(default_factory=list)
    env: Annotated[dict[str, str], "Added to the server's env, over what has the same name."] = field(
        default_factory=dict
    )
    cwd: Annotated[str | None, "In place of the server's working directory."] = None
    url: Annotated[str | None, "In place of the server's URL."] = None
    headers: Annotated[dict[str, str], "Added to the server's headers, over what has the same name."] = field(
        default_factory=dict
    )
    token: Annotated[str | None, "In place of the server's token."] = None
    oauth: Annotated[OAuth | None, "In place of the server's OAuth credentials."] = None
    protocol: Annotated[str | None, "In place of the server's protocol."] = None
    client: Annotated[dict[str, Any] | None, "In place of the client's capabilities."] = None
    timeout: Annotated[float | None, "In place of the server's time limit."] = None


@dataclass(frozen=True, slots=True)
class Server:
    """One server, reached in exactly one of four ways: command, url, python or catalog."""

    __pydantic_config__: ClassVar = STRICT
    command: Annotated[list[str] | None, "The program and its arguments; it speaks over stdin and stdout."] = None
    env: Annotated[dict[str, str], "Variables for the program."] = field(default_factory=dict)
    cwd: Annotated[str | None, "Where the program runs; by default where govern.toml is."] = None
    url: Annotated[str | None, "The address of a server behind HTTP."] = None
    transport: Annotated[Transport, "Streamable HTTP or the older HTTP+SSE; found out by default."] = "auto"
    headers: Annotated[dict[str, str], "Headers for every request; never sent to another host."] = field(
        default_factory=dict
    )
    token: Annotated[str | None, "Short for the header `Authorization: Bearer …`."] = None
    oauth: Annotated[OAuth | None, "OAuth client credentials."] = None
    python: Annotated[str | None, "A server object to import, as `module:object`, from where govern.toml is."] = None
    catalog: Annotated[str | None, "A saved tools/list result or capture."] = None
    protocol: Annotated[str | None, "The protocol version to speak, such as `2025-11-25`; found out by default."] = None
    client: Annotated[
        dict[str, Any], "Client capabilities to advertise; some servers list more tools for more of them."
    ] = field(default_factory=dict)
    timeout: Annotated[float, "Seconds until we give up on the server."] = 60.0
    retries: Annotated[int, "How often a failed HTTP request is tried again."] = 2
    limits: Annotated[Limits, "What the server may say before we stop listening."] = field(default_factory=Limits)
    guards: Annotated[dict[str, GuardKeys], "Bounds by tool that the wire does not show."] = field(default_factory=dict)
    profiles: Annotated[
        dict[str, Profile], "The same server seen in other ways; each is locked as `server@profile`."
    ] = field(default_factory=dict)
    normalize: Annotated[
        dict[str, bool | str],
        "Folds for places that differ between two listings. Ready-made: `paths`, `dates`, `set-order` (`true`). "
        "Any other key is a regular expression whose matches are written as `<key>`.",
    ] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BudgetKeys:
    """What definitions may cost; broken budgets fail `govern cost`."""

    __pydantic_config__: ClassVar = STRICT
    server_tokens: Annotated[int | None, "Definition tokens of one server."] = None
    tool_tokens: Annotated[int | None, "Definition tokens of one tool."] = None
    growth_percent: Annotated[
        float | None, "How much a tool's definition may grow between two locks; for `govern cost`, a server's too."
    ] = None
    context_window: Annotated[int | None, "Tokens of the model's context, to state a share of."] = None

    @property
    def bounds(self) -> Budget:
        """What breaks when it is passed."""
        from govern.economics.budgets import Budget

        return Budget(self.server_tokens, self.tool_tokens, self.growth_percent)


@dataclass(frozen=True, slots=True)
class RiskKeys:
    """Where an answer's risk steps up, in tokens; above `high` it is critical."""

    __pydantic_config__: ClassVar = STRICT
    low: Annotated[int, "The most that is still low."] = 1_000
    medium: Annotated[int, "The most that is still medium."] = 4_000
    high: Annotated[int, "The most that is still high."] = 8_000

    @property
    def steps(self) -> tuple[int, int, int]:
        """All three, as a lock holds them."""
        return self.low, self.medium, self.high


@dataclass(frozen=True, slots=True)
class ApprovalKeys:
    """Who may approve, and how many people it takes."""

    __pydantic_config__: ClassVar = STRICT
    approvers: Annotated[
        list[str], "The only people whose approvals count, as in `by`; anyone's do where none is named."
    ] = field(default_factory=list)
    safe: Annotated[int | None, "How many people have to approve a SAFE change; by default what the preset asks."] = (
        None
    )
    risky: Annotated[int | None, "How many people have to approve a RISKY change; 1 by default."] = None
    breaking: Annotated[int | None, "How many people have to approve a BREAKING change; 1 by default."] = None


@dataclass(frozen=True, slots=True)
class BumpKeys:
    """The step of the version that changes demand; before 1.0.0 each is one smaller, as Cargo has it."""

    __pydantic_config__: ClassVar = STRICT
    breaking: Annotated[Step, "For a BREAKING change."] = "major"
    risky: Annotated[Step, "For a RISKY change."] = "minor"
    added: Annotated[Step, "For something new that is SAFE."] = "minor"
    safe: Annotated[Step, "For any other SAFE change."] = "patch"


@dataclass(frozen=True, slots=True)
class GateKeys:
    """What `govern gate` asks beside the changes."""

    __pydantic_config__: ClassVar = STRICT
    unpinned: Annotated[
        Unpinned | None,
        "A launcher that names no version: fails, is told, or is none of the gate's business; `fail` when the preset "
        "is strict, else `warn`.",
    ] = None
    version: Annotated[
        str | None,
        "Where the project declares its version: a `pyproject.toml`, `package.json`, `Cargo.toml` or `server.json`, "
        "`serverInfo` for what the only server says, `serverInfo/NAME` for one of several, or `none`; by default every "
        "such file beside govern.toml, or else the only server.",
    ] = None


@dataclass(frozen=True, slots=True)
class SignatureKeys:
    """Who must have signed what, and whose signatures are believed."""

    __pydantic_config__: ClassVar = STRICT
    lock: Annotated[int, "How many different people must have signed the lock."] = 0
    signers: Annotated[list[str], "People each of whom must have signed the lock, as in allowed_signers."] = field(
        default_factory=list
    )
    approvals: Annotated[
        bool | Severity | None,
        "Approvals and waivers count only when their givers signed them: all (`true`), or those of changes of this "
        "severity and above.",
    ] = None
    allowed_signers: Annotated[str, "The OpenSSH file that says whose key is whose, relative to this file."] = (
        "allowed_signers"
    )
    revoked_keys: Annotated[str | None, "Keys that count no more: an OpenSSH KRL, or public keys line by line."] = None
    sigstore: Annotated[
        dict[str, str], "Identities (an e-mail address or a workflow's URI) that may sign by Sigstore, each its issuer."
    ] = field(default_factory=dict)
    sigstore_root: Annotated[str | None, "A Sigstore trusted_root.json; that of the public instance by default."] = None


@dataclass(frozen=True, slots=True)
class TraceKeys:
    """Recorded tool calls, as evidence of what a change hits."""

    __pydantic_config__: ClassVar = STRICT
    dir: Annotated[
        str | None, "Recordings that BREAKING changes are held against: a folder or a file, relative to this file."
    ] = None
    required: Annotated[
        bool, "A BREAKING change of a tool passes only where recorded calls of that tool were held against it."
    ] = False


@dataclass(frozen=True, slots=True)
class Policy:
    """What is allowed without asking."""

    __pydantic_config__: ClassVar = STRICT
    preset: Annotated[
        Preset, "What needs approval: every change; RISKY and BREAKING; the same, but rewording is free."
    ] = "balanced"
    fail_on: Annotated[
        FailOn | None,
        "Unapproved changes of this severity and above fail; `safe` when the preset is strict, else `risky`.",
    ] = None
    encoding: Annotated[Encoding, "The vocabulary that tokens are counted in."] = "cl100k_base"
    reading: Annotated[Reading, "How schemas are compared: as they are meant, or to the letter."] = "documented"
    severity: Annotated[
        dict[str, Severity | dict[str, Any]],
        'Severities in place of the rules\' own, as `"safe"` or as `{ severity = "safe", reason = "…" }`: by rule, '
        'or by rule under a server or under `"server/tool"`.',
    ] = field(default_factory=dict)
    approvals: Annotated[ApprovalKeys, "Who may approve, and how many people it takes."] = field(
        default_factory=ApprovalKeys
    )
    signatures: Annotated[SignatureKeys, "Who must have signed what, and whose signatures are believed."] = field(
        default_factory=SignatureKeys
    )
    budget: Annotated[BudgetKeys, "What definitions may cost."] = field(default_factory=BudgetKeys)
    risk: Annotated[RiskKeys, "Where an answer's risk steps up."] = field(default_factory=RiskKeys)
    results: Annotated[
        list[str], "Results that `govern gate` asks for: JSON with a `format` of ours and a `verdict` that passes."
    ] = field(default_factory=list)
    traces: Annotated[TraceKeys, "Recorded tool calls, as evidence of what a change hits."] = field(
        default_factory=TraceKeys
    )
    gate: Annotated[GateKeys, "What `govern gate` asks beside the changes."] = field(default_factory=GateKeys)
    bump: Annotated[BumpKeys, "The step of the version that changes demand."] = field(default_factory=BumpKeys)


@dataclass(frozen=True, slots=True)
class Watch:
    """What `govern watch` does, as far as the command line does not say otherwise."""

    __pydantic_config__: ClassVar = STRICT
    interval: Annotated[str | int, "The time between two looks: seconds, or such as `90s`, `5m`, `1h`."] = "5m"
    webhook: Annotated[str | None, "A URL that each event is posted to as JSON; `${NAME}` is filled in."] = None
    headers: Annotated[dict[str, str], "Headers for the webhook; `${NAME}` is filled in."] = field(default_factory=dict)
    command: Annotated[
        list[str] | None, "A program and its arguments, run for each event, which it reads on its stdin."
    ] = None


@dataclass(frozen=True, slots=True)
class Settings:
    """The whole file."""

    __pydantic_config__: ClassVar = STRICT
    servers: Annotated[dict[str, Server], "The servers to lock, by name."] = field(default_factory=dict)
    policy: Annotated[Policy, "What is allowed without asking."] = field(default_factory=Policy)
    jobs: Annotated[int, "How many servers are asked at the same time."] = 8
    watch: Annotated[Watch, "What `govern watch` does."] = field(default_factory=Watch)

    @property
    def names_tools(self) -> bool:
        """Whether anything is said of tools by their names."""
        return bool(self.policy.severity) or any(server.guards for server in self.servers.values())

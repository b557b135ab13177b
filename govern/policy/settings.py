"""Every key of govern.toml, with its type, default and meaning: the one source that reading, errors and docs share."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from govern.economics.budgets import Budget
from govern.rules.rule import Severity as RuleSeverity

Encoding = Literal["cl100k_base", "o200k_base"]
Reading = Literal["documented", "literal"]
# These are the clients of compare/reach/clients.json; a test compares the two.
Client = Literal[
    "anthropic", "anthropic-strict", "claude-code", "cursor", "gemini", "openai", "openai-strict", "vscode"
]
Transport = Literal["auto", "http", "sse"]
# The strictest word of each of these comes first.
Base = Literal["attested", "tag"]
FailOn = Literal["safe", "risky", "breaking", "never"]
Preset = Literal["strict", "balanced", "compatible"]
Severity = Literal["safe", "risky", "breaking"]
Step = Literal["major", "minor", "patch", "none"]
Unpinned = Literal["fail", "warn", "ignore"]


def key(meaning: str, default: Any = None, *, made: Callable[[], Any] | None = None) -> Any:
    """What a key means, and what stands where nobody says it: a value, or one that is made each time."""
    said = {"meaning": meaning}
    return field(default_factory=made, metadata=said) if made else field(default=default, metadata=said)


def toml_key(name: str) -> str:
    """How a field is spelled in TOML; `max_bytes` keeps the spelling of the guards that it was taken from."""
    return name if name == "max_bytes" else name.replace("_", "-")


# What pydantic is told about each of the classes below; it is imported only to explain what is wrong (see shape.py).
STRICT: dict[str, Any] = {"extra": "forbid", "strict": True, "alias_generator": toml_key}


@dataclass(frozen=True, slots=True)
class OAuth:
    """Client credentials for a server behind OAuth."""

    __pydantic_config__: ClassVar = STRICT
    client_id: str = key("The client's id.", "")
    client_secret: str = key("The client's secret, as `${NAME}`.", "")
    scope: str | None = key("The scopes to ask for, with spaces between them.")
    issuer: str | None = key("The authorization server, where the server does not name it.")


@dataclass(frozen=True, slots=True)
class Limits:
    """What a server may say before we stop listening; bytes and nodes are 20 times those of the largest real server."""

    __pydantic_config__: ClassVar = STRICT
    bytes: int = key("Bytes of all answers together, decompressed.", 20 * 1024 * 1024)
    nodes: int = key("Keys and values of all answers together.", 1024 * 1024)
    pages: int = key("Pages of one list.", 1_000)
    items: int = key("Tools, prompts, resources or templates in one list.", 20_000)
    depth: int = key("How deep one answer may be nested.", 128)


@dataclass(frozen=True, slots=True)
class GuardKeys:
    """A bound that the wire does not show."""

    __pydantic_config__: ClassVar = STRICT
    limit: int | None = key("The most items that the tool ever returns.")
    max_bytes: int | None = key("The most bytes that the tool ever returns.")


@dataclass(frozen=True, slots=True)
class Profile:
    """The same server seen with other flags, env or token: its own entry in the lock."""

    __pydantic_config__: ClassVar = STRICT
    command: list[str] | None = key("In place of the server's command.")
    args: list[str] = key("Put behind the command.", made=list)
    env: dict[str, str] = key("Added to the server's env, over what has the same name.", made=dict)
    cwd: str | None = key("In place of the server's working directory.")
    url: str | None = key("In place of the server's URL.")
    headers: dict[str, str] = key("Added to the server's headers, over what has the same name.", made=dict)
    token: str | None = key("In place of the server's token.")
    oauth: OAuth | None = key("In place of the server's OAuth credentials.")
    protocol: str | None = key("In place of the server's protocol.")
    client: dict[str, Any] | None = key("In place of the client's capabilities.")
    timeout: float | None = key("In place of the server's time limit.")


@dataclass(frozen=True, slots=True)
class Server:
    """One server, reached in exactly one of four ways: command, url, python or catalog."""

    __pydantic_config__: ClassVar = STRICT
    command: list[str] | None = key("The program and its arguments; it speaks over stdin and stdout.")
    env: dict[str, str] = key("Variables for the program.", made=dict)
    cwd: str | None = key("Where the program runs; by default where govern.toml is.")
    url: str | None = key("The address of a server behind HTTP.")
    transport: Transport = key("Streamable HTTP or the older HTTP+SSE; found out by default.", "auto")
    headers: dict[str, str] = key("Headers for every request; never sent to another host.", made=dict)
    token: str | None = key("Short for the header `Authorization: Bearer …`.")
    oauth: OAuth | None = key("OAuth client credentials.")
    python: str | None = key(
        "A server object to import, as `module:object`, from where govern.toml is, in an interpreter of its own."
    )
    catalog: str | None = key("A saved tools/list result or capture.")
    protocol: str | None = key(
        "The protocol version to speak, such as `2025-11-25`; by default the newest that begins with a handshake."
    )
    client: dict[str, Any] = key(
        "Client capabilities to advertise; some servers list more tools for more of them.", made=dict
    )
    timeout: float = key("Seconds until we give up on the server.", 60.0)
    retries: int = key("How often a failed HTTP request is tried again.", 2)
    limits: Limits = key("What the server may say before we stop listening.", made=Limits)
    guards: dict[str, GuardKeys] = key("Bounds by tool that the wire does not show.", made=dict)
    profiles: dict[str, Profile] = key(
        "The same server seen in other ways; each is locked as `server@profile`.", made=dict
    )
    normalize: dict[str, bool | str] = key(
        "Folds for places that differ between two listings. Ready-made: `paths`, `dates`, `set-order` (`true`). "
        "Any other key is a regular expression whose matches are written as `<key>`; one that matches ordinary words "
        "or any text is refused. The lock records them, and text that steers the model is never folded.",
        made=dict,
    )


@dataclass(frozen=True, slots=True)
class BudgetKeys:
    """What definitions may cost; broken budgets fail `govern cost`."""

    __pydantic_config__: ClassVar = STRICT
    server_tokens: int | None = key("Definition tokens of one server.")
    tool_tokens: int | None = key("Definition tokens of one tool.")
    growth_percent: float | None = key(
        "How much a tool's definition may grow between two locks; for `govern cost`, a server's too."
    )
    context_window: int | None = key("Tokens of the model's context, to state a share of.")

    @property
    def bounds(self) -> Budget:
        """What breaks when it is passed."""
        return Budget(self.server_tokens, self.tool_tokens, self.growth_percent)


@dataclass(frozen=True, slots=True)
class RiskKeys:
    """Where an answer's risk steps up, in tokens; above `high` it is critical."""

    __pydantic_config__: ClassVar = STRICT
    low: int = key("The most that is still low.", 1_000)
    medium: int = key("The most that is still medium.", 4_000)
    high: int = key("The most that is still high.", 8_000)

    @property
    def steps(self) -> tuple[int, int, int]:
        """All three, as a lock holds them."""
        return self.low, self.medium, self.high


@dataclass(frozen=True, slots=True)
class ApprovalKeys:
    """Who may approve, and how many people it takes."""

    __pydantic_config__: ClassVar = STRICT
    approvers: list[str] = key(
        "The only people whose approvals count, as in `by`; anyone's do where none is named.", made=list
    )
    safe: int | None = key("How many people have to approve a SAFE change; by default what the preset asks.")
    risky: int | None = key("How many people have to approve a RISKY change; 1 by default.")
    breaking: int | None = key("How many people have to approve a BREAKING change; 1 by default.")
    not_author: bool = key(
        "An approval or waiver does not count for a change that its giver made: the authors and committers of the "
        "commits since OLD that touched the lock, as git names them.",
        default=False,
    )


@dataclass(frozen=True, slots=True)
class WaiverKeys:
    """How far waivers may reach."""

    __pydantic_config__: ClassVar = STRICT
    max_days: int = key("A waiver counts only where it ends within so many days from today.", 180)


@dataclass(frozen=True, slots=True)
class BumpKeys:
    """The step of the version that changes demand; before 1.0.0 each is one smaller, as Cargo has it."""

    __pydantic_config__: ClassVar = STRICT
    breaking: Step = key("For a BREAKING change.", "major")
    risky: Step = key("For a RISKY change.", "minor")
    added: Step = key("For something new that is SAFE.", "minor")
    safe: Step = key("For any other SAFE change.", "patch")


@dataclass(frozen=True, slots=True)
class GateKeys:
    """What `govern gate` asks beside the changes."""

    __pydantic_config__: ClassVar = STRICT
    unpinned: Unpinned | None = key(
        "A launcher that names no version: fails, is told, or is none of the gate's business; `fail` when the preset "
        "is strict, else `warn`."
    )
    version: str | None = key(
        "Where the project declares its version: a `pyproject.toml`, `package.json`, `Cargo.toml` or `server.json`, "
        "`serverInfo` for what the only server says, `serverInfo/NAME` for one of several, or `none`; by default every "
        "such file beside govern.toml, or else the only server."
    )


@dataclass(frozen=True, slots=True)
class ReleaseKeys:
    """Which release the next one is judged from."""

    __pydantic_config__: ClassVar = STRICT
    base: Base = key(
        "The last release by its version tag (`tag`), or the last one that has a signed verdict of `govern gate "
        "--attest` in capability.attestations.jsonl (`attested`).",
        "tag",
    )


def signature_threshold(approvals: bool | Severity | None) -> int:  # noqa: FBT001 - it is the value of a key
    """Return the severity rank from which approvals need a signature; 3 if none does."""
    if approvals is None or approvals is False:
        return len(RuleSeverity)
    return 0 if approvals is True else RuleSeverity(approvals.upper()).rank


@dataclass(frozen=True, slots=True)
class SignatureKeys:
    """Who must have signed what, and whose signatures are believed."""

    __pydantic_config__: ClassVar = STRICT
    lock: int = key("How many different people must have signed the lock.", 0)
    signers: list[str] = key("People each of whom must have signed the lock, as in allowed_signers.", made=list)
    approvals: bool | Severity | None = key(
        "Approvals and waivers count only when their givers signed them: all (`true`), or those of changes of this "
        "severity and above."
    )
    allowed_signers: str = key(
        "The OpenSSH file that says whose key is whose, relative to this file.", "allowed_signers"
    )
    revoked_keys: str | None = key("Keys that count no more: an OpenSSH KRL, or public keys line by line.")
    sigstore: dict[str, str] = key(
        "Identities (an e-mail address or a workflow's URI) that may sign by Sigstore, each its issuer.", made=dict
    )
    sigstore_root: str | None = key("A Sigstore trusted_root.json; that of the public instance by default.")

    @property
    def required(self) -> bool:
        """Return whether the lock or any approval has to be signed."""
        return bool(self.lock or self.signers or self.approvals)


@dataclass(frozen=True, slots=True)
class TraceKeys:
    """Recorded tool calls, as evidence of what a change hits."""

    __pydantic_config__: ClassVar = STRICT
    dir: str | None = key(
        "Recordings that BREAKING changes are held against: a folder or a file, relative to this file."
    )
    required: bool = key(
        "A BREAKING change of a tool passes only where recorded calls of that tool were held against it.", default=False
    )


@dataclass(frozen=True, slots=True)
class TextKeys:
    """A judge of your own for changed texts."""

    __pydantic_config__: ClassVar = STRICT
    judge: list[str] | None = key(
        "A program and its arguments that scores each sentence a changed text adds; what it finds suspicious is "
        "`text-steers-model`. See [A judge of your own](gate.md#a-judge-of-your-own)."
    )
    timeout: float = key("Seconds that the judge may take for all sentences of one command.", 30.0)


@dataclass(frozen=True, slots=True)
class Policy:
    """What is allowed without asking."""

    __pydantic_config__: ClassVar = STRICT
    preset: Preset = key(
        "What needs approval: every change; RISKY and BREAKING; the same, but rewording is free.", "balanced"
    )
    fail_on: FailOn | None = key(
        "Unapproved changes of this severity and above fail; `safe` when the preset is strict, else `risky`."
    )
    encoding: Encoding = key("The vocabulary that tokens are counted in.", "cl100k_base")
    reading: Reading = key("How schemas are compared: as they are meant, or to the letter.", "documented")
    reach: list[Client] = key(
        "Clients and providers that have to be able to use every tool; what one of them refuses is RISKY.", made=list
    )
    severity: dict[str, Severity | dict[str, Any]] = key(
        'Severities in place of the rules\' own, as `"safe"` or as `{ severity = "safe", reason = "…" }`: by rule, '
        'or by rule under a server or under `"server/tool"`.',
        made=dict,
    )
    approvals: ApprovalKeys = key("Who may approve, and how many people it takes.", made=ApprovalKeys)
    waivers: WaiverKeys = key("How far waivers may reach.", made=WaiverKeys)
    signatures: SignatureKeys = key("Who must have signed what, and whose signatures are believed.", made=SignatureKeys)
    budget: BudgetKeys = key("What definitions may cost.", made=BudgetKeys)
    risk: RiskKeys = key("Where an answer's risk steps up.", made=RiskKeys)
    results: list[str] = key(
        "Results that `govern gate` asks for: JSON with a `format` of ours and a `verdict` that passes.", made=list
    )
    traces: TraceKeys = key("Recorded tool calls, as evidence of what a change hits.", made=TraceKeys)
    text: TextKeys = key("A judge of your own for changed texts.", made=TextKeys)
    gate: GateKeys = key("What `govern gate` asks beside the changes.", made=GateKeys)
    bump: BumpKeys = key("The step of the version that changes demand.", made=BumpKeys)
    release: ReleaseKeys = key("Which release the next one is judged from.", made=ReleaseKeys)

    @property
    def effective_fail_on(self) -> FailOn:
        """Return the lowest severity at which an unapproved change fails the gate; the preset decides if unset."""
        return self.fail_on or ("safe" if self.preset == "strict" else "risky")

    @property
    def effective_unpinned(self) -> Unpinned:
        """Return the effect of an unpinned launcher on the gate; the preset decides if unset."""
        return self.gate.unpinned or ("fail" if self.preset == "strict" else "warn")

    def people_needed(self, severity: str, limit: str | None = None) -> int:
        """Return how many people have to approve a change of this severity; `limit` overrides `fail-on`."""
        configured: int | None = getattr(self.approvals, severity)
        if configured is not None:
            return configured
        return int(severity != "safe" or self.preset == "strict" or (limit or self.fail_on) == "safe")


@dataclass(frozen=True, slots=True)
class Watch:
    """What `govern watch` does, as far as the command line does not say otherwise."""

    __pydantic_config__: ClassVar = STRICT
    interval: str | int = key("The time between two looks: seconds, or such as `90s`, `5m`, `1h`.", "5m")
    webhook: str | None = key("A URL that each event is posted to as JSON; `${NAME}` is filled in.")
    headers: dict[str, str] = key("Headers for the webhook; `${NAME}` is filled in.", made=dict)
    command: list[str] | None = key("A program and its arguments, run for each event, which it reads on its stdin.")


@dataclass(frozen=True, slots=True)
class Settings:
    """The whole file."""

    __pydantic_config__: ClassVar = STRICT
    servers: dict[str, Server] = key("The servers to lock, by name.", made=dict)
    policy: Policy = key("What is allowed without asking.", made=Policy)
    jobs: int = key("How many servers are asked at the same time.", 8)
    watch: Watch = key("What `govern watch` does.", made=Watch)

    @property
    def names_tools(self) -> bool:
        """Whether anything is said of tools by their names."""
        return bool(self.policy.severity) or any(server.guards for server in self.servers.values())

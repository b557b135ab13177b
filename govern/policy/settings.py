"""The keys of govern.toml with their types, defaults and meanings, for parsing, errors and docs/config.md."""

from dataclasses import dataclass
from typing import Any, Literal, get_args

from govern.economics.budgets import Budget
from govern.policy.server_settings import InheritEnv, ReduceKeys, Server, key
from govern.rules.rule import Severity as RuleSeverity

Encoding = Literal["cl100k_base", "o200k_base"]
Reading = Literal["documented", "literal"]
# These are the clients of compare/clients.json; a test compares the two.
Client = Literal[
    "anthropic", "anthropic-strict", "claude-code", "cursor", "gemini", "openai", "openai-strict", "vscode"
]
ServedSurface = Literal["all", "compact"]
ServedNames = Literal["prefixed", "plain"]
# The strictest word of each of these comes first.
Allow = Literal["none", "approved", "safe"]
Answers = Literal["refuse", "warn", "off"]
Base = Literal["attested", "tag"]
FailOn = Literal["safe", "risky", "breaking", "never"]
Preset = Literal["strict", "balanced", "compatible"]
Severity = Literal["safe", "risky", "breaking"]
Step = Literal["major", "minor", "patch", "none"]
Unpinned = Literal["fail", "warn", "ignore"]


def toml_key(name: str) -> str:
    """Return the TOML key of a field: with hyphens, except for `max_bytes`, which is spelled as in guards."""
    return name if name == "max_bytes" else name.replace("_", "-")


@dataclass(frozen=True)
class BudgetKeys:
    """Budgets for definitions; `govern cost` fails if one is exceeded."""

    server_tokens: int | None = key("Maximum definition tokens of one server.")
    tool_tokens: int | None = key("Maximum definition tokens of one tool.")
    growth_percent: float | None = key(
        "Maximum growth of definitions between two locks. More is a RISKY change of the server or of the lock, by "
        "default above 25; if this is set, also of a tool, and `govern cost` and the gate's budget check fail."
    )
    growth_tokens: int = key(
        "Growth of a server or of the lock by this many tokens or fewer is no change to approve.", 1_000
    )
    context_window: int | None = key("Tokens of the model's context, for the shares that reports state.")

    @property
    def bounds(self) -> Budget:
        """Return the limits of the budget."""
        return Budget(self.server_tokens, self.tool_tokens, self.growth_percent, self.growth_tokens)


@dataclass(frozen=True)
class RiskKeys:
    """Limits in tokens for the answer-size risk; above `high` it is critical."""

    low: int = key("Maximum tokens of a low risk.", 1_000)
    medium: int = key("Maximum tokens of a medium risk.", 4_000)
    high: int = key("Maximum tokens of a high risk.", 8_000)

    @property
    def steps(self) -> tuple[int, int, int]:
        """Return the three limits in the order of the lock."""
        return self.low, self.medium, self.high


@dataclass(frozen=True)
class ApprovalKeys:
    """The approvers, and how many of them have to approve a change."""

    approvers: list[str] = key("People whose approvals count, spelled as in `by`; empty means anyone.", made=list)
    safe: int | None = key("People who have to approve a SAFE change; the preset decides by default.")
    risky: int | None = key("People who have to approve a RISKY change; 1 by default, no fewer than for a SAFE one.")
    breaking: int | None = key(
        "People who have to approve a BREAKING change; 1 by default, no fewer than for a RISKY one."
    )
    not_author: bool = key(
        "Approvals and waivers by an author of the change do not count. Authors are the authors and committers of the "
        "commits since OLD that changed the lock, as in git.",
        default=False,
    )


@dataclass(frozen=True)
class WaiverKeys:
    """Limits for waivers."""

    max_days: int = key("Maximum number of days from today until a waiver ends; a longer one does not count.", 180)


@dataclass(frozen=True)
class BumpKeys:
    """The version bump that changes need; before 1.0.0 each is one step smaller, as in Cargo."""

    breaking: Step = key("For a BREAKING change.", "major")
    risky: Step = key("For a RISKY change.", "minor")
    added: Step = key("For an added item that is SAFE.", "minor")
    safe: Step = key("For any other SAFE change.", "patch")


@dataclass(frozen=True)
class GateKeys:
    """Further checks of `govern gate`."""

    unpinned: Unpinned | None = key(
        "Effect of an unpinned launcher: the gate fails, warns or ignores it. `fail` if the preset is strict, else "
        "`warn`."
    )
    version: str | None = key(
        "Source of the project's version: a `pyproject.toml`, `package.json`, `Cargo.toml` or `server.json`, "
        "`serverInfo` for that of the only server, `serverInfo/NAME` for one of several, or `none`. By default every "
        "such file beside govern.toml, or else the only server."
    )
    uncovered: list[str] = key(
        "What the client configs of the repository may name although this file does not: the path of a config, a "
        "folder or a pattern such as `tests/*`, or a whole command line or URL as the check `coverage` prints it.",
        made=list,
    )


@dataclass(frozen=True)
class ReleaseKeys:
    """The release that the next one is compared with."""

    base: Base = key(
        "`tag` is the last release by its version tag; `attested` is the last one with a signed verdict of `govern "
        "gate --attest` in capability.attestations.jsonl.",
        "tag",
    )


def signature_threshold(approvals: bool | Severity | None) -> int:  # noqa: FBT001 - it is the value of a key
    """Return the severity rank from which approvals need a signature; 3 if none does."""
    if approvals is None or approvals is False:
        return len(RuleSeverity)
    return 0 if approvals is True else RuleSeverity(approvals.upper()).rank


@dataclass(frozen=True)
class SignatureKeys:
    """Required signatures, and the keys and identities that are trusted."""

    lock: int = key("Number of people who have to sign the lock.", 0)
    signers: list[str] = key("People who each have to sign the lock, spelled as in allowed_signers.", made=list)
    approvals: bool | Severity | None = key(
        "Approvals and waivers count only if signed: all (`true`), or those for changes of this severity and above."
    )
    allowed_signers: str = key("OpenSSH file with the key of each signer, relative to this file.", "allowed_signers")
    revoked_keys: str | None = key("File with revoked keys: an OpenSSH KRL, or one public key per line.")
    sigstore: dict[str, str] = key(
        "Identities that may sign with Sigstore (an email address or the URI of a workflow), each with its issuer.",
        made=dict,
    )
    sigstore_root: str | None = key("Sigstore trusted_root.json; that of the public instance by default.")

    @property
    def required(self) -> bool:
        """Return whether the lock or any approval has to be signed."""
        return bool(self.lock or self.signers or self.approvals)


@dataclass(frozen=True)
class TraceKeys:
    """Recorded tool calls that show the effect of a change."""

    dir: str | None = key(
        "Folder or file of recordings that BREAKING changes are replayed against, relative to this file."
    )
    required: bool = key(
        "A BREAKING change of a tool passes only if recorded calls of that tool were replayed against it.",
        default=False,
    )


@dataclass(frozen=True)
class TextKeys:
    """A judge of your own for changed texts."""

    judge: list[str] | None = key(
        "A program and its arguments that scores each sentence a changed text adds; what it finds suspicious is "
        "`text-steers-model`. See [A judge of your own](gate.md#a-judge-of-your-own)."
    )
    timeout: float = key("Seconds that the judge may take for all sentences of one command.", 30.0)


@dataclass(frozen=True)
class Policy:
    """The rules by which changes pass."""

    preset: Preset = key(
        "Changes that need approval: `strict` all, `balanced` RISKY and BREAKING, `compatible` those except rewording.",
        "balanced",
    )
    fail_on: FailOn | None = key(
        "Unapproved changes of this severity and above fail; `safe` if the preset is strict, else `risky`."
    )
    encoding: Encoding = key("Encoding that tokens are counted in.", "cl100k_base")
    reading: Reading = key(
        "How schemas are compared: `documented` as they are meant, `literal` to the letter.", "documented"
    )
    reach: list[Client] = key(
        "Clients and providers that every tool has to work with; a schema that one of them rejects is RISKY.", made=list
    )
    severity: dict[str, Severity | dict[str, Any]] = key(
        'Severities that replace those of rules, as `"safe"` or `{ severity = "safe", reason = "…" }`: by rule, or by '
        'rule below a server or `"server/tool"`.',
        made=dict,
    )
    approvals: ApprovalKeys = key("Approvers, and how many of them have to approve a change.", made=ApprovalKeys)
    waivers: WaiverKeys = key("Limits for waivers.", made=WaiverKeys)
    signatures: SignatureKeys = key("Required signatures, and trusted keys and identities.", made=SignatureKeys)
    budget: BudgetKeys = key("Budgets for definitions.", made=BudgetKeys)
    risk: RiskKeys = key("Limits for the answer-size risk.", made=RiskKeys)
    results: list[str] = key(
        "Result files that `govern gate` requires: JSON output of govern with a `verdict` that passes.", made=list
    )
    traces: TraceKeys = key("Recorded tool calls that show the effect of a change.", made=TraceKeys)
    text: TextKeys = key("A judge of your own for changed texts.", made=TextKeys)
    gate: GateKeys = key("Further checks of `govern gate`.", made=GateKeys)
    bump: BumpKeys = key("Version bump that changes need.", made=BumpKeys)
    release: ReleaseKeys = key("Release that the next one is compared with.", made=ReleaseKeys)

    @property
    def effective_fail_on(self) -> FailOn:
        """Return the lowest severity at which an unapproved change fails the gate; the preset decides if unset."""
        return self.fail_on or ("safe" if self.preset == "strict" else "risky")

    @property
    def effective_unpinned(self) -> Unpinned:
        """Return the effect of an unpinned launcher on the gate; the preset decides if unset."""
        return self.gate.unpinned or ("fail" if self.preset == "strict" else "warn")

    def people_needed(self, severity: str, limit: str | None = None) -> int:
        """Return how many people have to approve a change of this severity; `limit` overrides `fail-on`.

        They are no fewer than for a milder one: a pull request may raise the severity of its own change.
        """
        severities = get_args(Severity)
        return max(self._people(each, limit) for each in severities[: severities.index(severity) + 1])

    def _people(self, severity: str, limit: str | None) -> int:
        configured: int | None = getattr(self.approvals, severity)
        if configured is not None:
            return configured
        return int(severity != "safe" or self.preset == "strict" or (limit or self.fail_on) == "safe")


@dataclass(frozen=True)
class Watch:
    """Defaults of `govern watch`; the command line overrides them."""

    interval: str | int = key("Time between two checks: seconds, or a duration such as `90s`, `5m` or `1h`.", "5m")
    webhook: str | None = key("URL that each event is posted to as JSON; may contain `${NAME}`.")
    headers: dict[str, str] = key("Headers for the webhook; may contain `${NAME}`.", made=dict)
    command: list[str] | None = key("Program and arguments to run for each event, which it receives on stdin.")


@dataclass(frozen=True)
class ServeOAuth:
    """The authorization server whose access tokens (JSON Web Tokens) clients send."""

    issuer: str = key("Issuer of the tokens, which clients are told to log in at.", "")
    audience: str = key("URL of this gateway as clients know it; the tokens have to be issued for it.", "")
    jwks_url: str = key("URL of the issuer's public keys (JWKS). Default: the one in the issuer's metadata.", "")
    scopes: list[str] = key("Scopes that a token has to have.", made=list)


@dataclass(frozen=True)
class ServeHttp:
    """The `[serve.http]` table: access to the HTTP endpoint of `govern serve`, and its limits."""

    hosts: list[str] = key(
        "Names of this machine that clients may use, without port (`Host`). Default: the address that govern listens "
        "on; on loopback also `localhost`.",
        made=list,
    )
    origins: list[str] = key(
        "Web pages that may send requests, as `https://app.example.com` (`Origin`); on loopback also those of this "
        "machine.",
        made=list,
    )
    oauth: ServeOAuth = key("Authorization server whose access tokens are accepted.", made=ServeOAuth)
    sessions: int = key("Open sessions.", 1_000)
    requests_per_minute: int = key("Requests of one token per minute; without tokens, of all clients.", 6_000)
    request_bytes: int = key("Bytes of one request.", 4 * 1024 * 1024)
    answer_bytes: int = key("Bytes of one answer; a longer one is an error.", 20 * 1024 * 1024)
    timeout: float = key("Seconds for the headers of a request, and for its body.", 30.0)
    idle_timeout: float = key("Seconds after which an unused session ends.", 1_800.0)


@dataclass(frozen=True)
class Serve:
    """The `[serve]` table: the enforcement of the lock by `govern serve` and `govern run`."""

    allow: Allow = key(
        "Whether a tool that differs from the lock may be called: `safe` if all its changes are approved or need no "
        "approval by policy, `approved` if people approved each of them, `none` never.",
        "safe",
    )
    answers: Answers = key(
        "Answers that do not match the locked output schema: `refuse` replaces them by an error, `warn` notes them in "
        "the audit log, `off` does not check.",
        "warn",
    )
    max_age: float = key("Seconds after which a server's lists are read again before a call.", 60.0)
    call_timeout: float = key(
        "Seconds after which a request without an answer fails; each progress or log message starts them anew.", 300.0
    )
    names: ServedNames = key(
        "How `govern serve` names tools and prompts: `prefixed` as `SERVER__NAME`, `plain` by the server's own names, "
        "of which no two may be equal.",
        "prefixed",
    )
    surface: ServedSurface = key(
        "`all` offers every locked tool; `compact` offers seven tools with which a model finds and calls the others.",
        "all",
    )
    reduce: ReduceKeys = key("When the compact surface shortens an answer.", made=ReduceKeys)
    http: ServeHttp = key("Who may use the HTTP endpoint of `govern serve`, and how much.", made=ServeHttp)


@dataclass(frozen=True)
class Settings:
    """The whole config file."""

    servers: dict[str, Server] = key("Servers to lock, by name.", made=dict)
    policy: Policy = key("Rules by which changes pass.", made=Policy)
    inherit_env: InheritEnv = key(
        "Variables of your shell that servers get beside [those below](#environment-of-servers): names, and prefixes "
        "such as `AWS_*`. `all` is every variable, `none` only `PATH`.",
        made=list,
    )
    jobs: int = key("Number of servers to connect to at the same time.", 8)
    watch: Watch = key("Defaults of `govern watch`.", made=Watch)
    serve: Serve = key("Enforcement at run time, by `govern serve` and `govern run`.", made=Serve)

    @property
    def names_tools(self) -> bool:
        """Return whether any key refers to tools by name."""
        return bool(self.policy.severity) or any(server.guards for server in self.servers.values())

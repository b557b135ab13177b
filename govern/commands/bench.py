"""`govern bench`: what each way of offering tools costs, and how well a search finds the right one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from govern.commands.project import ProjectRequest, find_config, in_repository
from govern.contract.json_text import decode
from govern.discovery.benchmark import (
    METRICS,
    Bench,
    BenchBaseline,
    check,
    compare,
    lost_queries,
    retrieve_from,
)
from govern.discovery.corpus import corpus_of, read_corpus, read_golden_set
from govern.discovery.modes import corpus_modes, definition_tokens, listed_mode
from govern.economics.answer_blocks import compact_json
from govern.economics.tokens import ENCODINGS, count_tokens
from govern.errors import ContractInvalid, InvalidInput, UsageError
from govern.files import MAX_GENERATED_FILE, read_text
from govern.lockfile.store import load
from govern.serve.compact import tools as compact
from govern.serve.compact.tools import ToolDirectory

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from govern.contract.json_text import Json
    from govern.contract.surface import Surface
    from govern.discovery.benchmark import GatewaySearch, Retrieval, SessionCost
    from govern.discovery.corpus import Corpus, GoldenSet
    from govern.discovery.modes import Mode
    from govern.lockfile.document import Lock

# A search returns about this many definitions, which is what finding a tool once costs.
_DEFINITIONS_PER_SEARCH = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchRequest(ProjectRequest):
    """The arguments of `govern bench`; `modes`, `traces` and `tolerances` are `NAME=VALUE`.

    `gateways` are configured servers. The first of `search_tools` is asked for the queries; calls of all count as
    discovery in recordings.
    """

    corpus: Path | None = None
    golden: Path | None = None
    modes: tuple[str, ...] = ()
    gateways: tuple[str, ...] = ()
    search_tools: tuple[str, ...] = ()
    query_arg: str | None = None
    traces: tuple[str, ...] = ()
    against: Path | None = None
    baseline: Path | None = None
    tolerances: tuple[str, ...] = ()
    encoding: str | None = None


@dataclass(frozen=True, slots=True)
class _Source:
    corpus: Corpus
    path: Path
    lock: Lock | None = None


def bench(request: BenchRequest, environ: Mapping[str, str]) -> Bench:
    """Return the tokens of each mode and, with a golden set, how well search finds the right tools."""
    source = _source(request)
    encoding = _encoding(request, source)
    if (request.against or request.baseline) and not request.golden:
        raise UsageError("--against and --baseline compare retrieval metrics, which need --golden FILE")
    golden = read_golden_set(request.golden, source.corpus) if request.golden else None
    retrieval = retrieve_from(source.corpus, golden) if golden else None
    baseline = _baseline(request)
    modes = [*_modes(request, source.corpus, encoding, retrieval)]
    found, search = _gateway_modes(request, environ, source.corpus, golden, encoding)
    modes += found
    return Bench(
        corpus_version=str(source.corpus.version),
        golden_version=golden.corpus_version if golden else "",
        encoding=encoding,
        modes=tuple(modes),
        retrieval=retrieval,
        gateway=search,
        sessions=_sessions(request, modes, encoding),
        compared=_compared(request, golden, retrieval),
        checks=check(retrieval, baseline) if baseline else (),
        lost=lost_queries(retrieval, baseline) if baseline else (),
        lock=source.lock,
        path=source.path,
    )


def _gateway_modes(
    request: BenchRequest, environ: Mapping[str, str], corpus: Corpus, golden: GoldenSet | None, encoding: str
) -> tuple[list[Mode], GatewaySearch | None]:
    """Return the definitions of each running gateway as a mode, and the search through the only one."""
    searches = bool(request.gateways and request.search_tools and golden)
    if request.query_arg and not searches:
        raise UsageError("--query-arg needs --gateway SERVER, --search-tool NAME and --golden FILE")
    if request.search_tools and not (searches or request.traces):
        raise UsageError("--search-tool needs --gateway SERVER and --golden FILE, or --traces MODE=PATH")
    if searches and len(request.gateways) > 1:
        raise UsageError("a search goes through one gateway; name one --gateway SERVER")
    if not request.gateways:
        return [], None
    from govern.commands.bench_running import SearchTool, definitions_of, search_gateway
    from govern.policy.targets import targets

    config = find_config(request.config, request.config_from)
    found = targets(config, request.gateways, environ)
    if not (searches and golden):
        return [_surface_mode(target.name, definitions_of(target), encoding, None) for target in found], None
    tool = SearchTool(request.search_tools[0], request.query_arg or "query")
    surface, search = search_gateway(found[0], tool, corpus, golden, encoding)
    return [_surface_mode(found[0].name, surface, encoding, search.answer_tokens)], search


def _surface_mode(name: str, surface: Surface, encoding: str, discovery: int | None) -> Mode:
    return listed_mode(name, [tool.raw for tool in surface.tools], encoding, discovery)


def _sessions(request: BenchRequest, modes: Sequence[Mode], encoding: str) -> tuple[SessionCost, ...]:
    if not request.traces:
        return ()
    from govern.commands.bench_running import session_costs

    return tuple(session_costs(request.traces, modes, request.search_tools, encoding))


def _source(request: BenchRequest) -> _Source:
    if request.corpus:
        return _Source(read_corpus(request.corpus), request.corpus)
    path = request.lock or find_config(request.config, request.config_from).lock
    lock = load(path)
    return _Source(corpus_of(lock), in_repository(path), lock)


def _encoding(request: BenchRequest, source: _Source) -> str:
    encoding = request.encoding or (source.lock.encoding if source.lock else "") or ENCODINGS[0]
    if encoding not in ENCODINGS:
        raise UsageError(f"unknown encoding {encoding!r}", hint=f"choose one of {', '.join(ENCODINGS)}")
    return encoding


def _compared(request: BenchRequest, golden: GoldenSet | None, ours: Retrieval | None) -> Any:
    """Compare with the same search over another lock or corpus, query by query."""
    if not (request.against and golden and ours):
        return None
    other = read_corpus(request.against) if request.against.suffix == ".json" else corpus_of(load(request.against))
    return compare(ours, retrieve_from(other, golden))


def _modes(request: BenchRequest, corpus: Corpus, encoding: str, retrieval: Retrieval | None) -> Iterator[Mode]:
    discovery = _discovery_tokens(corpus, encoding, retrieval)
    yield from corpus_modes(corpus.tools, encoding, discovery)
    yield listed_mode(
        "compact", compact.definitions(code=False), encoding, _compact_discovery_tokens(corpus, encoding, retrieval)
    )
    for word in request.modes:
        name, _, file = word.partition("=")
        definitions = _definitions(Path(file)) if name and file else _fastmcp_definitions(word, corpus)
        yield listed_mode(name, definitions, encoding, discovery)


def _fastmcp_definitions(mode: str, corpus: Corpus) -> Sequence[Mapping[str, Json]]:
    from govern.servers.benchmarking import FASTMCP_MODES, transformed

    if mode not in FASTMCP_MODES:
        hint = "FILE has a tools/list result"
        raise UsageError(f"--mode {mode}: expected NAME=FILE, {' or '.join(FASTMCP_MODES)}", hint=hint)
    return transformed(mode, [tool.definition() | {"name": f"{tool.server}__{tool.tool}"} for tool in corpus.tools])


def _discovery_tokens(corpus: Corpus, encoding: str, retrieval: Retrieval | None) -> int | None:
    """Return the mean tokens of the definitions that the first results of a search hold; None without queries."""
    if not retrieval:
        return None
    definitions = {tool.tool_id: tool.definition() for tool in corpus.tools}
    found = [each.ranked[:_DEFINITIONS_PER_SEARCH] for each in retrieval.queries]
    total = sum(definition_tokens((definitions[tool] for tool in ranked), encoding) for ranked in found)
    return round(total / len(found))


def _compact_discovery_tokens(corpus: Corpus, encoding: str, retrieval: Retrieval | None) -> int | None:
    """Return the mean tokens of what the compact surface answers to a search and about its first result."""
    if not retrieval:
        return None
    servers: dict[str, list[dict[str, Json]]] = {}
    for tool in corpus.tools:
        servers.setdefault(tool.server, []).append(tool.definition())
    directory = ToolDirectory(servers)
    answers = [directory.search(each.query.query, _DEFINITIONS_PER_SEARCH, full=False) for each in retrieval.queries]
    about = [directory.brief(answer["tools"][0]["tool"]) for answer in answers if answer["tools"]]
    texts = [compact_json(each) for each in (*answers, *about)]
    return round(sum(count_tokens(text, encoding) for text in texts) / len(answers))


def _definitions(path: Path) -> Sequence[Mapping[str, Json]]:
    """Return the tools of a `tools/list` result, of a list, or of an object that holds each under its name."""
    document: Any = _json(path, "expected a tools/list result: an object with `tools`")
    for key in ("result", "tools"):
        document = document.get(key, document) if isinstance(document, dict) else document
    if isinstance(document, dict):
        document = [{"name": name, **each} for name, each in document.items() if isinstance(each, dict)]
    if not (isinstance(document, list) and document) or not all(
        isinstance(each, dict) and isinstance(each.get("name"), str) for each in document
    ):
        raise InvalidInput("expected a tools/list result: an object with `tools`, each with a name", where=str(path))
    return document


def _baseline(request: BenchRequest) -> BenchBaseline | None:
    """Read a baseline: a document of `govern bench --json`, or mcpproxy's baseline format."""
    if not request.baseline:
        if request.tolerances:
            raise UsageError("--tolerance has no effect without --baseline FILE")
        return None
    document: Any = _json(request.baseline, "write it with: govern bench --golden FILE --json --output FILE")
    retrieval = document.get("retrieval") if isinstance(document, dict) else None
    values = retrieval.get("metrics") if isinstance(retrieval, dict) else document
    metrics = dict(_metrics(values)) if isinstance(values, dict) else {}
    if not metrics:
        hint = "expected a document of `govern bench --json`"
        raise InvalidInput("no retrieval metrics", where=str(request.baseline), hint=hint)
    tolerances = {**_tolerances(document.get("tolerance")), **_given_tolerances(request.tolerances)}
    checked = {metric: metrics[metric] for metric in tolerances if metric in metrics} or metrics
    if missing := sorted(set(tolerances) - set(metrics)):
        raise InvalidInput(f"a tolerance but no value for {', '.join(missing)}", where=str(request.baseline))
    return BenchBaseline(checked, tolerances, _recalls(retrieval))


def _metrics(values: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    """Yield the metrics of a document by their names here: `recall_at: {5: …}` is recall@5."""
    recalls = values.get("recall_at")
    flat = {**values, **{f"recall@{at}": value for at, value in (recalls if isinstance(recalls, dict) else {}).items()}}
    for key, value in flat.items():
        name = key.replace("_at_", "@")
        if name in METRICS and isinstance(value, int | float) and not isinstance(value, bool):
            yield name, float(value)


def _tolerances(values: Any) -> dict[str, float]:
    return dict(_metrics(values)) if isinstance(values, dict) else {}


def _given_tolerances(words: Sequence[str]) -> dict[str, float]:
    given = {}
    for word in words:
        metric, _, value = word.partition("=")
        if metric not in METRICS or not value.replace(".", "", 1).isdecimal():
            hint = f"METRIC is one of {', '.join(METRICS)}"
            raise UsageError(f"--tolerance {word}: expected METRIC=SHARE", hint=hint)
        given[metric] = float(value)
    return given


def _recalls(retrieval: Any) -> dict[str, float]:
    """Return the recall@5 of each query of a document of `govern bench --json`."""
    queries = retrieval.get("queries") if isinstance(retrieval, dict) else None
    recalls = {}
    for query in queries if isinstance(queries, list) else ():
        if isinstance(query, dict) and isinstance(query.get("id"), str):
            recalls[query["id"]] = dict(_metrics(query.get("metrics") or {})).get("recall@5", 0.0)
    return recalls


def _json(path: Path, hint: str) -> Json:
    try:
        return decode(read_text(path, MAX_GENERATED_FILE))
    except OSError as error:
        raise InvalidInput(f"cannot read: {error.strerror}", where=str(path), hint=hint) from None
    except ContractInvalid as error:
        raise InvalidInput(error.message, where=str(path)) from None

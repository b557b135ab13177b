"""Search: its latency beside rank-bm25, and how well it finds tools beside other searches over the same corpus."""

import json
import re
import subprocess
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from rank_bm25 import BM25Okapi

from govern.discovery.benchmark import Retrieval, compare, retrieve
from govern.discovery.corpus import Corpus, CorpusTool, GoldenSet, read_corpus, read_golden_set
from govern.discovery.search import ToolIndex, search
from tests.bench.figures import Figure
from tests.bench.many_tools import CATALOGS
from tests.bench.peers import OutOfReachError, Peer
from tests.bench.tables import Table

DATA = CATALOGS.parent / "mcpproxy"
SIZES = (500, 5_000, 10_000)
SERVERS = 100
ASIDE = "the search corpus is not here; GOVERN_DATA may name its place"
FASTMCP = Peer("fastmcp", "4.1.2", "python", ("{program}",))
RANKED = 10
_COLUMNS = ("search", "recall@1", "recall@5", "MRR", "nDCG@10", "ours wins", "loses", "difference of MRR, 95%")
_LONG_WORD = 5


def search_speed(repeats: int) -> list[Figure]:
    """Measure one query at several sizes, and the update of one server of a hundred."""
    if not DATA.is_dir():
        return [Figure("`search`", "rank-bm25", note=ASIDE)]
    queries = [query.query for query in golden().queries]
    figures = []
    for size in SIZES:
        tools = many(size)
        index, theirs = ToolIndex(tool.indexed() for tool in tools), BM25Okapi([text_of(tool) for tool in tools])
        ours = [_least(repeats, partial(search, index, query)) for query in queries]
        other = [_least(repeats, partial(_top_of, theirs, query)) for query in queries]
        figures.append(
            Figure(f"a query over {size:,} tools, median", "rank-bm25", median(ours), median(other), bound=1)
        )
    indexed = [tool.indexed() for tool in many(SIZES[-1])]
    index = ToolIndex(indexed)
    changed = [tool for tool in indexed if tool.server == "s7"]
    update, build = _least(repeats, lambda: index.replace("s7", changed)), _least(repeats, lambda: ToolIndex(indexed))
    what = f"replacing one of {SERVERS} servers in an index of {SIZES[-1]:,} tools"
    return [*figures, Figure(what, "building that index", update, build, bound=0.05)]


def _top_of(ranker: BM25Okapi, query: str) -> Any:
    return ranker.get_scores(words_of(query)).argsort()[-RANKED:]


def _least(repeats: int, done: Callable[[], Any]) -> float:
    """Return the least seconds of several runs."""
    least = float("inf")
    for _ in range(repeats):
        start = perf_counter()
        done()
        least = min(least, perf_counter() - start)
    return least


def retrieval() -> Table:
    """Rank the labelled queries with govern's search and with others."""
    if not DATA.is_dir():
        return Table("Tool search", ("search",), (), (f"Not measured: {ASIDE}.",))
    small, wide = corpus(), with_distractors()
    ours = ours_over(small)
    rows = [_row("govern, 45 tools", ours, None)]
    rows += [_row(name, found, ours) for name, found in _others(small)]
    rows.append(_row("govern, and 479 distractors", ours_over(wide), None))
    slips = retrieve(misspelt(golden()), search_of(small))
    rows.append(_row("govern, one word of each query misspelt", slips, None))
    notes = ("The 32 labelled queries of mcpproxy's corpus that are open; wins and losses of govern are by MRR.",)
    met = all(each.mean >= least for each, least in ((ours.metrics["recall@5"], 0.74), (ours.metrics["mrr"], 0.66)))
    return Table("Tool search", _COLUMNS, tuple(rows), notes, met)


def _row(name: str, found: Retrieval, ours: Retrieval | None) -> tuple[str, ...]:
    means = [f"{found.metrics[metric].mean:.3f}" for metric in ("recall@1", "recall@5", "mrr", "ndcg@10")]
    if ours is None:
        return (name, *means, "", "", "")
    paired = compare(ours, found)["mrr"]
    interval = f"{paired.difference.low:+.3f} to {paired.difference.high:+.3f}"
    return (name, *means, str(paired.wins), str(paired.losses), interval)


def _others(tools: Corpus) -> list[tuple[str, Retrieval]]:
    """Return the retrieval of mcpproxy, of rank-bm25 and, where it can be installed, of fastmcp's transform."""
    queries = golden()
    plain = BM25Okapi([text_of(tool) for tool in tools.tools])
    ids = [tool.tool_id for tool in tools.tools]

    def by_bm25(query: str) -> Sequence[str]:
        scores = plain.get_scores(words_of(query))
        return [ids[at] for at in scores.argsort()[::-1][:RANKED] if scores[at] > 0]

    others = [("mcpproxy's TF-IDF", recorded()), ("rank-bm25", retrieve(queries, by_bm25))]
    try:
        ranked = fastmcp_rankings(tools, [query.query for query in queries.queries])
    except OutOfReachError:
        return others
    return [*others, (f"fastmcp {FASTMCP.version}'s BM25 transform", retrieve(queries, ranked.__getitem__))]


def recorded() -> Retrieval:
    """Return the retrieval of mcpproxy's own search, as it recorded the rankings."""
    rankings = json.loads((DATA / "expected" / "metric_vectors.json").read_text("utf-8"))["rankings"]
    ids = {query.query: query.id for query in golden().queries}
    return retrieve(golden(), lambda query: rankings[ids[query]])


def fastmcp_rankings(tools: Corpus, queries: list[str]) -> dict[str, list[str]]:
    """Return the ranking of each query by fastmcp's transform, installed in an environment of its own."""
    FASTMCP.install()
    listed = [
        {"tool_id": tool.tool_id, "description": tool.description, "schema": tool.input_schema or {}}
        for tool in tools.tools
    ]
    program = str(__file__).replace("searching.py", "servers/fastmcp_search.py")
    done = subprocess.run(
        [FASTMCP.python, program],
        input=json.dumps({"tools": listed, "queries": queries}),
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return dict(zip(queries, json.loads(done.stdout), strict=True))


def corpus() -> Corpus:
    """Return the 45 tools with their schemas."""
    return read_corpus(DATA / "corpus_v2.tools.json")


def golden() -> GoldenSet:
    """Return the labelled queries."""
    return read_golden_set(DATA / "retrieval_golden_v1.json", corpus())


def with_distractors() -> Corpus:
    """Return the corpus with the tools of other servers whose names are not in it."""
    tools = corpus().tools
    known = {tool.tool for tool in tools}
    others = read_corpus(DATA / "livemcptool_snapshot" / "tools.json").tools
    return Corpus(tools=[*tools, *(tool for tool in others if tool.tool not in known)])


def ours_over(tools: Corpus) -> Retrieval:
    """Return govern's retrieval of the labelled queries."""
    return retrieve(golden(), search_of(tools))


def search_of(tools: Corpus) -> Callable[[str], list[str]]:
    index = ToolIndex(tool.indexed() for tool in tools.tools)
    return lambda query: search(index, query, RANKED).ids


def misspelt(queries: GoldenSet) -> GoldenSet:
    """Return the queries with two letters swapped in one long word of each."""
    random = Random(14)
    changed = queries.model_copy(deep=True)
    for query in changed.queries:
        words = query.query.split(" ")
        at = random.choice([at for at, word in enumerate(words) if word.isalpha() and len(word) >= _LONG_WORD])
        split = random.randrange(1, len(words[at]) - 2)
        word = words[at]
        words[at] = word[:split] + word[split + 1] + word[split] + word[split + 2 :]
        query.query = " ".join(words)
    return changed


def many(size: int) -> list[CorpusTool]:
    """Return this many tools of a hundred servers: the real ones, each copy with another word in its description."""
    random, real = Random(1), with_distractors().tools
    words = sorted({word for tool in real for word in (tool.description or "").split()})
    return [
        each.model_copy(
            update={
                "server": f"s{at % SERVERS}",
                "tool_id": f"s{at % SERVERS}:{each.tool}_{at}",
                "description": f"{each.description} {random.choice(words)}",
            }
        )
        for at, each in ((at, real[at % len(real)]) for at in range(size))
    ]


def text_of(tool: CorpusTool) -> list[str]:
    """Return the words of a tool for a search that knows no fields."""
    indexed = tool.indexed()
    return words_of(f"{indexed.name} {indexed.description} {indexed.parameters}")


def words_of(text: str) -> list[str]:
    """Return lower-case words."""
    return re.findall(r"[^\W_]+", text.lower())

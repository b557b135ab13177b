from hypothesis import given
from hypothesis import strategies as st

from govern.policy.parsing import explain_type_errors, parse_settings
from govern.policy.settings import Settings

KEYS = st.sampled_from(
    [
        "servers",
        "policy",
        "jobs",
        "command",
        "env",
        "url",
        "timeout",
        "limits",
        "pages",
        "guards",
        "t",
        "limit",
        "max_bytes",
        "profiles",
        "normalize",
        "severity",
        "reason",
        "approvals",
        "approvers",
        "budget",
        "growth-percent",
        "risk",
        "low",
        "preset",
        "fail-on",
        "client",
        "oauth",
        "client-id",
        "x",
    ]
)
LEAVES = st.one_of(
    st.booleans(),
    st.integers(0, 9),
    st.just(1.5),
    st.sampled_from(["", "safe", "strict", "auto"]),
    st.lists(st.just("a")),
)
DOCUMENTS = st.dictionaries(
    KEYS, st.recursive(LEAVES, lambda inner: st.dictionaries(KEYS, inner, max_size=3) | st.lists(inner), max_leaves=8)
)


def a_server(values):
    return {"servers": {"s": values}}


def near_misses():
    """Documents that are right but for one leaf, which is where two readers would come to differ."""
    fields = st.fixed_dictionaries(
        {},
        optional={
            "command": LEAVES,
            "env": st.dictionaries(KEYS, LEAVES, max_size=2) | LEAVES,
            "timeout": LEAVES,
            "transport": LEAVES,
            "client": st.dictionaries(KEYS, LEAVES, max_size=2) | LEAVES,
            "normalize": st.dictionaries(KEYS, LEAVES, max_size=2),
            "limits": st.dictionaries(st.sampled_from(["bytes", "pages"]), LEAVES),
            "guards": st.dictionaries(
                KEYS, st.dictionaries(st.sampled_from(["limit", "max_bytes"]), LEAVES), max_size=1
            ),
            "oauth": st.dictionaries(st.sampled_from(["client-id", "scope", "client_id"]), LEAVES),
        },
    )
    given = LEAVES | st.dictionaries(st.sampled_from(["severity", "reason", "x"]), LEAVES, max_size=3)
    tables = st.dictionaries(KEYS, given | st.dictionaries(KEYS, given, max_size=2), max_size=2)
    severities = st.builds(lambda table: {"policy": {"severity": table}}, tables)
    return (
        severities
        | st.builds(a_server, fields)
        | st.builds(lambda table: {"policy": table}, st.dictionaries(KEYS, LEAVES))
    )


@given(st.one_of(DOCUMENTS, near_misses()))
def test_what_is_taken_at_once_is_what_pydantic_accepts(document):
    quick, judged = parse_settings(document), explain_type_errors(document)
    assert quick == judged
    if isinstance(quick, list):
        assert quick
        assert all(problem.message for problem in quick)
    else:
        assert isinstance(quick, Settings)

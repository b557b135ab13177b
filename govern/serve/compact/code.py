"""Run a model's Python in a sandbox (pydantic-monty) that has no file, network or process, only `call_tool`."""

from __future__ import annotations

import atexit
import time
from functools import cache
from typing import TYPE_CHECKING, Any

from govern.errors import UsageError
from govern.serve.compact.chain import result_text, result_value

if TYPE_CHECKING:
    from govern.contract.json_type import Json
    from govern.serve.compact.chain import CallPlace

# Seconds of computing, without the time that calls take.
_SECONDS = 10.0
_LIMITS: dict[str, Any] = {
    "max_feed_duration_secs": _SECONDS,
    "max_memory": 64 * 1024 * 1024,
    "max_recursion_depth": 200,
    "max_suspensions": 1_000,
    "max_total_sleep_secs": _SECONDS,
}
_MOST_CALLS = 100
_MOST_PRINTED = 100_000
# Threads of the sandbox end shortly after it is closed; Python aborts if it exits before (pydantic-monty 1.4.0).
_SETTLE = 0.1


async def run_code(code: str, call: CallPlace) -> dict[str, Json]:
    """Return the value of the last expression, and what was printed; raise UsageError where the code fails."""
    from pydantic_monty import AsyncMonty, CollectString, MontyError

    _settle_at_exit()
    calls = 0

    async def call_tool(tool: str, arguments: dict[str, Any] | None = None) -> Json:
        nonlocal calls
        calls += 1
        if calls > _MOST_CALLS:
            raise RuntimeError(f"code may make at most {_MOST_CALLS} calls")
        result = await call(tool, arguments or {})
        if result.get("isError"):
            raise RuntimeError(result_text(result))
        return result_value(result)

    printed = CollectString(max_bytes=_MOST_PRINTED)
    try:
        async with AsyncMonty(max_processes=1) as pool, pool.checkout(limits=_LIMITS) as session:  # type: ignore[arg-type]
            value = await session.feed_run(code, external_lookup={"call_tool": call_tool}, print_callback=printed)
    except MontyError as error:
        raise UsageError(f"the code failed: {error}") from None
    return {"result": _json_value(value), **({"printed": printed.output} if printed.output else {})}


@cache
def _settle_at_exit() -> None:
    """Let the exit of this process wait for the sandbox's threads."""
    atexit.register(time.sleep, _SETTLE)


def _json_value(value: Any) -> Json:
    """Return a value as JSON: tuples and sets as lists, and what has no JSON form as text."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, dict):
        return {str(key): _json_value(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_json_value(inner) for inner in value]
    return str(value)

import asyncio
from typing import Any

import pytest
from mcp import Client
from mcp.types import TextContent, TextResourceContents

from examples.weather import STATIONS, distance_km, server


def call(tool: str, /, **arguments: Any) -> Any:
    async def session() -> Any:
        async with Client(server) as client:
            result = await client.call_tool(tool, arguments)
            return text(result.content[0]) if result.is_error else result.structured_content

    return asyncio.run(session())


def text(content: object) -> str:
    assert isinstance(content, TextContent | TextResourceContents)
    return content.text


def test_the_nearest_station_comes_first() -> None:
    nearby = call("nearest_stations", latitude=40.4, longitude=-3.7, limit=2)["result"]
    assert [station["name"] for station in nearby] == ["Lisbon", "Berlin"]
    assert nearby[0]["distance_km"] == pytest.approx(503, abs=10)


def test_distance_is_the_same_both_ways() -> None:
    berlin, wellington = STATIONS["BER"], STATIONS["WLG"]
    there = distance_km(berlin, wellington.latitude, wellington.longitude)
    assert there == pytest.approx(distance_km(wellington, berlin.latitude, berlin.longitude))
    assert there == pytest.approx(18_140, abs=30)


def test_climate_says_whether_it_is_the_warmest_month() -> None:
    assert call("climate", station="BER", month="jul") == {
        "station": "Berlin",
        "month": "jul",
        "temperature_c": 19.5,
        "rain_mm": 64.0,
        "warmest": True,
    }
    assert call("climate", station="WLG", month="jul")["warmest"] is False


def test_best_months_leaves_out_the_wet_ones() -> None:
    best = call("best_months", station="LIS", temperature_c=17, most_rain_mm=60)["result"]
    assert best[:2] == ["may", "mar"]
    assert not {"jan", "feb", "apr", "oct", "nov", "dec"} & set(best)


def test_an_unknown_station_is_an_error_that_names_the_known() -> None:
    assert "BER, LIS, NBO, WLG" in call("climate", station="XXX", month="jan")


def test_the_prompt_and_the_resources_tell_the_same_climate() -> None:
    async def session() -> tuple[str, str]:
        async with Client(server) as client:
            prompt = await client.get_prompt("packing_list", {"station": "NBO", "month": "apr"})
            station = await client.read_resource("weather://stations/NBO")
            return text(prompt.messages[0].content), text(station.contents[0])

    prompt, station = asyncio.run(session())
    assert "Nairobi in apr usually has 19.9 °C and 219 mm" in prompt
    assert '"name":"Nairobi"' in station

"""A climate almanac, imported: `python = "examples.weather:server"`."""

import json
from math import asin, cos, radians, sin, sqrt
from typing import Annotated, Literal, get_args

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import BaseModel, Field

Month = Literal["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
MONTHS: tuple[Month, ...] = get_args(Month)
EARTH_RADIUS_KM = 6371.0


class Station(BaseModel):
    """A place with its climate: mean temperature (°C) and rain (mm) of each month, January first."""

    code: Annotated[str, Field(max_length=3)]
    name: Annotated[str, Field(max_length=40)]
    latitude: Annotated[float, Field(ge=-90, le=90)]
    longitude: Annotated[float, Field(ge=-180, le=180)]
    temperatures: Annotated[tuple[float, ...], Field(min_length=12, max_length=12)]
    rain: Annotated[tuple[float, ...], Field(min_length=12, max_length=12)]


class Climate(BaseModel):
    """What a month is like at one station."""

    station: Annotated[str, Field(max_length=40)]
    month: Month
    temperature_c: float
    rain_mm: Annotated[float, Field(ge=0)]
    warmest: Annotated[bool, Field(description="Whether no month of the year is warmer here.")]


class Nearby(BaseModel):
    """A station, and how far away it is."""

    code: Annotated[str, Field(max_length=3)]
    name: Annotated[str, Field(max_length=40)]
    distance_km: Annotated[float, Field(ge=0)]


STATIONS = {
    station.code: station
    for station in (
        Station(
            code="BER",
            name="Berlin",
            latitude=52.5,
            longitude=13.4,
            temperatures=(0.6, 1.4, 4.8, 9.7, 14.3, 17.7, 19.5, 19.0, 14.7, 9.8, 5.0, 1.8),
            rain=(42, 33, 41, 32, 51, 62, 64, 58, 45, 41, 44, 48),
        ),
        Station(
            code="LIS",
            name="Lisbon",
            latitude=38.7,
            longitude=-9.1,
            temperatures=(11.6, 12.7, 14.9, 15.9, 18.0, 21.2, 23.1, 23.5, 22.1, 18.8, 15.0, 12.4),
            rain=(100, 85, 53, 69, 54, 16, 4, 6, 33, 101, 128, 127),
        ),
        Station(
            code="NBO",
            name="Nairobi",
            latitude=-1.3,
            longitude=36.8,
            temperatures=(19.0, 19.9, 20.3, 19.9, 18.9, 17.5, 16.7, 17.2, 18.7, 19.8, 19.2, 18.7),
            rain=(64, 57, 93, 219, 177, 35, 18, 24, 29, 56, 150, 108),
        ),
        Station(
            code="WLG",
            name="Wellington",
            latitude=-41.3,
            longitude=174.8,
            temperatures=(17.2, 17.4, 16.0, 13.8, 11.7, 9.8, 9.1, 9.6, 11.0, 12.3, 13.8, 15.9),
            rain=(75, 69, 91, 84, 109, 119, 132, 111, 98, 117, 99, 93),
        ),
    )
}
StationCode = Annotated[
    str, Field(description="Code of a station, as `nearest_stations` gives it.", pattern="^[A-Z]{3}$")
]
LOOKING = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)

server = MCPServer(
    "weather",
    title="Climate almanac",
    version="1.0.0",
    instructions="Normals of past decades, not forecasts. Start with `nearest_stations`.",
    log_level="WARNING",
)


def known(code: str) -> Station:
    """Return the station with this code."""
    if code not in STATIONS:
        raise ToolError(f"no station {code}; there are {', '.join(STATIONS)}")
    return STATIONS[code]


def distance_km(station: Station, latitude: float, longitude: float) -> float:
    """Return the distance in km along the great circle."""
    here, there = radians(latitude), radians(station.latitude)
    half_chord = sin((there - here) / 2) ** 2
    half_chord += cos(here) * cos(there) * sin(radians(station.longitude - longitude) / 2) ** 2
    return 2 * EARTH_RADIUS_KM * asin(sqrt(half_chord))


@server.tool(title="Nearest stations", annotations=LOOKING)
def nearest_stations(
    latitude: Annotated[float, Field(description="Degrees north.", ge=-90, le=90)],
    longitude: Annotated[float, Field(description="Degrees east.", ge=-180, le=180)],
    limit: Annotated[int, Field(description="How many stations to name.", ge=1, le=10)] = 3,
) -> Annotated[list[Nearby], Field(max_length=10)]:
    """List the stations closest to a place, nearest first."""
    by_distance = sorted((distance_km(station, latitude, longitude), code) for code, station in STATIONS.items())
    return [
        Nearby(code=code, name=STATIONS[code].name, distance_km=round(distance, 1))
        for distance, code in by_distance[:limit]
    ]


@server.tool(title="Climate of a month", annotations=LOOKING)
def climate(
    station: StationCode, month: Annotated[Month, Field(description="First three letters of the month.")]
) -> Climate:
    """Give the usual temperature and rain of one month at one station."""
    place, index = known(station), MONTHS.index(month)
    return Climate(
        station=place.name,
        month=month,
        temperature_c=place.temperatures[index],
        rain_mm=place.rain[index],
        warmest=place.temperatures[index] == max(place.temperatures),
    )


@server.tool(title="Best months", annotations=LOOKING)
def best_months(
    station: StationCode,
    temperature_c: Annotated[float, Field(description="The temperature you like best.", ge=-20, le=45)] = 21.0,
    most_rain_mm: Annotated[float, Field(description="More rain in the month than this is too much.", ge=0)] = 80.0,
) -> Annotated[list[Month], Field(max_length=12)]:
    """Order the months that are dry enough by how close they come to a temperature."""
    place = known(station)
    dry = [month for month, rain in zip(MONTHS, place.rain, strict=True) if rain <= most_rain_mm]
    usual = dict(zip(MONTHS, place.temperatures, strict=True))
    return sorted(dry, key=lambda month: abs(usual[month] - temperature_c))


@server.prompt(title="Packing list")
def packing_list(
    station: Annotated[str, Field(description="Code of the station.")],
    month: Annotated[str, Field(description="First three letters of the month.")],
) -> str:
    """Ask what to pack for a month at a station."""
    place, index = known(station), MONTHS.index(month)
    usual = f"{place.temperatures[index]} °C and {place.rain[index]:g} mm of rain"
    return f"{place.name} in {month} usually has {usual}. List what to pack for a week, in ten lines at most."


@server.resource("weather://stations", title="Stations", mime_type="application/json")
def stations() -> str:
    """The codes and names of all stations."""
    return json.dumps({code: station.name for code, station in STATIONS.items()})


@server.resource("weather://stations/{code}", title="One station", mime_type="application/json")
def one_station(code: str) -> str:
    """A station with its twelve months."""
    return known(code).model_dump_json()

"""The price table ships, may be replaced, and says what is wrong with a replacement."""

import re
from pathlib import Path

import pytest

from govern.economics.prices import Prices, read_prices
from govern.errors import PolicyInvalid


def test_the_table_that_ships_says_of_which_day_it_is() -> None:
    prices = read_prices()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", prices.date)
    assert 5 <= len(prices.usd_per_million) <= 12
    assert all(0.01 < price < 100 for price in prices.usd_per_million.values())


def test_a_call_costs_what_is_read() -> None:
    assert Prices("2026-01-01", {"m": 2.5}).per_call(400_000) == {"m": 1.0}


def test_another_table_may_stand_in_its_place(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('date = 2026-01-01\n[usd-per-million]\n"ours" = 1\n', encoding="utf-8")
    assert read_prices(tmp_path / "ours.toml") == Prices("2026-01-01", {"ours": 1.0})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("not toml", "not valid TOML"),
        ("a = " + "[" * 100_000, "not valid TOML"),
        (f'date = "2026-01-01"\n[usd-per-million]\nm = 1{"0" * 400}', "no table of prices"),
        (f'date = "2026-01-01"\n[usd-per-million]\nm = 1{"0" * 5000}', "not valid TOML"),
        ('date = "2026-01-01"\n[usd-per-million]\nm = inf', "no table of prices"),
        ('date = "2026-01-01"\n[usd-per-million]\nm = nan', "no table of prices"),
        ("date = [1]\n[usd-per-million]\nm = 1", "of which day"),
        ("#" * 2_000_000, "larger than"),
        ('date = "2026-01-01"', "no table of prices"),
        ('date = "2026-01-01"\nusd-per-million = 3', "no table of prices"),
        ('date = "2026-01-01"\n[usd-per-million]\nm = "3"', "no table of prices"),
        ('date = "2026-01-01"\n[usd-per-million]\nm = -1', "no table of prices"),
        ("[usd-per-million]\nm = 1", "of which day"),
    ],
)
def test_a_wrong_table_is_refused(text: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "prices.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PolicyInvalid, match=reason) as refused:
        read_prices(path)
    assert refused.value.where == str(path)


def test_a_missing_table_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PolicyInvalid, match="cannot be read"):
        read_prices(tmp_path / "nowhere.toml")

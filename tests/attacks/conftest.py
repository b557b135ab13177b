"""The victims that all attacks share."""

from tests.attacks.victim import fortress, people, plain_template, strong_template, victim

__all__ = ["fortress", "people", "plain_template", "strong_template", "victim"]

"""Models by name, with the tokens and the price of each request counted."""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from genai_prices import Usage, calc_price
from pydantic_ai.exceptions import ModelAPIError, UserError
from pydantic_ai.models import infer_model
from pydantic_ai.models.wrapper import WrapperModel

from govern.errors import CheckFailed, ModelFailed, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic_ai.messages import ModelMessage, ModelResponse
    from pydantic_ai.models import Model, ModelRequestParameters
    from pydantic_ai.settings import ModelSettings

    from govern.policy.target import Secrets

_NAMES_HINT = "a model is PROVIDER:NAME, such as openai:gpt-5-mini; --base-url takes the NAME alone"
# Servers that need no key refuse an empty one.
_NO_KEY = "none"


@dataclass(slots=True)
class Spending:
    """The most US dollars that this command may spend on models, and what it has spent."""

    most: Decimal | None
    spent: Decimal = Decimal(0)

    def require_some(self) -> None:
        """Raise CheckFailed if everything is spent."""
        if self.most is not None and self.spent >= self.most:
            message = f"stopped after ${self.spent:.4f}: --max-cost {self.most:f} is reached"
            raise CheckFailed(message, hint="raise --max-cost and run it again: recorded runs are not repeated")


class MeteredModel(WrapperModel):
    """A model that adds up the tokens and the price of its requests; `cost` is None once a price is unknown."""

    def __init__(self, model: Model, spending: Spending) -> None:
        super().__init__(model)
        self._spending = spending
        self.requests = self.input_tokens = self.output_tokens = 0
        self.cost: Decimal | None = Decimal(0)

    async def request(
        self, messages: list[ModelMessage], model_settings: ModelSettings | None, parameters: ModelRequestParameters
    ) -> ModelResponse:
        """Make one request."""
        self._spending.require_some()
        response = await super().request(messages, model_settings, parameters)
        self.requests += 1
        self.input_tokens += response.usage.input_tokens
        self.output_tokens += response.usage.output_tokens
        price = _price(response)
        self._spending.spent += price or 0
        self.cost = None if price is None or self.cost is None else self.cost + price
        if price is None and self._spending.most is not None:
            raise ModelFailed("the answer does not say how many tokens it used, so --max-cost cannot be kept")
        return response


def _price(response: ModelResponse) -> Decimal | None:
    try:
        return response.cost().total_price
    except (LookupError, ValueError):
        return None


def open_model(name: str, base_url: str | None) -> Model:
    """Return the model of a name, or of an OpenAI-compatible server."""
    try:
        if base_url is None:
            return infer_model(name)
        from pydantic_ai.models.openai import OpenAIChatModel
        from pydantic_ai.providers.openai import OpenAIProvider

        provider = OpenAIProvider(base_url=base_url, api_key=os.environ.get("OPENAI_API_KEY") or _NO_KEY)
        return OpenAIChatModel(name, provider=provider)
    except (ImportError, UserError) as error:
        raise UsageError(str(error).partition(". To try")[0], where=f"model {name}", hint=_NAMES_HINT) from None


def require_price(name: str, model: Model) -> None:
    """Raise UsageError if the price of a model is unknown."""
    try:
        calc_price(Usage(input_tokens=1, output_tokens=1), model.model_name, provider_id=model.system)
    except LookupError:
        message = "no price is known for this model, so --max-cost cannot be kept"
        raise UsageError(message, where=f"model {name}", hint="leave out --max-cost") from None


@contextmanager
def model_errors(name: str, secrets: Secrets) -> Iterator[None]:
    """Raise ModelFailed, without secrets, for a model that cannot be reached or refuses a request."""
    try:
        yield
    except (ModelAPIError, UserError) as error:
        raise ModelFailed(secrets.redact(error.message), where=f"model {name}") from None

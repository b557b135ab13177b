"""One of the two schemas: as it is written, as it is read, and the validators that judge instances of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from .addresses import as_pointed, has_names
from .closing import closed
from .dialect import CURRENT, NotTranslatable, draft_of, modernised, without_later_formats
from .document import Document
from .engine import NoAnswer, NotWellFormed, accepts
from .invalid import repaired
from .references import LeadsNowhere

if TYPE_CHECKING:
    from .engine import Canonical, Engine, Validator

Json = Any


class Invalid(NamedTuple):
    """A keyword that is left out of the comparison: where it stands, why, and in which of the two schemas."""

    pointer: str
    reason: str
    side: str


class Reading:
    """A schema in one reading and in one draft, known to be well formed."""

    def __init__(self, schema: Json, draft: str, engine: Engine) -> None:
        self.schema = schema
        self.canonical: Canonical = engine.canonical(schema, draft)
        self._draft = draft
        self._engine = engine
        self._document: Document | None = None
        self._validator: Validator | None = None

    @property
    def document(self) -> Document:
        """The canonical form, ready to be asked about its parts."""
        if self._document is None:
            self._document = Document(modernised(self.canonical.to_json_schema(), self._draft), self._engine)
        return self._document

    def takes(self, instance: Json) -> bool:
        """Ask a validator."""
        if self._validator is None:
            self._validator = self._engine.validator(self.schema, self._draft)
        return accepts(self._validator, instance)


class Side:
    """One schema with its draft; what is invalid in it is named and left out."""

    def __init__(self, schema: Json, name: str, draft: str | None, engine: Engine) -> None:
        self._engine = engine
        self._name = name
        self._validator: Validator | None = None
        self.invalid: list[Invalid] = []
        known = draft or draft_of(schema)
        if known is None:
            self.invalid.append(Invalid("/$schema", "names no draft we know; read as 2020-12", name))
        self.draft = known or CURRENT
        self._came = _without_dialect(schema)
        if engine.assert_formats:
            self._came = without_later_formats(self._came, self.draft)
        self.text = repr(schema)
        self.written = as_pointed(self._came, self.draft) if has_names(self.text, self.draft) else self._came

    def literal(self, draft: str) -> Reading | None:
        """Read the schema as it is written, in the draft that both sides share."""
        if not isinstance(self.written, dict | bool):
            self.invalid.append(Invalid("", "is neither an object nor true or false", self._name))
            return None
        try:
            reading = self._read(draft)
            if reading is not None or "'$ref'" not in repr(self.written):
                return reading
        except NotWellFormed:
            pass
        self.written, found = repaired(self.written, self.draft, self._engine)
        self._came = self.written
        self.invalid += [Invalid(pointer, reason, self._name) for pointer, reason in found]
        try:
            return self._read(draft)
        except NotWellFormed as error:
            self.invalid.append(Invalid("", str(error), self._name))
            return None

    def _read(self, draft: str) -> Reading | None:
        try:
            if draft == self.draft:
                return Reading(self.written, draft, self._engine)
            self._engine.canonical(self.written, self.draft)  # it must be well formed before it is translated
            return Reading(modernised(self.written, self.draft), draft, self._engine)
        except (NoAnswer, NotTranslatable):
            return None

    def documented(self, literal: Reading) -> Reading | None:
        """Read what whoever sends says that it sends."""
        try:
            narrowed = closed(literal.schema)
            return Reading(narrowed, CURRENT, self._engine) if narrowed != literal.schema else literal
        except (NotWellFormed, NoAnswer, NotTranslatable, LeadsNowhere):
            return None

    @property
    def validator(self) -> Validator:
        """The schema as it came, compiled in its own draft."""
        if self._validator is None:
            self._validator = self._engine.validator(self._came, self.draft)
        return self._validator

    def takes(self, instance: Json) -> bool:
        """Ask a validator about the schema as it came."""
        return accepts(self.validator, instance)


def _without_dialect(schema: Json) -> Json:
    if isinstance(schema, dict) and "$schema" in schema:
        return {keyword: value for keyword, value in schema.items() if keyword != "$schema"}
    return schema

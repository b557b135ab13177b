"""Ids of the rules that inputs and outputs both have, by the position of the schema."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.facts import rule_ids as ids

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.schemas.edits.witnesses import Position

    ByPosition = Mapping[Position, str]

PROPERTY_ADDED: ByPosition = {"input": ids.INPUT_PROPERTY_ADDED, "output": ids.OUTPUT_PROPERTY_ADDED}
PROPERTY_REMOVED: ByPosition = {"input": ids.INPUT_PROPERTY_REMOVED, "output": ids.OUTPUT_PROPERTY_REMOVED}
PROPERTY_RENAMED: ByPosition = {"input": ids.INPUT_PROPERTY_RENAMED, "output": ids.OUTPUT_PROPERTY_RENAMED}
REQUIRED_ADDED: ByPosition = {"input": ids.INPUT_REQUIRED_ADDED, "output": ids.OUTPUT_REQUIRED_ADDED}
REQUIRED_REMOVED: ByPosition = {"input": ids.INPUT_REQUIRED_REMOVED, "output": ids.OUTPUT_REQUIRED_REMOVED}
ENUM_VALUE_REMOVED: ByPosition = {"input": ids.INPUT_ENUM_VALUE_REMOVED, "output": ids.OUTPUT_ENUM_VALUE_REMOVED}
ENUM_VALUE_ADDED: ByPosition = {"input": ids.INPUT_ENUM_VALUE_ADDED, "output": ids.OUTPUT_ENUM_VALUE_ADDED}
FORMAT_ADDED: ByPosition = {"input": ids.INPUT_FORMAT_ADDED, "output": ids.OUTPUT_FORMAT_ADDED}
FORMAT_CHANGED: ByPosition = {"input": ids.INPUT_FORMAT_CHANGED, "output": ids.OUTPUT_FORMAT_CHANGED}
FORMAT_DROPPED: ByPosition = {"input": ids.INPUT_FORMAT_DROPPED, "output": ids.OUTPUT_FORMAT_DROPPED}
WRAPPING_CHANGED: ByPosition = {"input": ids.INPUT_WRAPPING_CHANGED, "output": ids.OUTPUT_WRAPPING_CHANGED}
SCHEMA_ADDED: ByPosition = {"input": ids.INPUT_SCHEMA_ADDED, "output": ids.OUTPUT_SCHEMA_ADDED}
SCHEMA_REMOVED: ByPosition = {"input": ids.INPUT_SCHEMA_REMOVED, "output": ids.OUTPUT_SCHEMA_REMOVED}
TYPE_NARROWED: ByPosition = {"input": ids.INPUT_TYPE_NARROWED, "output": ids.OUTPUT_TYPE_NARROWED}
TYPE_WIDENED: ByPosition = {"input": ids.INPUT_TYPE_WIDENED, "output": ids.OUTPUT_TYPE_WIDENED}
ENUM_INTRODUCED: ByPosition = {"input": ids.INPUT_ENUM_INTRODUCED, "output": ids.OUTPUT_ENUM_INTRODUCED}
ENUM_DROPPED: ByPosition = {"input": ids.INPUT_ENUM_DROPPED, "output": ids.OUTPUT_ENUM_DROPPED}
BOUND_TIGHTENED: ByPosition = {"input": ids.INPUT_BOUND_TIGHTENED, "output": ids.OUTPUT_BOUND_TIGHTENED}
BOUND_LOOSENED: ByPosition = {"input": ids.INPUT_BOUND_LOOSENED, "output": ids.OUTPUT_BOUND_LOOSENED}
PATTERN_TIGHTENED: ByPosition = {"input": ids.INPUT_PATTERN_TIGHTENED, "output": ids.OUTPUT_PATTERN_TIGHTENED}
PATTERN_LOOSENED: ByPosition = {"input": ids.INPUT_PATTERN_LOOSENED, "output": ids.OUTPUT_PATTERN_LOOSENED}
ITEMS_NARROWED: ByPosition = {"input": ids.INPUT_ITEMS_NARROWED, "output": ids.OUTPUT_ITEMS_NARROWED}
ITEMS_WIDENED: ByPosition = {"input": ids.INPUT_ITEMS_WIDENED, "output": ids.OUTPUT_ITEMS_WIDENED}
EXTRA_NARROWED: ByPosition = {"input": ids.INPUT_EXTRA_NARROWED, "output": ids.OUTPUT_EXTRA_NARROWED}
EXTRA_WIDENED: ByPosition = {"input": ids.INPUT_EXTRA_WIDENED, "output": ids.OUTPUT_EXTRA_WIDENED}
UNION_NARROWED: ByPosition = {"input": ids.INPUT_UNION_NARROWED, "output": ids.OUTPUT_UNION_NARROWED}
UNION_WIDENED: ByPosition = {"input": ids.INPUT_UNION_WIDENED, "output": ids.OUTPUT_UNION_WIDENED}
CONDITION_NARROWED: ByPosition = {"input": ids.INPUT_CONDITION_NARROWED, "output": ids.OUTPUT_CONDITION_NARROWED}
CONDITION_WIDENED: ByPosition = {"input": ids.INPUT_CONDITION_WIDENED, "output": ids.OUTPUT_CONDITION_WIDENED}
TYPE_CHANGED: ByPosition = {"input": ids.INPUT_TYPE_CHANGED, "output": ids.OUTPUT_TYPE_CHANGED}
ENUM_CHANGED: ByPosition = {"input": ids.INPUT_ENUM_CHANGED, "output": ids.OUTPUT_ENUM_CHANGED}
BOUND_CHANGED: ByPosition = {"input": ids.INPUT_BOUND_CHANGED, "output": ids.OUTPUT_BOUND_CHANGED}
PATTERN_CHANGED: ByPosition = {"input": ids.INPUT_PATTERN_CHANGED, "output": ids.OUTPUT_PATTERN_CHANGED}
ITEMS_CHANGED: ByPosition = {"input": ids.INPUT_ITEMS_CHANGED, "output": ids.OUTPUT_ITEMS_CHANGED}
EXTRA_CHANGED: ByPosition = {"input": ids.INPUT_EXTRA_CHANGED, "output": ids.OUTPUT_EXTRA_CHANGED}
UNION_CHANGED: ByPosition = {"input": ids.INPUT_UNION_CHANGED, "output": ids.OUTPUT_UNION_CHANGED}
CONDITION_CHANGED: ByPosition = {"input": ids.INPUT_CONDITION_CHANGED, "output": ids.OUTPUT_CONDITION_CHANGED}
CLOSED_UNDOCUMENTED: ByPosition = {"input": ids.INPUT_CLOSED_UNDOCUMENTED, "output": ids.OUTPUT_CLOSED_UNDOCUMENTED}
OPENED_UNDOCUMENTED: ByPosition = {"input": ids.INPUT_OPENED_UNDOCUMENTED, "output": ids.OUTPUT_OPENED_UNDOCUMENTED}
OPENNESS_WITHDRAWN_UNDOCUMENTED: ByPosition = {
    "input": ids.INPUT_OPENNESS_WITHDRAWN_UNDOCUMENTED,
    "output": ids.OUTPUT_OPENNESS_WITHDRAWN_UNDOCUMENTED,
}
OPENNESS_DECLARED_UNDOCUMENTED: ByPosition = {
    "input": ids.INPUT_OPENNESS_DECLARED_UNDOCUMENTED,
    "output": ids.OUTPUT_OPENNESS_DECLARED_UNDOCUMENTED,
}
DEFAULT_CHANGED: ByPosition = {"input": ids.INPUT_DEFAULT_CHANGED, "output": ids.OUTPUT_DEFAULT_CHANGED}
EXAMPLES_CHANGED: ByPosition = {"input": ids.INPUT_EXAMPLES_CHANGED, "output": ids.OUTPUT_EXAMPLES_CHANGED}
COMMENT_CHANGED: ByPosition = {"input": ids.INPUT_COMMENT_CHANGED, "output": ids.OUTPUT_COMMENT_CHANGED}
DEPRECATED_ADDED: ByPosition = {"input": ids.INPUT_DEPRECATED_ADDED, "output": ids.OUTPUT_DEPRECATED_ADDED}
DEPRECATED_REMOVED: ByPosition = {"input": ids.INPUT_DEPRECATED_REMOVED, "output": ids.OUTPUT_DEPRECATED_REMOVED}
ANNOTATION_CHANGED: ByPosition = {"input": ids.INPUT_ANNOTATION_CHANGED, "output": ids.OUTPUT_ANNOTATION_CHANGED}
NULLABLE_CHANGED: ByPosition = {"input": ids.INPUT_NULLABLE_CHANGED, "output": ids.OUTPUT_NULLABLE_CHANGED}
SAFE_INTEGER_BOUNDS: ByPosition = {"input": ids.INPUT_SAFE_INTEGER_BOUNDS, "output": ids.OUTPUT_SAFE_INTEGER_BOUNDS}
RESPELLED: ByPosition = {"input": ids.INPUT_RESPELLED, "output": ids.OUTPUT_RESPELLED}
DEFINITION_CHANGED: ByPosition = {"input": ids.INPUT_DEFINITION_CHANGED, "output": ids.OUTPUT_DEFINITION_CHANGED}
UNPROVEN: ByPosition = {"input": ids.INPUT_UNPROVEN, "output": ids.OUTPUT_UNPROVEN}
SCHEMA_INVALID: ByPosition = {"input": ids.INPUT_SCHEMA_INVALID, "output": ids.OUTPUT_SCHEMA_INVALID}
SCHEMA_REPAIRED: ByPosition = {"input": ids.INPUT_SCHEMA_REPAIRED, "output": ids.OUTPUT_SCHEMA_REPAIRED}
SCHEMA_RESTATED: ByPosition = {"input": ids.INPUT_SCHEMA_RESTATED, "output": ids.OUTPUT_SCHEMA_RESTATED}
DIALECT_CHANGED: ByPosition = {"input": ids.INPUT_DIALECT_CHANGED, "output": ids.OUTPUT_DIALECT_CHANGED}
# What harms a caller of an input harms a reader of an output the other way round.
COMBINED: ByPosition = {"input": ids.INPUT_NARROWED, "output": ids.OUTPUT_WIDENED}
ONLY_UNDOCUMENTED: ByPosition = {
    "input": ids.INPUT_NARROWED_UNDOCUMENTED,
    "output": ids.OUTPUT_WIDENED_UNDOCUMENTED,
}
LESS_STRICT_UNDOCUMENTED: ByPosition = {
    "input": ids.INPUT_OPENED_UNDOCUMENTED,
    "output": ids.OUTPUT_CLOSED_UNDOCUMENTED,
}
DESCRIPTION_CHANGED: ByPosition = {
    "input": ids.PARAMETER_DESCRIPTION_CHANGED,
    "output": ids.OUTPUT_DESCRIPTION_CHANGED,
}
DESCRIPTION_RESPELLED: ByPosition = {
    "input": ids.PARAMETER_DESCRIPTION_RESPELLED,
    "output": ids.OUTPUT_DESCRIPTION_RESPELLED,
}

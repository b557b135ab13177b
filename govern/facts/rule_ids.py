"""The id of every rule, as a literal.

Facts and the rows of `govern/rules/` refer to rules by these constants. The module is in this package so that both the
code that compares and the code that judges can import it. Ids never change: approvals refer to them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.contract.surface import KindName, Position

    ByKind = Mapping[KindName, str]
    ByPosition = Mapping[Position, str]


def _pair(input_id: str, output_id: str) -> ByPosition:
    """Return the ids of a rule that input and output schemas both have, by the position of the schema."""
    return {"input": input_id, "output": output_id}


# Servers and their configuration (rules/servers.py)
SERVER_ADDED = "server-added"
SERVER_REMOVED = "server-removed"
SERVER_SOURCE_CHANGED = "server-source-changed"
SERVER_UPGRADED = "server-upgraded"
SERVER_DOWNGRADED = "server-downgraded"
INTEGRITY_CHANGED = "integrity-changed"
INTEGRITY_RECORDED = "integrity-recorded"
INTEGRITY_REMOVED = "integrity-removed"
SERVER_CLIENT_CHANGED = "server-client-changed"
SERVER_FOLD_ADDED = "server-fold-added"
SERVER_FOLD_REMOVED = "server-fold-removed"
SERVER_VERSION_CHANGED = "server-version-changed"
SERVER_TITLE_CHANGED = "server-title-changed"
SERVER_CARD_CHANGED = "server-card-changed"
SERVER_CACHING_CHANGED = "server-caching-changed"
SERVER_PROTOCOL_RAISED = "server-protocol-raised"
SERVER_PROTOCOL_LOWERED = "server-protocol-lowered"
SERVER_CAPABILITY_ADDED = "server-capability-added"
SERVER_CAPABILITY_REMOVED = "server-capability-removed"
SERVER_CAPABILITY_RETOLD = "server-capability-retold"
SERVER_CAPABILITY_OF_ANOTHER_ERA = "server-capability-of-another-era"
POLICY_WEAKENED = "policy-weakened"
POLICY_APPROVAL_WEAKENED = "policy-approval-weakened"
SERVER_LAUNCH_CHANGED = "server-launch-changed"

# Tools, prompts and their arguments, resources and templates (rules/items.py)
ADDED: ByKind = {
    "tool": "tool-added",
    "prompt": "prompt-added",
    "resource": "resource-added",
    "template": "template-added",
}
REMOVED: ByKind = {
    "tool": "tool-removed",
    "prompt": "prompt-removed",
    "resource": "resource-removed",
    "template": "template-removed",
}
RENAMED: ByKind = {
    "tool": "tool-renamed",
    "prompt": "prompt-renamed",
    "resource": "resource-renamed",
    "template": "template-renamed",
}
MOVED: ByKind = {
    "tool": "tool-moved",
    "prompt": "prompt-moved",
    "resource": "resource-moved",
    "template": "template-moved",
}
DESTRUCTIVE_TOOL_ADDED = "destructive-tool-added"
OPEN_WORLD_TOOL_ADDED = "open-world-tool-added"
TOOL_NAME_COLLIDES = "tool-name-collides"
TOOL_UNDISCOVERABLE = "tool-undiscoverable"
PROMPT_ARGUMENT_ADDED = "prompt-argument-added"
PROMPT_REQUIRED_ARGUMENT_ADDED = "prompt-required-argument-added"
PROMPT_ARGUMENT_REMOVED = "prompt-argument-removed"
PROMPT_ARGUMENT_RENAMED = "prompt-argument-renamed"
PROMPT_ARGUMENT_BECAME_REQUIRED = "prompt-argument-became-required"
PROMPT_ARGUMENT_BECAME_OPTIONAL = "prompt-argument-became-optional"
PROMPT_ARGUMENT_RESPELLED = "prompt-argument-respelled"

# Texts that a model reads: reworded, and only reformatted (rules/texts.py)
TOOL_TITLE = ("tool-title-changed", "tool-title-respelled")
TOOL_DESCRIPTION = ("tool-description-changed", "tool-description-respelled")
PROMPT_TITLE = ("prompt-title-changed", "prompt-title-respelled")
PROMPT_DESCRIPTION = ("prompt-description-changed", "prompt-description-respelled")
RESOURCE_NAME = ("resource-name-changed", "resource-name-respelled")
RESOURCE_TITLE = ("resource-title-changed", "resource-title-respelled")
RESOURCE_DESCRIPTION = ("resource-description-changed", "resource-description-respelled")
TEMPLATE_NAME = ("template-name-changed", "template-name-respelled")
TEMPLATE_TITLE = ("template-title-changed", "template-title-respelled")
TEMPLATE_DESCRIPTION = ("template-description-changed", "template-description-respelled")
PROMPT_ARGUMENT_TITLE = ("prompt-argument-title-changed", "prompt-argument-title-respelled")
PROMPT_ARGUMENT_DESCRIPTION = ("prompt-argument-description-changed", "prompt-argument-description-respelled")
SERVER_INSTRUCTIONS = ("server-instructions-changed", "server-instructions-respelled")
ANNOTATION_TITLE_ADDED = "annotation-title-added"
ANNOTATION_TITLE_CHANGED = "annotation-title-changed"
ANNOTATION_TITLE_RESPELLED = "annotation-title-respelled"
TEXT_HIDDEN = "text-hidden"
TEXT_STEERS_MODEL = "text-steers-model"
TEXT_CUE_ADDED = "text-cue-added"

# Annotations, tasks, metadata and data types (rules/hints.py)
READ_ONLY_DROPPED = "read-only-dropped"
READ_ONLY_CLAIMED = "read-only-claimed"
DESTRUCTIVE_CLAIMED = "destructive-claimed"
DESTRUCTIVE_DROPPED = "destructive-dropped"
DESTRUCTIVE_DROPPED_READ_ONLY = "destructive-dropped-read-only"
DESTRUCTIVE_CLAIMED_READ_ONLY = "destructive-claimed-read-only"
IDEMPOTENT_DROPPED = "idempotent-dropped"
IDEMPOTENT_DROPPED_READ_ONLY = "idempotent-dropped-read-only"
IDEMPOTENT_CLAIMED = "idempotent-claimed"
OPEN_WORLD_DROPPED = "open-world-dropped"
OPEN_WORLD_CLAIMED = "open-world-claimed"
ANNOTATIONS_DROPPED = "annotations-dropped"
ANNOTATIONS_CHANGED = "annotations-changed"
TASK_REQUIRED = "task-required"
TASK_NOT_REQUIRED = "task-not-required"
TASK_REFUSED = "task-refused"
TASK_SUPPORT_ADDED = "task-support-added"
TASK_SUPPORT_REMOVED = "task-support-removed"
ICONS_CHANGED = "icons-changed"
BOOKKEEPING_CHANGED = "bookkeeping-changed"
BOOKKEEPING_RESPELLED = "bookkeeping-respelled"
PAGE_CHANGED = "page-changed"
TOOL_HIDDEN = "tool-hidden"
TOOL_SHOWN = "tool-shown"
SIZE_HINT_RAISED = "size-hint-raised"
SIZE_HINT_LOWERED = "size-hint-lowered"
LOADING_HINT_CHANGED = "loading-hint-changed"
RESOURCE_SIZE_CHANGED = "resource-size-changed"
RESOURCE_ANNOTATIONS_CHANGED = "resource-annotations-changed"
MIME_CHANGED: ByKind = {"resource": "resource-mime-changed", "template": "template-mime-changed"}
MIME_RESPELLED: ByKind = {"resource": "resource-mime-respelled", "template": "template-mime-respelled"}
MIME_DECLARED: ByKind = {"resource": "resource-mime-declared", "template": "template-mime-declared"}
MIME_WITHDRAWN: ByKind = {"resource": "resource-mime-withdrawn", "template": "template-mime-withdrawn"}
NULL_APPEARED = "null-appeared"
NULL_GONE = "null-gone"
UNCLASSIFIED = "unclassified"

# Input and output schemas (rules/schemas.py)
PROPERTY_ADDED = _pair("input-property-added", "output-property-added")
INPUT_PROPERTY_CONSTRAINED = "input-property-constrained"
INPUT_PROPERTY_UNDECLARED = "input-property-undeclared"
OUTPUT_PROPERTY_ADDED_CLOSED = "output-property-added-closed"
PROPERTY_REMOVED = _pair("input-property-removed", "output-property-removed")
PROPERTY_RENAMED = _pair("input-property-renamed", "output-property-renamed")
REQUIRED_ADDED = _pair("input-required-added", "output-required-added")
REQUIRED_REMOVED = _pair("input-required-removed", "output-required-removed")
ENUM_VALUE_REMOVED = _pair("input-enum-value-removed", "output-enum-value-removed")
ENUM_VALUE_ADDED = _pair("input-enum-value-added", "output-enum-value-added")
FORMAT_ADDED = _pair("input-format-added", "output-format-added")
FORMAT_CHANGED = _pair("input-format-changed", "output-format-changed")
FORMAT_DROPPED = _pair("input-format-dropped", "output-format-dropped")
INPUT_FORMAT_REFUSES = "input-format-refuses"
WRAPPING_CHANGED = _pair("input-wrapping-changed", "output-wrapping-changed")
SCHEMA_ADDED = _pair("input-schema-added", "output-schema-added")
INPUT_SCHEMA_EMPTIED = "input-schema-emptied"
SCHEMA_REMOVED = _pair("input-schema-removed", "output-schema-removed")
# Callers are harmed when fewer inputs are valid, and readers when more outputs are.
COMBINED = _pair("input-narrowed", "output-widened")
TYPE_NARROWED = _pair("input-type-narrowed", "output-type-narrowed")
TYPE_WIDENED = _pair("input-type-widened", "output-type-widened")
ENUM_INTRODUCED = _pair("input-enum-introduced", "output-enum-introduced")
ENUM_DROPPED = _pair("input-enum-dropped", "output-enum-dropped")
BOUND_TIGHTENED = _pair("input-bound-tightened", "output-bound-tightened")
BOUND_LOOSENED = _pair("input-bound-loosened", "output-bound-loosened")
PATTERN_TIGHTENED = _pair("input-pattern-tightened", "output-pattern-tightened")
PATTERN_LOOSENED = _pair("input-pattern-loosened", "output-pattern-loosened")
ITEMS_NARROWED = _pair("input-items-narrowed", "output-items-narrowed")
ITEMS_WIDENED = _pair("input-items-widened", "output-items-widened")
EXTRA_NARROWED = _pair("input-extra-narrowed", "output-extra-narrowed")
EXTRA_WIDENED = _pair("input-extra-widened", "output-extra-widened")
UNION_NARROWED = _pair("input-union-narrowed", "output-union-narrowed")
UNION_WIDENED = _pair("input-union-widened", "output-union-widened")
CONDITION_NARROWED = _pair("input-condition-narrowed", "output-condition-narrowed")
CONDITION_WIDENED = _pair("input-condition-widened", "output-condition-widened")
TYPE_CHANGED = _pair("input-type-changed", "output-type-changed")
ENUM_CHANGED = _pair("input-enum-changed", "output-enum-changed")
BOUND_CHANGED = _pair("input-bound-changed", "output-bound-changed")
PATTERN_CHANGED = _pair("input-pattern-changed", "output-pattern-changed")
ITEMS_CHANGED = _pair("input-items-changed", "output-items-changed")
EXTRA_CHANGED = _pair("input-extra-changed", "output-extra-changed")
UNION_CHANGED = _pair("input-union-changed", "output-union-changed")
CONDITION_CHANGED = _pair("input-condition-changed", "output-condition-changed")
CLOSED_UNDOCUMENTED = _pair("input-closed-undocumented", "output-closed-undocumented")
OPENED_UNDOCUMENTED = _pair("input-opened-undocumented", "output-opened-undocumented")
OPENNESS_WITHDRAWN_UNDOCUMENTED = _pair(
    "input-openness-withdrawn-undocumented", "output-openness-withdrawn-undocumented"
)
OPENNESS_DECLARED_UNDOCUMENTED = _pair("input-openness-declared-undocumented", "output-openness-declared-undocumented")
ONLY_UNDOCUMENTED = _pair("input-narrowed-undocumented", "output-widened-undocumented")
DEFAULT_CHANGED = _pair("input-default-changed", "output-default-changed")
EXAMPLES_CHANGED = _pair("input-examples-changed", "output-examples-changed")
COMMENT_CHANGED = _pair("input-comment-changed", "output-comment-changed")
DEPRECATED_ADDED = _pair("input-deprecated-added", "output-deprecated-added")
DEPRECATED_REMOVED = _pair("input-deprecated-removed", "output-deprecated-removed")
ANNOTATION_CHANGED = _pair("input-annotation-changed", "output-annotation-changed")
NULLABLE_CHANGED = _pair("input-nullable-changed", "output-nullable-changed")
SAFE_INTEGER_BOUNDS = _pair("input-safe-integer-bounds", "output-safe-integer-bounds")
RESPELLED = _pair("input-respelled", "output-respelled")
DEFINITION_CHANGED = _pair("input-definition-changed", "output-definition-changed")
UNPROVEN = _pair("input-unproven", "output-unproven")
SCHEMA_INVALID = _pair("input-schema-invalid", "output-schema-invalid")
SCHEMA_REPAIRED = _pair("input-schema-repaired", "output-schema-repaired")
SCHEMA_RESTATED = _pair("input-schema-restated", "output-schema-restated")
DIALECT_CHANGED = _pair("input-dialect-changed", "output-dialect-changed")
DESCRIPTION_CHANGED = _pair("parameter-description-changed", "output-description-changed")
DESCRIPTION_RESPELLED = _pair("parameter-description-respelled", "output-description-respelled")

# Clients that reject a tool or a whole list (rules/reach.py)
REACH_INPUT_ROOT = "reach-input-root"
REACH_OUTPUT_ROOT = "reach-output-root"
REACH_OUTPUT_COMPILE = "reach-output-compile"
REACH_FIELD_TYPE = "reach-field-type"
REACH_ROOT_UNION = "reach-root-union"
REACH_TOOL_NAME = "reach-tool-name"
REACH_PROPERTY_NAME = "reach-property-name"
REACH_ARRAY_ITEMS = "reach-array-items"
REACH_STRICT_SCHEMA = "reach-strict-schema"
REACH_RESTORED = "reach-restored"

# Size of definitions and answers (rules/costs.py)
RISK_ESCALATED = "risk-escalated"
RISK_ESTIMATE_RAISED = "risk-estimate-raised"
RISK_EASED = "risk-eased"
ANSWERS_UNBOUNDED = "answers-unbounded"
ANSWERS_BOUNDED = "answers-bounded"
ANSWERS_UNDECLARED = "answers-undeclared"
ANSWERS_DECLARED = "answers-declared"
GUARD_LOOSENED = "guard-loosened"
GUARD_TIGHTENED = "guard-tightened"
SERVER_TOKENS_GREW = "server-tokens-grew"
LOCK_TOKENS_GREW = "lock-tokens-grew"
DEFINITION_OVER_BUDGET = "definition-over-budget"
DEFINITION_GREW = "definition-grew"
DEFINITION_COST_MOVED = "definition-cost-moved"

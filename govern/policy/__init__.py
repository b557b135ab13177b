"""govern.toml, approvals and waivers: parsing, validation, and the targets and policy that they define."""

"""ALLOWING: what people ask for: govern.toml, and later approvals and waivers."""

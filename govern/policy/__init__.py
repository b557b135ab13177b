"""ALLOWING: what people ask for: govern.toml, and the approvals and waivers beside the lock."""

"""Rule files: loading them, merging overlays, checking them, and making a `Ruleset` of them."""

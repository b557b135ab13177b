#!/usr/bin/env bash
# Tells whoever is to be told.
set -euo pipefail

tell() { bash "$GITHUB_ACTION_PATH/.github/action/$1.sh"; }

if [ "$GOVERN_TELL_COMMENT" = true ]; then tell comment; fi
if [ "$GOVERN_TELL_SARIF" = true ]; then tell sarif; fi
if [ "$GOVERN_TELL_ISSUE" = true ]; then tell issue; fi
if [ "$GOVERN_TELL_PULL_REQUEST" = true ]; then tell propose; fi

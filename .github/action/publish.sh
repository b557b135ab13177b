#!/usr/bin/env bash
# Publish the reports as the inputs of the action request.
set -euo pipefail

publish() { bash "$GITHUB_ACTION_PATH/.github/action/$1.sh"; }

if [ "$GOVERN_PUBLISH_COMMENT" = true ]; then publish comment; fi
if [ "$GOVERN_PUBLISH_SARIF" = true ]; then publish sarif; fi
if [ "$GOVERN_PUBLISH_ISSUE" = true ]; then publish issue; fi
if [ "$GOVERN_PUBLISH_PULL_REQUEST" = true ]; then publish propose; fi

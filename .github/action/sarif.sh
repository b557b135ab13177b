#!/usr/bin/env bash
# Upload the findings to code scanning. A failure is only a notice; it does not change the verdict.
set -euo pipefail
# shellcheck source=github.sh
source "$GITHUB_ACTION_PATH/.github/action/github.sh"

if [ ! -s "$GOVERN_SARIF" ] || [[ $GOVERN_COMMAND == lock || $GOVERN_COMMAND == verify ]]; then exit 0; fi

upload() {
  local commit=$GITHUB_SHA ref=$GITHUB_REF
  if [ "$GITHUB_EVENT_NAME" = pull_request_target ]; then
    # For this event, GITHUB_SHA is a commit of the base branch.
    commit=$(jq -er .pull_request.head.sha "$GITHUB_EVENT_PATH")
    ref=refs/pull/$(jq -er .pull_request.number "$GITHUB_EVENT_PATH")/head
  fi
  # Two uploads of one category for one commit would replace each other.
  jq --arg command "$GOVERN_COMMAND" --arg folder "$GOVERN_WORKING_DIRECTORY" --arg name "$GOVERN_NAME" \
    '.runs[].automationDetails = {id: (["govern", $command, $folder, $name] | map(select(. != "" and . != ".")) | join("/") + "/")}' \
    "$GOVERN_SARIF" | gzip -c | base64 | tr -d '\r\n' >"$work/sarif"
  jq -n --arg commit "$commit" --arg ref "$ref" --rawfile sarif "$work/sarif" \
    '{commit_sha: $commit, ref: $ref, sarif: $sarif, tool_name: "govern"}' >"$work/upload"
  request POST "$GITHUB_API_URL/repos/$GITHUB_REPOSITORY/code-scanning/sarifs" "$work/upload" | jq -r '"Uploaded \(.id)"'
}

upload || echo "::notice title=govern::Could not upload to code scanning: it needs \`permissions: security-events: write\`, and code scanning must be enabled. Set \`sarif: false\` to skip the upload."

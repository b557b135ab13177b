#!/usr/bin/env bash
# Maintain one issue: open it when servers differ from the lock, update it while they do, and close it afterwards.
set -euo pipefail
# shellcheck source=github.sh
source "$GITHUB_ACTION_PATH/.github/action/github.sh"

issues=$GITHUB_API_URL/repos/$GITHUB_REPOSITORY/issues
mark=$(marker issue)
found=$(own_in "$issues?state=open" "$mark")
if [ "$GOVERN_EXIT_CODE" = 0 ] && [ -z "$found" ]; then
  echo "Nothing to report, and no issue to close."
  exit 0
fi
report "$mark" >"$work/text"
case $GOVERN_EXIT_CODE in 0) state=closed ;; *) state=open ;; esac
case $GOVERN_VERDICT in
unseen) title="govern: an MCP server is unreachable" ;;
error) title="govern: the check of MCP servers could not run" ;;
*) title="govern: MCP servers differ from capability.lock" ;;
esac
jq -n --rawfile body "$work/text" --arg title "$title${GOVERN_NAME:+ ($GOVERN_NAME)}" --arg state "$state" \
  'if $state == "closed" then {body: $body, state: $state} else {body: $body, title: $title} end' >"$work/body"
if [ -n "$found" ]; then
  request PATCH "$issues/${found% *}" "$work/body" | jq -r '"\(.html_url) is \(.state)"'
else
  request POST "$issues" "$work/body" | jq -r '"Opened \(.html_url)"'
fi

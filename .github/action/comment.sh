#!/usr/bin/env bash
# Create or update one comment on the pull request. A failure is only a notice; it does not change the verdict.
set -euo pipefail
# shellcheck source=github.sh
source "$GITHUB_ACTION_PATH/.github/action/github.sh"

number=$(jq -r '.pull_request.number // empty' "$GITHUB_EVENT_PATH")
case $number-$GOVERN_COMMAND in
[0-9]*-diff | [0-9]*-gate | [0-9]*-cost) ;;
*) exit 0 ;; # no pull request, or a command without a markdown report
esac

keep_comment() {
  local comments=$GITHUB_API_URL/repos/$GITHUB_REPOSITORY/issues mark found
  mark=$(marker comment)
  found=$(own_in "$comments/$number/comments" "$mark") || return 1
  if [ -z "$found" ] && [ "$GOVERN_VERDICT $GOVERN_EXIT_CODE" = "unchanged 0" ]; then
    echo "Nothing changed; no comment is needed."
    return 0
  fi
  report "$mark" >"$work/text"
  jq -n --rawfile body "$work/text" '{body: $body}' >"$work/body"
  if [ -n "$found" ]; then
    request PATCH "$comments/comments/${found#* }" "$work/body" | jq -r '"Updated \(.html_url)"'
  else
    request POST "$comments/$number/comments" "$work/body" | jq -r '"Wrote \(.html_url)"'
  fi
}

keep_comment || echo "::notice title=govern::Could not comment on the pull request: the token lacks \`permissions: pull-requests: write\` (tokens of forks always do). The job summary has the same report."

#!/usr/bin/env bash
# Keeps one comment on the pull request, written anew each time. A verdict does not hang on it: what fails is only said.
set -euo pipefail
# shellcheck source=github.sh
source "$GITHUB_ACTION_PATH/.github/action/github.sh"

number=$(jq -r '.pull_request.number // empty' "$GITHUB_EVENT_PATH")
case $number-$GOVERN_COMMAND in
[0-9]*-diff | [0-9]*-gate | [0-9]*-cost) ;;
*) exit 0 ;; # no pull request, or nothing that is told at length
esac

keep_comment() {
  local comments=$GITHUB_API_URL/repos/$GITHUB_REPOSITORY/issues mark found
  mark=$(marker comment)
  found=$(own_in "$comments/$number/comments" "$mark") || return 1
  if [ -z "$found" ] && [ "$GOVERN_VERDICT $GOVERN_EXIT_CODE" = "unchanged 0" ]; then
    echo "Nothing changed, so there is nothing to comment on."
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

keep_comment || echo "::notice title=govern::The pull request has no comment: that needs \`permissions: pull-requests: write\`, which a fork's token never has. The job summary says the same."

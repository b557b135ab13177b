#!/usr/bin/env bash
# Maintain one pull request with the new lock, on one branch that is rewritten each time. Close it if nothing differs.
set -euo pipefail
# shellcheck source=github.sh
source "$GITHUB_ACTION_PATH/.github/action/github.sh"

case $GOVERN_COMMAND in
lock | verify) ;;
*)
  echo "::error title=govern::\`pull-request: true\` requires \`command: lock\` or \`command: verify\`"
  exit 2
  ;;
esac
enter "$GOVERN_WORKING_DIRECTORY"
base=$GITHUB_REF_NAME
branch=govern/lock${GOVERN_NAME:+-$(printf '%s' "$GOVERN_NAME" | tr -cs 'A-Za-z0-9._-' '-')}
pulls=$GITHUB_API_URL/repos/$GITHUB_REPOSITORY/pulls
open=$(request GET "$pulls?state=open&head=${GITHUB_REPOSITORY%%/*}:$branch&per_page=1" | jq -r '.[0].number // empty')

# Only locks are committed, and no other file that a server wrote.
git_here add -- ':(top,glob)**/capability.lock'
if git_here diff --cached --quiet; then
  if [ "$GOVERN_EXIT_CODE" != 0 ]; then
    echo "Some servers are unreachable, and the others match the lock: pull request left unchanged."
  elif [ -n "$open" ]; then
    echo '{"state": "closed"}' >"$work/body"
    request PATCH "$pulls/$open" "$work/body" | jq -r '"Closed \(.html_url): the lock is up to date"'
  else
    echo "The lock is up to date."
  fi
  exit 0
fi
parent=$(git_here rev-parse HEAD)
git_here -c user.name=govern -c user.email=govern@users.noreply.github.com -c commit.gpgSign=false \
  commit --quiet --message "Update capability.lock"
if with_token fetch --quiet --no-tags origin "refs/heads/$branch" 2>/dev/null \
  && [ "$(git_here rev-parse 'FETCH_HEAD^{tree}' 'FETCH_HEAD^')" = "$(git_here rev-parse 'HEAD^{tree}' "$parent")" ]; then
  echo "The branch already has this lock."
else
  with_token push --quiet --force origin "HEAD:refs/heads/$branch"
fi

report "$(marker pull)" >"$work/text"
jq -n --rawfile body "$work/text" --arg head "$branch" --arg base "$base" \
  '{title: "Update capability.lock", body: $body, head: $head, base: $base}' >"$work/body"
if [ -n "$open" ]; then
  jq '{title, body, base}' "$work/body" >"$work/edit"
  request PATCH "$pulls/$open" "$work/edit" | jq -r '"Updated \(.html_url)"'
else
  request POST "$pulls" "$work/body" | jq -r '"Opened \(.html_url)"'
fi

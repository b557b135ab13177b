#!/usr/bin/env bash
# Decide which commits to compare and which commit's config to use, without running or checking out a pull request.
set -euo pipefail
# shellcheck source=github.sh
source "$GITHUB_ACTION_PATH/.github/action/github.sh"

no_history="git does not have the target branch; set \`fetch-depth: 0\` for actions/checkout"
event() { jq -er "$1" "$GITHUB_EVENT_PATH"; }

old=$GOVERN_OLD
new=$GOVERN_NEW
config_from=$GOVERN_CONFIG_FROM
enter "$GOVERN_WORKING_DIRECTORY"

case $GITHUB_EVENT_NAME in
pull_request | merge_group)
  # A pull request must not choose the policy that judges it. If it adds the first config, that one is used (`?`).
  if [ -z "$config_from" ] && [[ $GOVERN_COMMAND == diff || $GOVERN_COMMAND == cost || $GOVERN_COMMAND == verify ]]; then
    base=$(event '.pull_request.base.sha // .merge_group.base_sha')
    git_here cat-file -e "$base^{commit}" 2>/dev/null || refuse "$no_history"
    config_from="$base?"
  fi
  ;;
pull_request_target)
  # The token has write access, so no code of the pull request may run. Its lock is only read from git.
  if [ "$GOVERN_COMMAND" != diff ]; then refuse "on pull_request_target, only \`command: diff\` is supported, as it starts no server"; fi
  if grep -qxE -- '--live|live' <<<"$GOVERN_ARGS"$'\n'"$old"$'\n'"$new"; then refuse "on pull_request_target, servers are not started: remove --live"; fi
  base=$(event .pull_request.base.sha)
  if [ -z "$new" ]; then
    new=$(event .pull_request.head.sha)
    with_token fetch --quiet --no-tags origin "refs/pull/$(event .pull_request.number)/head"
  fi
  if [ -z "$old" ]; then
    old=$(git_here merge-base "$base" "$new") || refuse "$no_history"
  fi
  if [ -z "$config_from" ]; then config_from="$base?"; fi
  ;;
esac
if [ "$config_from" = none ]; then config_from=; fi

{
  echo "old=$old"
  echo "new=$new"
  echo "config-from=$config_from"
} >>"$GITHUB_OUTPUT"

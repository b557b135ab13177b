#!/usr/bin/env bash
# Decides what is compared with what, and which commit's config counts. Nothing of a pull request is run or checked out.
set -euo pipefail
# shellcheck source=github.sh
source "$GITHUB_ACTION_PATH/.github/action/github.sh"

no_history="git does not have the target branch; give actions/checkout \`fetch-depth: 0\`"
event() { jq -er "$1" "$GITHUB_EVENT_PATH"; }

old=$GOVERN_OLD
new=$GOVERN_NEW
config_from=$GOVERN_CONFIG_FROM
enter "$GOVERN_WORKING_DIRECTORY"

case $GITHUB_EVENT_NAME in
pull_request | merge_group)
  # What a pull request is judged by is not its own to say. Where it brings the first config, there is no other.
  if [ -z "$config_from" ] && [[ $GOVERN_COMMAND == diff || $GOVERN_COMMAND == cost || $GOVERN_COMMAND == verify ]]; then
    base=$(event '.pull_request.base.sha // .merge_group.base_sha')
    git_here cat-file -e "$base^{commit}" 2>/dev/null || refuse "$no_history"
    config_from="$base?"
  fi
  ;;
pull_request_target)
  # The token may write here, so nothing of the pull request may run: its lock is data, read from git.
  if [ "$GOVERN_COMMAND" != diff ]; then refuse "on pull_request_target only \`command: diff\` reads the pull request and starts nothing"; fi
  if grep -qxE -- '--live|live' <<<"$GOVERN_ARGS"$'\n'"$old"$'\n'"$new"; then refuse "on pull_request_target no server is started: leave out --live"; fi
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

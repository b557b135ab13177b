#!/usr/bin/env bash
# Run govern once and write its reports. The exit code is passed to the last step, after the reports are published.
set -euo pipefail
# shellcheck source=github.sh
source "$GITHUB_ACTION_PATH/.github/action/github.sh"

reports=$(mktemp -d "$RUNNER_TEMP/govern-reports-XXXXXX")
enter "$GOVERN_WORKING_DIRECTORY"

# One argument per line, without quoting, globs or other shell syntax.
given=()
while IFS= read -r word; do
  if [ -n "$word" ]; then given+=("$word"); fi
done <<<"$GOVERN_ARGS"
if [ -n "$GOVERN_CONFIG_FROM" ]; then given+=("--config-from=$GOVERN_CONFIG_FROM"); fi

reported=()
for form in json markdown sarif github; do reported+=(--report "$form=$reports/report.$form"); done

case $GOVERN_COMMAND in
diff)
  words=(diff "${reported[@]}")
  if [ -n "$GOVERN_FAIL_ON" ]; then words+=("--fail-on=$GOVERN_FAIL_ON"); fi
  ;;
gate | cost)
  words=("$GOVERN_COMMAND" "${reported[@]}")
  if [ -n "$GOVERN_OLD" ]; then words+=("--against=$GOVERN_OLD"); fi
  ;;
lock-check) words=(lock --check) ;;
lock | verify) words=("$GOVERN_COMMAND") ;;
*)
  echo "::error title=govern::command should be diff, gate, cost, verify, lock-check or lock"
  exit 2
  ;;
esac
# bash 3.2 treats an empty array as unset.
words+=(${given[@]+"${given[@]}"})
if [ "$GOVERN_COMMAND" = diff ] && [ -n "$GOVERN_OLD$GOVERN_NEW" ]; then words+=(-- "${GOVERN_OLD:-HEAD}"); fi
if [ "$GOVERN_COMMAND" = diff ] && [ -n "$GOVERN_NEW" ]; then words+=("$GOVERN_NEW"); fi

code=0
"$GOVERN" "${words[@]}" || code=$?

if [ "$GOVERN_PUBLISH_PULL_REQUEST" = true ] && [ "$code" -ne 2 ]; then
  # The description of the pull request with the new lock.
  "$GOVERN" diff "${reported[@]}" --fail-on=never -- HEAD || true
fi
if [ "$GOVERN_ANNOTATIONS" = true ] && [ -s "$reports/report.github" ]; then cat "$reports/report.github"; fi

verdict=error
case $GOVERN_COMMAND-$code in
*-3) verdict=unseen ;;
lock-check-0) verdict=current ;;
lock-check-1) verdict=stale ;;
lock-0) if git_here diff --quiet; then verdict=unchanged; else verdict=written; fi ;;
verify-0) verdict=valid ;;
verify-1) verdict=refused ;;
*-0 | *-1) if [ -s "$reports/report.json" ]; then verdict=$(jq -r .verdict "$reports/report.json"); fi ;;
esac
{
  echo "verdict=$verdict"
  echo "exit-code=$code"
  for form in json markdown sarif; do echo "$form=$reports/report.$form"; done
  if [ -s "$reports/report.json" ]; then
    jq -r '(.summary // {} | to_entries[] | select(.value | type == "number") | "\(.key)=\(.value)"),
      (.bump.next? // empty | "next=\(.)")' "$reports/report.json"
  fi
} >>"$GITHUB_OUTPUT"

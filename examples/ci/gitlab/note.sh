#!/usr/bin/env bash
# Keeps one note on the merge request, written anew each time: note.sh REPORT.md EXIT-CODE
# A verdict does not hang on it: what fails is only said.
set -euo pipefail

file=$1
code=$2
marker="<!-- govern-note $CI_JOB_NAME_SLUG -->"
notes=$CI_API_V4_URL/projects/$CI_MERGE_REQUEST_PROJECT_ID/merge_requests/$CI_MERGE_REQUEST_IID/notes
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# request METHOD URL [FILE]: the token goes through stdin, so that it is in no list of processes.
request() {
  local options=(--config - --silent --show-error --fail-with-body --max-time 60 --request "$1")
  if [ -n "${3:-}" ]; then options+=(--header 'content-type: application/json' --data-binary "@$3"); fi
  printf 'header = "private-token: %s"\n' "$GOVERN_NOTE_TOKEN" | curl "${options[@]}" "$2"
}

# The id of our note, if there is one: it begins with the marker, and the token's owner wrote it.
own() {
  local me page=1 found
  me=$(request GET "$CI_API_V4_URL/user" | jq -er .id) || return 1
  while :; do
    request GET "$notes?per_page=100&page=$page" >"$work/page" || return 1
    found=$(jq -r --argjson me "$me" --arg marker "$marker" \
      'first(.[] | select(.author.id == $me and (.body | startswith($marker))) | .id) // empty' "$work/page") || return 1
    if [ -n "$found" ] || [ "$(jq length "$work/page")" -lt 100 ]; then
      echo "$found"
      return 0
    fi
    page=$((page + 1))
  done
}

keep_note() {
  local found
  found=$(own) || return 1
  if [ ! -s "$file" ]; then
    printf '## govern: exit code %s\n\nThere is no report; [the job](%s) says why.\n' "$code" "$CI_JOB_URL" >"$work/untold"
    file=$work/untold
  elif [ -z "$found" ] && grep -q '^## govern diff: unchanged$' "$file"; then
    echo "Nothing changed, so there is nothing to note."
    return 0
  fi
  jq -n --rawfile text "$file" --arg marker "$marker" '{body: "\($marker)\n\($text)"}' >"$work/body"
  if [ -n "$found" ]; then
    request PUT "$notes/$found" "$work/body" | jq -r '"Updated note \(.id)"'
  else
    request POST "$notes" "$work/body" | jq -r '"Wrote note \(.id)"'
  fi
}

if [ -z "${GOVERN_NOTE_TOKEN:-}" ]; then
  echo "GOVERN_NOTE_TOKEN is not set, so the merge request gets no note."
else
  keep_note || echo "The merge request has no note; does GOVERN_NOTE_TOKEN have the scope \`api\`?"
fi

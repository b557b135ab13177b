#!/usr/bin/env bash
# Create or update one note on the merge request: note.sh REPORT.md EXIT-CODE
# A failure is only reported; it does not change the verdict.
set -euo pipefail

file=$1
code=$2
marker="<!-- govern-note $CI_JOB_NAME_SLUG -->"
notes=$CI_API_V4_URL/projects/$CI_MERGE_REQUEST_PROJECT_ID/merge_requests/$CI_MERGE_REQUEST_IID/notes
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# request METHOD URL [FILE]: print the response. The token is passed on stdin, so that it is not visible in the process list.
request() {
  local options=(--config - --silent --show-error --fail-with-body --max-time 60 --request "$1")
  if [ -n "${3:-}" ]; then options+=(--header 'content-type: application/json' --data-binary "@$3"); fi
  printf 'header = "private-token: %s"\n' "$GOVERN_NOTE_TOKEN" | curl "${options[@]}" "$2"
}

# Print the id of our note, if it exists: the one by the token's owner that begins with the marker.
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
    printf '## govern: exit code %s\n\ngovern wrote no report; see [the job](%s).\n' "$code" "$CI_JOB_URL" >"$work/untold"
    file=$work/untold
  elif [ -z "$found" ] && grep -q '^## govern diff: unchanged$' "$file"; then
    echo "Nothing changed; no note is needed."
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
  echo "GOVERN_NOTE_TOKEN is not set; no note is written."
else
  keep_note || echo "GitLab refused the request, so no note is written: check that GOVERN_NOTE_TOKEN has the scope \`api\`."
fi

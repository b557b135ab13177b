# shellcheck shell=bash
# Functions shared by the other scripts: requests to GitHub, and reports short enough for GitHub.
# Works with the oldest bash on runners (3.2, on macOS); all runners have curl and jq.

# shellcheck source=git.sh
source "$GITHUB_ACTION_PATH/.github/action/git.sh"

# On Windows, jq ends lines with \r\n.
if [ "${RUNNER_OS:-}" = Windows ]; then jq() { command jq "$@" | tr -d '\r'; }; fi

# A temporary directory outside of the checkout.
work=$(mktemp -d "$RUNNER_TEMP/govern-XXXXXX")
# GitHub rejects a body of more than 65,536 UTF-16 code units.
readonly most=65000

# request METHOD URL [FILE]: print GitHub's response. On failure print the reason to stderr and return 1.
# The token is passed on stdin, so that it is not visible in the process list.
request() {
  local method=$1 url=$2 file=${3:-} status
  local options=(--config - --silent --show-error --max-time 60 --request "$method" --output "$work/answer"
    --write-out '%{http_code}' --header 'accept: application/vnd.github+json'
    --header 'x-github-api-version: 2022-11-28')
  if [ "$method" = GET ]; then options+=(--retry 3); fi
  if [ -n "$file" ]; then options+=(--header 'content-type: application/json' --data-binary "@$file"); fi
  : >"$work/answer"
  status=$(printf 'header = "authorization: Bearer %s"\n' "$GOVERN_TOKEN" | curl "${options[@]}" "$url") || status="no response"
  case $status in
  2??) cat "$work/answer" ;;
  *)
    echo "$method $url: $status $(jq -r '.message? // empty | gsub("[\r\n]"; " ")' "$work/answer" 2>/dev/null)" >&2
    return 1
    ;;
  esac
}

# Print the login of the token's owner. For a workflow's token, only GraphQL returns it.
login() {
  echo '{"query": "{ viewer { login } }"}' >"$work/query"
  request POST "$GITHUB_GRAPHQL_URL" "$work/query" | jq -er '.data.viewer.login'
}

# own_in URL MARKER: print the number and id of the first list entry by the token's owner that begins with the marker, if any.
own_in() {
  local url=$1 marker=$2 me page=1 found
  me=$(login) || return 1
  while :; do
    request GET "$url$([[ $url == *\?* ]] && echo '&' || echo '?')per_page=100&page=$page" >"$work/page" || return 1
    found=$(jq -r --arg me "$me" --arg marker "$marker" '
      first(.[] | select(.user.login == $me and ((.body // "") | startswith($marker))) | "\(.number // 0) \(.id)") // empty
    ' "$work/page") || return 1
    if [ -n "$found" ]; then
      echo "$found"
      return 0
    fi
    if [ "$(jq length "$work/page")" -lt 100 ]; then return 0; fi
    page=$((page + 1))
  done
}

# marker KIND: print the first line of everything that we write, by which later runs find it.
marker() {
  jq -rn --arg kind "$1" --arg name "$GOVERN_NAME" --arg command "$GOVERN_COMMAND" --arg folder "$GOVERN_WORKING_DIRECTORY" \
    '"<!-- govern-action \([$kind, $command, $folder, $name] | tojson | gsub("-+"; "-")) -->"'
}

# report MARKER: print the marker and as much of the report as fits; a line at the top gives the number of omitted lines.
report() {
  local text=$GOVERN_MARKDOWN
  if [ ! -s "$text" ]; then
    text=$work/untold
    printf '## govern %s: %s\n\ngovern exited with code %s before it wrote a report; see %s.\n' \
      "$GOVERN_COMMAND" "$GOVERN_VERDICT" "$GOVERN_EXIT_CODE" "[its log]($(run_url))" >"$text"
  fi
  jq -rn --rawfile text "$text" --arg marker "$1" --arg run "$(run_url)" --argjson most "$most" '
    def units: (explode | map(if . > 65535 then 2 else 1 end) | add // 0);
    ($text | split("\n")) as $lines
    | reduce $lines[] as $line ({room: ($most - 500), kept: [], left: 0};
        ($line | units + 1) as $size
        | if .left > 0 or $size > .room then .left += 1 else .room -= $size | .kept += [$line] end)
    | [$marker]
      + (if .left > 0
         then ["**The last \(.left) of \($lines | length) lines do not fit here; the full report is in [the run](\($run)).**", ""]
         else [] end)
      + .kept
    | join("\n")'
}

run_url() {
  echo "$GITHUB_SERVER_URL/$GITHUB_REPOSITORY/actions/runs/$GITHUB_RUN_ID"
}

# with_token ARGUMENT…: run git_remote with the token, unless the checkout stored one in the repository's config.
with_token() {
  if git_here config --get-regexp '^http\..*\.extraheader$' >/dev/null; then
    git_remote "$@"
  else
    GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0="http.$GITHUB_SERVER_URL/.extraheader" \
      GIT_CONFIG_VALUE_0="AUTHORIZATION: basic $(printf 'x-access-token:%s' "$GOVERN_TOKEN" | base64 | tr -d '\n')" \
      git_remote "$@"
  fi
}

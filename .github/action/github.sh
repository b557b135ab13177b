# shellcheck shell=bash
# What the scripts beside this one share: requests to GitHub, and reports as texts that GitHub takes.
# Written for the oldest bash that runners have (3.2, on macOS), with curl and jq, which all of them have.

# shellcheck source=git.sh
source "$GITHUB_ACTION_PATH/.github/action/git.sh"

# On Windows jq ends its lines with two characters.
if [ "${RUNNER_OS:-}" = Windows ]; then jq() { command jq "$@" | tr -d '\r'; }; fi

# A directory of our own, outside of the checkout.
work=$(mktemp -d "$RUNNER_TEMP/govern-XXXXXX")
# GitHub refuses a body of more than 65,536 characters, which it counts as UTF-16 does.
readonly most=65000

# request METHOD URL [FILE]: GitHub's answer on stdout. Where it refuses, its reason on stderr, and 1.
# The token goes through stdin, so that it is in no list of processes.
request() {
  local method=$1 url=$2 file=${3:-} status
  local options=(--config - --silent --show-error --max-time 60 --request "$method" --output "$work/answer"
    --write-out '%{http_code}' --header 'accept: application/vnd.github+json'
    --header 'x-github-api-version: 2022-11-28')
  if [ "$method" = GET ]; then options+=(--retry 3); fi
  if [ -n "$file" ]; then options+=(--header 'content-type: application/json' --data-binary "@$file"); fi
  : >"$work/answer"
  status=$(printf 'header = "authorization: Bearer %s"\n' "$GOVERN_TOKEN" | curl "${options[@]}" "$url") || status="no answer"
  case $status in
  2??) cat "$work/answer" ;;
  *)
    echo "$method $url: $status $(jq -r '.message? // empty | gsub("[\r\n]"; " ")' "$work/answer" 2>/dev/null)" >&2
    return 1
    ;;
  esac
}

# Who the token is. Only GraphQL tells that to the token of a workflow.
login() {
  echo '{"query": "{ viewer { login } }"}' >"$work/query"
  request POST "$GITHUB_GRAPHQL_URL" "$work/query" | jq -er '.data.viewer.login'
}

# own_in URL MARKER: the number and id of the first entry of a list that begins with the marker and is ours, else nothing.
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

# marker KIND: the first line of what we write, by which we find it again.
marker() {
  jq -rn --arg kind "$1" --arg name "$GOVERN_NAME" --arg command "$GOVERN_COMMAND" --arg folder "$GOVERN_WORKING_DIRECTORY" \
    '"<!-- govern-action \([$kind, $command, $folder, $name] | tojson | gsub("-+"; "-")) -->"'
}

# report MARKER: the report behind the marker, as far as GitHub takes it; what is left out is said at the top.
report() {
  local text=$GOVERN_MARKDOWN
  if [ ! -s "$text" ]; then
    text=$work/untold
    printf '## govern %s: %s\n\nIt ended with exit code %s before there was a report; %s says why.\n' \
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
         then ["**The last \(.left) of \($lines | length) lines do not fit here: [the run](\($run)) has all of it.**", ""]
         else [] end)
      + .kept
    | join("\n")'
}

run_url() {
  echo "$GITHUB_SERVER_URL/$GITHUB_REPOSITORY/actions/runs/$GITHUB_RUN_ID"
}

# with_token WORD…: git_remote with the token, unless the checkout left one in the repository's own config.
with_token() {
  if git_here config --get-regexp '^http\..*\.extraheader$' >/dev/null; then
    git_remote "$@"
  else
    GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0="http.$GITHUB_SERVER_URL/.extraheader" \
      GIT_CONFIG_VALUE_0="AUTHORIZATION: basic $(printf 'x-access-token:%s' "$GOVERN_TOKEN" | base64 | tr -d '\n')" \
      git_remote "$@"
  fi
}

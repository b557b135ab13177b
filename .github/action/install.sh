#!/usr/bin/env bash
# Installs govern into an environment of its own, from the action's own checkout: the ref of the action pins it,
# and what it needs by the hashes of requirements.txt.
set -euo pipefail

# Away from the checkout, which may be a stranger's: `python -m` would take modules from there. -I says so once more.
cd "$RUNNER_TEMP"

wants_python="::error title=govern::govern needs Python 3.11 or later; put actions/setup-python before this action"
environment=$RUNNER_TEMP/govern-environment
made_from="$GITHUB_ACTION_PATH $GOVERN_VERSION"

find_python() {
  local name
  for name in python3 python; do
    if "$name" -I -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$name"
      return
    fi
  done
  echo "$wants_python"
  return 2
}

if [ "$GOVERN_VERSION" = installed ]; then
  program=$(command -v govern) || { echo "::error title=govern::version is \`installed\`, and no govern is on PATH"; exit 2; }
else
  if [ -d "$environment/Scripts" ] || [ "${RUNNER_OS:-}" = Windows ]; then bin=$environment/Scripts; else bin=$environment/bin; fi
  if [ "$(cat "$environment/made-from" 2>/dev/null || true)" != "$made_from" ]; then
    python=$(find_python) || { echo "$python"; exit 2; }
    "$python" -I -m venv --clear "$environment"
    pip() { "$bin/python" -I -m pip install --quiet --disable-pip-version-check --no-input "$@"; }
    # Wheels alone: what a source archive needs to be built has no hash here.
    pip --require-hashes --only-binary :all: --requirement "$GITHUB_ACTION_PATH/.github/action/requirements.txt"
    if [ -n "$GOVERN_VERSION" ]; then
      pip --no-deps --only-binary :all: "govern-mcp==$GOVERN_VERSION"
    else
      pip --no-deps --no-index --no-build-isolation "$GITHUB_ACTION_PATH"
    fi
    "$bin/python" -I -m pip check --disable-pip-version-check
    printf '%s' "$made_from" >"$environment/made-from"
  fi
  program=$bin/govern
fi
"$program" --version
echo "govern=$program" >>"$GITHUB_OUTPUT"

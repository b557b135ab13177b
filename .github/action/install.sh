#!/usr/bin/env bash
# Install govern from the action's own checkout into a separate environment. The ref of the action pins govern,
# and the hashes in requirements.txt pin its dependencies.
set -euo pipefail

# Leave the checkout, which may be untrusted: `python -m` would import modules from it. -I prevents that as well.
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
  program=$(command -v govern) || { echo "::error title=govern::version is \`installed\`, but govern is not on PATH"; exit 2; }
else
  if [ -d "$environment/Scripts" ] || [ "${RUNNER_OS:-}" = Windows ]; then bin=$environment/Scripts; else bin=$environment/bin; fi
  if [ "$(cat "$environment/made-from" 2>/dev/null || true)" != "$made_from" ]; then
    python=$(find_python) || { echo "$python"; exit 2; }
    "$python" -I -m venv --clear "$environment"
    # Without compiling: Python compiles what it imports, a tenth of these files.
    pip() { "$bin/python" -I -m pip install --quiet --no-compile --disable-pip-version-check --no-input "$@"; }
    # Only wheels: the build dependencies of source archives are not pinned by hash.
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

#!/usr/bin/env bash
# For any CI, in a clone with history: govern.sh TARGET-BRANCH. Exits as govern does: 0 allowed, 1 check failed,
# 2 usage or config error, 3 server unreachable. The config of the target branch applies; no server is started.
set -euo pipefail

target=${1:?usage: govern.sh TARGET-BRANCH}
git -c safe.bareRepository=explicit fetch --quiet --no-recurse-submodules origin "+refs/heads/$target:refs/remotes/origin/$target"
base=$(git --no-replace-objects -c safe.bareRepository=explicit merge-base "refs/remotes/origin/$target" HEAD)
govern verify --config-from "origin/$target?"
govern diff "$base" --config-from "origin/$target?" --report json=govern.json --report junit=govern.xml

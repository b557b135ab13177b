# shellcheck shell=bash
# Run git safely in a checkout whose content a pull request controls: ignore repositories that are committed inside of it,
# and run no program that a repository's config names. All scripts of the action call git through these functions.

top=.

refuse() {
  echo "::error title=govern::$1"
  exit 2
}

# enter FOLDER: change to it and set `top` to the top of its work tree. Refuse a link, a committed repository and a
# submodule: a pull request can replace the folder with one, and govern would then check another lock.
enter() {
  local folder
  cd -P . && cd -- "$1" || exit
  if [ "$(pwd -L)" != "$(pwd -P)" ]; then refuse "working-directory $1 is a link; name the folder itself"; fi
  folder=$PWD
  while [ ! -e "$folder/.git" ]; do
    if [ -e "$folder/HEAD" ] && [ -d "$folder/objects" ] && [ -d "$folder/refs" ]; then
      refuse "working-directory $1 is in a repository that is committed inside of the checkout"
    fi
    if [ "$folder" = "$(dirname -- "$folder")" ]; then return 0; fi
    folder=$(dirname -- "$folder")
  done
  top=$folder
  if [ -n "$(git_at "$top/.." ls-files -- "$top" 2>/dev/null)" ]; then refuse "working-directory $1 is in a submodule"; fi
}

# git_at FOLDER ARGUMENT…: run git without network access, also for objects that a partial clone lacks.
git_at() {
  GIT_ALLOW_PROTOCOL=none GIT_NO_LAZY_FETCH=1 git_with -C "$@"
}

# git_here ARGUMENT…: run git_at at the top of the work tree.
git_here() {
  git_at "$top" "$@"
}

# git_remote ARGUMENT…: run git with network access to the code host.
git_remote() {
  GIT_ALLOW_PROTOCOL=https:http:ssh:file git_with -C "$top" "$@"
}

git_with() {
  GIT_NO_REPLACE_OBJECTS=1 GIT_TERMINAL_PROMPT=0 command git -c safe.bareRepository=explicit -c core.fsmonitor=false \
    -c core.hooksPath=/dev/null -c fetch.recurseSubmodules=false "$@"
}

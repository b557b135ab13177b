# shellcheck shell=bash
# Git for a checkout that a pull request has written: it reads no repository that is committed inside of the checkout, and
# runs no program that a repository names. The scripts of the action call no git but this.

top=.

refuse() {
  echo "::error title=govern::$1"
  exit 2
}

# enter FOLDER: go there, with `top` as the top of its work tree. A link, a committed repository or a submodule is refused:
# a pull request can put one where a folder was, and another contract would be judged.
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

# git_at FOLDER WORD…: git that talks to no other repository, not even to fetch what a partial clone lacks.
git_at() {
  GIT_ALLOW_PROTOCOL=none GIT_NO_LAZY_FETCH=1 git_with -C "$@"
}

# git_here WORD…: the same at the top of the work tree.
git_here() {
  git_at "$top" "$@"
}

# git_remote WORD…: git that talks to the code host.
git_remote() {
  GIT_ALLOW_PROTOCOL=https:http:ssh:file git_with -C "$top" "$@"
}

git_with() {
  GIT_NO_REPLACE_OBJECTS=1 GIT_TERMINAL_PROMPT=0 command git -c safe.bareRepository=explicit -c core.fsmonitor=false \
    -c core.hooksPath=/dev/null -c fetch.recurseSubmodules=false "$@"
}

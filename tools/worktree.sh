# Sourced by tools that build another commit: worktrees under build/, which git ignores.
# Needs `root`, the top of this checkout.

git() { command git -c 'safe.directory=*' "$@"; }

# make_tree FOLDER COMMIT: the commit as a worktree; what was built there before is kept
make_tree() {
  if [[ -e $1/.git ]]; then
    git -C "$1" checkout --quiet --force --detach "$2"
  else
    rm -rf "$1"
    git -C "$root" worktree prune
    git -C "$root" worktree add --quiet --detach "$1" "$2"
  fi
}

remove_tree() { # FOLDER
  git -C "$root" worktree remove --force "$1" 2>/dev/null || true
  git -C "$root" worktree prune
}

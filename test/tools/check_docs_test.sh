#!/usr/bin/env bash
# tools/check_docs lets good trees pass and names every dead link, dead path, header that no README
# names and page that nothing leads to, with file and line.
set -euo pipefail
root=$(dirname "$(readlink -f "$0")")/../..
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
trap 'echo "stopped at line $LINENO"' ERR
failures=0

# expect STATUS TEXT: what the script says about the tree
expect() {
  local status=0 said
  said=$("$root/tools/check_docs" "$tree") || status=$?
  if [[ $status != "$1" || $said != *"$2"* ]]; then
    printf 'expected status %s and "%s", got status %s:\n%s\n' "$1" "$2" "$status" "$said"
    failures=$((failures + 1))
  fi
}

# add FILE TEXT: beside what is there
add() {
  mkdir -p "$tree/$(dirname "$1")"
  printf '%b' "$2" >"$tree/$1"
}

# start_page TEXT: README.md leads to the pages of a good tree, and says this as well
start_page() {
  add README.md "# A\n\n[law](src/scree/law), [guide](docs/guide.md#two-words-2)\n\n$1\n"
}

# folder_page TEXT: the page of src/scree/law
folder_page() { add src/scree/law/README.md "# law\n\n$1\n"; }

add src/scree/law/normal.h ''
add src/scree/law/deep/rolling_spring.h ''
add docs/guide.md '# Guide\n\n## Two words – 2!\n\nUp to [the start](../README.md).\n'
add tools/fuzz ''
folder_page '`normal.h`, `rolling*`'
start_page 'and so on'
expect 1 "docs/guide.md has no heading #two-words-2"
add docs/guide.md '# Guide\n\n## Two words 2!\n\n## `Code`\n\n## Code\n'
expect 0 "3 pages in order"

# Links: to files, folders and headings; not in code, not to other hosts.
start_page '[a](docs/gone.md)'
expect 1 "README.md:5: the link docs/gone.md leads nowhere"
start_page 'text that goes [on\nhere](docs/gone.md "title")'
expect 1 "README.md:6: the link docs/gone.md leads nowhere"
start_page '![picture](docs/gone.png)'
expect 1 "the link docs/gone.png leads nowhere"
start_page '[out](../elsewhere.md)'
expect 1 "the link ../elsewhere.md leads nowhere"
start_page '[b](docs/guide.md#gone)'
expect 1 "docs/guide.md has no heading #gone"
start_page '[b](docs/guide.md#code-1), [c](#a), [d](https://example.org/x), `[e](gone)`\n\n```\n[f](gone)\n```'
expect 0 "in order"

# Paths in code spans: whole, with wildcards, below src/scree, and bare names of sources.
start_page '`tools/gone`'
expect 1 "README.md:5: tools/gone does not exist"
start_page 'run `tools/fuzz 60 docs/gone/` now'
expect 1 "docs/gone/ does not exist"
start_page '`src/scree/*/x*.h`'
expect 1 "src/scree/*/x*.h does not exist"
start_page '`src/scree/*/n*.h`, `src/<where>/<folder>/`, `tools/{fuzz,gone}`, `out/x`, `build/release`, `cases/...`'
expect 0 "in order"
folder_page '`normal.h`, `rolling*`, `law/gone`'
expect 1 "src/scree/law/README.md:3: law/gone does not exist below src/scree"
folder_page '`normal.h`, `rolling*`, `gone.cpp`'
expect 1 "src/scree/law/README.md:3: no file is called gone.cpp"
folder_page '`law/normal`, `law/deep/rolling_spring.h`'
expect 0 "in order"

# Headers stand in the README of their folder or of one above.
add src/scree/law/bridge.h ''
expect 1 "src/scree/law/README.md:1: does not name bridge.h"
rm "$tree/src/scree/law/bridge.h"
folder_page 'Without a code span, normal.h and `rolling` are not named.'
expect 1 "does not name normal.h"
expect 1 "does not name deep/rolling_spring.h"
folder_page '`normal`, `rolling_spring`'
add src/scree/state/grains.h ''
expect 1 "src/scree/state/grains.h:1: its folder has no README.md"
rm -r "$tree/src/scree/state"

# Every page can be reached, also through others.
add docs/far.md '# Far\n'
expect 1 "docs/far.md:1: no links lead here from README.md"
add docs/guide.md '# Guide\n\n## Two words 2!\n\n[far](far.md)\n\n## `Code`\n\n## Code\n'
expect 0 "4 pages in order"
exit $((failures > 0))

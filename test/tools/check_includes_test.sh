#!/usr/bin/env bash
# tools/check_includes lets good trees pass and names every broken rule with file and line.
set -euo pipefail
root=$(dirname "$(readlink -f "$0")")/../..
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
trap 'echo "stopped at line $LINENO"' ERR
failures=0

# expect STATUS TEXT: what the script says about the tree
expect() {
  local status=0 said
  said=$("$root/tools/check_includes" "$tree") || status=$?
  if [[ $status != "$1" || $said != *"$2"* ]]; then
    printf 'expected status %s and "%s", got status %s:\n%s\n' "$1" "$2" "$status" "$said"
    failures=$((failures + 1))
  fi
}

# put FILE TEXT: a tree with this file alone
put() {
  rm -rf "$tree/src" "$tree/app"
  mkdir -p "$tree/$(dirname "$1")"
  printf '%b' "$2" >"$tree/$1"
}

# add FILE TEXT: beside what is there
add() {
  mkdir -p "$tree/$(dirname "$1")"
  printf '%b' "$2" >"$tree/$1"
}

put src/scree/detect/a.cpp '#include <vector>\n#include "scree/detect/a.h"\n#include "scree/state/state.h"\n'
expect 0 "1 files in order"
put src/scree/base/a.h '#include "scree/io/x.h"\n'
expect 1 "src/scree/base/a.h:1: base must not include io"
put src/scree/detect/a.h '\n#include "scree/law/x.h"\n'
expect 1 "src/scree/detect/a.h:2: detect must not include law"
put src/scree/io/a.h '#include "scree/step/stepper.h"\n'
expect 1 "io must not include step"
put src/scree/step/smooth/a.h '#include "scree/step/common/x.h"\n#include "scree/step/stepper.h"\n'
expect 0 "in order"
put src/scree/step/smooth/a.h '#include "scree/step/dae/x.h"\n'
expect 1 "step/smooth must not include step/dae"
# Types: one name, one definition; declarations, specializations and anonymous namespaces are free.
put src/scree/io/a.h 'namespace scree {\nstruct Disc {\n};\n}  // namespace scree\n'
add src/scree/geometry/b.h 'namespace scree {\n\nenum class Disc { kA };\n}  // namespace scree\n'
expect 1 "src/scree/io/a.h:2: type Disc is defined in src/scree/geometry/b.h as well"
add src/scree/geometry/b.h 'namespace scree {\ntemplate <class T> struct alignas(32) Disc final : Base {\n'
expect 1 "type Disc is defined in"
add src/scree/geometry/b.h 'namespace scree {\nnamespace {\nstruct Disc {\n};\n}  // namespace\n}  // namespace scree\n'
expect 0 "in order"
add src/scree/geometry/b.h 'namespace scree {\nstruct Disc;\ntemplate <>\nstruct Disc<int> {\n};\nstruct A {\n  struct Disc {};\n};\nstruct Disc::Inner {\n'
expect 0 "in order"
put src/scree/step/aggregate/a.h '#include "scree/step/nonsmooth/x.h"\n'
expect 0 "in order"
put src/scree/io/case_file.cpp '#include <toml++/toml.h>\n'
expect 0 "in order"
put src/scree/run/a.cpp '#include <toml++/toml.h>\n'
expect 1 "<toml++/toml.h>"
put src/scree/io/checkpoint_read.cpp '#include <hdf5.h>\n'
expect 0 "in order"
put src/scree/io/checkpoint.h '#include <hdf5.h>\n'
expect 1 "<hdf5.h>"
put src/scree/io/frame.cpp '#include <hdf5.h>\n'
expect 1 "<hdf5.h>"
put src/scree/couple/rubber/a.cpp '#include <deal.II/grid/tria.h>\n'
expect 1 "<deal.II/grid/tria.h>"
put src/scree/law/a.h '#include "../base/real.h"\n'
expect 1 "full path"
put src/scree/gadget/a.h '#include "scree/base/real.h"\n'
expect 1 "has no rule"
put src/scree/law/a.h "$(yes '// line' | head -n 601)\n"
expect 0 "warning: 601 lines"
exit $((failures > 0))

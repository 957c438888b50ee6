#!/usr/bin/env bash
# Breaks inputs in every way and sees what the program does.
# usage: test/tools/broken_inputs.sh [--count N] [--seed S] [--keep FOLDER]
# Each input is a shipped case with something wrong in it: numbers that are huge, negative, tiny or
# none, other types, keys twice or not at all, odd names, deep nesting, files that are cut off, full
# of garbage, empty, missing, devices; hostile --set and other options. Wanted: no death by a signal,
# no fault of ours (70), an answer within 10 s and 1 GB, and nothing written where it is refused (2).
# What turns out to be in order may run. SCREE_PROGRAM names the program. The same seed gives the same
# inputs; those that fail are kept in FOLDER (default: broken-inputs) with their command.
set -euo pipefail
root=$(readlink -f "$(dirname "$(readlink -f "$0")")/../..")
scree=${SCREE_PROGRAM:?name the program to test}
count=40 seed=1 keep=broken-inputs
while [[ $# -gt 0 ]]; do
  case $1 in
    --count) count=$2 ;;
    --seed) seed=$2 ;;
    --keep) keep=$2 ;;
    *) echo "broken_inputs: unknown option $1" >&2; exit 2 ;;
  esac
  shift 2
done
[[ $count =~ ^[0-9]+$ && $seed =~ ^[0-9]+$ ]] || { echo "broken_inputs: numbers wanted" >&2; exit 2; }
mkdir -p "$keep"
keep=$(readlink -f "$keep")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export OMP_NUM_THREADS=1 SCREE_HOME=$root
limit_kb=1000000  # of memory
patience=10       # seconds

# A generator of our own: $RANDOM differs between shells.
state=$(((seed * 2654435761 + 12345) & 0x7fffffff))
below() { # N: a number from 0 to N-1 in $drawn
  state=$(((state * 1103515245 + 12345) & 0x7fffffff))
  drawn=$(((state >> 8) % $1))
}
pick() { # WORDS...: one of them in $picked
  below $#
  picked=${*:$((drawn + 1)):1}
}
repeat() { # N TEXT
  local text
  printf -v text '%*s' "$1" ''
  printf '%s' "${text// /$2}"
}

cases=(cases/contact/chung-ooi-1 cases/contact/chung-ooi-3 cases/contact/mfix-dem01 cases/contact/incline
  cases/contact/resting-overlap cases/contact/wall-as-sphere cases/contact/sliding-over-edges
  cases/contact/drop-on-flat cases/contact/restart cases/wet-contact/wet-collision cases/static-friction/oscillator
  cases/static-friction/pendulum cases/nonsmooth/hinge-pendulum cases/nonsmooth/slider-crank cases/start/collapse)
for folder in "${cases[@]}"; do
  [[ -f $root/$folder/case.toml ]] || { echo "broken_inputs: there is no $folder" >&2; exit 2; }
done

numbers=(nan inf -inf 0 -0.0 -1 1e308 -1e308 1e-308 5e-324 1e300 1e-300 1e30 1e-30 9223372036854775807
  -9223372036854775808 9223372036854775808 1e9 1e6 1e15 0x7fffffff 1_000_000_000 3.0000000001 2147483648)
finite=(1e-20 1e20 1e-19 1e19 1e10 1e-10 1e5 1e-5 1e3 1e-3 1 2 -1 0 0.5 1000000 1e15 1e-15 100)
others=('"text"' true '[]' '{}' '[1, 2]' '[nan, inf, -inf]' '[1e300, 1e300, 1e300]' '""' 1979-05-27 07:32:00
  '[[1], ["a"], [{}]]' '{a = {b = {c = 1}}}' "'''lines'''" '"\u0000\u001b[31m"' '"../../etc/passwd"' '"/dev/zero"')
names=('"a,b"' "'a\"b'" '"a\nb"' '"../up"' '"/"' '".."' '""' '"\u0007\u001b[2J"' "\"$(repeat 300 n)\"" '"ü€𝄞"'
  '"run"' '"*"' '"{a}"' '"%s%n"')

# line_with FILE PATTERN: number of a random line that matches, in $line; 0 if none does
line_with() {
  local lines
  mapfile -t lines < <(grep -nE "$2" "$1" | cut -d: -f1)
  line=0
  [[ ${#lines[@]} -eq 0 ]] && return
  pick "${lines[@]}"
  line=$picked
}
# replace_line FILE LINE TEXT
replace_line() {
  LINE=$3 awk -v n="$2" 'NR == n { print ENVIRON["LINE"]; next } { print }' "$1" >"$1.new"
  mv "$1.new" "$1"
}
# new_value FILE VALUE: a random key has this value
new_value() {
  line_with "$1" '^[A-Za-z_]+ *= *'
  [[ $line -gt 0 ]] || return 0
  local key
  key=$(sed -n "${line}p" "$1" | sed 's/ *=.*//')
  replace_line "$1" "$line" "$key = $2"
}
# break_file FILE: something is wrong in it
break_file() {
  local material
  material=$(sed -nE 's/^\[material\.([A-Za-z0-9_-]+)\].*/\1/p' "$1" | head -n 1)
  below 28
  what=$drawn
  case $what in
    0 | 1 | 2) pick "${numbers[@]}"; new_value "$1" "$picked" ;;
    3) pick "${others[@]}"; new_value "$1" "$picked" ;;
    4) # one number within a line
      line_with "$1" '[0-9]'
      pick "${numbers[@]}"
      [[ $line -gt 0 ]] && sed -i -E "${line}s/[0-9][0-9.eE+-]*/$picked/" "$1" ;;
    5) line_with "$1" '='; [[ $line -gt 0 ]] && sed -i "${line}p" "$1" ;;
    6) line_with "$1" '.'; [[ $line -gt 0 ]] && sed -i "${line}d" "$1" ;;
    7) line_with "$1" '^(name|label|material|title|wall|part) *='; pick "${names[@]}"
      [[ $line -gt 0 ]] && replace_line "$1" "$line" "$(sed -n "${line}p" "$1" | sed 's/ *=.*//') = $picked" ;;
    8) below "$(($(stat -c %s "$1") + 1))"; truncate -s "$drawn" "$1" ;;
    9) below 200; head -c 2000 /dev/zero | tr '\0' "\\$((drawn + 1))" >>"$1" ;;
    10) below "$(stat -c %s "$1")"; printf '\x00\xff\xfe\x80' | dd of="$1" bs=1 seek="$drawn" conv=notrunc status=none ;;
    11) printf '\ndeep = %s1%s\n' "$(repeat 5000 '[')" "$(repeat 5000 ']')" >>"$1" ;;
    12) printf '\n%s = 1\n' "$(repeat 5000 'a.')a" >>"$1" ;;
    13) printf '\n[[observe]]\nkind = "sum"\nname = "s"\nlabel = "l"\nformula = "%s"\nconstants = {%s = 1}\n' \
      "$(case $((state % 3)) in 0) repeat 5000 '(' ;; 1) repeat 3000 'x+'; echo x ;; *) echo 'c*m' ;; esac)" c >>"$1" ;;
    14) pick t pi sin x "''" '"a b"'
      printf '\n[[observe]]\nkind = "sum"\nname = "s"\nlabel = "l"\nformula = "m"\nconstants = {%s = 1}\n' "$picked" >>"$1" ;;
    15) pick 'count = 1000000000' 'solid_fraction = 0.5' 'count = 9223372036854775807' 'count = 0'
      printf '\n[[bodies]]\nsource = "packing"\nmaterial = "%s"\nsizes = {kind = "fixed", radius = 1e-9}\n%s\n' \
        "$material" "$picked" >>"$1" ;;
    16) pick mesh table; below 4
      local file=("/dev/zero" "none.stl" "." "garbage.stl")
      head -c 500 "$root/scree" | tr 'a-z' '\200-\231' >"$(dirname "$1")/garbage.stl"
      if [[ $picked == mesh ]]; then
        printf '\n[[wall]]\nname = "w"\nmaterial = "%s"\nshape = "mesh"\nfile = "%s"\n' "$material" "${file[drawn]}" >>"$1"
      else
        printf '\n[[bodies]]\nsource = "table"\nmaterial = "%s"\nfile = "%s"\n' "$material" "${file[drawn]}" >>"$1"
      fi ;;
    17) tr -d '\n' <"$1" >"$1.new"; mv "$1.new" "$1" ;;
    18) : >"$1" ;;
    *) # a number that the key may have, but nobody meant
      line_with "$1" '^[A-Za-z_]+ *= *[-0-9.]'
      pick "${finite[@]}"
      [[ $line -gt 0 ]] && sed -i -E "${line}s/= *[-0-9.eE+]+/= $picked/" "$1"
      below 2
      if [[ $drawn -eq 0 ]]; then
        line_with "$1" '\[ *-?[0-9]'
        pick "${finite[@]}"
        [[ $line -gt 0 ]] && sed -i -E "${line}s/\\[ *-?[0-9.eE+-]+/[$picked/" "$1"
      fi ;;
  esac
  return 0
}
# hostile_options: words in ${options[@]}
hostile_options() {
  options=()
  below 12
  case $drawn in
    0) pick 1000000 0 -1 nan 1e9 '' two; options=(--threads "$picked") ;;
    1) pick = =1 a= a..b=1 "$(repeat 5000 'a.')a=1" 'run.seed' '.=1' "run.title=$(repeat 100000 x)"; options=(--set "$picked") ;;
    2 | 3) pick run.duration run.time_step run.skin run.seed gravity.vector domain.hi material bodies.0.count \
      output.series_interval output.frame_interval run.overlap_limit run.checkpoint_interval law.normal; local key=$picked
      pick "${numbers[@]}" "${others[@]}"; options=(--set "$key=$picked") ;;
    4) options=(--set "run.duration=$(repeat 2000 '[')") ;;
    *) ;;
  esac
  return 0
}

failed=0
refused=0
complain() { # WHAT
  failed=$((failed + 1))
  echo "input $number ($what): $1: ${command[*]}" | cut -c 1-300
  tail -n 3 said | cut -c 1-300
  rm -rf "$keep/$number"
  cp -r "$work/in" "$keep/$number"
  printf '%q ' "${command[@]}" >"$keep/$number/command"
}
cd "$work"
for ((number = 1; number <= count; ++number)); do
  rm -rf in out
  mkdir in
  pick "${cases[@]}"
  cp -r "$root/$picked/." in/
  rm -rf in/pictures
  break_file in/case.toml
  hostile_options
  below 10
  path=in
  if [[ $drawn -eq 0 ]]; then
    pick /dev/zero /dev/null in/none in/case.toml/x "$(repeat 5000 x)" '' pipe
    path=$picked
    if [[ $path == pipe ]]; then mkfifo in/pipe; path=in/pipe; fi
  fi
  below 3
  if [[ $drawn -eq 0 ]]; then
    command=("$scree" run "$path" --out out "${options[@]}")
    [[ ${options[*]} == *run.duration* ]] || command+=(--set run.duration=1e-4)
  else
    command=("$scree" check "$path" "${options[@]}")
  fi
  status=0
  # The address space is bounded at a little more: what is mapped, not only what is used.
  (ulimit -v $((limit_kb + 500000)); exec timeout -k 2 -s TERM "$patience" "${command[@]}") >said 2>&1 </dev/null || status=$?
  case $status in
    0) ;;
    2) refused=$((refused + 1))
      if [[ -e out ]]; then complain "refused, but it wrote $(ls out | head -3 | tr '\n' ' ')"; fi
      if grep -q 'out of memory' said; then complain "ran out of memory"; fi
      if [[ $(stat -c %s said) -gt 20000 ]]; then complain "a message of $(stat -c %s said) bytes"; fi ;;
    3) refused=$((refused + 1)) ;;
    124 | 143) # a run that is in order may take its time, if it says where it stands
      if [[ ${command[1]} != run || ! -f out/checkpoint.h5 ]]; then complain "no answer within $patience s"; fi ;;
    *) complain "status $status" ;;
  esac
done
echo "broken_inputs: $count inputs (seed $seed), $refused refused, $failed handled badly"
[[ $failed -eq 0 ]]

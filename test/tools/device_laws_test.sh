#!/usr/bin/env bash
# Every law compiles for a GPU and says there what it says here. With nvcc and a card it is run on both;
# without, the same text runs on the host alone, so that it stays whole.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if command -v nvcc > "$work/where" 2>&1; then
  nvcc -std=c++20 -O2 --expt-relaxed-constexpr -arch="${SCREE_GPU_ARCH:-native}" -Isrc test/device/laws.cu -o "$work/laws"
  # A card of another kind, or none: that it compiles is what can be said here.
  if ! nvidia-smi > "$work/card" 2>&1; then echo "compiled for a GPU; there is none here"; exit 0; fi
else
  "${CXX:-g++}" -x c++ -std=c++20 -O1 -Isrc test/device/laws.cu -o "$work/laws"
fi
"$work/laws"

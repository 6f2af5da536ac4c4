#!/usr/bin/env bash
# Every check, in the order in which they fail fastest. Usage: scripts/test.sh VENV/bin
set -euo pipefail
bin=$(cd "$1" && pwd)
step() { printf '\n== %s\n' "$*"; }

step format; "$bin/ruff" format --check .
step lint; "$bin/ruff" check .
step types; "$bin/mypy"
step import contracts; "$bin/lint-imports"
step tests; "$bin/pytest" -q -n 2 --dist loadfile
step doctests; "$bin/pytest" -q --doctest-modules baquara ontology queries anonymize enrichment

step wheel
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$bin/python" -m build --wheel --outdir "$work/dist" . >/dev/null
"$bin/python" -m venv "$work/venv"
"$work/venv/bin/python" -m pip install -q --disable-pip-version-check -c constraints.txt "$work"/dist/*.whl
mkdir "$work/elsewhere"
(cd "$work/elsewhere" && "$work/venv/bin/baquara" --help >/dev/null && "$work/venv/bin/baquara" demo "$work/elsewhere/demo" >"$work/demo.txt")
tail -n 5 "$work/demo.txt"
echo "the wheel runs from another folder"

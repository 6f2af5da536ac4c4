#!/bin/sh
# Debian ships Python without its venv module: get it where that is allowed, else say how.
set -eu
package="$(basename "$("$1" -c 'import sys; print(f"python{sys.version_info[0]}.{sys.version_info[1]}")')")-venv"
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "installing $package (Debian's Python comes without it)"
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package" >/dev/null
else
  echo "Python's venv module is missing. Install it and run make again:  sudo apt-get install $package" >&2
  exit 1
fi

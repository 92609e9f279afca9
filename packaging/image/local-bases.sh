#!/usr/bin/env bash
# Makes stand-ins for the Dockerfile's two public base images, for machines that cannot reach an image registry: Debian
# 12 from debootstrap, and the same with Node and npm. Needs root, debootstrap and buildah; prints the two build arguments.
#
#   eval "$(packaging/image/local-bases.sh)"      sets BUILD_BASE and RUN_BASE
set -euo pipefail
node=$(node -p "require('node:path').dirname(require.resolve('node/bin/node'))" 2>/dev/null || dirname "$(command -v node)")
run=localhost/doorstep-run-base:bookworm
build=localhost/doorstep-build-base:bookworm

if ! buildah inspect --type image "$run" >/dev/null 2>&1; then
  root=$(mktemp -d)
  trap 'rm -rf "$root"' EXIT
  debootstrap --variant=minbase bookworm "$root" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" >&2
  # The public slim image leaves these out as well: manuals, translations, package lists. Licenses stay.
  rm -rf "$root"/var/{cache/apt,lib/apt/lists,cache/debconf,log}/* "$root"/usr/share/{man,locale,info}/*
  find "$root/usr/share/doc" -type f ! -name copyright -delete
  base=$(buildah from scratch)
  buildah add -q "$base" "$root" / >&2
  buildah config --cmd /bin/sh "$base"
  buildah commit -q --rm "$base" "$run" >&2
fi

if ! buildah inspect --type image "$build" >/dev/null 2>&1; then
  base=$(buildah from "$run")
  buildah copy -q --chmod 0755 "$base" "$node/node" /usr/local/bin/node >&2
  buildah copy -q "$base" "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")" /usr/local/lib/node_modules/npm >&2
  licence=$(find "$node/.." -path '*node-linux*/LICENSE' -o -path '*node-bin*/LICENSE' | head -n 1)
  buildah copy -q "$base" "${licence:-LICENSE}" /usr/local/LICENSE >&2
  buildah run --isolation chroot "$base" -- ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
  buildah commit -q --rm "$base" "$build" >&2
fi
echo "BUILD_BASE=$build RUN_BASE=$run"

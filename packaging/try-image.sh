#!/usr/bin/env bash
# Builds the image with buildah, and checks its promises with podman: it runs unprivileged and read-only, is killed,
# stopped, and restarted on its volume. Skipped, with the reason, if either tool is missing.
#
#   packaging/try-image.sh                 with the public bases
#   packaging/try-image.sh --local-bases   with bases made here, without an image registry (root, debootstrap)
#   packaging/try-image.sh --image NAME    an existing image
set -euo pipefail
cd "$(dirname "$0")/.."

# Readers of a pipe must read all of it: otherwise the writer fails now and then, which ends the script.
skip() { echo "skipped: $1"; exit 0; }
step() { printf '%s  %s\n' "$(date +%H:%M:%S)" "$*"; }
fail() { echo "FAILED: $*" >&2; [ -z "${box:-}" ] || podman logs --tail 30 "$box" >&2 || true; exit 1; }

command -v buildah >/dev/null && command -v podman >/dev/null || skip "buildah and podman are not installed"
command -v curl >/dev/null || skip "curl is not installed"

# A process that may not raise its limits cannot set podman's default ulimits. Older runtimes refuse machines with both
# kinds of control groups; runc does not.
if [ -z "${CONTAINERS_CONF:-}" ]; then
  CONTAINERS_CONF=$(mktemp)
  printf '[containers]\ndefault_ulimits = []\n' >"$CONTAINERS_CONF"
  export CONTAINERS_CONF
fi
runtime=${RUNTIME:-}
[ -n "$runtime" ] || { [ -d /sys/fs/cgroup/unified ] && command -v runc >/dev/null && runtime=runc; } || true
podman() { command podman ${runtime:+--runtime "$runtime"} "$@"; }

image=localhost/doorstep:try
box= volume=doorstep-try-$$ given= bases=()
while [ $# -gt 0 ]; do
  case $1 in
    --image) image=$2 given=1; shift 2 ;;
    --local-bases)
      eval "$(packaging/image/local-bases.sh)"
      bases=(--build-arg "BUILD_BASE=$BUILD_BASE" --build-arg "RUN_BASE=$RUN_BASE")
      shift ;;
    *) echo "Unknown: $1" >&2; exit 2 ;;
  esac
done

if [ -z "$given" ]; then
  step "building $image"
  npmrc=$(mktemp)
  # Behind a proxy that terminates TLS, the proxy's certificate authority is among the machine's own certificates.
  [ -z "${NODE_EXTRA_CA_CERTS:-}" ] || { echo "cafile=/run/host-certificates.crt" >"$npmrc"; bases+=(--volume "$NODE_EXTRA_CA_CERTS:/run/host-certificates.crt:ro"); }
  commit_time=$(git log -1 --format=%ct 2>/dev/null || echo 0)
  # The OCI format has no health check.
  buildah bud --quiet --layers --format docker --isolation "${ISOLATION:-chroot}" --network host \
    --timestamp "$commit_time" --build-arg "SOURCE_DATE_EPOCH=$commit_time" --secret "id=npmrc,src=$npmrc" \
    --build-arg "VERSION=$(node -p 'require("./package.json").version')" \
    --build-arg "REVISION=$(git rev-parse HEAD 2>/dev/null || echo unknown)" \
    ${bases[@]+"${bases[@]}"} --target doorstep -t "$image" . >/dev/null
  rm -f "$npmrc"
fi
step "size: $(podman image inspect --format '{{.Size}}' "$image" | awk '{printf "%.0f MB", $1 / 1e6}')"

cleanup() {
  [ -z "$box" ] || podman rm -f -t 0 "$box" >/dev/null 2>&1 || true
  podman volume rm -f "$volume" "$volume-other" >/dev/null 2>&1 || true
}
trap cleanup EXIT
podman volume create "$volume" >/dev/null

# As hardened as possible, with the limits of compose.yaml.
hardened=(--read-only --tmpfs "/tmp:mode=1777,size=256m" --cap-drop all --security-opt no-new-privileges
  --shm-size 256m --memory 3g --pids-limit 512 -p 127.0.0.1::8080)
start() {
  box=$(podman run -d "${hardened[@]}" -v "$volume:/data" "$image" "$@")
  port=$(podman port "$box" 8080/tcp | sed 's/.*://')
}
ask() { curl -s -m 10 -H "Authorization: Bearer $token" "http://127.0.0.1:$port$1"; }
home() { ask "/api/v1/generate?country=US&seed=abc" | sed -n 's/.*"formattedAddress":"\([^"]*\)".*/\1/p'; }
until_logged() {
  for _ in $(seq 1 1200); do
    podman logs "$box" 2>&1 | grep -E "$1" >/dev/null && return
    [ "$(podman inspect --format '{{.State.Running}}' "$box")" = true ] || fail "it ended before it said: $1"
    sleep 0.25
  done
  fail "it never said: $1"
}

step "first start"
start
until_logged '^Ready\.'
token=$(podman logs "$box" 2>/dev/null | grep -oE 'dst_[A-Za-z0-9_-]+' | sort -u)
first=$(home)
[ -n "$first" ] || fail "no home over HTTP"
step "a home: $first"
[ "$(podman exec "$box" id -u)" = 10001 ] || fail "it does not run as 10001"
podman exec "$box" sh -c ': >/app/x' 2>/dev/null && fail "its root can be written to"
podman exec "$box" sh -c 'grep -q "^CapBnd:\s*0*$" /proc/1/status && grep -q "^NoNewPrivs:\s*1" /proc/1/status' || fail "it has privileges"
podman healthcheck run "$box" >/dev/null || fail "its health check fails: $(podman exec "$box" node /app/bin/probe.mjs ready || true)"
for paper in app/LICENSE app/NOTICE usr/share/doc/doorstep/sbom.cdx.json usr/share/doc/node/LICENSE usr/share/doc/tini/copyright; do
  podman exec "$box" test -s "/$paper" || fail "it lacks /$paper"
done
podman exec "$box" doorstep token list | grep . >/dev/null || fail "the command line does not work in it"

step "its database is killed: the service is back, and no dead process stays"
podman exec "$box" sh -c 'kill -9 "$(head -n 1 /data/postgres/postmaster.pid)"'
for _ in $(seq 1 240); do [ "$(home)" = "$first" ] && break; sleep 0.25; done
[ "$(home)" = "$first" ] || fail "no home after its database was killed"
dead=$(podman exec "$box" sh -c 'grep -l "^State:.*Z" /proc/[0-9]*/status 2>/dev/null | wc -l')
[ "$dead" = 0 ] || fail "$dead dead processes are not taken care of"

step "killed (SIGKILL), and started again on its volume"
podman kill -s KILL "$box" >/dev/null
podman wait "$box" >/dev/null
podman rm -f "$box" >/dev/null
start
until_logged '^Ready\.'
[ "$(home)" = "$first" ] || fail "the seed has another home after a kill: $(home)"

step "stopped (SIGTERM)"
began=$(date +%s%N)
podman kill -s TERM "$box" >/dev/null
code=$(podman wait "$box")
took=$((($(date +%s%N) - began) / 1000000))
[ "$code" = 0 ] || fail "SIGTERM ends it with $code"
[ "$took" -le 30000 ] || fail "SIGTERM takes $took ms"
step "stopped in $took ms with 0"
podman rm -f "$box" >/dev/null
start
until_logged '^Ready\.'
[ "$(home)" = "$first" ] || fail "the seed has another home after a stop"
podman rm -f -t 20 "$box" >/dev/null

step "a volume of another user"
podman volume create "$volume-other" >/dev/null
box=$(podman run -d "${hardened[@]}" --user 12345 -v "$volume:/data" "$image")
code=$(podman wait "$box")
said=$(podman logs "$box" 2>&1)
[ "$code" = 1 ] && grep -q 'this is uid 12345, and the folder belongs to uid 10001' <<<"$said" || fail "it does not say whose the data are ($code): $said"
step "$(head -n 1 <<<"$said")"
podman rm -f "$box" >/dev/null
box=$(podman run -d "${hardened[@]}" --tmpfs /data:mode=0755 "$image")
code=$(podman wait "$box")
said=$(podman logs "$box" 2>&1)
[ "$code" = 1 ] && grep -q 'DATA_DIR' <<<"$said" || fail "it does not say that it may not write ($code): $said"
step "$(head -n 1 <<<"$said")"
podman rm -f "$box" >/dev/null
box=
step "all kept"

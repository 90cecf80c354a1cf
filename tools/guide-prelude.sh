# What stands around a guide that is run (guide.ts): npx for programs of the workspace, and services in the background.
# One that the guide starts on a port such as 8080 takes a free one; its address is then URL_8080, its process
# SERVICE_8080.
set -euo pipefail
npx() {
  case "$1" in
    driftline) shift
      if [ "$1" = serve ]; then shift; start_service "$@"; else "$NODE" "$WORKSPACE/packages/cli/bin/driftline.js" "$@"; fi ;;
    node) shift; local file="$1"; shift; "$NODE" "$WORKSPACE/$file" --url "$URL_8080" "$@" ;;
  esac
}
start_service() {
  local port=8080 flags=()
  while [ $# -gt 0 ]; do
    if [ "$1" = --port ]; then port="$2"; shift; else flags+=("$1"); fi
    shift
  done
  local said="served-$port.txt" real="REAL_$port"
  : > "$said"
  "$NODE" "$WORKSPACE/packages/cli/bin/driftline.js" serve "${flags[@]}" --port "${!real:-0}" --log-level error >> "$said" &
  eval "SERVICE_$port=$!"
  STARTED="$STARTED $!"
  until grep -q '^Driftline is running at' "$said"; do kill -0 $!; sleep 0.1; done
  local url=$(sed -n 's/^Driftline is running at \(http:[^ ]*[0-9]\).*/\1/p' "$said")
  eval "URL_$port=$url"
  eval "REAL_$port=${url##*:}"
}
stop_service() { local id="SERVICE_$1"; kill "${!id}"; wait "${!id}"; }
trap 'kill $STARTED 2> /dev/null || true' EXIT
STARTED=

#!/bin/sh
# GNU parallel plays four parts at once on this machine, or with --sshlogin on several that share a disk,
# and then the run is finished. All parts run at the same time, so they may wait for each other.
#   examples/cluster/parallel.sh EXPERIMENT.yaml DIR
set -e
parallel --jobs 4 driftline run "$1" --out "$2" --shard '{}/4' --wait --workers 1 ::: 1 2 3 4
driftline run "$1" --out "$2" --resume

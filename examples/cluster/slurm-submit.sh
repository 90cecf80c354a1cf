#!/bin/sh
# Submits a whole experiment: its parts, its parts again, and what finishes it.
#   examples/cluster/slurm-submit.sh EXPERIMENT.yaml DIR [SBATCH OPTIONS, such as --array=1-100]
# The second array waits for the first, however that ended: it plays what follows the training of a tuned
# experiment, and parts whose task was killed. Where nothing is left, it is done at once. The last job
# plays what is still missing, and writes the result. Its number is printed.
set -e
experiment=$1
folder=$2
shift 2
parts=$(dirname "$0")/slurm.sh
first=$(sbatch --parsable "$@" "$parts" "$experiment" "$folder")
second=$(sbatch --parsable --dependency="afterany:$first" "$@" "$parts" "$experiment" "$folder")
sbatch --parsable --dependency="afterany:$second" --job-name=driftline-finish --cpus-per-task=2 \
  --output=driftline-%j.log \
  --wrap "exec driftline run '$experiment' --out '$folder' --resume"

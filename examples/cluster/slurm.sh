#!/bin/sh
# One task of a Slurm array plays one part: part (ID - MIN) / STEP + 1 of as many as the array has tasks.
#   sbatch examples/cluster/slurm.sh EXPERIMENT.yaml DIR
# Run once more, it plays what is missing; what is there is not played again. A tuned experiment needs it
# twice, since what is judged follows from all of the training: tasks that came too early end with exit
# code 3. slurm-submit.sh submits it twice, and then what finishes the run.
#SBATCH --job-name=driftline
#SBATCH --array=1-8
#SBATCH --cpus-per-task=2
#SBATCH --output=driftline-%A-%a.log
exec driftline run "$1" --out "$2" --shard auto --workers "${SLURM_CPUS_PER_TASK:-1}"

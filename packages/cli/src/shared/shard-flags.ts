/** The flags of a run that is played in parts. */
import type { Part } from '@driftline/engine/play';
import type { Command } from 'commander';
import { UsageError } from '../terminal/errors.ts';

/** What `--shard` and its companion say. */
export interface ShardFlags {
  readonly shard?: Part;
  readonly wait?: true;
  readonly out?: string;
  readonly resume?: true;
  readonly force?: true;
}

/** More parts than any scheduler starts. */
const MOST_PARTS = 1_000_000;

type Variables = Readonly<Record<string, string | undefined>>;

const TASK = 'SLURM_ARRAY_TASK_ID';
const INDEX = 'JOB_COMPLETION_INDEX';

/** What to write where the variable of one scheduler is not set: perhaps that of the other is. */
function insteadOf(variables: Variables, name: string): string {
  if (name === TASK && variables[INDEX] !== undefined) {
    return `${INDEX} is set: in Kubernetes, write --shard auto/N, where N is the number of completions`;
  }
  if (name === INDEX && variables[TASK] !== undefined) {
    return `${TASK} is set: in a Slurm array, write --shard auto`;
  }
  return 'name the shard instead, such as --shard 3/8';
}

function integerIn(variables: Variables, name: string, otherwise?: number): number {
  const text = variables[name];
  if (text === undefined && otherwise !== undefined) return otherwise;
  if (text === undefined) {
    const instead = insteadOf(variables, name);
    throw new UsageError(
      `--shard auto reads the environment variable ${name}, which is not set; ${instead}`,
    );
  }
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new UsageError(
    `--shard auto reads the environment variable ${name}, which must be an integer; got ${text}`,
  );
}

function checked(number: number, of: number, given: string): Part {
  if (Number.isInteger(number) && number >= 1 && number <= of && of <= MOST_PARTS) {
    return { number, of };
  }
  throw new UsageError(
    `--shard must be I/N with 1 <= I <= N <= ${MOST_PARTS}, or auto; got ${given}`,
  );
}

/** The part that a task of a Slurm array plays: of as many parts as the array has tasks. */
function slurmPart(variables: Variables): Part {
  const id = integerIn(variables, TASK);
  const least = integerIn(variables, 'SLURM_ARRAY_TASK_MIN');
  const step = integerIn(variables, 'SLURM_ARRAY_TASK_STEP', 1);
  const count = integerIn(variables, 'SLURM_ARRAY_TASK_COUNT');
  const number = (id - least) / step + 1;
  if (Number.isInteger(number) && number >= 1 && number <= count) {
    return checked(number, count, 'auto');
  }
  throw new UsageError(
    `--shard auto needs a Slurm array without gaps, but task ${id} is not one of ${count} tasks from ${least} in steps of ${step}; name the shard instead, such as --shard $SLURM_ARRAY_TASK_ID/8`,
  );
}

/**
 * Reads a part: `3/8`, `auto` for a task of a Slurm array, `auto/8` for a pod of an indexed job of Kubernetes.
 *
 * @throws UsageError where it is none, or the scheduler's variables do not say which
 */
export function readPart(text: string, variables: Variables = process.env): Part {
  if (text === 'auto') return slurmPart(variables);
  const [, first, of] = /^(auto|\d{1,9})\/(\d{1,9})$/.exec(text) ?? [];
  if (of === undefined) return checked(0, 0, text);
  const number = first === 'auto' ? integerIn(variables, INDEX) + 1 : Number(first);
  return checked(number, Number(of), first === 'auto' ? `${number}/${of} by ${text}` : text);
}

/** Adds the flags that play a part of a run, and finish what parts have played. */
export function addShardFlags(command: Command): Command {
  return command
    .option(
      '--resume',
      'continue the interrupted run in --out, or complete a run that shards have played',
    )
    .option(
      '--shard <I/N>',
      "play only part I of N of the work, into --out; 'auto' takes I and N from a Slurm array, 'auto/N' takes I from Kubernetes",
      (text: string) => readPart(text),
    )
    .option(
      '--wait',
      'with --shard: wait for the other shards if this one needs their training (default: exit with code 3)',
    );
}

/** Refuses flags that do not go together. */
export function checkShardFlags({ shard, wait, out, resume, force }: ShardFlags): void {
  if (resume && out === undefined) {
    throw new UsageError('--resume needs --out, the folder of the run to continue');
  }
  if (resume && force) {
    throw new UsageError(
      '--resume continues the run in --out and --force replaces it; use only one of them',
    );
  }
  if (shard === undefined) {
    if (wait) throw new UsageError('--wait needs --shard');
    return;
  }
  if (out === undefined)
    throw new UsageError('--shard needs --out, the folder that all shards share');
  if (resume) {
    throw new UsageError(
      '--shard plays a part of a run and --resume completes it; use only one of them',
    );
  }
  if (force) {
    throw new UsageError(
      '--force does not go with --shard, because each shard would replace the work of the others; remove the folder, or choose another',
    );
  }
}

/** What a run is of, and whether another one may go on with it. */
import { join } from 'node:path';
import type { Result } from '@driftline/engine/play';
import { FILES } from './file-names.ts';
import { textOf } from './files.ts';
import { readResult } from './records.ts';
import { ResultFolderError } from './result-folder-error.ts';

/** What a run is of. */
export interface RunPlan {
  /** The experiment, as it is kept in `spec.yaml`; absent where it is not one of a file. */
  readonly spec?: string;
  /** The digest of all that the numbers depend on. */
  readonly digest: string;
  /** Whether another text asks for the same; that it is the same text, if absent. */
  readonly isSame?: (kept: string) => boolean;
  /** Whether a result is of this plan, where it has no experiment and no digest to know it by. */
  readonly isOf?: (result: Result) => boolean;
}

/** The first line in which two texts differ, counted from 1. */
function firstDifference(first: string, second: string): number {
  const [a, b] = [first.split('\n'), second.split('\n')];
  let line = 0;
  while (line < a.length && a[line] === b[line]) line++;
  return line + 1;
}

/** What a digest covers beside the experiment itself. */
export const OTHERS =
  'another table of means, another plugin, or another version or commit of driftline';

function isSameExperiment({ spec, isSame }: RunPlan, kept: string): boolean {
  return kept === spec || isSame?.(kept) === true;
}

/** Whether a result that was kept without its experiment is of a plan without one. */
async function isOfPlan({ isOf }: RunPlan, path: string): Promise<boolean> {
  return isOf?.(await readResult(path)) ?? false;
}

/** What a run before has left. */
interface Left {
  readonly path: string;
  /** Where its experiment and its digest lie. */
  readonly from: string;
  readonly finished: boolean;
  readonly outdated: boolean;
}

/**
 * Refuses to go on with what another plan left.
 *
 * @throws ResultFolderError
 */
export async function refuseAnotherPlan(
  plan: RunPlan,
  { path, from, finished, outdated }: Left,
  instead = 'choose another folder, or replace it with --force',
): Promise<void> {
  const kept = await textOf(join(from, FILES.spec));
  if (kept === undefined && finished && (await isOfPlan(plan, path))) return;
  if (kept === undefined && finished) {
    const what = plan.spec === undefined ? 'from other settings' : 'not from an experiment file';
    throw new ResultFolderError(
      `${path}: holds a result that is ${what}; ${instead}`,
      'another-plan',
    );
  }
  if (kept !== undefined && !isSameExperiment(plan, kept)) {
    throw new ResultFolderError(
      `${path}: was started from another experiment: its ${FILES.spec} differs from line ${firstDifference(kept, plan.spec ?? '')} on; ${instead}`,
      'another-plan',
    );
  }
  // A result from before digests were kept can't be vouched for; chunks from then are not used.
  const digest = await textOf(join(from, FILES.plan));
  if (digest === undefined || digest === plan.digest || outdated) return;
  throw new ResultFolderError(
    `${path}: was ${finished ? 'played' : 'started'} with ${OTHERS}; ${instead}`,
    'another-plan',
  );
}

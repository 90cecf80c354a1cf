/** What a run is of, and whether another one may go on with it. */
import { join } from 'node:path';
import { FILES } from './file-names.ts';
import { textOf } from './files.ts';
import { ResultFolderError } from './result-folder-error.ts';

/** What a run is of. */
export interface RunPlan {
  /** The experiment, as it is kept in `spec.yaml`. */
  readonly spec: string;
  /** The digest of all that the numbers depend on. */
  readonly digest: string;
  /** Whether another text asks for the same; that it is the same text, if absent. */
  readonly isSame?: (kept: string) => boolean;
}

/** The first line in which two texts differ, counted from 1. */
function firstDifference(first: string, second: string): number {
  const [a, b] = [first.split('\n'), second.split('\n')];
  let line = 0;
  while (line < a.length && a[line] === b[line]) line++;
  return line + 1;
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
  { spec, digest, isSame }: RunPlan,
  { path, from, finished, outdated }: Left,
): Promise<void> {
  const instead = 'choose another folder, or replace it with --force';
  const kept = await textOf(join(from, FILES.spec));
  if (kept === undefined && finished) {
    throw new ResultFolderError(
      `${path}: holds a result that is not of an experiment file; ${instead}`,
      'another-plan',
    );
  }
  if (kept !== undefined && kept !== spec && isSame?.(kept) !== true) {
    throw new ResultFolderError(
      `${path}: was started from another experiment: its ${FILES.spec} differs from line ${firstDifference(kept, spec)} on; ${instead}`,
      'another-plan',
    );
  }
  // A result from before digests were kept can't be vouched for; chunks from then are not used.
  const keptDigest = await textOf(join(from, FILES.plan));
  if (keptDigest === undefined || keptDigest === digest || outdated) return;
  throw new ResultFolderError(
    `${path}: was ${finished ? 'played' : 'started'} with another table of means, another plugin or another version of driftline; ${instead}`,
    'another-plan',
  );
}

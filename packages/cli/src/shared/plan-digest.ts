import { createHash } from 'node:crypto';
import { NUMBERS_REVISION } from '@driftline/core/play';
import type { ExperimentPlan } from '@driftline/engine/experiment';
import { pluginDigest, softwareOf } from '@driftline/engine/node';
import {
  type Comparison,
  type Plugins,
  pluginMeansDigests,
  type Result,
} from '@driftline/engine/play';

/**
 * A digest of all that numbers depend on: two runs with the same one may share their chunks.
 *
 * @param software - this one's, unless given
 */
export async function planDigest(
  comparisons: readonly Comparison[],
  tuning: ExperimentPlan['tuning'],
  pluginFiles: readonly string[],
  plugins: Plugins,
  software?: Result['software'],
): Promise<string> {
  // The commit, too: two checkouts of one version may give different numbers.
  const { version, commit } = software ?? (await softwareOf());
  const hash = createHash('sha256');
  hash.update(
    JSON.stringify({ version, commit, NUMBERS_REVISION, comparisons, tuning: tuning ?? null }),
  );
  if (pluginFiles.length > 0) {
    hash.update(pluginDigest(pluginFiles));
    hash.update(JSON.stringify(pluginMeansDigests(comparisons, plugins)));
  }
  return `${hash.digest('hex')}\n`;
}

/**
 * A digest of all that the numbers of a study depend on, whose comparisons follow from what was played before.
 *
 * @param asked - the command that plays it
 */
export async function studyDigest(asked: string, pluginFiles: readonly string[]): Promise<string> {
  const { version, commit } = await softwareOf();
  const hash = createHash('sha256');
  hash.update(JSON.stringify({ version, commit, NUMBERS_REVISION, asked }));
  if (pluginFiles.length > 0) hash.update(pluginDigest(pluginFiles));
  return `${hash.digest('hex')}\n`;
}

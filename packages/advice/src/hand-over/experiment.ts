/** The world of a log as an experiment file: candidates on a table of means, with a law like the log's. */
import { type ComparisonRequest, requestText } from '@driftline/engine/request';
import type { Advice } from '../contract/advice.ts';
import { isRefused } from '../contract/refusal.ts';
import type { World } from '../contract/world.ts';
import type { WorldTable } from './world-table.ts';

/** The file that the table is written to, beside the experiment. */
export const WORLD_FILE = 'world.csv';

const REPLICATIONS = 100;
const LN2 = Math.log(2);

/** What a world is like beside its means. */
export type WorldLaw = Pick<World, 'noise' | 'rewardRange' | 'deviation'>;

/** A law of the engine that is like the log's. */
function lawOf({ tails }: Advice, { noise, deviation }: WorldLaw): string {
  if (noise.law === 'bernoulli') return 'bernoulli';
  const rounded = Number(deviation.toPrecision(4)) || 1;
  const heaviest = isRefused(tails)
    ? Number.POSITIVE_INFINITY
    : Math.min(...tails.tails.map(({ index }) => index));
  if (isRefused(tails) || tails.verdict === 'light' || !(heaviest < 30)) {
    return `gaussian:sd=${rounded}`;
  }
  const degrees = Math.max(1.1, Number(heaviest.toPrecision(3)));
  // The standard deviation of Student's law is √(ν/(ν − 2)) scales, where it has one.
  const scale = degrees > 2.1 ? deviation / Math.sqrt(degrees / (degrees - 2)) : deviation / 3;
  return `student-t:degrees=${degrees};scale=${Number(scale.toPrecision(4)) || 1}`;
}

/** Delays in decisions, as a law that has the same median. */
function delayOf({ delays, log }: Advice): string | undefined {
  if (isRefused(delays) || delays.median === undefined) return undefined;
  const span = log.span[1] - log.span[0];
  const slots = Math.round((delays.median / LN2) * (log.rows / Math.max(1, span)));
  return slots >= 1 ? `exponential:${slots}` : undefined;
}

/** Who plays: the advice, the best of each kind, and those to compare with. */
function policiesOf({ advice }: Advice): string[] {
  const others = ['auto', 'adr', 'ucb1', 'uniform'];
  if (isRefused(advice)) return others;
  const kinds = advice.for.flatMap((kind) => (isRefused(kind) ? [] : [kind.spec]));
  return [...new Set([advice.spec, ...kinds, ...others])];
}

/** What is asked of the engine. */
function experimentRequest(
  advice: Advice,
  law: WorldLaw,
  { slots }: WorldTable,
): ComparisonRequest {
  const delay = delayOf(advice);
  return {
    name: `simulation based on ${advice.log.name}`,
    policies: policiesOf(advice),
    means: WORLD_FILE,
    horizon: slots,
    law: lawOf(advice, law),
    rewardRange: law.rewardRange,
    replications: REPLICATIONS,
    seed: advice.seed,
    ...(delay === undefined ? {} : { delay }),
  };
}

/** The experiment file, with what it is and is not. */
export function experimentFile(advice: Advice, law: WorldLaw, table: WorldTable): string {
  const { log } = advice;
  const last =
    table.from > 0 ? `# The table holds the last ${table.slots} of ${log.rows} decisions.\n` : '';
  const noise =
    law.noise.law === 'bernoulli'
      ? ''
      : '# This reward law is the closest one that the engine offers. The advice itself resampled the rewards of the log.\n';
  const sets =
    log.columns.eligible === undefined
      ? ''
      : '# Here all arms are eligible at all times. In the log and in the simulations of the advice, only some were.\n';
  return `# Simulation fitted to ${log.name.replaceAll(/[\r\n]/g, ' ')}. ${WORLD_FILE} holds the mean of each arm at every decision.
# Columns: ${log.arms.map(({ key }) => key.replaceAll(/[\r\n]/g, ' ')).join(', ')}.
${last}${noise}${sets}# Run it with 'driftline run'. 'driftline compare --means ${WORLD_FILE}' and 'driftline lab' also accept the table.
${requestText(experimentRequest(advice, law, table))}`;
}

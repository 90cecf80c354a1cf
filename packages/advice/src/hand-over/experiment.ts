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
    name: `a world like ${advice.log.name}`,
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
    table.from > 0 ? `# Of ${log.rows} decisions, the last ${table.slots} are taken.\n` : '';
  const noise =
    law.noise.law === 'bernoulli'
      ? ''
      : '# The law of rewards is the nearest that the engine has; the advice drew from the rewards of the log itself.\n';
  const sets =
    log.columns.eligible === undefined
      ? ''
      : '# All arms may be taken in it at all times; in the log, and where the advice was tried, only those that were eligible.\n';
  return `# The world that was fitted to ${log.name.replaceAll(/[\r\n]/g, ' ')}: means of its arms, decision by decision, in ${WORLD_FILE}.
# Columns: ${log.arms.map(({ key }) => key.replaceAll(/[\r\n]/g, ' ')).join(', ')}.
${last}${noise}${sets}# 'driftline run' plays it; 'driftline compare --means ${WORLD_FILE}' and the page of 'driftline lab' take the table.
${requestText(experimentRequest(advice, law, table))}`;
}

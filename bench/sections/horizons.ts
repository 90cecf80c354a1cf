/** How the cost of a slot grows with the horizon, all that a comparison computes of its means included. */

import { loadKernels } from '@driftline/engine/node';
import {
  aggregate,
  type Chunk,
  ChunkPlayer,
  type Comparison,
  NO_PLUGINS,
} from '@driftline/engine/play';
import { median, type Subject } from '@driftline/engine/studies';
import { aimCell, atMost, medianRatio } from '../aims.ts';
import { count, ratioText, shortNumber } from '../format.ts';
import { inTurns, now, roundsOf } from '../in-turns.ts';
import type { Section } from '../section.ts';

/** A table holds the means of the first one; those of the second are computed when they are needed. */
const HORIZONS = [1_000_000, 10_000_000];
const POLICIES = ['ucb1', 'sw-moss'];
const MOST = 1.5;
const ALONE: Chunk = { from: 0, to: 1 };

/** One replication, from nothing: the environment, its true variation, playing, the result. */
function wholeComparison(policy: string, horizon: number): Subject {
  const comparison: Comparison = {
    name: 'horizons',
    environment: { kind: 'named', spec: 'paper-2', horizon },
    policies: [policy],
    replications: 1,
    seed: 1,
    checkpoints: { count: 100, spacing: 'linear' },
  };
  const play = () => {
    const rows = new ChunkPlayer(comparison, NO_PLUGINS, loadKernels()).play(ALONE);
    return aggregate(comparison, [rows]);
  };
  return {
    warmUp: () => void play(),
    round: (leastMilliseconds) => {
      const start = now();
      let [elapsed, times] = [0, 0];
      do {
        play();
        times += 1;
        elapsed = now() - start;
      } while (elapsed < leastMilliseconds);
      return (1e6 * elapsed) / (times * horizon);
    },
  };
}

/** Long horizons. */
export const horizonsSection: Section = {
  id: 'horizons',
  title: 'Long horizons',
  async run(context) {
    const rows = POLICIES.map((policy) => {
      const subjects = new Map(
        HORIZONS.map((horizon) => [count(horizon), wholeComparison(policy, horizon)]),
      );
      const measured = inTurns(subjects, context);
      const [short, long] = HORIZONS.map((horizon) => roundsOf(measured, count(horizon)));
      return { policy, short: median(short), long: median(long), ratio: medianRatio(long, short) };
    });
    const aims = rows.map(({ policy, ratio }) =>
      atMost(`${policy}: T = ${count(HORIZONS[1])} over ${count(HORIZONS[0])}`, ratio, MOST),
    );
    const titles = ['policy', ...HORIZONS.map((horizon) => `T = ${count(horizon)}`)];
    return {
      tables: [
        {
          caption: 'Nanoseconds per slot by T, K = 3, paper-2',
          rows: [
            [...titles, 'ratio', 'aim'],
            ...rows.map(({ policy, short, long, ratio }, i) => [
              policy,
              shortNumber(short),
              shortNumber(long),
              ratioText(ratio),
              aimCell(aims[i]),
            ]),
          ],
        },
      ],
      notes: [
        'One replication from nothing to its result: making the environment, its true variation and its best arms are counted.',
      ],
      aims,
      data: rows,
    };
  },
};

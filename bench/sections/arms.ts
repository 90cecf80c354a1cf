/** How the cost of a slot grows with the number of arms. */
import { windowLength } from '@driftline/core/theory';
import { benchHorizon } from '@driftline/engine/studies';
import { measureScaling, type Scaling } from '../scaling.ts';
import type { Section } from '../section.ts';

function scalingOf(caption: string, windowOf: (armCount: number) => number): Scaling {
  return {
    caption,
    varied: 'arms',
    sizes: [10, 100, 1000, 10_000],
    limits: { 'r-moss': 5, 'sw-moss': 5, 'sw-rmoss': 5, 'd-ucb': 12 },
    settingOf: (armCount) => ({
      armCount,
      horizon: benchHorizon(armCount),
      window: windowOf(armCount),
      noise: 'bernoulli',
    }),
  };
}

const tuned = (armCount: number) => windowLength(armCount, benchHorizon(armCount), 3);

/** Many arms. */
export const armsSection: Section = {
  id: 'arms',
  title: 'Many arms',
  async run(context) {
    const found = [
      measureScaling(
        scalingOf('Nanoseconds per slot by arms, τ = 203', () => 203),
        context,
      ),
      measureScaling(scalingOf('Nanoseconds per slot by arms, τ tuned for V = 3', tuned), context),
    ];
    return {
      tables: found.map(({ table }) => table),
      notes: [
        'T = max(5000, 20 K). Ratio: the last over the first, the median over rounds.',
        `Tuned τ: ${[10, 100, 1000, 10_000].map((arms) => `${tuned(arms)} for ${arms} arms`).join(', ')}.`,
      ],
      aims: found.flatMap(({ aims }) => aims),
      data: found.flatMap(({ rows }) => rows),
    };
  },
};

/** How the cost of a slot grows with the window. */
import { measureScaling, type Scaling } from '../scaling.ts';
import type { Section } from '../section.ts';

const LONG_HORIZON = 200_000;

function scalingOf(caption: string, horizon: number): Scaling {
  return {
    caption,
    varied: 'window',
    sizes: [100, 1000, 10_000, 100_000],
    limits: { 'sw-moss': 1.5, 'sw-rmoss': 1.5 },
    settingOf: (window) => ({ armCount: 3, horizon, window, noise: 'bernoulli' }),
  };
}

/** Long windows. */
export const windowsSection: Section = {
  id: 'windows',
  title: 'Long windows',
  async run(context) {
    const found = [
      measureScaling(
        scalingOf('Nanoseconds per slot by τ, K = 3, T = 200,000', LONG_HORIZON),
        context,
      ),
      measureScaling(scalingOf('Nanoseconds per slot by τ, K = 3, T = 5000', 5000), context),
    ];
    return {
      tables: found.map(({ table }) => table),
      notes: [
        'In 200,000 slots every window fills and slides; in 5000 the two longest never fill, and what counts is how a replication starts.',
      ],
      aims: found.flatMap(({ aims }) => aims),
      data: found.flatMap(({ rows }) => rows),
    };
  },
};

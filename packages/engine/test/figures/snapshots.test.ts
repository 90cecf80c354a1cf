/**
 * One drawing of each kind, kept as a file: whoever changes the look sees it in review. After a change
 * that is meant, run `npx vitest run packages/engine/test/figures/snapshots.test.ts --update` and look.
 */
import { expect, test } from 'vitest';
import {
  growthFigure,
  histogramFigure,
  meansFigure,
  regretFigure,
  ribbonFigure,
  sweepFigure,
} from '../../src/figures/index.ts';
import { GROWTH, playOne, WINDOW_SWEEP } from './cases.ts';

const RESULT = await playOne({
  name: 'snapshot',
  environment: { kind: 'named', spec: 'sinusoid', armCount: 3, horizon: 1000 },
  policies: ['sw-moss', 'r-moss', 'd-ucb', 'ucb1'],
  variation: 1,
  replications: 30,
  seed: 1,
  checkpoints: { count: 25, spacing: 'linear' },
});

const FIGURES = {
  means: meansFigure(RESULT.environment),
  regret: regretFigure(RESULT),
  'regret-half': regretFigure(RESULT, { width: 'half', bands: 'spread' }),
  histogram: histogramFigure(RESULT),
  ribbon: ribbonFigure(RESULT),
  sweep: sweepFigure(WINDOW_SWEEP),
  growth: growthFigure(GROWTH),
};

test.each(Object.entries(FIGURES))('the %s figure looks as it did', async (name, { svg }) => {
  await expect(svg).toMatchFileSnapshot(`snapshots/${name}.svg`);
});

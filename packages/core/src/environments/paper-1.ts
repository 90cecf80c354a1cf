import { brownian } from './brownian.ts';
import { preset } from './preset.ts';

/** The paper's first environment. */
export const paper1 = preset(brownian, {
  id: 'paper-1',
  order: 10,
  name: "The paper's environment 1",
  pageName: 'Fine jitter (environment 1)',
  summary: 'Bernoulli rewards; means follow Brownian motion with variation 8.09; K = 3, T = 5000.',
  notes: [
    'The paper states: three arms, Bernoulli rewards, success probabilities that follow a Brownian motion, variation budget 8.09.',
    'Our choice: all arms start at 0.5 and take independent Gaussian steps, reflected into [0, 1]. The step size makes the total variation exactly 8.09.',
    'Our choice: one path per seed, shared by all replications. fresh=1 draws a new path for each replication.',
  ],
  defaults: { variation: 8.09, knots: 0 },
});

/** The same with the variation spent on large swings rather than on jitter. */
export const paper1Knots = preset(brownian, {
  id: 'paper-1-knots',
  order: 20,
  name: "The paper's environment 1, coarser",
  pageName: 'Wide swings (environment 1, coarser)',
  summary:
    'Like paper-1, but the path changes direction only every 50 slots: the same variation, larger swings.',
  notes: [
    'Not in the paper. A path that moves in every slot spends its variation on jitter (a standard deviation of 0.086 over the horizon).',
    'Our choice: a knot every 50 slots, straight lines in between, the same total variation of 8.09.',
  ],
  defaults: { variation: 8.09, knots: 50 },
});

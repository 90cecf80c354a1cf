/**
 * The 15 arms and the 2 arms of Metelli, Trovò, Pirola & Restelli (Stochastic Rising Bandits, ICML 2022). Read in the
 * authors’ code (albertometelli/stochastic-rising-bandits, src/model.py and README).
 */
import type { EnvironmentDefinition } from '../definitions/environment.ts';
import { RestedMeans } from '../means/rested-means.ts';
import { exp } from '../portable/math/exp.ts';
import { pow } from '../portable/math/pow.ts';
import { tableOfPlays } from './play-shapes.ts';

/** The mean of an arm after n plays. */
type Curve = (plays: number) => number;

/** c(1 − e^(−an/b)). */
const exponential =
  (c: number, a: number, b: number): Curve =>
  (plays) =>
    c * (1 - exp((-a * plays) / b));

/** c(1 − b(n + o^(1/ρ))^(−ρ)), with o = b except for one arm. */
function power(c: number, b: number, rho: number, o = b): Curve {
  const offset = pow(o, 1 / rho);
  return (plays) => c * (1 - b / pow(plays + offset, rho));
}

const FIFTEEN: readonly Curve[] = [
  power(1, 177, 0.8),
  power(0.91, 571, 0.9),
  exponential(0.73, 3, 162),
  exponential(0.16, 3, 949),
  power(0.48, 144, 1),
  // The authors’ code has 195 here and 199 in the offset.
  power(0.43, 195, 0.9, 199),
  power(0.79, 695, 0.9),
  exponential(0.62, 1, 271),
  exponential(0.23, 1, 849),
  exponential(0.39, 5, 457),
  power(0.37, 290, 1),
  power(0.17, 223, 1),
  power(1.08, 85, 0.8),
  power(0.84, 219, 1),
  power(0.26, 124, 0.9),
];

const TWO: readonly Curve[] = [
  (plays) => 0.4 * (1 - 50_000 / (100 * plays + 50_000)),
  (plays) => Math.min(1, plays / 25_000),
];

const HORIZON = 50_000;

const NOISE =
  'Our choice: normal noise with standard deviation 0.1, the σ of R-ed-UCB. The authors’ code draws from Beta laws instead.';
const REPEATED =
  'Our choice: with more arms the means repeat, and with fewer the first ones are played.';
const BENCHMARK =
  'Regret compares with the best arm played throughout, as in the paper. It can be negative before the last slot.';

function published(
  curves: readonly Curve[],
  texts: Pick<EnvironmentDefinition, 'id' | 'order' | 'name' | 'pageName' | 'summary' | 'notes'>,
): EnvironmentDefinition {
  return {
    ...texts,
    isPreset: true,
    moves: 'plays',
    parameters: [],
    armCount: curves.length,
    horizon: HORIZON,
    law: 'gaussian:sd=0.1',
    means: ({ armCount, horizon }) =>
      new RestedMeans(
        tableOfPlays(armCount, horizon, (plays, arm) => curves[arm % curves.length](plays)),
        'constant',
      ),
  };
}

export const rising15 = published(FIFTEEN, {
  id: 'rising-15',
  order: 122,
  name: 'Fifteen rising arms of R-ed-UCB',
  pageName: 'Fifteen arms that improve (R-ed-UCB)',
  summary: 'Fifteen arms whose means rise by exponentials and powers toward 0.16 to 1.08.',
  notes: [
    'The authors’ README plays 50,000 slots. The figure in the paper shows 200,000: use --horizon 200000.',
    'One mean rises above 1, so Bernoulli and Beta rewards are refused.',
    NOISE,
    REPEATED,
    BENCHMARK,
  ],
});

export const rising2 = published(TWO, {
  id: 'rising-2',
  order: 124,
  name: 'Two rising arms of R-ed-UCB',
  pageName: 'The better of two arms rises late (R-ed-UCB)',
  summary:
    'Two arms: one rises early toward 0.4, the other by a straight line to 1 within 25,000 plays.',
  notes: ['The authors’ README plays 50,000 slots.', NOISE, REPEATED, BENCHMARK],
});

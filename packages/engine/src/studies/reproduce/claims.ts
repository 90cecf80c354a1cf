/**
 * What the paper says of its experiments, as orderings that can be measured, with the readings under
 * which each is judged: our own first, then every value of what the paper leaves open.
 */
import type { Measure, Ordering, Side } from './measure.ts';
import { type Phase, SWITCH_DELAYS, USUAL_DELAY } from './phases.ts';
import {
  DISCOUNTS,
  ETAS,
  EXP3S_FACTOR,
  HEAVY_TAILED,
  LIGHT_TAILED,
  NAMES,
  trueBudget,
  withParameter,
  ZETAS,
} from './plan.ts';

/** One way to read a claim. */
interface Reading {
  /** What it varies. */
  readonly parameter: string;
  /** The value that it takes here. */
  readonly value: string;
  readonly orderings: readonly Ordering[];
}

/** A sentence of the paper and how it is measured. */
export interface ClaimDefinition {
  readonly id: string;
  readonly title: string;
  /** Where it is judged, in words. */
  readonly place: string;
  /** The paper's words. */
  readonly quote: string;
  /** What is measured for it. */
  readonly measured: string;
  readonly published: readonly Ordering[];
  readonly alternatives: readonly Reading[];
}

/** One of the paper's light-tailed environments, where claims are judged. */
interface Place {
  readonly id: string;
  readonly words: string;
  readonly panel: string;
  readonly parameters: string;
}

const ENVIRONMENT_1: Place = {
  id: 'environment-1',
  words: 'environment 1',
  panel: NAMES.environment1,
  parameters: NAMES.parameters1,
};
const ENVIRONMENT_2: Place = {
  id: 'environment-2',
  words: 'environment 2',
  panel: NAMES.environment2,
  parameters: NAMES.parameters2,
};

/** What claims can depend on, as the report names it. */
export const PARAMETERS = {
  discount: 'DTS’s discount',
  eta: 'SW-MOSS’s η',
  zeta: 'the robust policies’ ζ',
  factor: 'the factor in Exp3.S’s g',
  budget: 'the budget',
  path: 'the path of environment 1',
  delay: 'how long a switch is taken to last',
} as const;

/** Parameters whose value the paper states; the others it leaves open. */
export const STATED_PARAMETERS: readonly string[] = [PARAMETERS.zeta, PARAMETERS.budget];

function trueBudgetText(): string {
  return `the true ${trueBudget().toFixed(3)}`;
}

const REGRET: Measure = { kind: 'regret' };

/** Every policy of `less` against every one of `more`. */
function everyPair(
  comparison: string,
  less: readonly string[],
  more: readonly string[],
  measure: Measure,
): Ordering[] {
  const side = (spec: string): Side => ({ comparison, spec });
  return less.flatMap((first) =>
    more.map((second) => ({ less: side(first), more: side(second), measure })),
  );
}

/** The same orderings with some sides exchanged. */
function exchanged(orderings: readonly Ordering[], change: (side: Side) => Side): Ordering[] {
  return orderings.map(({ less, more, measure }) => ({
    less: change(less),
    more: change(more),
    measure,
  }));
}

function mentions(orderings: readonly Ordering[], policy: string): boolean {
  return orderings.some(({ less, more }) => less.spec === policy || more.spec === policy);
}

/** One reading for each value of one policy's parameter; none where the claim is not about it. */
function parameterReadings(
  orderings: readonly Ordering[],
  parameter: string,
  policy: string,
  name: string,
  values: readonly number[],
  comparison: string,
): Reading[] {
  if (!mentions(orderings, policy)) return [];
  return values.map((value) => ({
    parameter,
    value: String(value),
    orderings: exchanged(orderings, (side) =>
      side.spec === policy ? { comparison, spec: withParameter(policy, name, value) } : side,
    ),
  }));
}

/** A reading in which another comparison takes the panel's place. */
function movedReading(
  orderings: readonly Ordering[],
  parameter: string,
  value: string,
  comparison: string,
): Reading {
  return {
    parameter,
    value,
    orderings: exchanged(orderings, ({ spec }) => ({ comparison, spec })),
  };
}

function placeReadings(orderings: readonly Ordering[], place: Place): Reading[] {
  if (place === ENVIRONMENT_2) {
    return [movedReading(orderings, PARAMETERS.budget, trueBudgetText(), NAMES.trueBudget2)];
  }
  const moved = (value: string, comparison: string) =>
    movedReading(orderings, PARAMETERS.path, value, comparison);
  const readings = [
    moved('a new path for each replication', NAMES.redrawn),
    moved('a path that bends every 50 slots', NAMES.knots),
  ];
  if (orderings.some(({ measure }) => measure.kind === 'phase')) return readings;
  return [...readings, moved('new paths that bend every 50 slots', NAMES.knotsRedrawn)];
}

function delayReadings(orderings: readonly Ordering[]): Reading[] {
  if (orderings[0].measure.kind !== 'phase') return [];
  return SWITCH_DELAYS.filter((delay) => delay !== USUAL_DELAY).map((delay) => ({
    parameter: PARAMETERS.delay,
    value: `${delay} slots`,
    orderings: orderings.map((ordering) =>
      ordering.measure.kind === 'phase'
        ? { ...ordering, measure: { ...ordering.measure, delay } }
        : ordering,
    ),
  }));
}

/** Every other reading of a claim on one of the light-tailed environments. */
function lightTailedReadings(orderings: readonly Ordering[], place: Place): Reading[] {
  const { parameters } = place;
  return [
    ...placeReadings(orderings, place),
    ...parameterReadings(orderings, PARAMETERS.discount, 'dts', 'discount', DISCOUNTS, parameters),
    ...parameterReadings(orderings, PARAMETERS.eta, 'sw-moss', 'eta', ETAS, parameters),
    ...parameterReadings(
      orderings,
      PARAMETERS.factor,
      'exp3s',
      'factor',
      [EXP3S_FACTOR],
      parameters,
    ),
    ...delayReadings(orderings),
  ];
}

/** A claim on a light-tailed environment, without its place. */
interface LightTailedClaim {
  readonly id: string;
  readonly title: string;
  readonly quote: string;
  readonly measured: string;
  readonly less: readonly string[];
  readonly more: readonly string[];
  readonly phase?: Phase;
}

const UCB_QUOTE =
  'UCB based policies (R-MOSS, SW-MOSS, and D-UCB) maintain their superior performance against adversarial bandit based policies (Rexp3 and Exp3.S) for stochastic bandits even in nonstationary settings';

const LIGHT_TAILED_CLAIMS: readonly LightTailedClaim[] = [
  {
    id: 'ucb-beats-exp3',
    title: 'UCB-type policies lose less than Exp3-type ones',
    quote: UCB_QUOTE,
    measured: 'R_T of R-MOSS, SW-MOSS and D-UCB, each less that of Rexp3 and of Exp3.S',
    less: ['r-moss', 'sw-moss', 'd-ucb'],
    more: ['rexp3', 'exp3s'],
  },
  {
    id: 'moss-most-of-all',
    title: 'R-MOSS and SW-MOSS most of all',
    quote: `${UCB_QUOTE}, especially for R-MOSS and SW-MOSS`,
    measured: 'R_T of R-MOSS and of SW-MOSS, each less that of D-UCB',
    less: ['r-moss', 'sw-moss'],
    more: ['d-ucb'],
  },
  {
    id: 'dts-between-switches',
    title: 'DTS loses least while the best arm stays',
    quote: 'DTS outperforms other polices when the best arm does not switch',
    measured: `regret of DTS between switches (from ${USUAL_DELAY} slots after one to the next), less that of each other policy of the figure`,
    less: ['dts'],
    more: LIGHT_TAILED.filter((policy) => policy !== 'dts'),
    phase: 'between switches',
  },
  {
    id: 'dts-after-switches',
    title: 'DTS loses more when the best arm switches',
    quote: 'each switch of the best arm seems to incur larger regret accumulation for DTS',
    measured: `regret of R-MOSS and of SW-MOSS in the ${USUAL_DELAY} slots after each switch, less that of DTS`,
    less: ['r-moss', 'sw-moss'],
    more: ['dts'],
    phase: 'after a switch',
  },
  {
    id: 'dts-in-all',
    title: 'DTS loses more in all than SW-MOSS and R-MOSS',
    quote: 'which results in a lager regret compared with SW-MOSS and R-MOSS',
    measured: 'R_T of R-MOSS and of SW-MOSS, each less that of DTS',
    less: ['r-moss', 'sw-moss'],
    more: ['dts'],
  },
];

function lightTailedClaim(claim: LightTailedClaim, place: Place): ClaimDefinition {
  const { id, title, quote, measured, less, more, phase } = claim;
  const measure: Measure =
    phase === undefined ? REGRET : { kind: 'phase', phase, delay: USUAL_DELAY };
  const published = everyPair(place.panel, less, more, measure);
  return {
    id: `${id}-${place.id}`,
    title,
    place: place.words,
    quote,
    measured,
    published,
    alternatives: lightTailedReadings(published, place),
  };
}

/** Each robust policy against the plain one with the same memory. */
function robustOrderings(measure: Measure): Ordering[] {
  const [plainResetting, plainWindow, resetting, window] = HEAVY_TAILED.map((spec) => ({
    comparison: NAMES.heavy,
    spec,
  }));
  return [
    { less: resetting, more: plainResetting, measure },
    { less: window, more: plainWindow, measure },
  ];
}

function robustReadings(orderings: readonly Ordering[]): Reading[] {
  return [
    ...ZETAS.map((zeta) => ({
      parameter: PARAMETERS.zeta,
      value: String(zeta),
      orderings: exchanged(orderings, (side) =>
        side.spec.endsWith('rmoss')
          ? { comparison: NAMES.parametersHeavy, spec: withParameter(side.spec, 'zeta', zeta) }
          : side,
      ),
    })),
    movedReading(orderings, PARAMETERS.budget, trueBudgetText(), NAMES.trueBudgetHeavy),
  ];
}

function heavyTailedClaims(): ClaimDefinition[] {
  const [mean, spread] = [robustOrderings(REGRET), robustOrderings({ kind: 'spread' })];
  const place = 'heavy-tailed';
  return [
    {
      id: 'robust-mean',
      title: 'Robust variants lose slightly less under heavy tails',
      place,
      quote:
        'RMOSS based polices and slightly outperform MOSS based polices in heavy-tailed settings',
      measured: 'R_T of R-RMOSS less that of R-MOSS, and of SW-RMOSS less that of SW-MOSS',
      published: mean,
      alternatives: robustReadings(mean),
    },
    {
      id: 'robust-spread',
      title: 'Robust variants spread less',
      place,
      quote:
        'R-RMOSS and SW-RMOSS have a better consistency and a smaller possibility of a particular realization of the regret deviating significantly from the mean value',
      measured:
        'standard deviation of R_T of R-RMOSS less that of R-MOSS, and of SW-RMOSS less that of SW-MOSS (paired bootstrap)',
      published: spread,
      alternatives: robustReadings(spread),
    },
  ];
}

/** Every claim, in the paper's order. */
export function claimDefinitions(): ClaimDefinition[] {
  return [
    ...LIGHT_TAILED_CLAIMS.flatMap((claim) =>
      [ENVIRONMENT_1, ENVIRONMENT_2].map((place) => lightTailedClaim(claim, place)),
    ),
    ...heavyTailedClaims(),
  ];
}

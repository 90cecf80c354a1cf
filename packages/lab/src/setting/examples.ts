/**
 * Guided examples: a setting, a question, and an explanation that is put together from the results. No
 * text names a winner on its own: tests measure what an example is meant to show (`test/example-claims.ts`).
 */

import { formatNumber, listed } from '@driftline/engine/display';
import type { ComparisonResult } from '@driftline/engine/play';
import { bundledTables } from './bundled-tables.ts';
import {
  decided,
  hasAll,
  lossOf,
  meanOf,
  nameOf,
  sideOfZero,
  spreadOf,
  withLosses,
} from './findings.ts';
import type { Setting } from './setting.ts';

export interface Example {
  /** Its address is made of this: it stays when titles change. */
  readonly id: string;
  readonly title: string;
  /** One or two sentences; they end in a question. */
  readonly lead: string;
  /** On the button that shows the explanation. */
  readonly reveal: string;
  /** The setting, or how to load it. */
  readonly setting: Setting | (() => Promise<Setting>);
  /** Why recorded rewards are larger than policies expect, where they are. */
  readonly unitReason?: string;
  /** The policies that the explanation speaks of. */
  readonly specs: readonly string[];
  /** What the results say to the question, in sentences; results of all of `specs` are needed. */
  explain(result: ComparisonResult): string[];
}

/** What the results say to an example's question; undefined where they lack a policy that it is about. */
export function explanationOf(asked: Example, result: ComparisonResult): string[] | undefined {
  if (!hasAll(result, asked.specs)) return undefined;
  return result.replications === 1 ? [NO_ANSWER] : asked.explain(result);
}

const NO_ANSWER =
  'One replication can’t answer that, because its result may be chance. Run more replications to get an answer.';

const number = (value: number) => formatNumber(value, 3);

/** The verb's form for a number of policies. */
const verb = (of: readonly string[], one: string, more: string) => (of.length === 1 ? one : more);

function policies(specs: readonly string[]): Setting['policies'] {
  return specs.map((spec, style) => ({ spec, style }));
}

const REPLICATIONS = { replications: 500, seed: 1 } as const;

const FORGETFUL = ['sw-moss', 'r-moss', 'd-ucb'] as const;
const WAVES_POLICIES = [...FORGETFUL, 'ucb1'];

/** What a first visit shows: the paper's environment 2. */
export const firstVisit: Example & { readonly setting: Setting } = {
  id: 'three-waves',
  title: 'Three waves',
  lead: 'Three arms take turns at being best, as in environment 2 of Wei and Srivastava’s paper. Some policies forget old rewards on purpose. One never does. Which policy loses least?',
  reveal: 'Surprised?',
  setting: {
    environment: { kind: 'named', spec: 'paper-2' },
    policies: policies(WAVES_POLICIES),
    ...REPLICATIONS,
  },
  specs: WAVES_POLICIES,
  explain(result) {
    const own = lossOf(result, 'ucb1');
    const others = listed(
      FORGETFUL.map((spec) => `${lossOf(result, spec)} for ${nameOf(result, spec)}`),
    );
    const bonus =
      'UCB1’s bonus √(2 ln t / n) is wide, so it looks at every arm again and again and notices when another one rises.';
    if (!FORGETFUL.every((spec) => decided(result, 'ucb1', spec))) {
      return [
        `UCB1, which never forgets, has a mean regret of ${own}, compared with ${others}. It is not significantly better than all of them.`,
        bonus,
      ];
    }
    return [
      `UCB1 never forgets, and yet it loses least here: its mean regret is ${own}, compared with ${others}.`,
      `${bonus} Policies that forget have to learn every arm again in each window. If waves are slow and no favorite falls far, that costs more than it gains.`,
      'This holds for this environment, not in general: see “The favorite falls”.',
    ];
  },
};

const FALL_FORGETFUL = ['sw-moss', 'r-moss', 'd-ucb', 'glr-klucb'];
const FALL_POLICIES = ['sw-moss', 'r-moss', 'd-ucb', 'ucb1', 'glr-klucb'];
/** A policy that loses more than this share of UCB1's regret is said to gain little. */
const LITTLE_GAIN = 0.75;

/** The gain from forgetting for each policy, when the favorite falls. */
function gainSentences(result: ComparisonResult): string[] {
  const clear = FALL_FORGETFUL.filter((spec) => decided(result, spec, 'ucb1'));
  const most = LITTLE_GAIN * meanOf(result, 'ucb1');
  const much = clear.filter((spec) => meanOf(result, spec) <= most);
  const little = clear.filter((spec) => meanOf(result, spec) > most);
  const none = FALL_FORGETFUL.filter((spec) => !clear.includes(spec));
  const also = much.length === 0 ? '' : 'also ';
  const opening =
    much.length === 0
      ? `UCB1, which never forgets, has a mean regret of ${lossOf(result, 'ucb1')}.`
      : `Forgetting pays here. UCB1, which never forgets, has a mean regret of ${lossOf(result, 'ucb1')}. ${withLosses(result, much)} ${verb(much, 'loses', 'lose')} far less.`;
  return [
    opening,
    ...(little.length === 0
      ? []
      : [
          `${withLosses(result, little)} ${also}${verb(little, 'forgets', 'forget')}, but ${verb(little, 'gains', 'gain')} little from it.`,
        ]),
    ...(none.length === 0
      ? []
      : [
          `${withLosses(result, none)} ${also}${verb(none, 'forgets', 'forget')}, without a significant gain.`,
        ]),
  ];
}

const favouriteFalls: Example = {
  id: 'the-favourite-falls',
  title: 'The favorite falls',
  lead: 'Arm A is far ahead for 3,000 slots. Then it falls to the bottom, and nothing else happens. What does it cost to remember the good times?',
  reveal: 'What happened?',
  setting: {
    environment: {
      kind: 'named',
      spec: 'piecewise:breakpoints=3000;means=0.8/0.55/0.4|0.3/0.55/0.4',
      horizon: 5000,
    },
    policies: policies(FALL_POLICIES),
    ...REPLICATIONS,
  },
  specs: FALL_POLICIES,
  explain: (result) => [
    gainSentences(result).join(' '),
    'Look inside UCB1 at slot 3,000: thousands of good rewards keep the estimate of arm A high long after it fell. A window drops them within τ slots. GLR-klUCB discards them when a test finds the change.',
  ],
};

const SHORT = 'sw-moss:window=25';
const LONG = 'sw-moss:window=2500';
const WINDOW_POLICIES = [SHORT, 'sw-moss', LONG];

const windowLength: Example = {
  id: 'window-too-long-too-short',
  title: 'Window too long, too short',
  lead: 'The same policy three times: with a window of 25 slots, with the length that theory gives, and with 2,500 slots. The best arm changes every 1,000 slots. Which memory is right?',
  reveal: 'Why?',
  setting: {
    environment: {
      kind: 'named',
      spec: 'piecewise:breakpoints=1000/2000/3000/4000;means=0.8/0.5/0.4|0.3/0.5/0.4|0.3/0.5/0.8|0.3/0.5/0.4|0.8/0.5/0.4',
      horizon: 5000,
    },
    policies: policies(WINDOW_POLICIES),
    ...REPLICATIONS,
  },
  specs: WINDOW_POLICIES,
  explain(result) {
    const [short, theory, long] = WINDOW_POLICIES.map((spec) => lossOf(result, spec));
    const best = decided(result, 'sw-moss', SHORT) && decided(result, 'sw-moss', LONG);
    return [
      best
        ? `The length in between is best here: its mean regret is ${theory}, compared with ${short} with the short window and ${long} with the long one.`
        : `The length that theory gives is not significantly better than both others here: its mean regret is ${theory}, compared with ${short} with the short window and ${long} with the long one.`,
      'A short window forgets so fast that the policy never stops exploring, so its line is straight and steep. A long window explores little, but after each change it still relies on outdated rewards, so its line has steps. Drag τ to see one turn into the other.',
    ];
  },
};

const ROBUST = 'sw-rmoss';
const PRACTICAL = 'sw-rmoss:zeta=0.25';
const HEAVY_POLICIES = ['sw-moss', ROBUST, PRACTICAL, 'ucb1'];

/** Regret and spread of one policy; a single replication has no spread. */
function lossAndSpread(result: ComparisonResult, spec: string): string {
  const spread = spreadOf(result, spec);
  return `${lossOf(result, spec)}${Number.isFinite(spread) ? ` (SD ${number(spread)})` : ''}`;
}

/** Whether a policy's replications differ less than those of SW-MOSS, as the end of a sentence. */
function steadiness(result: ComparisonResult, spec: string): string {
  const [own, plain] = [spreadOf(result, spec), spreadOf(result, 'sw-moss')];
  if (own < plain) return '. Its replications differ less than those of SW-MOSS';
  return own >= plain ? '. Its replications do not differ less than those of SW-MOSS' : '';
}

/** Whether the first policy loses more or less than the second, as far as the data decide. */
function compared(result: ComparisonResult, first: string, second: string): string {
  if (decided(result, first, second)) return 'less than';
  return decided(result, second, first) ? 'more than' : 'not significantly more or less than';
}

/** Whether SW-RMOSS pays with theory's ζ. */
function theorySentence(result: ComparisonResult): string {
  const wider = decided(result, 'sw-moss', ROBUST) ? ' The reason is its wider bonus.' : '';
  return `With ζ = 2.2, which theory requires, SW-RMOSS has a mean regret of ${lossAndSpread(result, ROBUST)}, which is ${compared(result, ROBUST, 'sw-moss')} the ${lossAndSpread(result, 'sw-moss')} of SW-MOSS${steadiness(result, ROBUST)}.${wider}`;
}

/** Whether it pays with a ζ below what the proof needs. */
function practicalSentence(result: ComparisonResult): string {
  return `With ζ = 0.25, below what the proof needs, its mean regret is ${lossAndSpread(result, PRACTICAL)}, ${compared(result, PRACTICAL, 'sw-moss')} that of SW-MOSS${steadiness(result, PRACTICAL)}.`;
}

/** How the policy fares that neither forgets nor clips. */
function unforgettingSentence(result: ComparisonResult): string {
  const spreads = HEAVY_POLICIES.map((spec) => spreadOf(result, spec));
  const widest =
    spreadOf(result, 'ucb1') === Math.max(...spreads) ? ', the widest spread of all' : '';
  return `UCB1, which neither forgets nor clips, has a mean regret of ${lossAndSpread(result, 'ucb1')}${widest}.`;
}

const heavyTails: Example = {
  id: 'heavy-tails',
  title: 'Heavy tails',
  lead: 'Three waves again, but now a reward can be wildly wrong: the paper’s experiment with heavy-tailed noise. SW-RMOSS clips implausibly large rewards. Does it help?',
  reveal: 'Does it?',
  setting: {
    environment: { kind: 'named', spec: 'paper-heavy' },
    policies: policies(HEAVY_POLICIES),
    ...REPLICATIONS,
  },
  specs: HEAVY_POLICIES,
  explain: (result) => [
    theorySentence(result),
    practicalSentence(result),
    unforgettingSentence(result),
  ],
};

/** What is given neither horizon nor variation nor window. */
const GIVEN_NOTHING = ['auto', 'adr', 'ts', 'ucb1'] as const;
const NOTHING_POLICIES = [...GIVEN_NOTHING, 'sw-moss'];

/** How policies that are given nothing fare against the one that is. */
function givenNothingSentences(result: ComparisonResult): string[] {
  const less = GIVEN_NOTHING.filter((spec) => decided(result, spec, 'sw-moss'));
  const more = GIVEN_NOTHING.filter((spec) => decided(result, 'sw-moss', spec));
  const unclear = GIVEN_NOTHING.filter((spec) => !less.includes(spec) && !more.includes(spec));
  const also = less.length === 0 ? '' : ' also';
  const given = (specs: readonly string[]) => `${verb(specs, 'is', 'are')}${also} given nothing`;
  return [
    `SW-MOSS is given the horizon and the total variation, and has a mean regret of ${lossOf(result, 'sw-moss')}.`,
    ...(less.length === 0
      ? []
      : [
          `${withLosses(result, less)} ${verb(less, 'is', 'are')} given nothing, and ${verb(less, 'loses', 'lose')} less.`,
        ]),
    ...(more.length === 0
      ? []
      : [
          `${withLosses(result, more)} ${given(more)}, and ${verb(more, 'loses', 'lose')} more than SW-MOSS.`,
        ]),
    ...(unclear.length === 0
      ? []
      : [
          `${withLosses(result, unclear)} ${given(unclear)}, and ${verb(unclear, 'does', 'do')} not differ significantly from SW-MOSS.`,
        ]),
  ];
}

/** How much chance decides; a single replication has no spread. */
function luckSentences(result: ComparisonResult): string[] {
  const spreads = NOTHING_POLICIES.map((spec) => spreadOf(result, spec));
  if (!spreads.every(Number.isFinite)) return [];
  const each = NOTHING_POLICIES.map(
    (spec, i) => `${number(spreads[i])} for ${nameOf(result, spec)}`,
  );
  return [
    `Chance decides when C is tried again: the standard deviation (SD) of regret over replications is ${listed(each)}.`,
  ];
}

const nothingToSet: Example = {
  id: 'nothing-to-set',
  title: 'Nothing to set',
  lead: 'The favorite stays constant while arm C, the worst, slowly rises and passes it. Four of the policies are given nothing: no horizon, no variation, no window. Do they notice the rise of an arm that they do not play?',
  reveal: 'Do they?',
  setting: {
    environment: {
      kind: 'named',
      spec: 'seasonal:center=0.6/0.5/0.2;amplitude=0;trend=0/0/0.7;volatility=0',
    },
    policies: policies(NOTHING_POLICIES),
    ...REPLICATIONS,
  },
  specs: NOTHING_POLICIES,
  explain: (result) => [
    givenNothingSentences(result).join(' '),
    `Arms A and B never change, so a test for changes finds nothing in their rewards. Only a reward of C can show that C rose. The surer a policy is of its favorite, the longer it waits before it plays C. A window that forgets C has to play it again. So does UCB1, because its bonus is wide: it loses ${compared(result, 'ucb1', 'auto')} Auto.`,
    ...luckSentences(result),
  ],
};

const FLIGHT_POLICIES = ['d-ucb', 'r-moss', 'sw-moss', 'ucb1', 'uniform'];

/** Who does better than the best single airport, who does worse, and who is undecided. */
function airportSentences(result: ComparisonResult): string[] {
  const on = (side: -1 | 0 | 1) =>
    FLIGHT_POLICIES.filter((spec) => sideOfZero(result, spec) === side);
  const [below, unclear, above] = [on(-1), on(0), on(1)];
  return [
    below.length === 0
      ? 'Not here: none of these policies is significantly better than the best single airport.'
      : `Yes. A regret below zero means fewer hours lost than at the best single airport. ${withLosses(result, below)} ${verb(below, 'ends', 'end')} below zero.`,
    ...(above.length === 0
      ? []
      : [
          `${withLosses(result, above)} ${verb(above, 'is', 'are')} worse than the best single airport.`,
        ]),
    ...(unclear.length === 0
      ? []
      : [
          `${withLosses(result, unclear)} ${verb(unclear, 'does', 'do')} not differ significantly from it.`,
        ]),
  ];
}

/** What forgetting brings on real delays. */
function flightMemory(result: ComparisonResult): string[] {
  const forgetful = ['d-ucb', 'r-moss', 'sw-moss'];
  const named = (specs: readonly string[]) => listed(specs.map((spec) => nameOf(result, spec)));
  const ahead = forgetful.filter((spec) => decided(result, spec, 'ucb1'));
  const behind = forgetful.filter((spec) => sideOfZero(result, spec) === 1);
  return [
    ahead.length === 0
      ? 'UCB1, which never forgets, does not lose significantly more than the policies that forget.'
      : `UCB1, which never forgets, loses more than ${named(ahead)}, which ${verb(ahead, 'forgets', 'forget')}.`,
    ...(behind.length === 0
      ? []
      : [
          `Forgetting alone is not enough to beat that airport: ${named(behind)} also ${verb(behind, 'forgets and is', 'forget and are')} worse.`,
        ]),
  ];
}

const realFlights: Example = {
  id: 'real-flights',
  title: 'Real flights',
  lead: 'Three New York airports over half a year, with a flight from each every 15 minutes. Which airport has the shortest delays right now? Regret counts hours lost compared with the best single airport. Can a policy beat that airport?',
  reveal: 'Can it?',
  setting: async () => {
    const { values, armCount, armNames } = await bundledTables['flights-nyc']();
    return {
      environment: {
        kind: 'rewards',
        name: 'flights-nyc',
        values,
        armCount,
        unit: -60,
        against: 'fixed',
        smoothing: 388,
        rotated: true,
      },
      armNames,
      policies: policies(FLIGHT_POLICIES),
      rewardRange: [-2, 0.25],
      replications: 200,
      seed: 1,
    };
  },
  unitReason:
    'Delays are losses, in minutes. Divided by −60, they become rewards in hours. A few delays are far longer than the hour or two that policies expect. They are real and included on purpose.',
  specs: FLIGHT_POLICIES,
  explain(result) {
    return [
      [...airportSentences(result), ...flightMemory(result)].join(' '),
      'The means of real delays are unknown, so regret is computed from the recorded delays. Replications start on different days of the same half-year. The intervals show how much the start matters. They say nothing about other years.',
      'Source: U.S. Bureau of Transportation Statistics, January to June 2001, from the package vega-datasets, which states: “Data Collected Under U.S. DOT Regulatory Requirements - License Terms Not Explicitly Specified”.',
    ];
  },
};

/** All of them, in the order of the header. */
export const examples: readonly Example[] = [
  firstVisit,
  favouriteFalls,
  windowLength,
  heavyTails,
  nothingToSet,
  realFlights,
];

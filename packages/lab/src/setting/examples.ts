/**
 * Guided examples: a setting, a question, and an explanation that is put together from the results. No
 * text names a winner by itself: what an example is meant to show is a claim that is measured.
 */
import type { ComparisonResult } from '@driftline/engine';
import { formatNumber, listed } from '@driftline/engine/display';
import { bundledTables } from './bundled-tables.ts';
import { decided, lossOf, meanOf, spreadOf } from './findings.ts';
import type { Setting } from './setting.ts';

/** Something that an example is meant to show. */
export interface Claim {
  readonly says: string;
  holds(result: ComparisonResult): boolean;
}

export interface Example {
  readonly id: string;
  readonly title: string;
  /** One or two sentences; they end in a question. */
  readonly lead: string;
  /** On the button that shows the explanation. */
  readonly reveal: string;
  /** The setting, or how to load it. */
  readonly setting: Setting | (() => Promise<Setting>);
  /** What the results say to the question, in sentences. */
  explain(result: ComparisonResult): string[];
  readonly claims: readonly Claim[];
}

const number = (value: number) => formatNumber(value, 3);

function policies(...specs: string[]): Setting['policies'] {
  return specs.map((spec, style) => ({ spec, style }));
}

const REPLICATIONS = { replications: 500, seed: 1 } as const;

/** What a first visit shows: the paper's environment 2. */
export const firstVisit: Example & { readonly setting: Setting } = {
  id: 'three-waves',
  title: 'Three waves',
  lead: 'Three arms take turns at being best: the paper’s environment 2. Some policies forget old rewards on purpose; one never does. Who loses least?',
  reveal: 'Surprised?',
  setting: {
    world: { kind: 'named', spec: 'paper-2' },
    policies: policies('sw-moss', 'r-moss', 'd-ucb', 'ucb1'),
    ...REPLICATIONS,
  },
  explain(result) {
    const others = ['sw-moss', 'r-moss', 'd-ucb'];
    const wins = others.every((spec) => decided(result, 'ucb1', spec));
    const answer = wins
      ? `UCB1 never forgets, and yet it loses least here: ${lossOf(result, 'ucb1')}.`
      : `${lossOf(result, 'ucb1')}: with this seed that does not put it ahead of all others.`;
    return [
      answer,
      'UCB1’s bonus √(2 ln t / n) is wide, so it looks at every arm again and again and notices when another one rises. Policies that forget have to learn all arms anew in every window, which costs more than it brings where waves are slow and no favourite falls deep.',
      'That is this world, not a law: see “The favourite falls”.',
    ];
  },
  claims: ['sw-moss', 'r-moss', 'd-ucb'].map((spec) => ({
    says: `UCB1 loses less than ${spec}`,
    holds: (result) => decided(result, 'ucb1', spec),
  })),
};

const favouriteFalls: Example = {
  id: 'favourite-falls',
  title: 'The favourite falls',
  lead: 'Arm A is far ahead for 3 000 slots; then it falls to the bottom, and nothing else happens. What does it cost to remember the good times?',
  reveal: 'What happened?',
  setting: {
    world: {
      kind: 'named',
      spec: 'piecewise:breakpoints=3000;means=0.8/0.55/0.4|0.3/0.55/0.4',
      horizon: 5000,
    },
    policies: policies('sw-moss', 'r-moss', 'd-ucb', 'ucb1', 'glr-klucb'),
    ...REPLICATIONS,
  },
  explain(result) {
    const forgetful = ['sw-moss', 'r-moss', 'glr-klucb'].filter((spec) =>
      decided(result, spec, 'ucb1'),
    );
    const answer =
      forgetful.length === 0
        ? 'Here forgetting did not pay.'
        : `Forgetting pays here: ${listed(forgetful.map((spec) => lossOf(result, spec)))}, while ${lossOf(result, 'ucb1')}.`;
    return [
      answer,
      'Look inside UCB1 at slot 3 000: thousands of good rewards keep the estimate of arm A high long after it fell. A window drops them within τ slots; GLR-klUCB throws them away when a test finds the change.',
    ];
  },
  claims: ['sw-moss', 'r-moss', 'glr-klucb'].map((spec) => ({
    says: `${spec} loses less than UCB1`,
    holds: (result) => decided(result, spec, 'ucb1'),
  })),
};

const SHORT = 'sw-moss:window=25';
const LONG = 'sw-moss:window=2500';

const windowLength: Example = {
  id: 'window',
  title: 'Window too long, too short',
  lead: 'The same policy three times: with a window of 25 slots, with the length that theory gives, and with 2 500 slots. The best arm changes every thousand slots. Which memory is right?',
  reveal: 'Why?',
  setting: {
    world: {
      kind: 'named',
      spec: 'piecewise:breakpoints=1000/2000/3000/4000;means=0.8/0.5/0.4|0.3/0.5/0.4|0.3/0.5/0.8|0.3/0.5/0.4|0.8/0.5/0.4',
      horizon: 5000,
    },
    policies: policies(SHORT, 'sw-moss', LONG),
    ...REPLICATIONS,
  },
  explain(result) {
    const [short, theory, long] = [SHORT, 'sw-moss', LONG].map((spec) => meanOf(result, spec));
    const best = decided(result, 'sw-moss', SHORT) && decided(result, 'sw-moss', LONG);
    return [
      best
        ? `The length in between: it loses ${number(theory)}, the short window ${number(short)}, the long one ${number(long)}.`
        : `Short, theory’s, long: they lose ${number(short)}, ${number(theory)} and ${number(long)}.`,
      'A short window forgets so fast that it never stops exploring: its line is straight and steep. A long one explores little, but after each change it goes on with what is no longer true: its line has steps. Drag τ and watch the one turn into the other.',
    ];
  },
  claims: [SHORT, LONG].map((spec) => ({
    says: `theory’s window loses less than ${spec}`,
    holds: (result) => decided(result, 'sw-moss', spec),
  })),
};

const ROBUST = 'sw-rmoss';
const PRACTICAL = 'sw-rmoss:zeta=0.25';

const heavyTails: Example = {
  id: 'heavy-tails',
  title: 'Heavy tails',
  lead: 'Three waves again, but now a reward can be wildly wrong: the paper’s experiment with heavy-tailed noise. SW-RMOSS clips what is too large to believe. Does it help?',
  reveal: 'Does it?',
  setting: {
    world: { kind: 'named', spec: 'paper-heavy' },
    policies: policies('sw-moss', ROBUST, PRACTICAL, 'ucb1'),
    ...REPLICATIONS,
  },
  explain(result) {
    const plain = meanOf(result, 'sw-moss');
    const theory = meanOf(result, ROBUST);
    const steady =
      spreadOf(result, ROBUST) < spreadOf(result, 'sw-moss')
        ? 'Its runs differ less from one another'
        : 'Its runs do not even differ less from one another';
    const cost = decided(result, 'sw-moss', ROBUST)
      ? `but with the ζ = 2.2 that theory asks for it loses more on average: ${number(theory)} against ${number(plain)}. Its bonus is that much wider`
      : `and on average it loses ${number(theory)} against ${number(plain)}`;
    const practical = decided(result, PRACTICAL, 'sw-moss')
      ? `With ζ = 0.25, below what the proof needs, it loses ${number(meanOf(result, PRACTICAL))}: less than SW-MOSS, and as steadily.`
      : `With ζ = 0.25, below what the proof needs, it loses ${number(meanOf(result, PRACTICAL))}.`;
    return [
      `${steady} (SD ${number(spreadOf(result, ROBUST))} against ${number(spreadOf(result, 'sw-moss'))}), ${cost}.`,
      practical,
    ];
  },
  claims: [
    {
      says: 'the robust policy’s regret is spread at most three quarters as wide',
      holds: (result) => spreadOf(result, ROBUST) < 0.75 * spreadOf(result, 'sw-moss'),
    },
    {
      says: 'with theory’s ζ it loses more on average than SW-MOSS',
      holds: (result) => decided(result, 'sw-moss', ROBUST),
    },
    {
      says: 'with ζ = 0.25 it loses less than SW-MOSS',
      holds: (result) => decided(result, PRACTICAL, 'sw-moss'),
    },
  ],
};

const realFlights: Example = {
  id: 'real-flights',
  title: 'Real flights',
  lead: 'Three airports of New York, half a year, a flight from each every quarter of an hour: which airport delays least right now? Regret counts hours lost against the best single airport. Can a policy do better than that?',
  reveal: 'Can it?',
  setting: async () => {
    const { values, armCount, armNames } = await bundledTables['flights-nyc']();
    return {
      world: {
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
      policies: policies('d-ucb', 'r-moss', 'sw-moss', 'ucb1', 'uniform'),
      rewardRange: [-2, 0.25],
      replications: 200,
      seed: 1,
    };
  },
  explain(result) {
    const below = result.policies.filter(({ regret }) => regret.high < 0);
    const answer =
      below.length === 0
        ? 'Not here: none of these earns more than the best single airport for certain.'
        : `Yes: below zero means fewer hours lost than at the best single airport, as for ${listed(below.map(({ spec }) => lossOf(result, spec)))}.`;
    const memory = decided(result, 'd-ucb', 'ucb1')
      ? `UCB1, which never forgets, is behind: ${lossOf(result, 'ucb1')}.`
      : 'UCB1, which never forgets, is not clearly behind.';
    return [
      `${answer} ${memory}`,
      'Means of real delays are not known, so regret is realized: from the delays as they were. Replications start at different days of the same half-year; intervals say how much the start matters, nothing about other years.',
      'Source: U.S. Bureau of Transportation Statistics, January to June 2001, by the package vega-datasets, which says: “Data Collected Under U.S. DOT Regulatory Requirements - License Terms Not Explicitly Specified”.',
    ];
  },
  claims: [
    {
      says: 'D-UCB earns more than the best single airport',
      holds: ({ policies: played }) =>
        played.some(({ spec, regret }) => spec === 'd-ucb' && regret.high < 0),
    },
    {
      says: 'D-UCB loses less than UCB1',
      holds: (result) => decided(result, 'd-ucb', 'ucb1'),
    },
  ],
};

/** All of them, in the order of the header. */
export const examples: readonly Example[] = [
  firstVisit,
  favouriteFalls,
  windowLength,
  heavyTails,
  realFlights,
];

/** The paper's own policies and environments, its open questions, and commented-out sentences without a citation. */
import type { Entry } from './citations.ts';

/** Something that the paper defines in its printed text. */
export interface OwnPart extends Entry {
  readonly name: string;
}

export const OWN: readonly OwnPart[] = [
  { name: 'R-MOSS, Algorithm 1', policies: ['r-moss'] },
  { name: 'SW-MOSS, Algorithm 2', policies: ['sw-moss'] },
  { name: 'D-UCB, Algorithm 3', policies: ['d-ucb'] },
  { name: 'Robust MOSS, section V-A', policies: ['rmoss'] },
  { name: 'R-RMOSS, section V-B', policies: ['r-rmoss'] },
  { name: 'SW-RMOSS, section V-C', policies: ['sw-rmoss'] },
  { name: 'The oracle of the definition of regret', policies: ['oracle'] },
  {
    name: 'Environment 1, Brownian motion',
    environments: ['paper-1', 'paper-1-knots', 'brownian'],
    laws: ['bernoulli'],
    note: '`brownian` has free parameters.',
  },
  {
    name: 'Environment 2, sinusoids',
    environments: ['paper-2', 'sinusoid'],
    laws: ['bernoulli'],
    note: '`sinusoid` has free parameters.',
  },
  { name: 'The heavy-tailed experiment', environments: ['paper-heavy'], laws: ['pareto'] },
  { name: 'The instance behind the lower bound, section III-B', environments: ['switching'] },
  { name: 'Piecewise stationary means, introduction', environments: ['piecewise'] },
  { name: 'Stationary means (V = 0), section III-A', environments: ['stationary'] },
  { name: 'The worst-case regret', note: '`driftline worst-case` searches for it.' },
  { name: 'The bounds of all theorems', note: '`driftline bounds` evaluates the explicit ones.' },
];

/** A sentence of the printed text that leaves something to later work. */
export interface OpenQuestion extends Entry {
  /** Number by which the table of additions refers to it. */
  readonly number: number;
  /** Its place and its question, in our words. */
  readonly question: string;
  /** Markdown: the answer so far, and what is missing. */
  readonly note: string;
}

export const OPEN: readonly OpenQuestion[] = [
  {
    number: 1,
    question:
      'Conclusion: active policies without parameters, which detect changes and react to them',
    policies: [
      'auto',
      'adr',
      'adr-monitored',
      'dal',
      'glr-klucb',
      'adswitch',
      'master',
      'meta',
      'arm-switch',
    ],
    note: 'None of them is given V or the number of changes. [Guarantees](guarantees.md) has their bounds. [Which policy when](../experiments/landscape/guide.md) has measurements.',
  },
  {
    number: 2,
    question: 'Conclusion: several decision-makers that are distributed',
    fleets: ['rhorand', 'randtopm', 'mctopm', 'selfish', 'rr-sw-ucb-sharp', 'sw-dlp', 'coop-ucb'],
    note: 'Players that come and go during a run are not supported.',
  },
  {
    number: 3,
    question: 'Conclusion: rested arms whose means also move over time',
    policies: ['raw-ucb', 'fewa', 'swa', 'r-ed-ucb'],
    environments: ['rotting', 'rotting-2', 'rotting-10', 'rising', 'rising-15', 'rising-2'],
    note: '`rotting:drift=…` adds levels that move over time. [Rested arms](studies/rested.md) measures all policies there. Means that recover while an arm rests are not supported.',
  },
  {
    number: 4,
    question: 'Conclusion: restless arms whose chains also change',
    policies: ['whittle', 'myopic'],
    environments: ['channels'],
    note: '`channels:changes=…` lets the chains change. Both policies are oracles, which know the chains. [Restless arms](studies/restless.md) compares other policies with them.',
  },
  {
    number: 5,
    question: 'Remark at the end of section V: discounting with heavy-tailed rewards',
    policies: ['d-rmoss'],
    note: 'Its memory is bounded. No regret bound is proved for it. [The study](studies/d-rmoss.md) measures it.',
  },
];

/** A commented-out sentence without a citation. */
export interface CommentedSentence extends Entry {
  readonly sentence: string;
  readonly note: string;
}

export const COMMENTED_SENTENCES: readonly CommentedSentence[] = [
  {
    sentence:
      'Introduction, twice: a parameter-free policy made from improved UCB, with a section about it',
    note: 'Not built. The source has no rule for it, and we found none elsewhere. We do not invent one under that name.',
  },
  {
    sentence: 'Conclusion: ways to make the policies independent of the horizon',
    note: 'Not built. The source has no rule for it. Given a window, the five policies of the paper for drifting means need no horizon.',
  },
];

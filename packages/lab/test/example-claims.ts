/** The claims that each guided example is meant to show, by the example's id. Tests measure them; the page does not need them. */
import type { ComparisonResult } from '@driftline/engine/play';
import { decided, sideOfZero, spreadOf } from '../src/setting/findings.ts';

interface Claim {
  readonly says: string;
  holds(result: ComparisonResult): boolean;
}

function losesLess(better: string, worse: string): Claim {
  return {
    says: `${better} loses less than ${worse}`,
    holds: (result) => decided(result, better, worse),
  };
}

const ROBUST = 'sw-rmoss';

export const exampleClaims: Readonly<Record<string, readonly Claim[]>> = {
  'three-waves': ['sw-moss', 'r-moss', 'd-ucb'].map((spec) => losesLess('ucb1', spec)),
  'the-favourite-falls': ['sw-moss', 'r-moss', 'glr-klucb'].map((spec) => losesLess(spec, 'ucb1')),
  'window-too-long-too-short': ['sw-moss:window=25', 'sw-moss:window=2500'].map((spec) =>
    losesLess('sw-moss', spec),
  ),
  'heavy-tails': [
    {
      says: 'the regret of the robust policy is spread at most three quarters as wide',
      holds: (result) => spreadOf(result, ROBUST) < 0.75 * spreadOf(result, 'sw-moss'),
    },
    losesLess('sw-moss', ROBUST),
    losesLess('sw-rmoss:zeta=0.25', 'sw-moss'),
  ],
  'nothing-to-set': [
    losesLess('auto', 'ts'),
    losesLess('ucb1', 'auto'),
    {
      says: 'the regret of Auto is spread at least twice as wide as that of SW-MOSS',
      holds: (result) => spreadOf(result, 'auto') > 2 * spreadOf(result, 'sw-moss'),
    },
  ],
  'real-flights': [
    {
      says: 'D-UCB earns more than the best single airport',
      holds: (result) => sideOfZero(result, 'd-ucb') === -1,
    },
    losesLess('d-ucb', 'ucb1'),
  ],
};

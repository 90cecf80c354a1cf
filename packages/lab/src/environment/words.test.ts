import { expect, test } from 'vitest';
import {
  type EnvironmentFacts,
  enoughVariation,
  environmentSentence,
  formatMean,
  plain,
} from './words.ts';

const facts: EnvironmentFacts = {
  armCount: 3,
  horizon: 5000,
  switches: 8,
  firstBest: 'Arm A',
  trueVariation: 4.4991,
  given: 3,
  fresh: false,
  givenAnew: false,
};

test('the sentence says how the environment moves and what policies are given', () => {
  expect(plain(environmentSentence(facts))).toBe(
    'The best arm changes 8 times. The true variation is 4.50. The policies are tuned for 3.00.',
  );
  expect(plain(environmentSentence({ ...facts, switches: 1, given: 4.4991 }))).toBe(
    'The best arm changes once. The true variation is 4.50, which the policies are given.',
  );
  expect(plain(environmentSentence({ ...facts, switches: 0, trueVariation: 0, given: 0 }))).toBe(
    'The best arm never changes: Arm A. The true variation is 0.00, which the policies are given.',
  );
});

test('means of their own in every replication are said to be the first one’s', () => {
  expect(plain(environmentSentence({ ...facts, fresh: true, givenAnew: true }))).toBe(
    'Every replication has its own means. This is the first replication. Its best arm changes 8 times. The true variation is 4.50. In each replication, the policies are given its true variation.',
  );
});

test('recorded rewards are averages, compared with what regret compares with', () => {
  const recorded = { smoothing: 169, against: 'fixed', start: 0 } as const;
  expect(plain(environmentSentence({ ...facts, recorded }))).toBe(
    'Averages over 169 slots of a record of 5,000 slots. Regret is measured against Arm A, which pays most overall. The averages vary by about 4.50. The policies are tuned for 3.00.',
  );
  const smoothed = { smoothing: 169, against: 'smoothed', start: 0 } as const;
  expect(plain(environmentSentence({ ...facts, recorded: smoothed }))).toMatch(
    /By these averages, the best arm changes 8 times\./,
  );
});

test('a record that is not played from its first row says so', () => {
  const recorded = { smoothing: 169, against: 'fixed', start: 1233 } as const;
  expect(plain(environmentSentence({ ...facts, recorded }))).toMatch(
    /tuned for 3\.00\. Replication 0 starts at row 1,234\. After the last row, it continues with the first\.$/,
  );
});

test('a remedy is never below the truth, and shows all its digits', () => {
  expect(enoughVariation(4.4991)).toBe(4.5);
  expect(enoughVariation(4.5)).toBe(4.5);
  expect(enoughVariation(8.091)).toBe(8.1);
  expect(enoughVariation(0.01234)).toBe(0.013);
  for (const value of [0.0123, 0.5, 3, 8.09, 1234.567]) {
    expect(enoughVariation(value)).toBeGreaterThanOrEqual(value * (1 - 1e-9));
  }
});

test('means have the digits that their axis can show', () => {
  expect(formatMean(0.53219, [0, 1])).toBe('0.53');
  expect(formatMean(0.5, [-0.4, 0.4])).toBe('0.50');
  expect(formatMean(0.50123, [0.48, 0.52])).toBe('0.5012');
  expect(formatMean(12.34, [-40, 40])).toBe('12');
});

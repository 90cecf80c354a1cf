import { expect, test } from 'vitest';
import { around, handMade } from '../../../test/hand-made.ts';
import { answerSentence, rivals } from './findings.ts';

test('an oracle is shown, but never the answer', () => {
  const comparison = handMade('drift', {
    oracle: { finals: around(0), needs: 'means' },
    worse: { finals: around(40) },
    better: { finals: around(20) },
  });
  expect(answerSentence(comparison)).toMatch(/^better loses least: 20.* less than worse/);
  expect(rivals(comparison)).toEqual([]);
});

test('where there are only oracles, they are what there is', () => {
  const comparison = handMade('drift', { oracle: { finals: around(5), needs: 'means' } });
  expect(answerSentence(comparison)).toBe('oracle loses 5.0 on average.');
});

test('policies whose difference may be luck cannot be distinguished', () => {
  const comparison = handMade('drift', {
    one: { finals: [20, 22, 24, 26] },
    two: { finals: [23, 21, 26, 24] },
  });
  expect(answerSentence(comparison)).toBe(
    'one has the least mean regret, 23.0, but the difference from two is not significant.',
  );
});

test('a single replication has neither an average nor an answer', () => {
  const comparison = handMade('drift', { worse: { finals: [40] }, better: { finals: [20] } });
  expect(answerSentence(comparison)).toBe(
    'In a single replication better loses least: 20.0, 20.0 less than worse, which comes next. That may be chance; play more replications.',
  );
  expect(answerSentence(handMade('drift', { lone: { finals: [20] } }))).toBe(
    'lone loses 20.0 in a single replication.',
  );
});

test('policies that lose the same in every replication are not still to be distinguished', () => {
  const finals = around(20);
  const others = { one: { finals }, two: { finals } };
  expect(answerSentence(handMade('drift', others))).toMatch(
    /^one and two lose the same: 20\.\d on average\.$/,
  );
  const worse = handMade('drift', { ...others, worse: { finals: around(40) } });
  expect(answerSentence(worse)).toMatch(/^one and two lose the same: 20/);
  expect(answerSentence(handMade('drift', { one: { finals: [0] }, two: { finals: [0] } }))).toBe(
    'one and two lose the same: 0.0 in a single replication.',
  );
});

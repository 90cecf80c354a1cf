import { expect, test } from 'vitest';
import { around, handMade } from '../../test/hand-made.ts';
import { answerSentence, rivals } from './findings.ts';

test('an oracle is shown, but never the answer', () => {
  const comparison = handMade('world', {
    oracle: { finals: around(0), needs: 'means' },
    worse: { finals: around(40) },
    better: { finals: around(20) },
  });
  expect(answerSentence(comparison)).toMatch(/^better loses least: 20.* less than worse/);
  expect(rivals(comparison)).toEqual([]);
});

test('where there are only oracles, they are what there is', () => {
  const comparison = handMade('world', { oracle: { finals: around(5), needs: 'means' } });
  expect(answerSentence(comparison)).toBe('oracle loses 5.0 on average.');
});

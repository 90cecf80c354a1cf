import { expect, test } from 'vitest';
import { sampleHistory } from '../../test/samples.ts';
import { rewardedText } from './rewarded.ts';

/** Bins of 100 decisions, of which so many got a reward. */
function historyOf(...rewarded: number[]) {
  const arms = rewarded.map((rewards) => [{ decisions: 100, rewards, mean: null }]);
  return sampleHistory(0, 100, arms);
}

test('counts open decisions among those without a reward', () => {
  // Rewards close decisions: all 140 that are closed have one.
  expect(rewardedText(historyOf(80, 60), 60)).toEqual({
    value: '70%',
    more: 'of 200 decisions so far (up to 60 more may arrive)',
  });
});

test('says nothing of rewards to come if every decision is closed', () => {
  expect(rewardedText(historyOf(30, 20), 0)).toEqual({ value: '25%', more: 'of 200 decisions' });
});

test('does not expect a second reward of a decision whose reward is held', () => {
  // With silence worth something, all 100 wait for their timeout, and 90 have their reward.
  expect(rewardedText(historyOf(90), 100)).toEqual({
    value: '90%',
    more: 'of 100 decisions so far (up to 10 more may arrive)',
  });
});

test('has no share before the first decision', () => {
  expect(rewardedText(historyOf(), 0)).toEqual({ value: '–', more: 'no decisions yet' });
  expect(rewardedText(undefined, 0)).toEqual({ value: '–', more: '' });
});

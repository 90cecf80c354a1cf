import { type Advice, type RefusalCode, refusalCodes } from '@driftline/advice';
import { describe, expect, test } from 'vitest';
import { answered, refused } from '../../test/sample-advice.ts';
import { advicePage } from './page.ts';
import { refusalText } from './refusals.ts';

function textOf(advice: Advice): string {
  const { opening, questions, closing } = advicePage(advice);
  return [...opening, ...questions.flatMap(({ answer }) => answer), ...closing].join('\n');
}

function answerOf(advice: Advice, question: number): string {
  return advicePage(advice).questions[question - 1].answer.join(' ');
}

describe('a page of advice', () => {
  test.each([
    ['every answer', answered],
    ['none', refused],
  ])('with %s has sentences only', (_, advice) => {
    expect(textOf(advice)).not.toMatch(/NaN|undefined|Infinity|null/);
    for (const { answer } of advicePage(advice).questions) {
      for (const sentence of answer) expect(sentence).toMatch(/^\S.*[.)]$/);
    }
  });

  test('says what was read before anything else', () => {
    const [first, second] = advicePage(answered).opening;
    expect(first).toContain("reward 'converted', mean");
    expect(second).toBe("Columns (csv): time 'timestamp', arm 'variant', reward 'converted'.");
  });

  test('never says that there is no drift without what would have been seen', () => {
    const { drift } = answered;
    const still = { ...answered, drift: { ...drift, verdict: 'none-seen' as const } };
    expect(answerOf(still, 1)).toMatch(
      /^None seen .* A movement of 0\.006 per 1000 decisions would have been seen/,
    );
  });

  test('calls movement whose interval holds 0 no more than its upper end', () => {
    const rate = { L: 1000, value: 0.01, low: 0, high: 0.05, couldSee: 0.06 };
    const unsure = { ...answered, drift: { ...answered.drift, rate } };
    expect(answerOf(unsure, 1)).toContain('move by at most 0.05');
  });

  test('does not praise a gain that may be chance', () => {
    if ('refused' in answered.cost) throw new Error('the sample has a cost');
    const cost = { ...answered.cost, low: -0.001, isShown: false };
    expect(answerOf({ ...answered, cost }, 5)).toMatch(/^Adapting is not shown to pay/);
  });

  test('names how much of what a policy would choose was tried, and what log could tell', () => {
    const value = {
      policy: 'adr',
      refused: 'support-thin',
      need: { share: 0.05, rows: 4000 },
      support: 0.16,
    } as const;
    const logging = { ...answered.log.logging, shares: [0.999, 0.001] };
    const rare = { ...answered, log: { ...answered.log, logging }, values: [value] };
    expect(answerOf(rare, 3)).toBe(
      'adr: this log cannot tell: only 16 % of what adr would choose was tried at about that time. Show each arm in 5.0 % of decisions for 4000 decisions, and ask again.',
    );
    // Where arms have their share, what is missing is decisions.
    expect(answerOf({ ...answered, values: [value] }, 3)).toContain(
      'About 4000 decisions would do.',
    );
  });
});

test.each(Object.keys(refusalCodes) as RefusalCode[])('%s has words', (code) => {
  expect(refusalText({ refused: code, need: { rows: 4000 } })).toMatch(
    /^This log cannot tell: [a-z].*\. About 4000 decisions would do\.$/,
  );
});

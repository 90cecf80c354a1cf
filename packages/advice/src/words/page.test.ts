import { type Advice, type RefusalCode, refusalCodes } from '@driftline/advice';
import { describe, expect, test } from 'vitest';
import { answered, refused } from '../../test/sample-advice.ts';
import { Amounts } from './numbers.ts';
import { opening } from './opening.ts';
import { advicePage } from './page.ts';
import { refusalText } from './refusals.ts';
import { duration } from './times.ts';

function textOf(advice: Advice): string {
  const page = advicePage(advice);
  return [...page.opening, ...page.questions.flatMap(({ answer }) => answer), ...page.closing].join(
    '\n',
  );
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
      /^None seen .* Movement of 0\.006 per 1000 decisions would have been seen/,
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

describe('numbers', () => {
  const change = (value: number, low: number, high: number) => {
    const [head] = answered.values;
    const values = [{ ...head, aboveFixed: { value, low, high } }];
    return answerOf({ ...answered, values }, 3);
  };

  test('that are negative are below, and those that may be 0 are perhaps so', () => {
    expect(change(-0.038, -0.073, -0.003)).toContain('0.038 [0.003, 0.073] below the best fixed');
    expect(change(-0.038, -0.073, 0.003)).toContain(
      'perhaps 0.038 [-0.003, 0.073] below the best fixed arm',
    );
  });

  test('of evidence beyond counting are not written out', () => {
    const drift = { ...answered.drift, test: { kind: 'e-value' as const, e: 3e204 } };
    expect(answerOf({ ...answered, drift }, 1)).toMatch(/^Yes \(e > 1,000,000\)\./);
  });

  test.each([
    [0.0081, 0.19752, '0.198'],
    [0.0035, 0.19752, '0.1975'],
    [250, 48_112.4, '48,110'],
    [6000, 1_234_567, '1,235,000'],
    [0.5, 48_112.46, '48,112.5'],
    [0.5, -0.02, '0.0'],
  ])('with an error of %d have as many digits as are known: %d', (error, value, text) => {
    expect(new Amounts([error]).text(value)).toBe(text);
  });
});

test('a reason that holds for several questions is given once', () => {
  expect(answerOf(refused, 1)).toContain('too few decisions');
  expect(answerOf(refused, 2)).toBe('This log cannot tell, for the reason given under 1.');
  expect(answerOf(refused, 5)).toBe('This log cannot tell, for the reason given under 1.');
});

test('a season that is longer than half of the log may be a trend', () => {
  const period = { refused: 'cycles-too-few', need: { cycles: 2, rows: 80_000 } } as const;
  const kind = { kind: 'smooth', fits: [], steps: [], period } as const;
  expect(answerOf({ ...answered, drift: { ...answered.drift, kind } }, 1)).toContain(
    'It could be a season or a trend: the log has 1.2 cycles. 2 would tell, in about 80,000 decisions.',
  );
});

test('where arms were seen only at times, movement is that of arms while they were tried', () => {
  const structure = { block: 100, lags: [], ownLags: [], headline: 0, seen: 0.5 };
  expect(answerOf({ ...answered, drift: { ...answered.drift, structure } }, 1)).toContain(
    'Means of arms while they were tried move by 0.018',
  );
});

test('a period takes its part of the time of the log, whatever a row stands for', () => {
  const { span } = answered.log;
  const kindWith = (slots: number) =>
    ({ kind: 'seasonal', fits: [], steps: [], period: { slots, cycles: 4 } }) as const;
  const said = [1000, 10_000].map((slots) =>
    answerOf({ ...answered, drift: { ...answered.drift, kind: kindWith(slots) } }, 1),
  );
  const time = duration((span[1] - span[0]) / 4, answered.units.time);
  expect(said.map((text) => text.includes(`, about ${time}; the log has 4`))).toEqual([true, true]);
});

test('when a step was is as unsure as its times are, however rows came', () => {
  const [DAY, time] = [86_400_000, 1_741_651_200_000];
  const step = { ...{ arm: 'B', slot: 9000, from: 8999, to: 9001, size: -0.02 }, time };
  const steps = [{ ...step, fromTime: time - 9 * DAY, toTime: time + DAY }];
  const kind = { kind: 'steps', fits: [], steps } as const;
  expect(answerOf({ ...answered, drift: { ...answered.drift, kind } }, 1)).toContain('(± 9 days)');
});

test('choices that follow the clock are not said to have propensities', () => {
  const logging = { ...answered.log.logging, usesContext: true };
  const said = (propensity?: string) => {
    const { propensity: _, ...rest } = answered.log.columns;
    const columns = propensity === undefined ? rest : { ...rest, propensity };
    return opening({ ...answered, log: { ...answered.log, logging, columns } }).join(' ');
  };
  expect(said()).toContain('Their shares follow the hour or the weekday');
  expect(said()).not.toContain('ropensit');
  expect(said('p')).toContain('weighted by 1/propensity');
});

test.each(Object.keys(refusalCodes) as RefusalCode[])('%s has words', (code) => {
  expect(refusalText({ refused: code, need: { rows: 4000 } })).toMatch(
    /^This log cannot tell: [a-z].*\. (About 4000 decisions would do|Show at least two arms, each in 2000 decisions or more, and ask again)\.$/,
  );
});

test('says next to the advice what the service cannot do of it', () => {
  const sentence = 'The decision service cannot run rmoss. service.json has auto instead.';
  const [, { answer }] = advicePage(answered, sentence).questions;
  expect(answer[0]).toContain('auto, which has nothing to set.');
  expect(answer[1]).toBe(sentence);
});

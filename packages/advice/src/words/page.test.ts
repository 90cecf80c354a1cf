import { type Advice, type NoteCode, type RefusalCode, refusalCodes } from '@driftline/advice';
import { describe, expect, test } from 'vitest';
import { answered, refused } from '../../test/sample-advice.ts';
import { Amounts } from './numbers.ts';
import { contextText } from './opening.ts';
import { advicePage } from './page.ts';
import { refusalText } from './refusals.ts';
import { duration } from './times.ts';

function textOf(advice: Advice): string {
  const { title, opening: facts, questions, closing } = advicePage(advice);
  const answers = questions.flatMap(({ answer, table, points }) => [
    answer,
    ...(table?.rows.flat() ?? []),
    ...points,
  ]);
  return [title, ...facts.map(({ text }) => text), ...answers, closing].join('\n');
}

function answerOf(advice: Advice, question: number): string {
  const { answer, points } = advicePage(advice).questions[question - 1];
  return [answer, ...points].join(' ');
}

describe('a page of advice', () => {
  test.each([
    ['every answer', answered],
    ['none', refused],
  ])('with %s has sentences only', (_, advice) => {
    expect(textOf(advice)).not.toMatch(/NaN|undefined|Infinity|null/);
    for (const { answer, points } of advicePage(advice).questions) {
      for (const sentence of [answer, ...points]) expect(sentence).toMatch(/^\S.*[.)]$/);
    }
  });

  test('says what was read before anything else', () => {
    const { title, opening: facts } = advicePage(answered);
    expect(title).toBe(
      'checkout.csv: 49,973 decisions from 2025-03-01 to 2025-03-29 (1718 per day)',
    );
    expect(facts).toContainEqual({
      label: 'Columns',
      text: "time 'timestamp', arm 'variant', reward 'converted' (csv)",
    });
    expect(facts.map(({ label }) => label)).toContain('Mean reward');
  });

  test('never says that there is no drift without what would have been seen', () => {
    const { drift } = answered;
    const still = { ...answered, drift: { ...drift, verdict: 'none-detected' as const } };
    expect(answerOf(still, 1)).toMatch(
      /^No drift was detected .* typically changed by 0\.006 over 1000 decisions .* four of five such logs would show it/,
    );
  });

  test('calls movement whose interval holds 0 no more than its upper end', () => {
    const rate = { L: 1000, value: 0.01, low: 0, high: 0.05, detectable: 0.06 };
    const unsure = { ...answered, drift: { ...answered.drift, rate } };
    expect(answerOf(unsure, 1)).toContain(
      'over 1000 decisions of all arms together. It is at most 0.050 (upper end of the 95% interval).',
    );
  });

  test('does not praise a gain that may be chance', () => {
    if ('refused' in answered.gain) throw new Error('the sample has a gain');
    const gain = { ...answered.gain, low: -0.001, isSignificant: false };
    expect(answerOf({ ...answered, gain }, 5)).toMatch(/^No gain from adapting is shown/);
  });

  test('names how much of what a policy would choose was tried, and what log could tell', () => {
    const value = {
      policy: 'adr',
      refused: 'support-too-low',
      need: { share: 0.05, rows: 4000 },
      support: 0.16,
    } as const;
    const logging = { ...answered.log.logging, shares: [0.999, 0.001] };
    const rare = { ...answered, log: { ...answered.log, logging }, values: [value] };
    expect(answerOf(rare, 3)).toBe(
      'adr: no answer: only 16% of the choices that the policy would make were tried at about that time. Show each arm in 5.0% of about 4000 decisions, then run advise again.',
    );
    // Where arms have their share, what is missing is decisions.
    expect(answerOf({ ...answered, values: [value] }, 3)).toContain(
      'An answer needs about 4000 decisions.',
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
    expect(change(-0.038, -0.073, -0.003)).toContain(
      'It earns 0.038 [0.003, 0.073] less than the best single arm.',
    );
    expect(change(-0.038, -0.073, 0.003)).toContain(
      'It is 0.038 [-0.003, 0.073] behind the best single arm, which may be chance.',
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
  for (const question of [2, 5]) {
    expect(answerOf(refused, question)).toBe('No answer, for the reason given under question 1.');
  }
});

test('a season that is longer than half of the log may be a trend', () => {
  const period = { refused: 'cycles-too-few', need: { cycles: 2, rows: 80_000 } } as const;
  const kind = { kind: 'smooth', fits: [], steps: [], period } as const;
  expect(answerOf({ ...answered, drift: { ...answered.drift, kind } }, 1)).toContain(
    'The drift could be a season or a trend, because the log contains only 1.2 cycles. It would take 2 cycles, in about 80,000 decisions, to decide.',
  );
});

test('where arms were seen only at times, movement is that of arms while they were tried', () => {
  const structure = { block: 100, lags: [], ownLags: [], headline: 0, seen: 0.5 };
  expect(answerOf({ ...answered, drift: { ...answered.drift, structure } }, 1)).toContain(
    'together, while the arm was tried. It is 0.0180 [95% CI 0.0140 to 0.0210].',
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
  expect(said.map((text) => text.includes(`, about ${time}, and the log contains 4`))).toEqual([
    true,
    true,
  ]);
});

test('when a step was is as unsure as its times are, however rows came', () => {
  const [DAY, time] = [86_400_000, 1_741_651_200_000];
  const step = { ...{ arm: 'B', slot: 9000, from: 8999, to: 9001, size: -0.02 }, time };
  const steps = [{ ...step, fromTime: time - 9 * DAY, toTime: time + DAY }];
  const kind = { kind: 'steps', fits: [], steps } as const;
  expect(answerOf({ ...answered, drift: { ...answered.drift, kind } }, 1)).toContain('(± 9 days)');
});

test('choices that follow the clock are not said to have propensities', () => {
  expect(contextText(false)).toContain('follow the hour or the weekday');
  expect(contextText(false)).not.toContain('ropensit');
  expect(contextText(true)).toContain('weighted by 1/propensity');
});

/** One of every note; the type makes sure that none is forgotten. */
const CODES: Readonly<Record<NoteCode, true>> = {
  ...({ 'time-absent': true, 'time-slots': true, 'time-zone-assumed': true } as const),
  ...({
    'time-unit': true,
    'times-unsorted': true,
    'times-tied': true,
    'times-outlying': true,
  } as const),
  ...({ 'rewards-negated': true, 'missing-dropped': true, 'missing-as-zero': true } as const),
  ...({ 'missing-pending': true, 'duplicates-dropped': true, 'rows-thinned': true } as const),
  ...({
    'arms-grouped': true,
    'arms-not-always-present': true,
    'propensities-partial': true,
  } as const),
  ...({ 'propensities-doubtful': true, 'context-used': true, 'rewards-late': true } as const),
  ...({
    'delays-differ': true,
    'movement-too-fast': true,
    'value-underestimated': true,
  } as const),
  ...({
    'rows-autocorrelated': true,
    'support-partial': true,
    'tails-infinite-variance': true,
  } as const),
  ...({ 'model-value': true, 'choice-unstable': true } as const),
};

test.each(Object.keys(CODES) as NoteCode[])('the warning %s stands on the page, once', (code) => {
  const text = 'This is the text of a warning.';
  const warned = { ...answered, notes: [{ code, text, isWarning: true }], warnings: [text] };
  expect(textOf(warned).split(text)).toHaveLength(2);
});

describe('a choice that is not stable', () => {
  const text = 'This choice is not stable: in 5 of 5 reruns another policy won (adr).';
  const unstable: Advice = {
    ...answered,
    notes: [{ code: 'choice-unstable', text, isWarning: false }],
  };

  test('has the caveat in the answer itself', () => {
    expect(advicePage(unstable).questions[1].answer).toBe(`auto, which has no settings. ${text}`);
  });

  test('explains whose value is estimated', () => {
    const [, , { answer, table, points }] = advicePage(unstable).questions;
    expect(answer).toMatch(/^Following this advice would have earned about 0\.010 /);
    expect(table?.rows[0][0]).toBe('this advice');
    expect(points[0]).toContain('is the value of this procedure, not of auto alone');
    expect(answerOf(unstable, 5)).toContain('This advice earns');
    expect(answerOf(answered, 3)).not.toContain('this advice');
  });

  test('is the value of one policy if a model estimates it', () => {
    const [head] = unstable.values;
    const modelled = { ...unstable, values: [{ ...head, how: 'model' as const }] };
    expect(answerOf(modelled, 3)).toMatch(/^auto would have earned/);
  });

  test('names a policy without settings to fall back on', () => {
    if ('refused' in unstable.advice) throw new Error('the sample has advice');
    const settings = { policy: 'd-ucb', params: { window: 3200, scale: 0.245 } };
    const tuned = { ...unstable.advice, ...settings, spec: 'd-ucb:window=3200;scale=0.245' };
    const { answer, points } = advicePage({ ...unstable, advice: tuned }).questions[1];
    expect(answer).toMatch(/^d-ucb with a window of 3200 decisions and scale 0\.245\. /);
    expect(answer).toContain('use auto, which has no settings (regret 9.0% instead of 9.0%');
    expect(points[0]).toContain('divided by the scale');
    expect(points.join(' ')).toContain('The reruns have less data');
  });
});

test('relative regret and leads of other policies are on the page', () => {
  if ('refused' in answered.advice) throw new Error('the sample has advice');
  const [candidate] = answered.advice.candidates;
  const candidates = [candidate, { ...candidate, policy: 'ucb1', spec: 'ucb1', score: 0.34 }];
  const [head] = answered.values;
  const above = { value: 0.028, low: 0.01, high: 0.052 };
  const values = [head, { ...head, policy: 'ucb1', aboveFixed: above }];
  const compared = { ...answered, advice: { ...answered.advice, candidates }, values };
  expect(answerOf(compared, 2)).toContain(
    'of that of random choice (ucb1, without forgetting: 34%).',
  );
  expect(answerOf(compared, 3)).toContain(
    'ucb1 earns 0.028 [0.010, 0.052] more than the best single arm.',
  );
  expect(answerOf(compared, 3)).toContain('This table covers only this log');
});

describe('the assignment of arms', () => {
  const armsOf = (advice: Advice) =>
    advicePage(advice).opening.find(({ label }) => label === 'Arms')?.text;

  test('promises five answers only if there are any', () => {
    expect(armsOf(answered)).toContain(
      'random and even, so the five questions below can all be answered.',
    );
    expect(armsOf(refused)).toMatch(/Assignment looks random and even\.$/);
  });

  test('is not called random if there were too few decisions to test it', () => {
    const { overTime: _, ...untested } = answered.log.logging;
    const few = { ...refused, log: { ...refused.log, logging: untested } };
    expect(armsOf(few)).toContain('too few decisions to test how arms were assigned');
  });
});

describe('the memory length by prediction', () => {
  const pageWith = (window: number, isQuick = false) => {
    if ('refused' in answered.advice) throw new Error('the sample has advice');
    const [kind] = answered.advice.for;
    const kinds = isQuick ? [] : [{ ...kind, spec: 'sw-ucb:window=3200' }];
    const advice = { ...answered.advice, for: kinds, quick: { window, scale: 0.35 } };
    return answerOf({ ...answered, advice }, 2);
  };

  test('agrees or disagrees with the simulations', () => {
    expect(pageWith(1600)).toContain(
      "That agrees with sw-ucb's window above within a factor of 2 (matching scale: 0.35).",
    );
    expect(pageWith(400)).toContain("disagrees with sw-ucb's window above by a factor of 8");
  });

  test('stands alone without simulations of sw-ucb', () => {
    expect(pageWith(400, true)).toContain('For sw-ucb, use this window and scale 0.35.');
    expect(pageWith(400, true)).not.toContain('agrees');
  });
});

describe('rewards', () => {
  const armed = (mean: number, deviation: number, rows = answered.log.rows) => {
    const logging = { ...answered.log.logging, shares: [1] };
    const log = { ...answered.log, logging, arms: [{ key: 'A', rows, mean, deviation }] };
    return { ...answered, log, tails: refused.tails };
  };
  const meanOf = (advice: Advice) =>
    advicePage(advice).opening.find(({ label }) => label === 'Mean reward')?.text;

  test('are called 0 or 1 only if they are', () => {
    expect(answerOf(armed(0.2, 0.4), 4)).toMatch(/^'converted' is always 0 or 1, so heavy tails/);
    expect(answerOf(armed(0.2, 0.5), 4)).toMatch(
      /^'converted' takes fewer than 20 different values/,
    );
  });

  test('that never arrive count as 0 unless they are ignored', () => {
    expect(meanOf(armed(0.2, 0.4))).toContain(
      'over the first 48,112 decisions. A decision without a reward counts as 0.',
    );
    expect(answerOf(armed(0.2, 0.4), 4)).toContain('The others count as 0.');
    const ignored = armed(0.2, 0.4, 40_000);
    expect(meanOf(ignored)).toMatch(/over 40,000 decisions with a known reward$/);
    expect(answerOf(ignored, 4)).not.toContain('count as 0');
  });
});

test.each(Object.keys(refusalCodes) as RefusalCode[])('%s has words', (code) => {
  expect(refusalText({ refused: code, need: { rows: 4000 } })).toMatch(
    /^No answer: [a-z].*\. (An answer needs about 4000 decisions|Show at least two arms in 2000 decisions each, then run advise again)\.$/,
  );
});

test('says next to the advice what the service cannot do of it', () => {
  const sentence = 'The decision service cannot run rmoss. service.json contains auto instead.';
  const [, { answer, points }] = advicePage(answered, sentence).questions;
  expect(answer).toContain('auto, which has no settings.');
  expect(points[0]).toBe(sentence);
});

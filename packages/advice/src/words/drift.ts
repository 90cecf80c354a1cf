/** The first question in words: is it drifting? */
import type { Advice } from '../contract/advice.ts';
import type { Drift, DriftStep, DriftTest, KindOfDrift, Movement } from '../contract/drift.ts';
import { isRefused } from '../contract/refusal.ts';
import type { Answered } from './answered.ts';
import { Amounts, about, armName, count, counted, listed, rough } from './numbers.ts';
import { lowered, refusalText } from './refusals.ts';
import { duration, fineMoment } from './times.ts';

/** Steps that sentences name. */
const NAMED_STEPS = 4;

function testText(test: DriftTest): string {
  if (test.kind === 'permutation') return `p = ${rough(test.p)}`;
  return eText(test.e);
}

/** Evidence beyond this is as good as any. */
const MUCH_EVIDENCE = 1e6;

/** An e-value: evidence from 20 on; far beyond, its size does not matter. */
export function eText(e: number): string {
  return e > MUCH_EVIDENCE ? 'e > 1,000,000' : `e = ${rough(e)}`;
}

/** Whether a test alone is a sign of drift. */
function isSign(test: DriftTest): boolean {
  return test.kind === 'permutation' ? test.p < 0.05 : test.e >= 5;
}

function isMoving({ verdict }: Pick<Drift, 'verdict'>): boolean {
  return verdict === 'drifting' || verdict === 'signs';
}

/** Arms that move, if not all do. */
function movingText({ arms }: Drift): string {
  const moving = arms.filter(isMoving);
  if (moving.length === arms.length || moving.length === 0) return '';
  return `, in ${listed(moving.map(({ arm }) => armName(arm)))}`;
}

function verdictText(drift: Drift): string {
  const { verdict, test, why } = drift;
  if (verdict === 'unknown') {
    return why === undefined ? 'No answer from this log.' : refusalText(why);
  }
  const shown = test === undefined ? '' : ` (${testText(test)})`;
  if (verdict === 'none-detected') return `No drift was detected${shown}.`;
  if (verdict === 'drifting') return `Yes${shown}${movingText(drift)}.`;
  if (test !== undefined && !isSign(test)) {
    return `Perhaps. Changing means fit the log better, but the test does not confirm drift${shown}.`;
  }
  return `There are signs of drift, but no proof${shown}${movingText(drift)}.`;
}

function overText({ L }: Movement): string {
  return `over ${counted(L, 'decision')}`;
}

/** Smallest movement that the log would have shown. */
function detectableText({ verdict, rate }: Drift): string {
  if (rate === undefined || isMoving({ verdict })) return '';
  return ` If an arm's mean typically changed by ${rough(rate.detectable)} ${overText(rate)} (root mean square), four of five such logs would show it.`;
}

/** How to read the test's number. */
function testPoint({ verdict, test }: Drift): string[] {
  if (test === undefined || verdict === 'unknown') return [];
  return test.kind === 'permutation'
    ? [
        'p is the probability that a log without drift looks at least this much like drift. The smaller it is, the stronger the evidence. The answer also depends on whether changing means fit the log better.',
      ]
    : [
        'e is an e-value: it measures evidence of drift even if choices depended on rewards. Larger is stronger evidence, and from 20 on the answer is yes.',
      ];
}

/** From this share of observed arms and blocks on, movement is that of arms at all times. */
const SEEN = 0.8;

const SHARED = {
  together: ' Arms move together.',
  apart: ' Each arm moves on its own.',
  both: ' Arms move partly together and partly on their own.',
  unknown: '',
} as const;

function ratePoint({ verdict, rate, sharing, structure }: Drift): string[] {
  if (rate === undefined || !isMoving({ verdict })) return [];
  const when = (structure?.seen ?? 1) < SEEN ? ', while the arm was tried' : '';
  const amounts = new Amounts([(rate.high - rate.low) / 4], rate.value);
  const size =
    rate.low <= 0
      ? `at most ${amounts.text(rate.high)} (upper end of the 95% interval)`
      : `${amounts.text(rate.value)} ${amounts.firstInterval(rate.low, rate.high)}`;
  return [
    `The speed of drift is the average change (root mean square) of an arm's mean ${overText(rate)} of all arms together${when}. It is ${size}. A single change can be larger.${SHARED[sharing]}`,
  ];
}

function stepText(step: DriftStep, { units }: Advice): string {
  const error = Math.max(step.time - step.fromTime, step.toTime - step.time);
  const moved = step.size < 0 ? 'fell' : 'rose';
  const size = rough(Math.abs(step.size));
  const range = error > 0 ? ` (± ${duration(error, units.time)})` : '';
  const at = error > 0 ? 'around' : 'at';
  return `${armName(step.arm)} ${moved} by ${size} ${at} ${fineMoment(step.time, units.time, error)}${range}`;
}

function stepsText(kind: KindOfDrift, advice: Advice): string {
  const { steps } = kind;
  if (steps.length === 0) {
    return 'The best description is abrupt changes, but none can be dated reliably.';
  }
  const largest = steps
    .toSorted((a, b) => Math.abs(b.size) - Math.abs(a.size))
    .slice(0, NAMED_STEPS)
    .toSorted((a, b) => a.time - b.time);
  const named = listed(largest.map((step) => stepText(step, advice)));
  const all =
    steps.length > NAMED_STEPS
      ? `The best description is ${count(steps.length)} abrupt changes. The largest: `
      : 'The best description is abrupt changes: ';
  const range = named.includes('±') ? ' Each ± is the 95% range of the time, not of the size.' : '';
  return `${all}${named}.${range}`;
}

function seasonText({ period }: KindOfDrift, { log, units }: Advice): string {
  if (period === undefined) return 'The drift is seasonal.';
  if (isRefused(period)) return refusalText(period);
  const { calendar, slots, cycles } = period;
  const named = calendar === undefined ? '' : `It repeats every ${calendar}. `;
  const time =
    units.time === 'milliseconds' && calendar === undefined
      ? `, about ${duration((log.span[1] - log.span[0]) / cycles, units.time)}`
      : '';
  return `The drift is seasonal. ${named}One cycle takes ${counted(slots, 'decision')}${time}, and the log contains ${rough(cycles, 3)} cycles.`;
}

function smoothText({ period }: KindOfDrift, { log }: Advice): string {
  if (period === undefined || !isRefused(period) || period.need.rows === undefined) {
    return 'The drift is gradual: neither abrupt changes nor a period describe it better.';
  }
  const { cycles = 2, rows } = period.need;
  const seen = rough((cycles * log.rows) / rows);
  return `The drift could be a season or a trend, because the log contains only ${seen} cycles. It would take ${count(cycles)} cycles, in about ${about(rows)} decisions, to decide.`;
}

/** How means move, if they do. */
function kindPoint(advice: Advice): string[] {
  const { kind, verdict } = advice.drift;
  if (kind === undefined || !isMoving({ verdict })) return [];
  switch (kind.kind) {
    case 'steps':
      return [stepsText(kind, advice)];
    case 'smooth':
      return [smoothText(kind, advice)];
    case 'seasonal':
      return [seasonText(kind, advice)];
    case 'constant':
      return [
        'The form of the drift is unknown: abrupt, gradual and seasonal means all predict no better than constant ones.',
      ];
    default:
      return ['This log cannot show whether the drift is abrupt, gradual or seasonal.'];
  }
}

function unseenPoint({ arms, verdict }: Drift): string[] {
  const unseen = arms.filter((arm) => arm.verdict === 'unknown');
  if (!isMoving({ verdict }) || unseen.length === 0) return [];
  return [`Too little data to test ${listed(unseen.map(({ arm }) => armName(arm)))}.`];
}

function variationPoint({ variation }: Advice): string[] {
  if (variation === undefined) return [];
  if (isRefused(variation)) return [`Variation of block means: ${lowered(refusalText(variation))}`];
  const { block, value, noiseOnly } = variation;
  return [
    `Means of ${count(block)} rows vary by ${rough(value, 3)} in total. Stationary arms would show ${rough(noiseOnly, 3)} from noise alone.`,
  ];
}

/** The answer. */
export function driftWords(advice: Advice): Answered {
  const { drift } = advice;
  return {
    answer: verdictText(drift) + detectableText(drift),
    points: [
      ...kindPoint(advice),
      ...ratePoint(drift),
      ...unseenPoint(drift),
      ...variationPoint(advice),
      ...testPoint(drift),
    ],
  };
}

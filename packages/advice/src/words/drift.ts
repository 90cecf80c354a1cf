/** The first question in words: is it drifting? */
import type { Advice } from '../contract/advice.ts';
import type { Drift, DriftStep, DriftTest, KindOfDrift, Movement } from '../contract/drift.ts';
import { isRefused } from '../contract/refusal.ts';
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

/** An e-value: 20 is where it becomes evidence, and far beyond its size says no more. */
export function eText(e: number): string {
  return e > MUCH_EVIDENCE ? 'e > 1,000,000' : `e = ${rough(e)}`;
}

/** Whether a test alone is a sign of drift. */
function isSign(test: DriftTest): boolean {
  return test.kind === 'permutation' ? test.p < 0.05 : test.e >= 5;
}

function perText({ L }: Movement): string {
  return `per ${counted(L, 'decision')}`;
}

/** From this share of seen arms and blocks on, movement is that of arms at all times. */
const SEEN = 0.8;

function movedText(rate: Movement, seen: number): string {
  const who = seen < SEEN ? 'Means of arms while they were tried move' : 'Means move';
  const amounts = new Amounts([(rate.high - rate.low) / 4], rate.value);
  if (rate.low <= 0) return `${who} by at most ${amounts.text(rate.high)} ${perText(rate)}`;
  return `${who} by ${amounts.text(rate.value)} ${amounts.interval(rate.low, rate.high)} ${perText(rate)}`;
}

function verdictSentence({ verdict, test, why }: Drift): string {
  if (verdict === 'cannot-tell') {
    return why === undefined ? 'This log cannot tell.' : refusalText(why);
  }
  const shown = test === undefined ? '' : ` (${testText(test)})`;
  if (verdict === 'signs' && test !== undefined && !isSign(test)) {
    return `There are signs of it in how means fit, but the test does not show it${shown}.`;
  }
  const words = {
    drifting: 'Yes',
    signs: 'There are signs of it, but no proof',
    'none-seen': 'None seen',
  };
  return `${words[verdict]}${shown}.`;
}

const SHARED = {
  together: ', all arms together',
  apart: ', each arm on its own',
  both: ', partly together, partly each arm on its own',
  'cannot-tell': '',
} as const;

function rateSentence({ verdict, rate, sharing, structure }: Drift): string[] {
  if (rate === undefined) return [];
  if (verdict === 'none-seen' || verdict === 'cannot-tell') {
    return [
      `Movement of ${rough(rate.couldSee)} ${perText(rate)} would have been seen in four of five such logs.`,
    ];
  }
  return [`${movedText(rate, structure?.seen ?? 1)}${SHARED[sharing]}.`];
}

function stepText(step: DriftStep, { units }: Advice): string {
  const error = Math.max(step.time - step.fromTime, step.toTime - step.time);
  const moved = step.size < 0 ? 'fell' : 'rose';
  const size = rough(Math.abs(step.size));
  const about = error > 0 ? ` (± ${duration(error, units.time)})` : '';
  return `${armName(step.arm)} ${moved} by ${size} at ${fineMoment(step.time, units.time, error)}${about}`;
}

function stepsSentence(kind: KindOfDrift, advice: Advice): string {
  const { steps } = kind;
  if (steps.length === 0) return 'Steps fit best; none is sure enough to be dated.';
  const largest = steps
    .toSorted((a, b) => Math.abs(b.size) - Math.abs(a.size))
    .slice(0, NAMED_STEPS)
    .toSorted((a, b) => a.time - b.time);
  const named = largest.map((step) => stepText(step, advice)).join('; ');
  const all =
    steps.length > NAMED_STEPS
      ? `Steps fit best, ${count(steps.length)} of them; the largest: `
      : 'Steps fit best: ';
  return `${all}${named}.`;
}

function seasonSentence({ period }: KindOfDrift, { log, units }: Advice): string {
  if (period === undefined) return 'It comes and goes with a period.';
  if (isRefused(period)) return refusalText(period);
  const { calendar, slots, cycles } = period;
  const named = calendar === undefined ? '' : `by the ${calendar}, `;
  const time =
    units.time === 'milliseconds' && calendar === undefined
      ? `, about ${duration((log.span[1] - log.span[0]) / cycles, units.time)}`
      : '';
  return `It is seasonal: ${named}one cycle takes ${counted(slots, 'decision')}${time}; the log has ${rough(cycles, 3)} cycles.`;
}

function smoothSentence({ period }: KindOfDrift, { log }: Advice): string {
  if (period === undefined || !isRefused(period) || period.need.rows === undefined) {
    return 'It is smooth: neither steps nor a period fit better.';
  }
  const { cycles = 2, rows } = period.need;
  const seen = rough((cycles * log.rows) / rows);
  return `It could be a season or a trend: the log has ${seen} cycles. ${count(cycles)} would tell, in about ${about(rows)} decisions.`;
}

/** How means move; nothing where nobody says that they do. */
function kindSentence(advice: Advice): string[] {
  const { kind, verdict } = advice.drift;
  if (kind === undefined || verdict === 'none-seen' || verdict === 'cannot-tell') return [];
  switch (kind.kind) {
    case 'steps':
      return [stepsSentence(kind, advice)];
    case 'smooth':
      return [smoothSentence(kind, advice)];
    case 'seasonal':
      return [seasonSentence(kind, advice)];
    case 'constant':
      return [
        'What kind it is cannot be told: no form (steps, smooth, seasonal) predicts better than constant means.',
      ];
    default:
      return ['What kind it is (steps, smooth, seasonal), this log cannot tell.'];
  }
}

/** Arms that move, where not all do. */
function armsSentence({ arms, verdict }: Drift): string[] {
  if (verdict !== 'drifting' && verdict !== 'signs') return [];
  const moving = arms.filter((arm) => arm.verdict === 'drifting' || arm.verdict === 'signs');
  const unseen = arms.filter((arm) => arm.verdict === 'cannot-tell');
  const rest =
    unseen.length === 0
      ? ''
      : ` Seen too little: ${listed(unseen.map(({ arm }) => armName(arm)))}.`;
  if (moving.length === arms.length || moving.length === 0) return rest === '' ? [] : [rest.trim()];
  return [
    `Tested arm by arm, it shows in ${listed(moving.map(({ arm }) => armName(arm)))}.${rest}`,
  ];
}

function variationSentence({ variation }: Advice): string[] {
  if (variation === undefined) return [];
  if (isRefused(variation)) return [`Variation of means: ${lowered(refusalText(variation))}`];
  const { block, value, ofNoise } = variation;
  return [
    `Variation of ${count(block)}-row means: ${rough(value, 3)}; arms that stand still would show ${rough(ofNoise, 3)}, by noise alone.`,
  ];
}

/** The answer in sentences. */
export function driftWords(advice: Advice): string[] {
  const { drift } = advice;
  return [
    verdictSentence(drift),
    ...rateSentence(drift),
    ...kindSentence(advice),
    ...armsSentence(drift),
    ...variationSentence(advice),
  ];
}

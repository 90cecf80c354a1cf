/** The first question in words: is it drifting? */
import type { Advice } from '../contract/advice.ts';
import type { Drift, DriftStep, DriftTest, KindOfDrift, Movement } from '../contract/drift.ts';
import { isRefused } from '../contract/refusal.ts';
import { Amounts, count, counted, listed, rough } from './numbers.ts';
import { refusalText } from './refusals.ts';
import { duration, fineMoment } from './times.ts';

/** Steps that sentences name. */
const NAMED_STEPS = 4;

function testText(test: DriftTest): string {
  if (test.kind === 'e-value') return `e = ${rough(test.e)}`;
  const least = 1 / (test.permutations + 1);
  return test.p <= least
    ? `p = ${rough(least)}, the least that ${count(test.permutations)} permutations can show`
    : `p = ${rough(test.p)}`;
}

function perText({ L }: Movement): string {
  return `per ${counted(L, 'decision')}`;
}

/** From this share of seen arms and blocks on, movement is that of arms at all times. */
const SEEN = 0.8;

function movedText(rate: Movement, seen: number): string {
  const who = seen < SEEN ? 'Arms, while they were tried, move' : 'Means move';
  const amounts = new Amounts([(rate.high - rate.low) / 4], rate.value);
  if (rate.low <= 0) return `${who} by at most ${amounts.text(rate.high)} ${perText(rate)}`;
  return `${who} by ${amounts.text(rate.value)} ${amounts.interval(rate.low, rate.high)} ${perText(rate)}`;
}

function verdictSentence({ verdict, test, why }: Drift): string {
  if (verdict === 'cannot-tell') {
    return why === undefined ? 'This log cannot tell.' : refusalText(why);
  }
  const shown = test === undefined ? '' : ` (${testText(test)})`;
  const words = {
    drifting: 'Yes',
    signs: 'There are signs of it, no more',
    'none-seen': 'None seen',
  };
  return `${words[verdict]}${shown}.`;
}

const SHARED = {
  together: ', together',
  apart: ', apart from each other',
  both: ', partly together',
  'cannot-tell': '',
} as const;

function rateSentence({ verdict, rate, sharing, structure }: Drift): string[] {
  if (rate === undefined) return [];
  if (verdict === 'none-seen' || verdict === 'cannot-tell') {
    return [
      `A movement of ${rough(rate.couldSee)} ${perText(rate)} would have been seen in four of five such logs.`,
    ];
  }
  return [`${movedText(rate, structure?.seen ?? 1)}${SHARED[sharing]}.`];
}

function stepText(step: DriftStep, { log, units }: Advice): string {
  const perSlot = (log.span[1] - log.span[0]) / Math.max(1, log.rows);
  const error = Math.max(step.slot - step.from, step.to - step.slot) * perSlot;
  const moved = step.size < 0 ? 'fell' : 'rose';
  const size = rough(Math.abs(step.size));
  const about = error > 0 ? ` (± ${duration(error, units.time)})` : '';
  return `${step.arm} ${moved} by ${size} at ${fineMoment(step.time, units.time, error)}${about}`;
}

function stepsSentence(kind: KindOfDrift, advice: Advice): string {
  const { steps } = kind;
  if (steps.length === 0) return 'Steps fit best.';
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
  const perSlot = (log.span[1] - log.span[0]) / Math.max(1, log.rows);
  const time =
    units.time === 'milliseconds' && calendar === undefined
      ? `, about ${duration(slots * perSlot, units.time)}`
      : '';
  return `It is seasonal: ${named}one cycle takes ${counted(slots, 'decision')}${time}; the log has ${rough(cycles, 3)}.`;
}

/** How means move; nothing where nobody says that they do. */
function kindSentence(advice: Advice): string[] {
  const { kind, verdict } = advice.drift;
  if (kind === undefined || verdict === 'none-seen' || verdict === 'cannot-tell') return [];
  switch (kind.kind) {
    case 'steps':
      return [stepsSentence(kind, advice)];
    case 'smooth':
      return ['It is smooth: no steps, no period that stands out.'];
    case 'seasonal':
      return [seasonSentence(kind, advice)];
    case 'constant':
      return ['No single form (steps, smooth, seasonal) predicts better than constant means.'];
    default:
      return ['Of which kind (steps, smooth, seasonal), this log cannot tell.'];
  }
}

/** Arms that move, where not all do. */
function armsSentence({ arms, verdict }: Drift): string[] {
  if (verdict !== 'drifting' && verdict !== 'signs') return [];
  const moving = arms.filter((arm) => arm.verdict === 'drifting' || arm.verdict === 'signs');
  const unseen = arms.filter((arm) => arm.verdict === 'cannot-tell');
  const rest =
    unseen.length === 0 ? '' : ` Seen too little: ${listed(unseen.map(({ arm }) => arm))}.`;
  if (moving.length === arms.length || moving.length === 0) return rest === '' ? [] : [rest.trim()];
  return [`By themselves, it shows in ${listed(moving.map(({ arm }) => arm))}.${rest}`];
}

/** The answer in sentences. */
export function driftWords(advice: Advice): string[] {
  const { drift } = advice;
  return [
    verdictSentence(drift),
    ...rateSentence(drift),
    ...kindSentence(advice),
    ...armsSentence(drift),
  ];
}

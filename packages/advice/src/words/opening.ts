/** What was read, how arms were assigned and what was left out: the block before the answers. */
import type { Advice, AdviceLog } from '../contract/advice.ts';
import type { LoggingKind } from '../contract/logging.ts';
import { isRefused } from '../contract/refusal.ts';
import { openingNotes } from './notes.ts';
import { Amounts, armName, count, counted } from './numbers.ts';
import { hasUnrewardedZeros, rewardedRows } from './rewards.ts';
import { moment, rate } from './times.ts';

/** A labelled line. */
export interface Fact {
  readonly label: string;
  readonly text: string;
}

/** The label of warnings. */
export const WARNING = 'Warning';

/** Arms that are named; more would hide the others. */
const NAMED_ARMS = 6;

function spanText({ log, units }: Advice): string {
  const [first, last] = log.span;
  const span = last - first;
  if (units.time === 'rows') return 'in the order of the rows';
  const often = rate(log.rows, span, units.time);
  const from = `from ${moment(first, units.time, span)} to ${moment(last, units.time, span)}`;
  return often === undefined ? from : `${from} (${often})`;
}

/** The log in one line. */
export function title(advice: Advice): string {
  const { log } = advice;
  return `${log.name}: ${counted(log.rows + log.pending, 'decision')} ${spanText(advice)}`;
}

/** The decisions that the mean is taken over, if they are not all. */
function basisText(log: AdviceLog): string {
  const known = rewardedRows(log);
  if (known !== undefined && known < log.rows) {
    return `, over ${counted(known, 'decision')} with a known reward`;
  }
  return log.pending === 0 ? '' : `, over the first ${counted(log.rows, 'decision')}`;
}

function meanText(advice: Advice): string {
  const { log, units } = advice;
  const deviation = Math.max(...log.arms.map((arm) => arm.deviation), 0);
  const mean = new Amounts([deviation / Math.sqrt(Math.max(1, log.rows))], log.mean).text(log.mean);
  const negated = log.isNegated ? ` (negated '${units.reward}')` : '';
  const zeros = hasUnrewardedZeros(advice) ? '. A decision without a reward counts as 0.' : '';
  return `${mean} per decision${negated}${basisText(log)}${zeros}`;
}

const USES = {
  time: 'time',
  arm: 'arm',
  reward: 'reward',
  propensity: 'propensity',
  eligible: 'eligible arms',
  arrival: 'arrival',
  id: 'id',
  outcome: 'outcome',
} as const;

function columnsText({ columns, format }: AdviceLog): string {
  const parts = Object.entries(USES).flatMap(([use, word]) => {
    const name = columns[use as keyof typeof USES];
    return name === undefined ? [] : [`${word} '${name}'`];
  });
  return `${parts.join(', ')} (${format})`;
}

function sharesText({ arms, logging }: AdviceLog): string {
  const shown = logging.shares
    .map((share, arm) => ({ share, key: arms[arm]?.key ?? 'all others' }))
    .sort((a, b) => b.share - a.share)
    .slice(0, NAMED_ARMS)
    .map(({ share, key }) => `${armName(key)} ${(100 * share).toFixed(1)}%`);
  const more = logging.shares.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${count(more)} more` : shown.join(', ');
}

const KINDS: Readonly<Record<LoggingKind, string>> = {
  uniform: 'Assignment looks random and even',
  random: 'Assignment looks random, with constant shares',
  adaptive:
    'Shares changed with time or with rewards, so the log shows an arm only for the times at which it was tried',
  fixed:
    'One arm has nearly all decisions, so the log cannot show what the others would have earned',
};

const GIVEN: Readonly<Record<LoggingKind, string>> = {
  uniform: 'random and even',
  random: 'random',
  adaptive: 'adaptive',
  fixed: 'fixed',
};

/** Whether every question about means has an answer. */
function isComplete({ drift, advice, values, gain }: Advice): boolean {
  const [head] = values;
  const isValued = head === undefined || !isRefused(head);
  return drift.verdict !== 'unknown' && isValued && !isRefused(advice) && !isRefused(gain);
}

function assignmentText(advice: Advice): string {
  const { kind, isGiven, overTime, onLastReward } = advice.log.logging;
  if (isGiven) return `Assignment was ${GIVEN[kind]}, as stated with --logging`;
  const isRandom = kind === 'uniform' || kind === 'random';
  if (isRandom && overTime === undefined && onLastReward === undefined) {
    return 'There are too few decisions to test how arms were assigned';
  }
  return isRandom && isComplete(advice)
    ? `${KINDS[kind]}, so the five questions below can all be answered`
    : KINDS[kind];
}

/** Warns that choices used information beyond the log; without propensities only the clock shows it. */
export function contextText(hasPropensities: boolean): string {
  return hasPropensities
    ? 'Propensities differ within one moment, so choices used information that this log does not contain. Decisions are weighted by 1/propensity, and the recommendation is for policies without such information.'
    : 'Shares of arms follow the hour or the weekday. An arm may look as good as the hours in which it was shown.';
}

/** Decisions at the end whose rewards may not have arrived. */
function pendingFact({ log }: Advice): Fact[] {
  if (log.pending === 0) return [];
  const text =
    log.pending === 1
      ? 'the last decision; its reward may not have arrived yet'
      : `the last ${counted(log.pending, 'decision')}; their rewards may not have arrived yet`;
  return [{ label: 'Left out', text }];
}

/** All of it. */
export function opening(advice: Advice): Fact[] {
  return [
    { label: 'Columns', text: columnsText(advice.log) },
    { label: 'Arms', text: `${sharesText(advice.log)}. ${assignmentText(advice)}.` },
    { label: 'Mean reward', text: meanText(advice) },
    ...pendingFact(advice),
    ...openingNotes(advice.notes).map(({ text, isWarning }) => ({
      label: isWarning ? WARNING : 'Note',
      text,
    })),
  ];
}

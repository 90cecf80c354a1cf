/** What was read, how choices were made and how late rewards come: said before any answer. */
import type { Advice, AdviceLog } from '../contract/advice.ts';
import type { NoteCode } from '../contract/log.ts';
import type { LoggingKind } from '../contract/logging.ts';
import { isRefused } from '../contract/refusal.ts';
import { Amounts, armName, count, counted, listed, percent } from './numbers.ts';
import { duration, moment, rate } from './times.ts';

/** Arms that sentences name; more would hide what is said. */
const NAMED_ARMS = 6;

function spanText({ log, units }: Advice): string {
  const [first, last] = log.span;
  const span = last - first;
  if (units.time === 'rows') return 'in the order of rows';
  const often = rate(log.rows, span, units.time);
  const from = `${moment(first, units.time, span)} to ${moment(last, units.time, span)}`;
  return often === undefined ? from : `${from} (${often})`;
}

/** What rewards look like. */
function rewardText({ log, units }: Advice): string {
  const deviation = Math.max(...log.arms.map((arm) => arm.deviation), 0);
  const mean = new Amounts([deviation / Math.sqrt(Math.max(1, log.rows))], log.mean).text(log.mean);
  const negated = log.isNegated ? ', negated' : '';
  return `reward '${units.reward}'${negated}, mean ${mean}`;
}

function readSentence(advice: Advice): string {
  const { log } = advice;
  return `Read ${counted(log.rows + log.unripe, 'decision')} of ${counted(log.arms.length, 'arm')}, ${spanText(advice)}; ${rewardText(advice)}.`;
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

function columnsSentence({ columns, format }: AdviceLog): string {
  const parts = Object.entries(USES).flatMap(([use, word]) => {
    const name = columns[use as keyof typeof USES];
    return name === undefined ? [] : [`${word} '${name}'`];
  });
  return `Columns (${format}): ${parts.join(', ')}.`;
}

function sharesText({ arms, logging }: AdviceLog): string {
  const shown = logging.shares
    .map((share, arm) => ({ share, key: arms[arm]?.key ?? 'all others' }))
    .sort((a, b) => b.share - a.share)
    .slice(0, NAMED_ARMS)
    .map(({ share, key }) => `${armName(key)} ${(100 * share).toFixed(1)} %`);
  const more = logging.shares.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${count(more)} more` : shown.join(', ');
}

const KINDS: Readonly<Record<LoggingKind, (shares: string) => string>> = {
  uniform: (shares) => `Choices look random and even (${shares}): every question can be asked.`,
  random: (shares) =>
    `Choices look random, with shares that stay the same (${shares}): every question can be asked.`,
  adaptive: (shares) =>
    `Choices changed with time or with rewards (${shares}): an arm is known only where it was tried.`,
  fixed: (shares) =>
    `One arm has nearly all decisions (${shares}): what others would have earned, this log cannot tell.`,
};

const GIVEN: Readonly<Record<LoggingKind, string>> = {
  uniform: 'random and even',
  random: 'random',
  adaptive: 'made by what was learned',
  fixed: 'fixed',
};

function loggingSentence(log: AdviceLog): string {
  const { logging } = log;
  const shares = sharesText(log);
  const text = logging.isGiven
    ? `Choices were ${GIVEN[logging.kind]}, as given by --logging (${shares}).`
    : KINDS[logging.kind](shares);
  return text + contextText(log);
}

/** What is said where choices used more than what was learned; without propensities only the clock shows it. */
function contextText({ logging, columns }: AdviceLog): string {
  if (!logging.usesContext) return '';
  return columns.propensity === undefined
    ? ' Their shares follow the hour or the weekday: an arm may look as good as the hours at which it was shown.'
    : ' Propensities differ within one moment, so choices used a context that this log does not hold: decisions are weighted by 1/propensity, and the advice is for policies without a context.';
}

/** What is left out because its rewards may be still to come. */
function unripeSentence({ log }: Advice): string[] {
  if (log.unripe === 0) return [];
  if (log.unripe === 1) {
    return ['The reward of the last decision may be still to come: it is left out.'];
  }
  return [
    `Rewards of the last ${counted(log.unripe, 'decision')} may be still to come: these are left out.`,
  ];
}

function everText(share: number): string {
  return share > 0.995 ? 'every decision gets one' : `${percent(share)} of decisions ever get one`;
}

/** How late rewards come, where the log says so. */
export function delaysSentence({ delays, units }: Advice): string | undefined {
  if (isRefused(delays)) return undefined;
  const { median, ninetyNine, everComes, how } = delays;
  const quantiles = [
    ...(median === undefined ? [] : [`${duration(median, units.time)} (half of them)`]),
    ...(ninetyNine === undefined ? [] : [`${duration(ninetyNine, units.time)} (99 %)`]),
  ];
  const parts = [
    quantiles.length === 0
      ? 'How late rewards come, this log is too short to tell'
      : `Rewards come within ${listed(quantiles)}`,
    ...(everComes === undefined ? [] : [everText(everComes)]),
    ...(how === 'rewarded-only' ? ['how many never come, this log cannot tell'] : []),
  ];
  return `${parts.join('; ')}.`;
}

/** Notes of answers, which stand with them. */
const OF_ANSWERS: readonly NoteCode[] = [
  ...(['movement-unresolved', 'support-some', 'tails-infinite-variance', 'model-value'] as const),
  ...(['refits-differ', 'delays-differ', 'rewards-late', 'context-used'] as const),
];

/** All of it. */
export function opening(advice: Advice): string[] {
  return [
    readSentence(advice),
    columnsSentence(advice.log),
    ...advice.notes
      .filter(({ code, isWarning }) => !isWarning && !OF_ANSWERS.includes(code))
      .map(({ text }) => text),
    loggingSentence(advice.log),
    ...unripeSentence(advice),
  ];
}

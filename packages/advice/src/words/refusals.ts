/** Refusals in words: why a log gives no answer, and what log would. */
import { type Refusal, type RefusalCode, refusalCodes } from '../contract/refusal.ts';
import { about, count, percent } from './numbers.ts';

/** What a refusal is about, if that is known. */
interface Asked {
  /** How many of the policy's choices were tried at about that time, as a share. */
  readonly support?: number;
  /** The least share of decisions that an arm has in the log. */
  readonly leastShare?: number;
}

/** A sentence that goes on from another. */
export function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

/** Why, as a part of a sentence. */
export function reasonText(refused: RefusalCode): string {
  return lowered(refusalCodes[refused]).replace(/\.$/, '');
}

function reason({ refused }: Refusal, { support }: Asked): string {
  if (refused === 'support-too-low' && support !== undefined) {
    return `only ${percent(support)} of the choices that the policy would make were tried at about that time`;
  }
  return reasonText(refused);
}

/** What the log needs more of, in a sentence; empty if that is not known. */
function amountText({ refused, need: { rows, share, rewards } }: Refusal): string {
  if (refused === 'too-few-arms' && rows !== undefined) {
    return `Show at least two arms in ${count(rows / 2)} decisions each, then run advise again.`;
  }
  const decisions = rows === undefined ? '' : `about ${about(rows)} decisions`;
  if (share !== undefined && rows !== undefined) {
    return `Show each arm in ${percent(share)} of ${decisions}, then run advise again.`;
  }
  if (rewards !== undefined && rows !== undefined) {
    return `An arm needs ${count(rewards)} rewards that differ from the most common one, which takes ${decisions} in total.`;
  }
  if (rows !== undefined) return `An answer needs ${decisions}.`;
  if (share !== undefined) return `Each arm needs ${percent(share)} of the decisions.`;
  return rewards === undefined
    ? ''
    : `At least ${count(rewards)} rewards must differ from the most common one.`;
}

/** How to tell the command when rewards arrive. */
export const ARRIVAL_REMEDY =
  'Name the column of arrival times with --arrival, or state the longest possible delay with --attribution (such as 24h).';

function columnText(column: string): string {
  return column === 'arrival' ? ARRIVAL_REMEDY : `Name a column that holds it with --${column}.`;
}

/** What an answer would need; empty if that is not known. */
export function needText(refusal: Refusal): string {
  const { column, cycles } = refusal.need;
  return [
    ...(column === undefined ? [] : [columnText(column)]),
    amountText(refusal),
    ...(cycles === undefined ? [] : [`An answer needs ${count(cycles)} cycles.`]),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** What is needed that the log does not have: arms that have their share need no more of it. */
function beyond({ refused, need }: Refusal, { leastShare = 0 }: Asked): Refusal {
  const { share, ...rest } = need;
  return share === undefined || leastShare >= share ? { refused, need: rest } : { refused, need };
}

/** Begins every refusal. */
export const NO_ANSWER = 'No answer';

/** A refusal as sentences. */
export function refusalText(refusal: Refusal, asked: Asked = {}): string {
  return `${NO_ANSWER}: ${reason(refusal, asked)}. ${needText(beyond(refusal, asked))}`.trim();
}

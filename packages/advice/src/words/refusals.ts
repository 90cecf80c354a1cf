/** Refusals in words: what a log cannot tell, why, and what log could. */
import { type Refusal, type RefusalCode, refusalCodes } from '../contract/refusal.ts';
import { about, count, percent } from './numbers.ts';

/** What a refusal is about, where that is known. */
interface Asked {
  /** The policy whose value was asked for. */
  readonly policy?: string;
  /** How much of what it would choose was tried nearby. */
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

function reason({ refused }: Refusal, { policy, support }: Asked): string {
  if (refused === 'support-thin' && support !== undefined) {
    return `only ${percent(support)} of what ${policy ?? 'the policy'} would choose was tried at about that time`;
  }
  return reasonText(refused);
}

/** What the log needs more of, in a sentence; empty where that is not known. */
function amountText({ refused, need: { rows, share, rewards } }: Refusal): string {
  if (refused === 'too-few-arms' && rows !== undefined) {
    return `Show at least two arms, each in ${count(rows / 2)} decisions or more, and ask again.`;
  }
  const decisions = rows === undefined ? '' : `${about(rows)} decisions`;
  if (share !== undefined && rows !== undefined) {
    return `Show each arm in ${percent(share)} of decisions for ${decisions}, and ask again.`;
  }
  if (rewards !== undefined && rows !== undefined) {
    return `About ${decisions} would do: an arm needs ${count(rewards)} rewards that differ from the usual one.`;
  }
  if (rows !== undefined) return `About ${decisions} would do.`;
  if (share !== undefined) return `Each arm needs ${percent(share)} of the decisions.`;
  return rewards === undefined
    ? ''
    : `It takes ${count(rewards)} rewards that differ from the usual one.`;
}

function columnText(column: string): string {
  return column === 'arrival'
    ? 'Say when they came (--arrival), or how long they are waited for (--attribution 24h).'
    : `It needs a column that says so (--${column}).`;
}

/** What log could tell; empty where that is not known. */
export function needText(refusal: Refusal): string {
  const { column, cycles } = refusal.need;
  return [
    ...(column === undefined ? [] : [columnText(column)]),
    amountText(refusal),
    ...(cycles === undefined ? [] : [`It takes ${count(cycles)} cycles.`]),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** What is needed that the log has not: arms that have their share need no more of it. */
function beyond({ refused, need }: Refusal, { leastShare = 0 }: Asked): Refusal {
  const { share, ...rest } = need;
  return share === undefined || leastShare >= share ? { refused, need: rest } : { refused, need };
}

/** A refusal as sentences. */
export function refusalText(refusal: Refusal, asked: Asked = {}): string {
  return `This log cannot tell: ${reason(refusal, asked)}. ${needText(beyond(refusal, asked))}`.trim();
}

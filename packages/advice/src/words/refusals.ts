/** Refusals in words: what a log cannot tell, why, and what log could. */
import { type Need, type Refusal, refusalCodes } from '../contract/refusal.ts';
import { count, counted, percent } from './numbers.ts';

/** What a refusal is about, where that is known. */
interface Asked {
  /** The policy whose value was asked for. */
  readonly policy?: string;
  /** How much of what it would choose was tried nearby. */
  readonly support?: number;
  /** The least share of decisions that an arm has in the log. */
  readonly leastShare?: number;
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

/** Why, as a part of a sentence. */
function reason({ refused }: Refusal, { policy, support }: Asked): string {
  if (refused === 'support-thin' && support !== undefined) {
    return `only ${percent(support)} of what ${policy ?? 'the policy'} would choose was tried at about that time`;
  }
  return lowered(refusalCodes[refused]).replace(/\.$/, '');
}

/** What a column would tell, and how it is named. */
function columnText(column: string): string {
  return `Needed is a column that has it (--${column}).`;
}

/** What log could tell; empty where that is not known. */
export function needText({ rows, share, rewards, column, cycles }: Need): string {
  const parts: string[] = [];
  if (column !== undefined) parts.push(columnText(column));
  if (share !== undefined && rows !== undefined) {
    parts.push(
      `Show each arm in ${percent(share)} of decisions for ${counted(rows, 'decision')}, and ask again.`,
    );
  } else if (rewards !== undefined && rows !== undefined) {
    parts.push(
      `About ${counted(rows, 'decision')} would do, with ${count(rewards)} rewards that differ from the usual one.`,
    );
  } else if (rows !== undefined) parts.push(`About ${counted(rows, 'decision')} would do.`);
  else if (share !== undefined) parts.push(`Each arm needs ${percent(share)} of the decisions.`);
  else if (rewards !== undefined) {
    parts.push(`It takes ${count(rewards)} rewards that differ from the usual one.`);
  }
  if (cycles !== undefined) parts.push(`It takes ${count(cycles)} cycles.`);
  return parts.join(' ');
}

/** What is needed that the log has not: arms that have their share need no more of it. */
function needBeyond({ share, ...need }: Need, { leastShare = 0 }: Asked): Need {
  return share === undefined || leastShare >= share ? need : { ...need, share };
}

/** A refusal as sentences. */
export function refusalText(refusal: Refusal, asked: Asked = {}): string {
  const need = needText(needBeyond(refusal.need, asked));
  return [`This log cannot tell: ${reason(refusal, asked)}.`, need]
    .filter((part) => part !== '')
    .join(' ');
}

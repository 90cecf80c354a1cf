import { ContractError } from '../../base/errors.ts';
import type { Selection } from '../selection.ts';
import type { Codes, Encoder } from './encoder.ts';
import { readOf, valueText } from './refusals.ts';

const MOST_SHOWN = 8;

/** An action proposed for a slot, with the codes of its features. Plain data: it may be stored and come back later. */
export interface ContextualSelection extends Selection {
  /** The arm; in the form `actions`, the place in the list of that slot. */
  readonly arm: number;
  /** One number for each declared feature, null if its value is not known. */
  readonly codes: Codes;
}

/** The codes in a message: what they are, or each of them. */
function codesText(codes: unknown): string {
  if (!Array.isArray(codes)) return valueText(codes);
  return `[${codes.slice(0, MOST_SHOWN).map(valueText).join(', ')}${codes.length > MOST_SHOWN ? ', …' : ''}]`;
}

/** Refuses a selection whose codes cannot be those of its features. */
export function demandCodes(encoder: Encoder, codes: unknown): void {
  if (readOf('the codes of a selection', () => encoder.accepts(codes))) return;
  throw new ContractError(
    `a selection must be passed back unchanged, including its codes, ${encoder.codeCount} in number; got ${codesText(codes)}`,
    'wrong-codes',
  );
}

import type { Selection } from '../selection.ts';
import type { Codes } from './encoder.ts';

/** An action proposed for a slot, with the codes of its features. Plain data: it may be stored and come back later. */
export interface ContextualSelection extends Selection {
  /** The arm; in the form `actions`, the place in the list of that slot. */
  readonly arm: number;
  /** One number for each declared feature, null if its value is not known. */
  readonly codes: Codes;
}

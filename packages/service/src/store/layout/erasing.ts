/** Columns of a decision after its unit is erased. */
import type { DecisionRow } from '../../model/rows.ts';

/** An idempotency key may be made from the unit, and a digest shows whether a guessed unit was it: both go with it. */
export function withoutUnit(row: DecisionRow, tombstone: string): DecisionRow {
  return { ...row, unit: tombstone, context: null, request: null, digest: null };
}

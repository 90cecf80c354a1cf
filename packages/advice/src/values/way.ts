/** How means are fitted for values. */
import { isRefused } from '../contract/refusal.ts';
import type { DriftAnswer } from '../drift/drift.ts';
import type { MeanWay } from './plan.ts';

/** Means that come back are followed as such: a level that wanders is too slow for what comes back every day. */
export function wayOf({ drift: { kind }, fit }: Pick<DriftAnswer, 'drift' | 'fit'>): MeanWay {
  const isSeasonal = kind !== undefined && !isRefused(kind) && kind.kind === 'seasonal';
  return isSeasonal ? fit : 'level';
}

/** Parameters without a role, which equal-effort tuning left alone. */
import type { ComparisonTuning } from '@driftline/engine/studies';
import { WIDTH, wrap } from '../../terminal/text.ts';

/** The parameters without a role, by policy; nothing if every one has a role. */
export function tuningNote(tuning: readonly ComparisonTuning[]): string[] {
  const policies = tuning.flatMap((one) => one.tuning.policies);
  const parts = policies.flatMap(({ published, untuned = [] }) => {
    const without = untuned.filter(({ reason }) => reason === 'no-role');
    const ids = without.map(({ parameter }) => parameter).join(', ');
    return ids === '' ? [] : [`${published} (${ids})`];
  });
  if (parts.length === 0) return [];
  const note = `Not tuned, because their definition has no role: parameters of ${[...new Set(parts)].join(', ')}.`;
  return wrap(note, WIDTH);
}

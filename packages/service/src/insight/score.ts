import type { DecisionWithOutcome } from '../store/store.ts';
import type { Subject } from './pages.ts';

/**
 * What a decision earned, as the experiment counts it; undefined where that is not known or not counted. Where
 * silence is worth something, only closed decisions count: rewards come early and silence only at the end, so that
 * the last decisions would look too good.
 */
export function scoreOf(
  { decision, outcome }: DecisionWithOutcome,
  { row, config }: Subject,
): number | undefined {
  if (outcome?.kind === 'cancel') return undefined;
  const reward = outcome?.kind === 'reward' ? (outcome.value ?? undefined) : undefined;
  const { missing } = config.reward;
  if (missing === null) return reward;
  if (decision.number >= row.swept) return undefined;
  return reward ?? missing;
}

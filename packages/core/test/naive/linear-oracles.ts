/**
 * The naive oracles of contexts. Hidden parameters are listed for every slot, and looked up in the list.
 *
 *     lin-oracle            ⟨x, θ⟩ of the slot
 *     lin-oracle-restart    that of LinUCB, from the rewards since the last slot in which the parameters of x changed
 */
import {
  type NaiveAction,
  type NaiveLinearDecision,
  type NaiveLinearIndex,
  type NaiveLinearSettings,
  naiveLinearIndex,
} from './linear-family.ts';
import { dot } from './matrices.ts';

/** `theta[slot][block]`. */
export type NaiveTheta = readonly (readonly (readonly number[])[])[];

export function naiveOracleIndex(
  theta: NaiveTheta,
  slot: number,
  { block, features }: NaiveAction,
): NaiveLinearIndex {
  return { value: dot(features, theta[slot][block]), width: 0 };
}

/** The last slot, up to this one, in which the parameters of a block changed; 0 if none has. */
function lastChange(theta: NaiveTheta, slot: number, block: number): number {
  for (let at = slot; at > 0; at--) {
    const before = theta[at - 1][block];
    if (theta[at][block].some((value, i) => value !== before[i])) return at;
  }
  return 0;
}

export function naiveOracleRestartIndex(
  theta: NaiveTheta,
  history: readonly NaiveLinearDecision[],
  action: NaiveAction,
  settings: NaiveLinearSettings,
): NaiveLinearIndex {
  const start = lastChange(theta, history.length, action.block);
  return naiveLinearIndex('linucb', history.slice(start), action, settings);
}

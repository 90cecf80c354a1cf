/** Contextual kernels on contextual environments, played as a comparison plays them. */
import type { ContextualSettings } from '../src/definitions/contextual.ts';
import { ContextualSeat } from '../src/portable/contexts/contextual-seat.ts';
import type { ContextualKernel } from '../src/portable/kernels/contextual-kernel.ts';
import { PlayRecord, play, Replication } from '../src/portable/play/play.ts';
import { RewardMap } from '../src/portable/play/reward-map.ts';
import { createContextualEnvironment } from '../src/shell/contextual/environment.ts';
import {
  type PreparedContextualPolicy,
  prepareContextualPolicy,
} from '../src/shell/contextual/prepare.ts';
import type { Environment } from '../src/shell/environment.ts';

/** A policy as a comparison prepares it: with the facts of the environment, and a noise R of 1. */
export function preparedFor(spec: string, environment: Environment): PreparedContextualPolicy {
  const { means, statedVariation, statedChanges: changes } = environment;
  const { contexts, horizon } = means;
  if (contexts === undefined) throw new RangeError('the environment needs contexts');
  const variation = statedVariation ?? means.totalVariation();
  const facts = { ...contexts, horizon, variation, changes, noise: 1, onWarning: () => {} };
  return prepareContextualPolicy(spec, facts);
}

interface PlayOptions {
  /** Slots, instead of the environment's own number. */
  readonly horizon?: number;
  readonly seed: number;
  readonly replications: number;
  /** The kernel instead of the policy's own. */
  readonly make?: (settings: ContextualSettings) => ContextualKernel;
}

/** The regret of each replication, and the actions of the last one. */
export function playContexts(
  spec: string,
  environmentSpec: string,
  { horizon: slots, seed, replications, make }: PlayOptions,
): { readonly regrets: number[]; readonly actions: Int32Array } {
  const environment = createContextualEnvironment(environmentSpec, { horizon: slots, seed });
  const { means, law } = environment;
  const { horizon, armCount } = means;
  const { kernel: own, settings } = preparedFor(spec, environment);
  const course = means.course();
  const seat = new ContextualSeat(make?.(settings) ?? own, course.fields.at(0).offer);
  const actions = new Int32Array(horizon);
  const regret = new Float64Array(1);
  const record = new PlayRecord(
    Int32Array.of(horizon),
    actions,
    regret,
    new Float64Array(armCount),
  );
  const replication = new Replication(course, record, law.sampler, new RewardMap(0, 1, false));
  const regrets = Array.from({ length: replications }, (_, number) => {
    seat.reset();
    replication.begin(seed, number);
    play(seat, replication, seat, replication, false, horizon);
    return regret[0];
  });
  return { regrets, actions };
}

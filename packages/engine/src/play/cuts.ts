/** The slots at which the rows of a comparison are cut. */
import { type Environment, ParameterError } from '@driftline/core/play';
import { type Comparison, checkpointSlots } from './comparison.ts';

/** Beyond this many stretches of one best arm, splitting regret by them shows nothing. */
const MOST_EPOCHS = 60;

/** The slots at which rows of one comparison are cut. */
export interface Cuts {
  readonly checkpoints: readonly number[];
  readonly epochEnds: readonly number[];
  /** Both together, in order: where players keep regret. */
  readonly ends: readonly number[];
  /** The positions of checkpoints and of epoch ends among the ends. */
  readonly checkpointPlaces: readonly number[];
  readonly epochPlaces: readonly number[];
}

/** The last slot (counted from 1) of each stretch of one best arm, or of hidden parameters that stay. */
function epochEndsOf(environment: Environment): number[] {
  if (environment.fresh) return [];
  const { means } = environment;
  const { theta } = means.contexts ?? {};
  if (theta !== undefined) {
    return theta.starts.length > MOST_EPOCHS ? [] : [...theta.starts.slice(1), means.horizon];
  }
  const ends: number[] = [];
  for (let slot = 1; slot < means.horizon; slot++) {
    if (means.bestArm(slot) !== means.bestArm(slot - 1)) ends.push(slot);
  }
  ends.push(means.horizon);
  return ends.length > MOST_EPOCHS ? [] : ends;
}

/** Plays of each arm are kept for each checkpoint of every policy: 128 MB at most. */
const MOST_ARM_COUNTS = 2 ** 24;

function checkArmCounts(armCount: number, ends: number): void {
  if (armCount * ends <= MOST_ARM_COUNTS) return;
  throw new ParameterError(
    `arms times checkpoints must be at most ${MOST_ARM_COUNTS}; got ${armCount} times ${ends}: use fewer checkpoints`,
    'too-large',
  );
}

/** @param hasEpochs - whether regret is also kept for each stretch of one best arm */
export function cutsOf(comparison: Comparison, environment: Environment, hasEpochs: boolean): Cuts {
  const checkpoints = checkpointSlots(comparison.checkpoints, environment.means.horizon);
  const epochEnds = hasEpochs ? epochEndsOf(environment) : [];
  const ends = [...new Set([...checkpoints, ...epochEnds])].sort((a, b) => a - b);
  const places = new Map(ends.map((slot, place) => [slot, place]));
  const placeOf = (slot: number) => places.get(slot) ?? -1;
  checkArmCounts(environment.means.armCount, ends.length);
  return {
    checkpoints,
    epochEnds,
    ends,
    checkpointPlaces: checkpoints.map(placeOf),
    epochPlaces: epochEnds.map(placeOf),
  };
}

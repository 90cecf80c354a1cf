/** Which arms a contender would take, slot by slot. */
import type { MeanPath } from '../contract/path.ts';
import type { Luck, World, WorldCourse } from '../contract/world.ts';
import { rankOf } from '../gain/rank.ts';
import { slotsOf } from '../worlds/path.ts';
import type { WorldPlayer } from '../worlds/play.ts';
import { earnedBy } from '../worlds/sums.ts';

/** One arm throughout. */
export const FIXED = 'fixed:';

/** Whether a spec is of an arm to stay with: nothing of it depends on luck. */
export function isFixed(spec: string): boolean {
  return spec.startsWith(FIXED);
}

/** Arms in the order in which somebody who stays with one takes them: the next one where it cannot be taken. */
export function fixedOrder(spec: string, arms: readonly string[], path: MeanPath): number[] {
  const rank = rankOf(path);
  const own = arms.indexOf(spec.slice(FIXED.length));
  if (own < 0 || own >= path.armCount)
    throw new RangeError(`the arm of ${spec} must be one of ${arms.join(', ')}`);
  return [own, ...rank.filter((arm) => arm !== own)];
}

/**
 * The arm of each slot for somebody who stays with the first that can be taken.
 *
 * @param arms - where they are written
 */
export function fixedArms(
  order: readonly number[],
  course: WorldCourse,
  arms: Uint16Array = new Uint16Array(slotsOf(course.path)),
): Uint16Array {
  const { eligible, sets } = course;
  arms.fill(order[0]);
  if (eligible === undefined) return arms;
  const bySet = sets.map((set) => order.find((arm) => set.includes(arm)) ?? order[0]);
  for (let slot = 0; slot < arms.length; slot++) arms[slot] = bySet[eligible[slot]];
  return arms;
}

/** What a contender did in a world. */
interface Taken {
  /** Until the next play. */
  readonly arms: Uint16Array;
  /** The mean of what it earned per slot, by the means of the course. */
  readonly earned: number;
}

/** How a spec plays a course. */
interface TakenRequest {
  readonly spec: string;
  /** Keys of the arms. */
  readonly arms: readonly string[];
  readonly world: World;
  readonly course: WorldCourse;
  readonly luck: Luck;
}

/** What a contender does on a course. */
export function takenArms(
  player: WorldPlayer,
  { spec, arms, world, course, luck }: TakenRequest,
): Taken {
  const slots = slotsOf(course.path);
  if (isFixed(spec)) {
    const order = fixedOrder(spec, arms, course.path);
    const taken = fixedArms(order, course, player.armsFor(slots));
    return { arms: taken, earned: earnedBy(course.path, taken) / slots };
  }
  const { noise, rewardRange } = world;
  const outcome = player.play({ policy: spec, course, noise, rewardRange, luck, keepArms: true });
  if (outcome.arms === undefined) throw new Error('a play that keeps its arms has none');
  return { arms: outcome.arms, earned: outcome.earned / slots };
}

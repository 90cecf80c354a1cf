/** Candidates play in worlds like the log, each with the same luck. */
import type { KernelModule } from '@driftline/core/compiled';
import type { MeanPath } from '../contract/path.ts';
import { replicationFor, streamFor } from '../contract/streams.ts';
import type { Task, Workers } from '../contract/work.ts';
import type { World } from '../contract/world.ts';
import { type Wandering, wanderingCourse } from '../worlds/course.ts';
import { WorldPlayer } from '../worlds/play.ts';

/** What all trials of a log have in common. */
interface TrialPlan {
  /** Paths are those of `paths`. */
  readonly world: World;
  /** What the means may have been: one for each world. */
  readonly paths: readonly MeanPath[];
  /** How long worlds are, and how often arms change places in them. */
  readonly wandering: Wandering;
  /** Specs of the candidates. */
  readonly policies: readonly string[];
  readonly seed: number;
  /** The number of the first world: selections that are repeated have others. */
  readonly first: number;
  readonly kernels: KernelModule | undefined;
}

/** What became of the candidates. */
export interface TrialResults {
  /** Candidates × worlds: what each lost. */
  readonly regrets: readonly Float64Array[];
  /** What choosing blindly lost in each world. */
  readonly rooms: Float64Array;
}

/** Some worlds of a plan. */
interface TrialInput extends TrialPlan {
  readonly from: number;
  readonly to: number;
}

/** The world without what its courses do not need: columns of the log may be long, and would be sent along. */
function lean(world: World): World {
  const { eligible, delays, batch } = world.surroundings;
  const needsTime = delays !== undefined || batch !== undefined;
  if (needsTime || eligible !== undefined) return world;
  const surroundings = { time: new Float64Array(0), eligible: undefined, sets: [] };
  return { ...world, surroundings };
}

/** A candidate in one world; what is common to all candidates is in `course` and `luck`. */
function requestIn({ world, seed, wandering, paths, first }: TrialPlan, place: number) {
  const number = first + place;
  const met = { ...world, path: paths[place] };
  const { noise, rewardRange } = world;
  return {
    course: wanderingCourse(met, wandering, streamFor(seed, 'courses', number)),
    luck: { seed, replication: replicationFor('courses', number) },
    noise,
    rewardRange,
    keepArms: false,
  };
}

/** Plays all candidates in some worlds, at most two. */
export const trialTask: Task<TrialInput, TrialResults> = {
  name: 'choice-trials',
  run(plan, onUnits) {
    const { policies, from, to } = plan;
    const player = new WorldPlayer(plan.kernels);
    const asked = Array.from({ length: to - from }, (_, i) => requestIn(plan, from + i));
    const rooms = new Float64Array(asked.length);
    const regrets = policies.map((policy) => {
      const [first, second] = asked.map((each) => ({ ...each, policy }));
      const outcomes =
        second === undefined ? [player.play(first)] : player.playTwo([first, second]);
      outcomes.forEach(({ best, uniform }, i) => {
        rooms[i] = best - uniform;
      });
      onUnits(asked.length);
      return Float64Array.from(outcomes, ({ best, earned }) => best - earned);
    });
    return { regrets, rooms };
  },
};

/** What workers have to know. */
export const choiceTasks = [trialTask];

/** Worlds of one task: two are played side by side, unless they are so long that their tables would fill the memory. */
function worldsAtOnce({ wandering }: TrialPlan): number {
  return wandering.horizon > LONG ? 1 : 2;
}

const LONG = 500_000;

/** Plays all candidates in all worlds. */
export async function playTrials(
  plan: TrialPlan,
  workers: Workers,
  onUnits?: (units: number) => void,
): Promise<TrialResults> {
  const count = plan.paths.length;
  const sent = { ...plan, world: lean(plan.world) };
  const atOnce = worldsAtOnce(plan);
  const starts = Array.from({ length: Math.ceil(count / atOnce) }, (_, i) => i * atOnce);
  const parts = await Promise.all(
    starts.map((from) =>
      workers.run(trialTask, { ...sent, from, to: Math.min(count, from + atOnce) }, onUnits),
    ),
  );
  const regrets = plan.policies.map(() => new Float64Array(count));
  const rooms = new Float64Array(count);
  parts.forEach((part, i) => {
    rooms.set(part.rooms, starts[i]);
    part.regrets.forEach((row, place) => {
      regrets[place].set(row, starts[i]);
    });
  });
  return { regrets, rooms };
}

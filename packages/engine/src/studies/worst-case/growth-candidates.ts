/**
 * The environments of the growth study: some that the lower bound is made of, whose gaps shrink with
 * the horizon, and some with gaps that do not. Each is a short spec, since a table of a million slots
 * is slow to send to workers.
 */
import { randomStream } from '@driftline/core';
import { windowLength } from '@driftline/core/theory';
import type { Problem } from './families/family.ts';

/** (a) and (b) of the study. */
export type GrowthGroup = 'switching' | 'constant-gap';

/** An environment of the study. */
export interface GrowthCandidate {
  readonly group: GrowthGroup;
  /** As `createEnvironment` and `compare --environment` take it. */
  readonly spec: string;
  /** What it is, in words. */
  readonly label: string;
}

/**
 * Gap c√(K/τ) and epoch c′τ. A c above c′ would not fit: switching every c′τ slots by c√(K/τ) takes
 * c/c′ of the budget.
 */
const switchingGrid: readonly { readonly c: number; readonly epochs: number }[] = [
  { c: 0.5, epochs: 0.5 },
  { c: 0.5, epochs: 1 },
  { c: 1, epochs: 1 },
  { c: 1, epochs: 2 },
  { c: 2, epochs: 2 },
  { c: 2, epochs: 4 },
];

/** Half the size of the change, and when it comes as a share of the horizon. */
const constantGapGrid: readonly { readonly half: number; readonly share: number }[] = [
  { half: 0.4, share: 0.25 },
  { half: 0.4, share: 0.5 },
  { half: 0.4, share: 0.75 },
  { half: 0.2, share: 0.5 },
];

/** The streams that offsets are drawn from. */
const ROLE_OFFSET = 102;
/** What keeps a sum of jumps within the budget when it is rounded. */
const ROUNDING = 1 - 1e-12;

function switchingCandidate(
  { c, epochs }: { readonly c: number; readonly epochs: number },
  { armCount, horizon, variation }: Problem,
  offset: number,
): GrowthCandidate {
  const window = windowLength(armCount, horizon, variation);
  const epoch = Math.min(horizon, Math.max(1, Math.round(epochs * window)));
  // The environment's own rule: the first switch after this many slots, then every epoch.
  const firstSwitch = Math.round(offset * epoch) % epoch || epoch;
  const switches = Math.max(0, Math.ceil((horizon - firstSwitch) / epoch));
  const most = switches === 0 ? 1 : (variation / switches) * ROUNDING;
  const gap = Math.min(1, c * Math.sqrt(armCount / window), most);
  const base = Math.min(0.5, 1 - gap);
  return {
    group: 'switching',
    spec: `switching:epoch=${epoch};gap=${gap};base=${base};offset=${offset}`,
    label: `c=${c}, c′=${epochs}`,
  };
}

function shown(size: number): number {
  return Number(size.toPrecision(3));
}

/** A favourite that falls from 0.5 + h to 0.5 − h, with another arm at 0.5. */
function fallingCandidate(
  half: number,
  share: number,
  { armCount, horizon }: Problem,
): GrowthCandidate {
  const rest = new Array<number>(Math.max(0, armCount - 2)).fill(0.5 - half);
  return jump(
    [0.5 + half, 0.5, ...rest],
    [0.5 - half, 0.5, ...rest],
    Math.round(share * horizon),
    `a favorite falls by ${shown(2 * half)} at ${share} T`,
  );
}

/** A neglected arm that rises from 0.5 − h to 0.5 + h, above the leader's 0.5. */
function risingCandidate(
  half: number,
  share: number,
  { armCount, horizon }: Problem,
): GrowthCandidate {
  const rest = new Array<number>(Math.max(0, armCount - 2)).fill(0.5 - half);
  return jump(
    [0.5, 0.5 - half, ...rest],
    [0.5, 0.5 + half, ...rest],
    Math.round(share * horizon),
    `a neglected arm rises by ${shown(2 * half)} at ${share} T`,
  );
}

function jump(
  before: readonly number[],
  after: readonly number[],
  slot: number,
  label: string,
): GrowthCandidate {
  const means = [before, after].map((row) => row.join('/')).join('|');
  return { group: 'constant-gap', spec: `piecewise:breakpoints=${slot};means=${means}`, label };
}

/**
 * All environments of one horizon. Offsets are drawn from the seed, one for each pair of the grid and
 * the same at all horizons: they decide how well a resetting policy's epochs coincide with the
 * environment's, and an exponent should not depend on that changing from horizon to horizon.
 */
export function growthCandidates(problem: Problem, seed: number): GrowthCandidate[] {
  const random = randomStream(seed, 0, ROLE_OFFSET);
  const switching = switchingGrid.map((point) =>
    switchingCandidate(point, problem, Math.round(random.uniform() * 99) / 100),
  );
  const constant = constantGapGrid.flatMap(({ half, share }) => {
    // A small budget allows a small change only; it still does not shrink with the horizon.
    const within = Math.min(half, (problem.variation / 2) * ROUNDING);
    return [fallingCandidate(within, share, problem), risingCandidate(within, share, problem)];
  });
  return [...switching, ...constant];
}

/** An environment of any kind turned into one that is drawn by hand. */
import { createRewardLaw, type Environment, type Means, Replay } from '@driftline/core';
import { formatNumber } from '@driftline/engine/display';
import { knotSlots } from './drawn-means.ts';
import { MOST_NUMBERS } from './limits.ts';
import type { DrawnEnvironment } from './setting.ts';

/** Knots of an arm. */
const KNOTS = 11;

/** How finely values are set on an axis: about a hundredth of it, a power of ten. */
export function valueGrain([low, high]: readonly [number, number]): number {
  return high > low ? 10 ** Math.round(Math.log10(high - low) - 2) : 0.01;
}

/** A value to whole grains. */
export function toGrain(value: number, grain: number): number {
  const whole = Math.round(value / grain);
  // Dividing by a whole number gives 0.29 where multiplying by 0.01 gives 0.29000000000000004.
  return (grain < 1 ? whole / Math.round(1 / grain) : whole * grain) || 0;
}

/** The mean to draw for an arm at a slot: an average of recorded rewards, or what the benchmark meets. */
export function drawnMean(means: Means): (slot: number, arm: number) => number {
  const shown = means.moves === 'plays' ? undefined : means.shown?.bind(means);
  return shown ?? ((slot, arm) => means.mean(slot, arm));
}

/** A drawn environment, and what was changed on the way, one sentence each. */
interface Drawn {
  readonly environment: DrawnEnvironment;
  readonly notes: readonly string[];
}

/** How far recorded rewards lie from their averages: the standard deviation of the rest. */
function scatter(replay: Replay): number {
  let sum = 0;
  for (let slot = 0; slot < replay.horizon; slot++) {
    for (let arm = 0; arm < replay.armCount; arm++) {
      const rest = replay.mean(slot, arm) - replay.shown(slot, arm);
      sum += rest * rest;
    }
  }
  return Math.sqrt(sum / (replay.horizon * replay.armCount));
}

/** Recorded rewards have no law: the nearest one. */
function lawOfRecorded(replay: Replay): [law: string, note: string] {
  const { values } = replay.table();
  if (values.every((value) => value === 0 || value === 1)) {
    return [
      'bernoulli',
      'The recorded rewards are 0 or 1, so the drawn environment also pays 0 or 1.',
    ];
  }
  const sd = Number(scatter(replay).toPrecision(2));
  return [
    `gaussian:sd=${sd}`,
    `Recorded rewards have no law. The drawn environment uses normal noise with their standard deviation (${formatNumber(sd, 2)}).`,
  ];
}

/**
 * A drawn environment with the present means at some knots, and the same noise.
 *
 * @param law - the law of rewards; recorded rewards have none
 */
export function drawnFrom(environment: Environment, law?: string): Drawn {
  const { means } = environment;
  const { armCount } = means;
  const notes: string[] = [];
  let rewards = law;
  if (rewards === undefined) {
    const [nearest, note] =
      means instanceof Replay ? lawOfRecorded(means) : [environment.law.id, ''];
    rewards = nearest;
    if (note !== '') notes.push(note);
  }
  const horizon = Math.min(means.horizon, Math.max(2, Math.floor(MOST_NUMBERS / armCount)));
  if (horizon < means.horizon) {
    notes.push(
      `A drawn environment has at most ${formatNumber(horizon, 7)} slots. The rest was cut off.`,
    );
  }
  const [low, high] = createRewardLaw(rewards).definition.meanRange ?? [-Infinity, Infinity];
  const range = means.range();
  const grain = Math.min(0.01, valueGrain(range[0] >= 0 && range[1] <= 1 ? [0, 1] : range));
  const slots = knotSlots(Math.min(KNOTS, horizon), horizon);
  const shown = drawnMean(means);
  if (means.moves === 'plays') {
    notes.push(
      'Drawn means move with time: they are those that the benchmark met, whatever policies play.',
    );
  }
  const sampled = Array.from({ length: armCount }, (_, arm) =>
    slots.map((slot) => toGrain(shown(slot, arm), grain)),
  );
  if (sampled.flat().some((value) => value < low || value > high)) {
    notes.push(`Means outside [${low}, ${high}] were moved to its nearest end.`);
  }
  const knots = sampled.map((row) => row.map((value) => Math.min(Math.max(value, low), high)));
  return { environment: { kind: 'drawn', knots, horizon, rewards }, notes };
}

/** The same environment with another number of arms: new ones are level, in the middle of the others. */
export function withArmCount(environment: DrawnEnvironment, armCount: number): DrawnEnvironment {
  const { knots } = environment;
  const values = knots.flat();
  const middle = toGrain((Math.min(...values) + Math.max(...values)) / 2, 0.01);
  const rows = Array.from(
    { length: armCount },
    (_, arm) => knots[arm] ?? new Array<number>(knots[0].length).fill(middle),
  );
  return { ...environment, knots: rows };
}

/** The same environment without one of its arms. */
export function withoutArm(environment: DrawnEnvironment, arm: number): DrawnEnvironment {
  return { ...environment, knots: environment.knots.filter((_, other) => other !== arm) };
}

/** The same environment with another value at one knot. */
export function withKnot(
  environment: DrawnEnvironment,
  arm: number,
  knot: number,
  value: number,
): DrawnEnvironment {
  const knots = environment.knots.map((row, i) => (i === arm ? row.with(knot, value) : row));
  return { ...environment, knots };
}

/** Laws with a rate of drift: a log is drawn from one path of a law, and advice is judged on others. */
import type { Log, MeanPath } from '@driftline/advice';
import { randomStream } from '@driftline/core';
import { normal } from '@driftline/core/parts';
import { BinWalk } from '../src/worlds/path.ts';
import { type Means, madeLog } from './synthetic.ts';

/** Means of arms over slots, anew for each number of a path. */
export interface Law {
  readonly name: string;
  path(armCount: number, slots: number, number: number): MeanPath;
}

function fromMeans(armCount: number, slots: number, means: Means): MeanPath {
  const values = new Float64Array(slots * armCount);
  for (let slot = 0; slot < slots; slot++) {
    for (let arm = 0; arm < armCount; arm++) values[slot * armCount + arm] = means(slot, arm);
  }
  return {
    armCount,
    bounds: Int32Array.from({ length: slots + 1 }, (_, slot) => slot),
    means: values,
  };
}

function streamOf(name: string, number: number) {
  const seed = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1e9, 7);
  return randomStream(seed, number);
}

/** .50, .40, .35, then down in small steps. */
const FIXED = [0.5, 0.4, 0.35, 0.34, 0.33, 0.32, 0.31, 0.3, 0.29, 0.28];

const stationary: Law = {
  name: 'stationary',
  path: (armCount, slots, number) => {
    const shift = streamOf('stationary', number).below(armCount);
    return fromMeans(armCount, slots, (_, arm) => FIXED[(arm + shift) % armCount]);
  },
};

/** All arms, or one alone, get new means every so many slots, starting anywhere. */
function jumping(every: number, alone = false): Law {
  const name = alone ? `one arm ${every}` : `jumps ${every}`;
  return {
    name,
    path: (armCount, slots, number) => {
      const random = streamOf(name, number);
      const draw = () => 0.1 + 0.8 * random.uniform();
      const offset = random.below(every);
      let levels = Array.from({ length: armCount }, draw);
      let part = 0;
      return fromMeans(armCount, slots, (slot, arm) => {
        const now = Math.floor((slot + offset) / every);
        if (now > part) {
          part = now;
          const lone = random.below(armCount);
          levels = levels.map((level, each) => (alone && each !== lone ? level : draw()));
        }
        return levels[arm];
      });
    },
  };
}

function waving(period: number): Law {
  const name = `waves ${period}`;
  return {
    name,
    path: (armCount, slots, number) => {
      const start = streamOf(name, number).uniform();
      return fromMeans(
        armCount,
        slots,
        (slot, arm) => 0.5 + 0.3 * Math.sin(2 * Math.PI * (slot / period + start + arm / armCount)),
      );
    },
  };
}

/** A walk between two walls. */
function walking(name: string, step: number, low: number, high: number): Law {
  return {
    name,
    path: (armCount, slots, number) => {
      const random = streamOf(name, number);
      const at = Float64Array.from(
        { length: armCount },
        () => low + (high - low) * random.uniform(),
      );
      return fromMeans(armCount, slots, (_, arm) => {
        at[arm] += step * normal(random);
        if (at[arm] < low) at[arm] = 2 * low - at[arm];
        if (at[arm] > high) at[arm] = 2 * high - at[arm];
        return at[arm];
      });
    },
  };
}

/** All arms get new means every so many slots; in few bins, for long logs. */
export function longJumps(every: number): Law {
  const name = `long jumps ${every}`;
  return {
    name,
    path: (armCount, slots, number) => {
      const random = streamOf(name, number);
      const bounds = [0];
      for (let at = 1 + random.below(every); at < slots; at += every) bounds.push(at);
      const means = Float64Array.from(
        { length: bounds.length * armCount },
        () => 0.2 + 0.6 * random.uniform(),
      );
      return { armCount, bounds: Int32Array.from([...bounds, slots]), means };
    },
  };
}

/** One order of arms throughout. */
export function longStill(): Law {
  const path: Law['path'] = (armCount, slots, number) => {
    const means = Float64Array.from(
      { length: armCount },
      (_, arm) => FIXED[(arm + number) % armCount],
    );
    return { armCount, bounds: Int32Array.of(0, slots), means };
  };
  return { name: 'standing still', path };
}

export const laws: readonly Law[] = [
  stationary,
  jumping(500),
  jumping(2000),
  jumping(10_000),
  jumping(2500, true),
  waving(2000),
  waving(10_000),
  walking('walk .003', 0.003, 0.1, 0.9),
  walking('walk .01', 0.01, 0.1, 0.9),
  walking('clicks', 0.0003, 0.01, 0.06),
];

/** A uniform log of 0s and 1s from a path of a law. */
export function logOf(law: Law, armCount: number, rows: number, seed: number): Log {
  const { means, bounds } = law.path(armCount, rows, seed);
  const bins = new BinWalk(bounds);
  return madeLog({
    ...{ rows, armCount, seed },
    means: (slot, arm) => means[bins.at(slot) * armCount + arm],
  });
}

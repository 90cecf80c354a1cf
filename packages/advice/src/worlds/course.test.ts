import { type Random, randomStream } from '@driftline/core';
import { ln } from '@driftline/core/play';
import { describe, expect, it } from 'vitest';
import type { World } from '../contract/world.ts';
import { logCourse, wanderingCourse } from './course.ts';
import { stretched } from './path.ts';

/** Seven slots in three bins; each mean tells its bin and arm. */
const world: World = {
  path: {
    armCount: 3,
    bounds: Int32Array.from([0, 2, 3, 7]),
    means: Float64Array.from([0, 1, 2, 10, 11, 12, 20, 21, 22]),
  },
  noise: { law: 'bernoulli' },
  surroundings: {
    time: Float64Array.from([0, 1, 3, 6, 10, 15, 21]),
    eligible: Uint16Array.from([0, 1, 0, 1, 1, 0, 0]),
    sets: [Uint16Array.from([0, 1, 2]), Uint16Array.from([0, 2])],
  },
  rewardRange: [0, 1],
  deviation: 0.5,
};

/** Slot by slot: where in the log, and whose means each arm has. */
function naiveWandering(horizon: number, random: Random) {
  const { bounds, means } = world.path;
  const binOf = (place: number) => [0, 1, 2].find((bin) => place < bounds[bin + 1]) ?? 0;
  let place = random.below(7);
  let direction = random.below(2) === 0 ? 1 : -1;
  const wait = () => Math.max(1, Math.ceil(-7 * ln(1 - random.uniform())));
  let left = wait();
  const roles = [0, 1, 2];
  const rows: number[][] = [];
  const places: number[] = [];
  for (let slot = 0; slot < horizon; slot++) {
    rows.push(roles.map((role) => means[binOf(place) * 3 + role]));
    places.push(place);
    left -= 1;
    if (left === 0) {
      for (let last = 3; last > 1; last--) {
        const other = random.below(last);
        [roles[last - 1], roles[other]] = [roles[other], roles[last - 1]];
      }
      left = wait();
    }
    const next = place + direction;
    if (next < 0 || next > 6) direction = -direction;
    else place = next;
  }
  return { rows, places };
}

function rowsOf({ path }: { path: World['path'] }): number[][] {
  const rows: number[][] = [];
  for (let bin = 0; bin + 1 < path.bounds.length; bin++) {
    for (let slot = path.bounds[bin]; slot < path.bounds[bin + 1]; slot++)
      rows.push([...path.means.subarray(3 * bin, 3 * bin + 3)]);
  }
  return rows;
}

describe('a course', () => {
  it('goes to and fro along the log and permutes arms, as slot by slot', () => {
    for (let seed = 0; seed < 50; seed++) {
      const naive = naiveWandering(60, randomStream(seed));
      const course = wanderingCourse(world, { horizon: 60 }, randomStream(seed));
      expect(rowsOf(course)).toEqual(naive.rows);
      expect([...(course.eligible ?? [])]).toEqual(
        naive.places.map((place) => world.surroundings.eligible?.[place]),
      );
      expect(course.due).toBeUndefined();
    }
  });

  it('permutes arms once per length of the log', () => {
    let changes = 0;
    for (let seed = 0; seed < 200; seed++) {
      const rows = rowsOf(wanderingCourse(world, { horizon: 70 }, randomStream(seed)));
      const orders = rows.map((row) => row.map((mean) => mean % 10).join());
      changes += orders.filter((order, slot) => slot > 0 && order !== orders[slot - 1]).length;
    }
    // Of 200 × 10 lengths, 1/6 of the permutations change nothing; waits are rounded up by half a slot on average.
    const expected = ((200 * 70) / 7.5) * (5 / 6);
    expect(Math.abs(changes / expected - 1)).toBeLessThan(0.1);
  });

  it('tells when rewards come by a clock that goes on in both directions', () => {
    const late: World = {
      ...world,
      surroundings: { ...world.surroundings, delays: { curve: [{ delay: 5, share: 1 }] } },
    };
    for (let seed = 0; seed < 20; seed++) {
      const { places } = naiveWandering(40, randomStream(seed));
      const time = places.map(
        (() => {
          let now = 0;
          return (place: number, slot: number) => {
            const of = world.surroundings.time;
            if (slot > 0) now += Math.abs(of[place] - of[places[slot - 1]]);
            return now;
          };
        })(),
      );
      const { due } = wanderingCourse(late, { horizon: 40 }, randomStream(seed));
      time.forEach((decided, slot) => {
        const next = time.findIndex((each) => each >= decided + 5);
        expect(due?.[slot]).toBe(next < 0 ? -1 : next - 1);
      });
    }
  });

  it('along the log itself has its own slots', () => {
    const course = logCourse(world, randomStream(1));
    expect(course.path).toBe(world.path);
    expect(course.eligible).toBe(world.surroundings.eligible);
    expect(course.due).toBeUndefined();
  });

  it('knows the row of each slot where a row stands for several', () => {
    const bounds = Int32Array.from({ length: 8 }, (_, row) => row);
    const means = Float64Array.from({ length: 21 }, (_, i) => 10 * Math.floor(i / 3) + (i % 3));
    const thinned = { ...world, path: stretched({ armCount: 3, bounds, means }, 5) };
    const course = wanderingCourse(thinned, { horizon: 90 }, randomStream(3));
    const own = rowsOf(course).map((row) => Math.floor(Math.min(...row) / 10));
    expect(own).toHaveLength(90);
    expect(own.map((row) => world.surroundings.eligible?.[row])).toEqual([
      ...(course.eligible ?? []),
    ]);
  });

  it('has changes as often as is asked for', () => {
    const still = {
      ...world,
      path: { ...world.path, means: world.path.means.map((_, i) => i % 3) },
    };
    const changes = (changeEvery: number) => {
      const rows = rowsOf(wanderingCourse(still, { horizon: 3000, changeEvery }, randomStream(5)));
      return rows.filter((row, i) => i > 0 && row[0] !== rows[i - 1][0]).length;
    };
    expect(changes(1e9)).toBe(0);
    // Of 100 permutations two thirds give the first arm another role: 67 ± 5, within four errors with those of the count.
    expect(Math.abs(changes(30) - 67)).toBeLessThan(33);
  });
});

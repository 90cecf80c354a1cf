/**
 * Whether arms drift, where choices did not depend on rewards: then, if nothing moves, any order of an arm's rewards
 * is as likely as any other.
 *
 * Each arm has three statistics, put on one scale by orders drawn for that alone; the largest counts, and the largest
 * of all arms is the test's. The same orders give one p for all arms together, and one for each, corrected for
 * their number. Hours, days and weeks of the clock may be shorter than the bins that these see: they have a test of
 * their own, and the smaller p counts, twice, as there are two.
 */
import type { Random } from '@driftline/core';
import { Moments } from '../base/moments.ts';
import type { TestedDrift } from '../contract/drift.ts';
import type { Log } from '../contract/log.ts';
import { streamFor } from '../contract/streams.ts';
import { binCount } from '../fits/bins.ts';
import { type ArmRows, armRows } from './arm-rows.ts';
import { calendarTest } from './calendar-test.ts';
import { ArmStatistics } from './local-level.ts';
import { manyRows, type Shuffles, shufflesOf } from './shuffles.ts';

/** An arm with fewer rows, or in fewer bins, is not tested. */
const LEAST_ROWS = 100;
const LEAST_BINS = 3;

/** Finer ones would show nothing more of a log as a whole. */
const MOST_BINS = 200;

/** Orders that put statistics on a scale, and orders that they are compared with, at most. */
const SCALING = 100;
const COMPARED = 999;
/** Where so many are as extreme, p is known well enough. */
const ENOUGH = 50;

/** Where a statistic of an arm lies if nothing moves. */
class Scale {
  readonly #moments = new Moments();

  add(value: number): void {
    this.#moments.add(value);
  }

  of(value: number): number {
    const { mean, variance } = this.#moments;
    return variance > 0 ? (value - mean) / Math.sqrt(variance) : 0;
  }
}

/** One arm under test. */
class TestedArm {
  readonly observed: number;
  readonly #statistics: ArmStatistics;
  readonly #shuffles: Shuffles;
  readonly #sums: Float64Array;
  readonly #walk = new Scale();
  readonly #cusum = new Scale();
  readonly #apart = new Scale();

  constructor(statistics: ArmStatistics, shuffles: Shuffles, sums: Float64Array, random: Random) {
    this.#statistics = statistics;
    this.#shuffles = shuffles;
    this.#sums = new Float64Array(sums.length);
    for (let i = 0; i < SCALING; i++) {
      this.#shuffles.draw(random, this.#sums);
      this.#walk.add(this.#statistics.walk(this.#sums));
      this.#cusum.add(this.#statistics.cusum(this.#sums));
      this.#apart.add(this.#statistics.apart(this.#sums));
    }
    this.observed = this.#scaled(sums);
  }

  /** The statistic in another order. */
  another(random: Random): number {
    this.#shuffles.draw(random, this.#sums);
    return this.#scaled(this.#sums);
  }

  #scaled(sums: Float64Array): number {
    return Math.max(
      this.#walk.of(this.#statistics.walk(sums)),
      this.#cusum.of(this.#statistics.cusum(sums)),
      this.#apart.of(this.#statistics.apart(sums)),
    );
  }
}

function testedArm(
  { rows, sums, rewards, moments }: ArmRows,
  random: Random,
): TestedArm | undefined {
  const binsWithRows = rows.filter((count) => count > 0).length;
  const isSeen = moments.count >= LEAST_ROWS && binsWithRows >= LEAST_BINS;
  if (!isSeen || moments.variance === 0) return undefined;
  const shuffles = rewards === undefined ? manyRows(rows, moments) : shufflesOf(rows, rewards);
  return new TestedArm(new ArmStatistics(rows, moments.variance), shuffles, sums, random);
}

/** The test; undefined where no arm was seen enough. */
export function permutationTest(log: Log, seed: number): TestedDrift | undefined {
  const random = streamFor(seed, 'permutations');
  const arms = armRows(log, binCount(log.rows, MOST_BINS)).map((arm) => testedArm(arm, random));
  const known = arms.filter((arm) => arm !== undefined);
  if (known.length === 0) return undefined;
  const largest = Math.max(...known.map(({ observed }) => observed));
  const others: number[] = [];
  let asExtreme = 0;
  while (others.length < COMPARED && asExtreme < ENOUGH) {
    let other = Number.NEGATIVE_INFINITY;
    for (const arm of known) other = Math.max(other, arm.another(random));
    others.push(other);
    if (other >= largest) asExtreme += 1;
  }
  const share = (observed: number): number =>
    (1 + others.filter((other) => other >= observed).length) / (1 + others.length);
  const p = share(largest);
  const season = calendarTest(log);
  const both = season === undefined ? {} : { p: Math.min(1, 2 * Math.min(p, season.p)), season };
  return {
    test: { kind: 'permutation', p, permutations: others.length, ...both },
    arms: arms.map((arm) => (arm === undefined ? undefined : share(arm.observed))),
  };
}

/** How late rewards come: how often what is told of it holds, and how often a log is suspected, rightly or not. */
import { delaysOf, isRefused, type Log, lateSigns, permutationTest } from '@driftline/advice';
import { randomStream } from '@driftline/core';
import { describe, expect, test } from 'vitest';
import { keepFigures } from '../figures.ts';
import {
  type DelayLaw,
  exponentialDelays,
  lognormalDelays,
  paretoDelays,
  rewardedOnly,
  uniformDelays,
  withDelays,
} from '../late-logs.ts';
import { covers, freshSeeds, Share } from '../shares.ts';
import { brownian, jumps, type Means, madeLog, stationary, waves } from '../synthetic.ts';

function sevenLaws(unit: number): DelayLaw[] {
  return [
    exponentialDelays(1500 * unit),
    exponentialDelays(200 * unit),
    uniformDelays(1000 * unit),
    lognormalDelays(500 * unit, 1),
    lognormalDelays(300 * unit, 1.5),
    paretoDelays(1.5, 200 * unit),
    paretoDelays(3, 500 * unit),
  ];
}

function lateLog(law: DelayLaw, rows: number, rate: number, seed: number) {
  const means = stationary(rate, rate, rate);
  return withDelays(madeLog({ rows, armCount: 3, means, seed }), law, seed);
}

/** Shares of ranges that hold: of what ever comes, of the median, of the 99 % quantile. */
function ranges(logs: readonly Log[], law: DelayLaw, rate: number): [Share, Share, Share] {
  const told = logs.map(delaysOf).flatMap((each) => (isRefused(each) ? [] : [each]));
  const share = (holds: (each: (typeof told)[number]) => readonly boolean[]) =>
    new Share(told.flatMap(holds));
  return [
    share(({ rewardedShareRange }) => covers(rewardedShareRange, rate)),
    share(({ medianRange }) => covers(medianRange, law.quantile(0.5))),
    share(({ ninetyNineRange }) => covers(ninetyNineRange, law.quantile(0.99))),
  ];
}

const PARTS = ['ever comes', 'median', '99 %'];

describe.each([
  [1000, 0.3, 100],
  [10_000, 0.3, 100],
  [10_000, 0.03, 100],
  [100_000, 0.3, 20],
])('ranges of delays: %d rows, a rate of %d', (rows, rate, count) => {
  test.each(sevenLaws(rows / 10_000))('$name', (law) => {
    const seeds = freshSeeds(count);
    const logs = seeds.map((seed) => lateLog(law, rows, rate, seed));
    const cells: [string, [Share, Share, Share]][] = [
      ['', ranges(logs, law, rate)],
      [', only what came', ranges(logs.map(rewardedOnly), law, rate)],
    ];
    for (const [which, shares] of cells) {
      keepFigures(
        `late: 95 % ranges hold, ${rows} rows, rate ${rate}, ${law.name}${which}, ${seeds.length} logs`,
        shares.map((share, i) => `${PARTS[i]} ${share.text(seeds.length)}`).join(', '),
      );
      for (const share of shares) share.expectAtLeast(0.93);
    }
  });
});

/** Delays that depend on the arm, or on how large a reward is. */
function dependent(how: 'arm' | 'reward' | 'nothing', seed: number): Log {
  const made = madeLog({ rows: 10_000, armCount: 3, means: stationary(0.3, 0.3, 0.3), seed });
  const [short, long] = [150, 300].map((mean) => withDelays(made, exponentialDelays(mean), seed));
  const random = randomStream(seed, 5, 20);
  const size = made.reward.map((bit) => bit * Math.ceil(4 * random.uniform()));
  const isLong = (row: number) =>
    how === 'arm' ? made.arm[row] === 2 : how === 'reward' && size[row] > 2;
  const arrival = short.arrival.map((came, row) => (isLong(row) ? long.arrival[row] : came));
  const reward = size.map((each, row) => (Number.isNaN(arrival[row]) ? 0 : each));
  return { ...short, arrival, reward, rewards: { ...made.rewards, kind: 'real' } };
}

test.each(['nothing', 'arm', 'reward'] as const)('delays that depend on %s', (how) => {
  const seeds = freshSeeds(100);
  const told = seeds.map((seed) => delaysOf(dependent(how, seed)));
  const share = (of: 'differsByArm' | 'differsByReward') =>
    new Share(told.map((each) => !isRefused(each) && each[of] === true));
  const [byArm, byReward] = [share('differsByArm'), share('differsByReward')];
  keepFigures(
    `late: delays that depend on ${how} (150 or 300 rows on average), 10000 rows, ${seeds.length} logs`,
    `said to depend on the arm ${byArm.text(seeds.length)}, on the reward ${byReward.text(seeds.length)}`,
  );
  if (how === 'arm') byArm.expectAtLeast(0.95);
  else byArm.expectAtMost(0.01);
  if (how === 'reward') byReward.expectAtLeast(0.95);
  else byReward.expectAtMost(0.01);
});

function unsaid(law: DelayLaw, rows: number, rate: number, seed: number): Log {
  const means = stationary(rate, 0.8 * rate, 1.2 * rate);
  const log = withDelays(madeLog({ rows, armCount: 3, means, seed }), law, seed);
  return { ...log, arrival: undefined };
}

describe.each([
  [1000, 0.3],
  [10_000, 0.3],
  [10_000, 0.03],
  [100_000, 0.3],
])('late rewards that a log does not tell of: %d rows, a rate of %d', (rows, rate) => {
  const laws = [0.005, 0.02, 0.05, 0.15, 0.5].map((part) => exponentialDelays(part * rows));
  const others = [
    uniformDelays(0.1 * rows),
    lognormalDelays(0.05 * rows, 1),
    paretoDelays(1.5, 0.02 * rows),
  ];

  test('are suspected', () => {
    const seeds = freshSeeds(rows > 10_000 ? 20 : 100);
    const shares = [...laws, ...others].map((law) => {
      const logs = seeds.map((seed) => unsaid(law, rows, rate, seed));
      return new Share(logs.map((log) => lateSigns(log).isSuspected));
    });
    keepFigures(
      `late: suspected where rewards are late, ${rows} rows, rate ${rate}, ${seeds.length} logs`,
      [...laws, ...others]
        .map((law, i) => `${law.name} ${shares[i].text(seeds.length)}`)
        .join(', '),
    );
    if (rows * rate >= 3000) for (const share of shares.slice(2)) share.expectAtLeast(0.85);
    if (rows * rate >= 3000) shares[3].expectAtLeast(0.98);
  });

  test('and are not suspected do not pass for drift', () => {
    if (rows > 10_000) return;
    const seeds = freshSeeds(40);
    const cells = [0.001, 0.005, 0.01, 0.02, 0.04].map((part) => {
      const logs = seeds.map((seed) => unsaid(exponentialDelays(part * rows), rows, rate, seed));
      const alarms = logs.map((log, i) => {
        if (lateSigns(log).isSuspected) return false;
        const tested = permutationTest(log, seeds[i]);
        return tested?.test.kind === 'permutation' && tested.test.p < 0.01;
      });
      return { part, share: new Share(alarms) };
    });
    keepFigures(
      `late: p < .01 for drift without suspicion, ${rows} rows, rate ${rate}, mean delays as parts of the log, ${seeds.length} logs`,
      cells.map(({ part, share }) => `${part} ${share.text(seeds.length)}`).join(', '),
    );
    for (const { share } of cells) share.expectAtMost(0.07);
  });
});

/** Movements that are no delays: means of a log of so many rows. */
const MOVEMENTS: Readonly<Record<string, (rows: number, seed: number) => Means>> = {
  still: () => stationary(0.3, 0.2, 0.4),
  'still, rare': () => stationary(0.03, 0.03, 0.03),
  'jumps every fifth': (rows, seed) => jumps(rows / 5, 3, rows, seed),
  'jumps every twentieth': (rows, seed) => jumps(rows / 20, 3, rows, seed),
  waves: (rows) => waves(rows / 5, 3),
  walks: (rows, seed) => brownian(0.3 / Math.sqrt(rows), 3, rows, seed),
  'a walk of all': (rows, seed) => together(brownian(0.3 / Math.sqrt(rows), 1, rows, seed)),
  'jumps of all': (rows, seed) => together(jumps(rows / 5, 1, rows, seed)),
  'all swing by .2, 1 cycle': (rows, seed) => swing(1, rows, seed),
  'all swing by .2, 3 cycles': (rows, seed) => swing(3, rows, seed),
  'all swing by .2, 5 cycles': (rows, seed) => swing(5, rows, seed),
  'all swing by .2, 28 cycles': (rows, seed) => swing(28, rows, seed),
  'all swing by half, 3 cycles': (rows, seed) => scaled(rows, 3, seed),
  'all swing by half, 28 cycles': (rows, seed) => scaled(rows, 28, seed),
  'all fall to .6 at .9': (rows) => falling(rows, (part) => (part > 0.9 ? 0.6 : 1)),
  'all fall to .5 at .97': (rows) => falling(rows, (part) => (part > 0.97 ? 0.5 : 1)),
  'all fall to .5 from .8 on': (rows) => falling(rows, (part) => 1 - 2.5 * Math.max(0, part - 0.8)),
  'all fall to .4 from .9 on': (rows) => falling(rows, (part) => 1 - 6 * Math.max(0, part - 0.9)),
  'all fall to .6 all along': (rows) => falling(rows, (part) => 1 - 0.4 * part),
};

function together(level: Means): Means {
  return (slot, arm) => level(slot, 0) * (1 - 0.1 * arm);
}

function phase(seed: number): number {
  return randomStream(seed, 6, 20).uniform();
}

function swing(cycles: number, rows: number, seed: number): Means {
  const start = phase(seed);
  return (slot, arm) =>
    0.5 - 0.05 * arm + 0.2 * Math.sin(2 * Math.PI * ((cycles * slot) / rows + start));
}

function scaled(rows: number, cycles: number, seed: number): Means {
  const start = phase(seed);
  return (slot, arm) =>
    (0.1 + 0.05 * arm) * (1 + 0.5 * Math.sin(2 * Math.PI * ((cycles * slot) / rows + start)));
}

function falling(rows: number, factor: (part: number) => number): Means {
  return (slot, arm) => (0.3 + 0.1 * arm) * factor(slot / rows);
}

describe.each([1000, 10_000, 100_000])('no late rewards, %d rows', (rows) => {
  test('are rarely suspected, whatever moves', () => {
    const seeds = freshSeeds(rows > 10_000 ? 20 : 100);
    const shares = Object.entries(MOVEMENTS).map(([name, means]) => {
      const logs = seeds.map((seed) =>
        madeLog({ rows, armCount: 3, means: means(rows, seed), seed }),
      );
      return { name, share: new Share(logs.map((log) => lateSigns(log).isSuspected)) };
    });
    keepFigures(
      `late: suspected where nothing is late, ${rows} rows, ${seeds.length} logs`,
      shares.map(({ name, share }) => `${name} ${share.text(seeds.length)}`).join(', '),
    );
    // Of 1 000 rows a fall at the end has too few to have a shape.
    const most = rows < 10_000 ? 0.1 : 0.03;
    const all = shares.reduce((sum, { share }) => sum + share.value, 0) / shares.length;
    expect(all).toBeLessThan(most);
    for (const { name, share } of shares) if (name.startsWith('still')) share.expectAtMost(0.01);
  });
});

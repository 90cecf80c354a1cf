import { describe, expect, test } from 'vitest';
import { randomStream } from '../../random/source.ts';
import { RestoringArchive, SavingArchive } from '../../shell/kernel-state.ts';
import { Cusum } from './cusum.ts';
import type { Detectors } from './detectors.ts';
import { PageHinkley } from './page-hinkley.ts';

/** After which of the rewards the first alarm comes, counted from 1; 0 where there is none. */
function firstAlarm(detector: Detectors, rewards: readonly number[]): number {
  return rewards.findIndex((reward) => detector.update(0, reward)) + 1;
}

function coins(count: number, mean: number, seed: number): number[] {
  const random = randomStream(seed);
  return Array.from({ length: count }, () => (random.uniform() < mean ? 1 : 0));
}

describe.each([
  ['Cusum', Cusum],
  ['PageHinkley', PageHinkley],
] as const)('%s', (_name, Detector) => {
  test('looks at nothing before M rewards', () => {
    expect(firstAlarm(new Detector(1, 6, 0, 0.1), [0, 1, 0, 1, 0, 1])).toBe(0);
    expect(firstAlarm(new Detector(1, 5, 0, 0.1), [0, 1, 0, 1, 0, 1])).toBe(6);
  });

  test('finds changes both ways, and none in equal rewards', () => {
    const [low, high] = [new Array<number>(20).fill(0.2), new Array<number>(20).fill(0.8)];
    // 0.6 − 0.1 per reward and 1.5 after three for Cusum. The running mean is 0.2 + 0.6 (1/21, 2/22, 3/23, …),
    // which leaves 0.471 + 0.445 + 0.422 = 1.338 after three, and 1.738 after four.
    const due = Detector === Cusum ? 23 : 24;
    expect(firstAlarm(new Detector(1, 10, 0.1, 1.4), [...low, ...high])).toBe(due);
    expect(firstAlarm(new Detector(1, 10, 0.1, 1.4), [...high, ...low])).toBe(due);
    expect(firstAlarm(new Detector(1, 10, 0.1, 1.4), [...low, ...low])).toBe(0);
  });

  test('an alarm is at the threshold, not above', () => {
    // 1 − 0 − 0.5 after rewards of 0: exactly 0.5 for Cusum; the running mean is 1/2 then.
    const detector = new Detector(1, 1, Detector === Cusum ? 0.5 : 0, 0.5);
    expect(firstAlarm(detector, [0, 1])).toBe(2);
  });

  test('arms do not know of each other, and forgetting one makes it new', () => {
    const detector = new Detector(2, 1, 0, 2);
    const alone = new Detector(1, 1, 0, 2);
    const rewards = coins(12, 0.5, 5);
    const alarms = rewards.map((reward, i) => {
      detector.update(0, rewards[(i * 7) % 12]);
      return detector.update(1, reward);
    });
    expect(alarms).toEqual(rewards.map((reward) => alone.update(0, reward)));
    detector.forget(1);
    alone.reset();
    expect(rewards.map((reward) => detector.update(1, reward))).toEqual(
      rewards.map((reward) => alone.update(0, reward)),
    );
  });

  test('continues from what it stored', () => {
    const rewards = coins(60, 0.5, 6);
    const detector = new Detector(1, 3, 0.01, 3);
    for (const reward of rewards.slice(0, 30)) detector.update(0, reward);
    const saving = new SavingArchive();
    detector.transfer(saving);
    const twin = new Detector(1, 3, 0.01, 3);
    twin.transfer(new RestoringArchive(saving.state, 30));
    expect(firstAlarm(twin, rewards.slice(30))).toBe(firstAlarm(detector, rewards.slice(30)));
  });

  test.each([
    ['rises', 0, 1],
    ['falls', 1, 0],
  ])('takes up stored %s by that name', (direction, first, next) => {
    // The next reward adds 1 for Cusum, and 1/2 for the running mean: below 1.05 but for the 0.6 stored.
    const alarms = (stored: number) => {
      const detector = new Detector(1, 1, 0, 1.05);
      const sums = { rises: [0], falls: [0], [direction]: [stored] };
      const state = { detectorCounts: [1], detectorSums: [first], ...sums };
      detector.transfer(new RestoringArchive(state, 1));
      return detector.update(0, next);
    };
    expect([alarms(0), alarms(0.6)]).toEqual([false, true]);
  });
});

test('Page–Hinkley has the running mean in the place of the reference', () => {
  // ŷ = 1, 1, 2/3, 2/4: g⁻ = 0, 0, 2/3, 2/3 + 1/2.
  const detector = new PageHinkley(1, 0, 0, 2);
  for (const reward of [1, 1, 0, 0]) detector.update(0, reward);
  expect(detector.deviations.falls[0]).toBeCloseTo(2 / 3 + 1 / 2, 14);
});

test('false alarms of Cusum stay within 2 n exp(−8 (ε − |û − μ|) h)', () => {
  // A reference of M = 4000 rewards is off by 0.03 or more with probability 2 exp(−2 · 4000 · 0.03²) < 0.0015;
  // else n = 2000 rewards raise one with probability 4000 exp(−8 · 0.07 · 20) < 0.055.
  const runs = 300;
  const level = 0.0015 + 0.055;
  let alarms = 0;
  for (let seed = 0; seed < runs; seed++) {
    if (firstAlarm(new Cusum(1, 4000, 0.1, 20), coins(6000, 0.5, seed)) > 0) alarms += 1;
  }
  // Four standard deviations of a count with that probability.
  expect(alarms).toBeLessThanOrEqual(runs * level + 4 * Math.sqrt(runs * level));
});

test('with the usual M and h false alarms are as frequent as their heads say', () => {
  // The heads' figures of 1000 runs against 300 others: five standard deviations of their difference,
  // 5 √(p (1 − p) (1/300 + 1/1000)).
  const runs = 300;
  const share = (make: () => Detectors, mean: number) => {
    let alarms = 0;
    for (let seed = 0; seed < runs; seed++) {
      if (firstAlarm(make(), coins(5000, mean, 10_000 + seed)) > 0) alarms += 1;
    }
    return alarms / runs;
  };
  const cases: [() => Detectors, number, number][] = [
    [() => new Cusum(1, 150, 0.1, Math.log(1000)), 0.5, 0.94],
    [() => new Cusum(1, 150, 0.1, Math.log(1000)), 0.1, 0.04],
    [() => new PageHinkley(1, 150, 0.1, Math.log(1000)), 0.5, 0.85],
    [() => new PageHinkley(1, 150, 0.1, Math.log(1000)), 0.1, 0.01],
  ];
  for (const [make, mean, stated] of cases) {
    const tolerance = 5 * Math.sqrt(stated * (1 - stated) * (1 / runs + 1 / 1000));
    expect(Math.abs(share(make, mean) - stated)).toBeLessThan(tolerance);
  }
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  exponentialDelays,
  lognormalDelays,
  rewardedOnly,
  uniformDelays,
  withDelays,
} from '../../test/late-logs.ts';
import { madeLog, stationary } from '../../test/synthetic.ts';
import type { Delays } from '../contract/delays.ts';
import type { Log } from '../contract/log.ts';
import { isRefused } from '../contract/refusal.ts';
import { cameOf } from './came.ts';
import { beyondOf, type Curve, MOST_KNOTS, pointsOf, quantileOf } from './curve.ts';
import { delaysOf, ripe, settled } from './delays.ts';
import { kaplanMeier } from './kaplan-meier.ts';
import { reverseTime } from './reverse-time.ts';

type Timed = Log & { arrival: Float64Array };

/** Decisions with their delays, NaN where none came. */
function timed(rows: readonly (readonly [time: number, delay: number])[], end: number): Timed {
  const made = madeLog({ rows: rows.length, armCount: 1, means: () => 1, seed: 1 });
  return {
    ...made,
    time: Float64Array.from(rows, ([time]) => time),
    arrival: Float64Array.from(rows, ([time, delay]) => time + delay),
    end,
  };
}

const NONE = Number.NaN;

function told(log: Log): Delays {
  const answer = delaysOf(log);
  if (isRefused(answer)) throw new Error(answer.refused);
  return answer;
}

describe('Kaplan and Meier', () => {
  // Waited for, at the log's end of 20: 20, 18, 16, 14, 12, 10, 8, 6, 4, 2.
  const ten = timed(
    [
      [0, 3],
      [2, NONE],
      [4, 5],
      [6, 3],
      [8, NONE],
      [10, 1],
      [12, NONE],
      [14, 5],
      [16, NONE],
      [18, NONE],
    ],
    20,
  );

  test('ten decisions by hand', () => {
    const curve = kaplanMeier(ten, cameOf(ten, ten.arrival), 20);
    // After 1 all ten wait, and one came: 9/10 are left. After 3 the last decision is too young: eight wait, two came. After
    // 5 the one at 16 is, too: five wait, two came.
    const left = [9 / 10, (9 / 10) * (6 / 8), (9 / 10) * (6 / 8) * (3 / 5)];
    expect(curve?.delay).toEqual(Float64Array.of(1, 3, 5));
    left.forEach((each, i) => {
      expect(curve?.share[i]).toBeCloseTo(1 - each, 14);
    });
    // Greenwood: 1/(10·9) + 2/(8·6) + 2/(5·3) is the variance of ln(1 − F) at the end.
    const sum = 1 / 90 + 2 / 48 + 2 / 15;
    const slack = (1.959963984540054 * Math.sqrt(sum)) / -Math.log(left[2]);
    expect(curve?.lastRange[0]).toBeCloseTo(1 - left[2] ** Math.exp(-slack), 12);
    expect(curve?.lastRange[1]).toBeCloseTo(1 - left[2] ** Math.exp(slack), 12);
  });

  test('what came is counted up to the longest delay that can be told', () => {
    expect(kaplanMeier(ten, cameOf(ten, ten.arrival), 4)?.delay).toEqual(Float64Array.of(1, 3));
    expect(kaplanMeier(ten, cameOf(ten, ten.arrival), 0.5)).toBeUndefined();
  });

  /** From the definition, with a look at all rows for each delay. */
  function naive({ time, arrival, end }: Timed, delay: number): number {
    const waited = Array.from(time, (each, i) =>
      Number.isNaN(arrival[i]) ? end - each : arrival[i] - each,
    );
    let left = 1;
    for (const at of new Set(waited.filter((_, i) => !Number.isNaN(arrival[i])))) {
      if (at > delay) continue;
      const came = waited.filter((each, i) => each === at && !Number.isNaN(arrival[i])).length;
      left *= 1 - came / waited.filter((each) => each >= at).length;
    }
    return 1 - left;
  }

  test('is that of the definition, with any ties', () => {
    const rows = fc.array(fc.tuple(fc.nat(60), fc.option(fc.nat(30), { nil: NONE })), {
      minLength: 5,
      maxLength: 80,
    });
    fc.assert(
      fc.property(rows, (each) => {
        const sorted = each.toSorted(([a], [b]) => a - b);
        const log = timed(
          sorted.map(([time, delay]) => [time, time + delay <= 60 ? delay : NONE]),
          60,
        );
        const curve = kaplanMeier(log, cameOf(log, log.arrival), 60);
        curve?.delay.forEach((delay, i) => {
          expect(curve.share[i]).toBeCloseTo(naive(log, delay), 12);
        });
      }),
      { seed: 1, numRuns: 100 },
    );
  });

  test('without any that are waited for it is the share that came', () => {
    const log = timed(
      Array.from({ length: 10 }, (_, i) => [0, i + 1]),
      100,
    );
    const curve = kaplanMeier(log, cameOf(log, log.arrival), 100);
    curve?.share.forEach((share, i) => {
      expect(share).toBeCloseTo((i + 1) / 10, 14);
    });
    // Of ten, a share of ½ has a variance of 1/40.
    expect(curve?.variance[4]).toBeCloseTo(1 / 40, 14);
  });

  test('a long curve keeps few knots, and its end', () => {
    const made = madeLog({ rows: 20_000, armCount: 1, means: () => 1, seed: 3 });
    const log = withDelays(made, exponentialDelays(300), 3);
    const curve = kaplanMeier(log, cameOf(log, log.arrival));
    expect(curve?.delay.length).toBeGreaterThan(MOST_KNOTS / 2);
    expect(curve?.delay.length).toBeLessThanOrEqual(MOST_KNOTS + 1);
    expect(curve?.delay.at(-1)).toBe(told(log).longest);
  });
});

describe('only what came', () => {
  test('five decisions by hand', () => {
    // End 10; left: 10, 8, 6, 4, 2. Delays: 6, 2, 4, 4, 1.
    const log = timed(
      [
        [0, 6],
        [2, 2],
        [4, 4],
        [6, 4],
        [8, 1],
      ],
      10,
    );
    const curve = reverseTime(log, cameOf(log, log.arrival), 10);
    // At 6: three had as much left, one of them took 6. At 4: of those that took at most 4, three had 4 left, two took 4.
    // At 2: of the two that took at most 2, both had 2 left, one took 2.
    const shares = [(2 / 3) * (1 / 3) * (1 / 2), (2 / 3) * (1 / 3), 2 / 3, 1];
    expect(curve?.delay).toEqual(Float64Array.of(1, 2, 4, 6));
    shares.forEach((share, i) => {
      expect(curve?.share[i]).toBeCloseTo(share, 14);
    });
    // Var ln F(4) = 1/(3·2); Var F = F² of it.
    expect(curve?.variance[2]).toBeCloseTo((2 / 3) ** 2 / 6, 14);
  });

  /** F among delays up to the end, from the definition. */
  function naive({ time, arrival, end }: Timed, delay: number): number {
    const delays = Array.from(arrival, (came, i) => came - time[i]);
    let share = 1;
    for (const at of new Set(delays)) {
      if (at <= delay) continue;
      const atRisk = delays.filter((each, i) => each <= at && end - time[i] >= at).length;
      share *= 1 - delays.filter((each) => each === at).length / atRisk;
    }
    return share;
  }

  test('is that of the definition, with any ties', () => {
    const rows = fc.array(fc.tuple(fc.nat(60), fc.nat(30)), { minLength: 2, maxLength: 80 });
    fc.assert(
      fc.property(rows, (each) => {
        const seen = each.filter(([time, delay]) => time + delay <= 60);
        fc.pre(seen.length > 1);
        const log = timed(
          seen.toSorted(([a], [b]) => a - b),
          60,
        );
        const curve = reverseTime(log, cameOf(log, log.arrival), 60);
        curve?.delay.forEach((delay, i) => {
          expect(curve.share[i]).toBeCloseTo(naive(log, delay), 12);
        });
      }),
      { seed: 2, numRuns: 100 },
    );
  });

  test('long delays that are missing at the end are made up for', () => {
    const made = madeLog({ rows: 10_000, armCount: 3, means: stationary(0.3, 0.3, 0.3), seed: 1 });
    const late = rewardedOnly(withDelays(made, exponentialDelays(1500), 1));
    const { how, median, medianRange, ...delays } = told(late);
    expect(how).toBe('rewarded-only');
    expect('rewardedShare' in delays).toBe(false);
    const truth = exponentialDelays(1500).quantile(0.5);
    // About 2 500 rewards: the standard error of the median is 1500/√2500 = 30; three of them, and some for truncation.
    expect(Math.abs((median ?? 0) - truth)).toBeLessThan(120);
    expect((medianRange?.[0] ?? 0) < truth && truth < (medianRange?.[1] ?? 0)).toBe(true);
    // Taken as they are, half of the delays seen are shorter than this.
    const seen = late.time.map((time, i) => (late.arrival?.[i] ?? 0) - time).sort();
    expect(truth - seen[seen.length >> 1]).toBeGreaterThan(120);
  });
});

describe('a curve', () => {
  const curve: Curve = {
    delay: Float64Array.of(1, 2, 3, 4, 8),
    share: Float64Array.of(0.1, 0.2, 0.25, 0.3, 0.4),
    variance: new Float64Array(5).fill(0.01),
    end: 12,
    lastRange: [0.3, 0.5],
  };

  test('quantiles are the least delays that reach a share', () => {
    expect([0.05, 0.1, 0.11, 0.4].map((share) => quantileOf(curve, share))).toEqual([1, 1, 2, 8]);
    expect(quantileOf(curve, 0.41)).toBeUndefined();
  });

  test('what comes after the end goes on as growth has fallen', () => {
    // Up to 4, 8 and 12: .30, .40, .40; up to 3, 6 and 12: .25, .30, .40, which grows more and more.
    expect(beyondOf(curve)).toEqual({ likely: 0, atMost: Number.POSITIVE_INFINITY });
    const halved = { ...curve, share: Float64Array.of(0.2, 0.3, 0.3, 0.4, 0.44), end: 12 };
    // .40, .44, .44: nothing was added. Up to 3, 6, 12: .30, .40, .44, so 2/3 of .04 are to come.
    const { likely, atMost } = beyondOf(halved);
    expect(likely).toBe(0);
    expect(atMost).toBeCloseTo((0.04 * 0.04) / (0.1 - 0.04), 12);
  });

  test('points are shares of all that comes, ascending, with the end', () => {
    const points = pointsOf(curve, 0.5);
    expect(points[0]).toEqual({ delay: 1, share: 0.2 });
    expect(points.at(-1)).toEqual({ delay: 8, share: 0.8 });
  });
});

describe('delays of a log', () => {
  const made = madeLog({ rows: 10_000, armCount: 3, means: stationary(0.3, 0.3, 0.3), seed: 7 });

  test('are refused where the log does not say when rewards came, or has too few', () => {
    expect(delaysOf(made)).toEqual({ refused: 'arrivals-missing', need: { column: 'arrival' } });
    const late = withDelays(made, exponentialDelays(100), 7);
    const none = { ...late, arrival: late.arrival.map((moment, i) => (i < 40 ? moment : NONE)) };
    expect(delaysOf(none)).toMatchObject({ refused: 'too-few-rewards' });
    const short = { ...late, rows: 50, arrival: late.arrival.subarray(0, 50) };
    expect(delaysOf(short)).toMatchObject({ refused: 'too-short' });
  });

  test('cut the rows whose rewards may be still to come', () => {
    const late = withDelays(made, exponentialDelays(200), 7);
    const delays = told(late);
    const limit = exponentialDelays(200).quantile(0.99);
    expect(Math.abs(delays.pending / limit - 1)).toBeLessThan(0.25);
    expect(ripe(late, delays).rows).toBe(10_000 - delays.pending);
    expect(ripe(late, delays, 500).rows).toBe(9500);
    expect(ripe(made, delaysOf(made)).rows).toBe(10_000);
    expect(ripe(made, delaysOf(made), 500).rows).toBe(9500);
  });

  test('settle ripe rows without a reward as 0, unless a 0 came or nobody knows how long to wait', () => {
    const late = withDelays(made, exponentialDelays(200), 7);
    const open = late.reward.map((reward) => (reward === 0 ? NONE : reward));
    const zeros = open.filter(Number.isNaN).length;
    const empty = { ...late, reward: open };
    expect(settled(empty, true)).toEqual({ log: late, settled: zeros, open: 0 });
    expect(settled(empty, false)).toEqual({ log: empty, settled: 0, open: zeros });
    expect(settled(late, true)).toEqual({ log: late, settled: 0, open: 0 });
    const came = late.arrival.findIndex((moment) => !Number.isNaN(moment));
    const zeroCame = { ...empty, reward: open.map((reward, row) => (row === came ? 0 : reward)) };
    expect(settled(zeroCame, true).settled).toBe(0);
    const unsaid = { ...empty, arrival: undefined };
    expect(settled(unsaid, true).settled).toBe(zeros);
  });

  test('that are as long as the log are not told, and leave next to nothing ripe', () => {
    const late = withDelays(made, exponentialDelays(8000), 7);
    const delays = told(late);
    expect(delays.rewardedShare).toBeUndefined();
    expect(delays.median).toBeUndefined();
    expect(delays.ninetyNine).toBeUndefined();
    expect(10_000 - delays.pending).toBeLessThan(1000);
  });

  test('with heavy tails the 99 % quantile is not told from too short a log', () => {
    expect(told(withDelays(made, lognormalDelays(300, 1.5), 7)).ninetyNine).toBeUndefined();
    expect(told(withDelays(made, uniformDelays(1000), 7)).ninetyNine).toBeDefined();
  });

  test('rewards that came before their decisions, by another clock, came at once', () => {
    const late = withDelays(made, exponentialDelays(100), 7);
    const early = { ...late, arrival: late.arrival.map((moment) => moment - 150) };
    const delays = told(early);
    expect(delays.median).toBe(0);
    expect(delays.curve[0].delay).toBe(0);
  });

  test('arms that differ in how often rewards come do not differ in delays', () => {
    const unequal = madeLog({
      rows: 10_000,
      armCount: 3,
      means: stationary(0.6, 0.3, 0.1),
      seed: 8,
    });
    const late = withDelays(unequal, exponentialDelays(800), 8);
    expect(told(late).differsByArm).toBe(false);
    // Twice as late on the second arm.
    const later = {
      ...late,
      arrival: late.arrival.map((moment, i) => {
        const other = late.arm[i] === 1 ? 2 * moment - late.time[i] : moment;
        return other <= late.end ? other : NONE;
      }),
    };
    expect(told(later).differsByArm).toBe(true);
  });

  test('delays that depend on the reward are found out', () => {
    const sized = madeLog({ rows: 8000, armCount: 2, means: () => 5, seed: 9, deviation: 2 });
    const late = withDelays(
      { ...sized, reward: new Float64Array(8000).fill(1) },
      exponentialDelays(300),
      9,
    );
    const same = { ...late, reward: sized.reward };
    expect(told(same).differsByReward).toBe(false);
    const longer = {
      ...same,
      arrival: late.arrival.map((moment, i) => {
        const other = sized.reward[i] > 5 ? 1.5 * moment - 0.5 * late.time[i] : moment;
        return other <= late.end ? other : NONE;
      }),
    };
    expect(told(longer).differsByReward).toBe(true);
    expect(told(longer).differsByArm).toBe(false);
  });

  test('where all rewards that come are alike, whether delays depend on them is left open', () => {
    expect('differsByReward' in told(withDelays(made, exponentialDelays(200), 7))).toBe(false);
  });
});

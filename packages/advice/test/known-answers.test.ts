/**
 * Logs whose answers are known. `npm test` tries few of each, `npm run test:advise` as many as are named; what is
 * expected of a share of logs is expected of those few with three standard errors more.
 */
import {
  type DriftAnswer,
  driftOf,
  isRefused,
  type Log,
  loggingOf,
  permutationTest,
  type Room,
  roomOf,
} from '@driftline/advice';
import { describe, expect, test } from 'vitest';
import {
  brownian,
  jumps,
  type Means,
  madeLog,
  stationary,
  trueMovement,
  waves,
} from './synthetic.ts';

const isLong = process.env.DRIFTLINE_ADVISE === 'long';

/** What is told of one log. */
interface Told extends Pick<DriftAnswer, 'drift'> {
  readonly log: Log;
  readonly means: Means;
  readonly room: Room | undefined;
}

interface Case {
  readonly rows: number;
  readonly armCount: number;
  readonly means: (seed: number) => Means;
  /** How many logs, and how many in `npm test`. */
  readonly logs: number;
  readonly few: number;
}

function tell({ rows, armCount, means }: Case, seed: number): Told {
  const path = means(seed);
  const log = madeLog({ rows, armCount, means: path, seed });
  const { drift, data, fit } = driftOf(log, permutationTest(log, seed));
  const room = roomOf(log, loggingOf(log), data, fit);
  return { log, means: path, drift, room: isRefused(room) ? undefined : room };
}

function tellAll(each: Case): Told[] {
  return Array.from({ length: isLong ? each.logs : each.few }, (_, i) => tell(each, i + 1));
}

/** The share of logs of which something holds. */
function share(told: readonly Told[], holds: (each: Told) => boolean): number {
  return told.filter(holds).length / told.length;
}

/** A share that is expected, less three standard errors where only few logs are tried. */
function atLeast(expected: number, told: readonly Told[]): number {
  return isLong ? expected : expected - 3 * Math.sqrt((expected * (1 - expected)) / told.length);
}

function atMost(expected: number, told: readonly Told[]): number {
  return 1 - atLeast(1 - expected, told);
}

const alarmed = ({ drift }: Told) => drift.verdict === 'drifting' || drift.verdict === 'signs';

/** The movement told first, and whether its interval holds that of the path. */
function covers({ drift, log, means }: Told): boolean {
  const { rate, structure } = drift;
  if (rate === undefined || structure === undefined) return false;
  const truth = trueMovement(
    means,
    { rows: log.rows, armCount: log.arms.length, block: structure.block },
    rate.L,
  );
  return rate.low <= truth + 1e-12 && truth <= rate.high;
}

/** What a perfect follower gains per decision. */
function trueRoom({ log, means }: Told): number {
  const sums = log.arms.map(() => 0);
  let best = 0;
  for (let slot = 0; slot < log.rows; slot++) {
    const all = sums.map((_, arm) => means(slot, arm));
    all.forEach((mean, arm) => {
      sums[arm] += mean;
    });
    best += Math.max(...all);
  }
  return (best - Math.max(...sums)) / log.rows;
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

describe('arms that stand still', () => {
  const told = tellAll({
    rows: 10_000,
    armCount: 3,
    means: () => stationary(0.5, 0.4, 0.35),
    logs: 200,
    few: 12,
  });

  test('are seen to move in at most 9 % of logs, and with certainty in at most 3 %', () => {
    expect(share(told, alarmed)).toBeLessThanOrEqual(atMost(0.09, told));
    expect(share(told, ({ drift }) => drift.verdict === 'drifting')).toBeLessThanOrEqual(
      atMost(0.03, told),
    );
  });

  test('have a movement whose interval holds 0 in 93 %, and what would have been seen is said', () => {
    expect(share(told, covers)).toBeGreaterThanOrEqual(atLeast(0.93, told));
    for (const { drift } of told) {
      expect(drift.rate?.L).toBe(1000);
      expect(drift.rate?.detectable).toBeGreaterThan(0.05);
      expect(drift.rate?.detectable).toBeLessThan(0.08);
    }
  });

  test('are constant in 95 %, and gain nothing in 97 %', () => {
    expect(share(told, ({ drift }) => drift.kind?.kind === 'constant')).toBeGreaterThanOrEqual(
      atLeast(0.95, told),
    );
    expect(share(told, ({ room }) => room?.isSignificant === true)).toBeLessThanOrEqual(
      atMost(0.03, told),
    );
  });
});

describe('arms that jump every 2 000 decisions', () => {
  const told = tellAll({
    rows: 10_000,
    armCount: 3,
    means: (seed) => jumps(2000, 3, 10_000, seed),
    logs: 40,
    few: 8,
  });

  test('are seen to, in steps, by as much as they do', () => {
    expect(share(told, alarmed)).toBe(1);
    expect(share(told, covers)).toBeGreaterThanOrEqual(atLeast(0.9, told));
    expect(share(told, ({ drift }) => drift.kind?.kind === 'steps')).toBeGreaterThanOrEqual(
      atLeast(0.75, told),
    );
    expect(share(told, ({ drift }) => drift.sharing === 'together')).toBe(0);
  });

  test('gain by being followed, nearly as much as is told', () => {
    expect(share(told, ({ room }) => room?.isSignificant === true)).toBeGreaterThanOrEqual(
      atLeast(0.9, told),
    );
    expect(share(told, (each) => (each.room?.low ?? 0) <= trueRoom(each))).toBeGreaterThanOrEqual(
      atLeast(0.9, told),
    );
    const ratio =
      average(told.map(({ room }) => room?.headroom ?? 0)) / average(told.map(trueRoom));
    expect(ratio).toBeGreaterThan(0.9);
    expect(ratio).toBeLessThan(1.05);
  });
});

describe('arms that swing with a period of 2 000 decisions', () => {
  const told = tellAll({
    rows: 10_000,
    armCount: 3,
    means: () => waves(2000, 3),
    logs: 40,
    few: 6,
  });

  test('have that period, in 95 % within 3 %', () => {
    const isRight = ({ drift }: Told) => {
      const { kind, period } = drift.kind ?? {};
      if (kind !== 'seasonal' || period === undefined || isRefused(period)) return false;
      return Math.abs(period.slots / 2000 - 1) < 0.03;
    };
    expect(share(told, isRight)).toBeGreaterThanOrEqual(atLeast(0.95, told));
  });

  test('move by 0.42 over half of it, and by nothing over all of it', () => {
    // The root of the mean square of 0.6 sin, averaged over blocks of 100: 0.4225.
    expect(
      Math.abs(average(told.map(({ drift }) => drift.rate?.value ?? 0)) - 0.4225),
    ).toBeLessThan(0.01);
    const over = told.map(({ drift }) => drift.structure?.lags.find(({ L }) => L === 2000)?.low);
    // Two thousand is no power of two of blocks: the nearest one tells, where means have come back but for 0.2 of a turn.
    expect(over.every((low) => low === undefined || low === 0)).toBe(true);
  });
});

describe('arms that wander', () => {
  const rows = 100_000;
  const told = tellAll({
    rows,
    armCount: 3,
    means: (seed) => brownian(0.003, 3, rows, seed),
    logs: 12,
    few: 2,
  });

  test('do so smoothly, by as much as is told', () => {
    expect(share(told, ({ drift }) => drift.kind?.kind === 'smooth')).toBeGreaterThanOrEqual(
      atLeast(0.9, told),
    );
    for (const each of told) {
      const { rate, structure } = each.drift;
      const truth = trueMovement(
        each.means,
        { rows, armCount: 3, block: structure?.block ?? 0 },
        rate?.L ?? 0,
      );
      expect(Math.abs((rate?.value ?? 0) - truth)).toBeLessThan(0.012);
    }
    const errors = told.map(
      (each) =>
        (each.drift.rate?.value ?? 0) -
        trueMovement(
          each.means,
          { rows, armCount: 3, block: each.drift.structure?.block ?? 0 },
          each.drift.rate?.L ?? 0,
        ),
    );
    expect(Math.abs(average(errors))).toBeLessThan(0.006);
  });
});

describe('34 arms that are rewarded in 0.46 % of decisions', () => {
  const told = tellAll({ rows: 10_000, armCount: 34, means: () => () => 0.0046, logs: 20, few: 3 });

  test('tell nothing, and that is what is said', () => {
    for (const { drift, room } of told) {
      expect(drift.verdict).toBe('unknown');
      expect(drift.why?.refused).toBe('too-few-rewards');
      expect(drift.rate).toBeUndefined();
      expect(room).toBeUndefined();
    }
  });
});

describe('arms that move together', () => {
  const means: Means = (slot, arm) =>
    0.4 + 0.05 * arm + 0.2 * Math.sin((2 * Math.PI * slot) / 2000);
  const told = tellAll({ rows: 10_000, armCount: 3, means: () => means, logs: 40, few: 6 });

  test('are seen to drift, together, and following them is not shown to pay', () => {
    expect(share(told, ({ drift }) => drift.verdict === 'drifting')).toBe(1);
    expect(share(told, ({ drift }) => drift.sharing === 'together')).toBeGreaterThanOrEqual(
      atLeast(0.95, told),
    );
    expect(share(told, ({ room }) => room?.isSignificant === true)).toBeLessThanOrEqual(
      atMost(0.03, told),
    );
  });
});

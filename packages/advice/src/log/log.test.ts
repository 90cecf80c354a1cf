import { randomStream } from '@driftline/core';
import { describe, expect, test } from 'vitest';
import { jumps, type Logger, madeLog, stationary, uniformLogger } from '../../test/synthetic.ts';
import type { Log } from '../contract/log.ts';
import { chancesOf } from './chances.ts';
import { loggingOf } from './logging.ts';
import { armCountOf, firstRows } from './part.ts';
import { armSummaries, generalRefusal } from './summary.ts';

const MEANS = stationary(0.5, 0.4, 0.35);

function logged(logger: Logger, rows = 5000, means = MEANS, seed = 1): Log {
  return madeLog({ rows, armCount: 3, means, seed, logger });
}

/** Arms by their sums, the best one but for a share of exploration. */
function greedy(exploration: number): Logger {
  const [rows, sums] = [
    [1, 1, 1],
    [1, 1, 1],
  ];
  let last = 0;
  return {
    pick: (_, random) => {
      const best = sums.map((sum, arm) => sum / rows[arm]);
      const leader = best.indexOf(Math.max(...best));
      const arm = random.uniform() < exploration ? Math.floor(3 * random.uniform()) : leader;
      last = exploration / 3 + (arm === leader ? 1 - exploration : 0);
      return arm;
    },
    learn: (arm, reward) => {
      rows[arm] += 1;
      sums[arm] += reward;
    },
    propensity: () => last,
  };
}

function ucb(): Logger {
  const [rows, sums] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  return {
    pick: (slot) => {
      const unseen = rows.indexOf(0);
      if (unseen >= 0) return unseen;
      const index = rows.map((n, arm) => sums[arm] / n + Math.sqrt((2 * Math.log(slot)) / n));
      return index.indexOf(Math.max(...index));
    },
    learn: (arm, reward) => {
      rows[arm] += 1;
      sums[arm] += reward;
    },
  };
}

/** Stays with what was rewarded. */
function winStays(): Logger {
  let [last, won] = [0, false];
  return {
    pick: (_, random) => {
      if (!won) last = Math.floor(3 * random.uniform());
      return last;
    },
    learn: (_, reward) => {
      won = reward === 1;
    },
  };
}

describe('how choices were made', () => {
  const weighted: Logger = {
    pick: (_, random) => [0, 0, 0, 1, 1, 2][Math.floor(6 * random.uniform())],
  };
  const sticky: Logger = {
    pick: (slot, random) => {
      if (slot % 10 === 0) held = Math.floor(3 * random.uniform());
      return held;
    },
  };
  let held = 0;

  test.each([
    ['by lot', uniformLogger(3), 'uniform'],
    ['with unequal shares', weighted, 'random'],
    ['by UCB', ucb(), 'adaptive'],
    ['greedily', greedy(0.1), 'adaptive'],
    ['by staying with what was rewarded', winStays(), 'adaptive'],
    ['nearly always the same', { pick: (slot: number) => (slot % 500 === 0 ? 1 : 0) }, 'fixed'],
    [
      'another arm later',
      { pick: (slot: number, random) => Math.floor((slot < 2500 ? 2 : 3) * random.uniform()) },
      'adaptive',
    ],
  ] as [string, Logger, string][])('%s', (_, logger, kind) => {
    expect(loggingOf(logged(logger)).kind).toBe(kind);
  });

  test('by lot also where means drift and where an arm is held for a while', () => {
    expect(loggingOf(logged(uniformLogger(3), 8000, jumps(900, 3, 8000, 2))).kind).toBe('uniform');
    expect(loggingOf(logged(sticky)).onLastReward?.p).toBeGreaterThan(0.001);
  });

  test('by lot in nearly all logs by lot', () => {
    const kinds = Array.from(
      { length: 100 },
      (_, i) => loggingOf(logged(uniformLogger(3), 2000, MEANS, i + 1)).kind,
    );
    // Each of three tests errs once in a thousand logs.
    expect(kinds.filter((kind) => kind !== 'uniform').length).toBeLessThanOrEqual(3);
  });

  test('by lot among those that are eligible', () => {
    const log = logged({
      pick: (slot, random) => Math.floor((slot < 2500 ? 2 : 3) * random.uniform()),
    });
    const sets = [Uint16Array.of(0, 1), Uint16Array.of(0, 1, 2)];
    const eligible = Uint16Array.from({ length: 5000 }, (_, slot) => (slot < 2500 ? 0 : 1));
    expect(loggingOf({ ...log, sets, eligible }).kind).toBe('uniform');
  });

  test('as somebody said', () => {
    const logging = loggingOf(logged(ucb()), 'random');
    expect([logging.kind, logging.isGiven]).toEqual(['random', true]);
    expect(logging.overTime?.p).toBeLessThan(0.001);
  });

  test('with a context where propensities of one arm differ at one time', () => {
    const log = logged(uniformLogger(3));
    const time = log.time.map((slot) => Math.floor(slot / 10));
    const random = randomStream(1);
    const varied = log.time.map(() => 0.2 + 0.3 * random.uniform());
    const steady = log.time.map((slot) => 0.2 + slot / 1e5);
    const base = { ...log, clock: 'slots' as const };
    expect(loggingOf({ ...base, time, propensity: varied }).usesContext).toBe(true);
    expect(
      loggingOf({ ...base, time, propensity: time.map((t) => 0.2 + t / 1e4) }).usesContext,
    ).toBe(false);
    expect(loggingOf({ ...base, propensity: steady }).usesContext).toBe(false);
  });
});

describe('the probability of the arm', () => {
  test('is what the log says', () => {
    const log = logged(greedy(0.1));
    expect(chancesOf(log, loggingOf(log))).toEqual({ values: log.propensity, how: 'given' });
  });

  test('is the share of a random log', () => {
    const log = logged(uniformLogger(3), 900);
    const { values, how } = chancesOf(log, loggingOf(log));
    expect(how).toBe('shares');
    const rows = log.arm.filter((arm) => arm === log.arm[5]).length;
    expect(values[5]).toBeCloseTo(rows / 900, 12);
  });

  test('is the share around it where shares change', () => {
    const log = { ...logged(ucb(), 700), propensity: undefined };
    const { values, how } = chancesOf(log, loggingOf(log, 'adaptive'));
    expect(how).toBe('nearby');
    values.forEach((value, row) => {
      const near = log.arm.subarray(Math.max(0, row - 100), row + 100);
      expect(value).toBeCloseTo(
        near.filter((arm) => arm === log.arm[row]).length / near.length,
        12,
      );
    });
  });
});

describe('what a log can answer', () => {
  const refused = (log: Log) => generalRefusal(log, armSummaries(log))?.refused;

  test('nothing below 200 rows', () => {
    expect(refused(logged(uniformLogger(3), 199))).toBe('too-short');
    expect(refused(logged(uniformLogger(3), 200))).toBeUndefined();
  });

  test('nothing of one arm', () => {
    expect(refused(logged({ pick: (slot) => (slot % 200 === 0 ? 1 : 0) }))).toBe('too-few-arms');
  });

  test('nothing where all rewards are the same, or nearly', () => {
    expect(refused(logged(uniformLogger(3), 500, stationary(1, 1, 1)))).toBe('rewards-constant');
    const rare = generalRefusal(
      ...withSummaries(logged(uniformLogger(3), 3000, stationary(0.004, 0.004, 0.004))),
    );
    expect(rare?.refused).toBe('too-few-rewards');
    expect(rare?.need.rows).toBeGreaterThan(3000);
  });

  test('an arm that holds all rare ones does not count', () => {
    const log = logged(uniformLogger(3), 300);
    expect(armCountOf({ ...log, other: 2 })).toBe(2);
    expect(refused({ ...firstRows(log, 290), other: 2 })).toBe('too-short');
  });

  function withSummaries(log: Log): [Log, ReturnType<typeof armSummaries>] {
    return [log, armSummaries(log)];
  }
});

test('the first rows of a log are a log', () => {
  const log = logged(greedy(0.1), 500);
  const part = firstRows(log, 200);
  expect([part.rows, part.arm.length, part.propensity?.length, part.fold.length]).toEqual([
    200, 200, 200, 200,
  ]);
  expect(firstRows(log, 600)).toBe(log);
});

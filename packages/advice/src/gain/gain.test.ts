import { describe, expect, test } from 'vitest';
import { jumps, type Logger, madeLog, stationary } from '../../test/synthetic.ts';
import { FOLDS, type Log } from '../contract/log.ts';
import { isRefused } from '../contract/refusal.ts';
import { kindOf } from '../drift/kind.ts';
import { type Fit, FitData, fittedPath } from '../fits/fit.ts';
import { chancesOf, RowChances } from '../log/chances.ts';
import { loggingOf } from '../log/logging.ts';
import { crossFittedRoom } from './cross-fitted.ts';
import { roomOf } from './gain.ts';

const FIT: Fit = { kind: 'smooth', width: 4 };

function room(log: Log, fit: Fit = FIT) {
  const answer = roomOf(log, loggingOf(log, 'random'), new FitData(log), fit);
  if (isRefused(answer)) throw new Error(answer.refused);
  return answer;
}

/** Straight from the formula, slot by slot. */
function naive(log: Log): { headroom: number; error: number } {
  const data = new FitData(log);
  const chances = chancesOf(log, loggingOf(log, 'random')).values;
  const arms = log.arms.map((_, arm) => arm);
  const total = (arm: number) => {
    const own = Array.from(log.reward).filter((_, row) => log.arm[row] === arm);
    return own.reduce((sum, each) => sum + each, 0) / own.length;
  };
  const averages = arms.map(total);
  let [model, correction, squares] = [0, 0, 0];
  for (let fold = 0; fold < FOLDS; fold++) {
    const path = fittedPath(data, FIT, fold);
    for (let row = 0; row < log.rows; row++) {
      const bin = path.bounds.findIndex((bound) => bound > row) - 1;
      const mean = (arm: number) => path.means[bin * arms.length + arm];
      const may = log.eligible === undefined ? arms : Array.from(log.sets[log.eligible[row]]);
      const best = (value: (arm: number) => number) =>
        may.reduce((first, second) => (value(second) > value(first) ? second : first));
      const [leader, fixed] = [best(mean), best((arm) => averages[arm])];
      model += (mean(leader) - mean(fixed)) / FOLDS;
      if (log.fold[row] !== fold || leader === fixed) continue;
      const sign = Number(log.arm[row] === leader) - Number(log.arm[row] === fixed);
      const term = (sign / chances[row]) * (log.reward[row] - mean(log.arm[row]));
      correction += term;
      squares += term ** 2;
    }
  }
  return { headroom: (model + correction) / log.rows, error: Math.sqrt(squares) / log.rows };
}

const log = madeLog({ rows: 2000, armCount: 3, means: jumps(500, 3, 2000, 4), seed: 4 });

/** Takes the best of the last 400 rows, and any in one of a hundred. */
function windowed(): Logger {
  const seen: [number, number][] = [];
  const [rows, sums] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  return {
    pick: (_, random) => {
      if (random.uniform() < 0.01) return Math.floor(3 * random.uniform());
      const means = rows.map((count, arm) => (count > 0 ? sums[arm] / count : 1));
      return means.indexOf(Math.max(...means));
    },
    learn: (arm, reward) => {
      seen.push([arm, reward]);
      rows[arm] += 1;
      sums[arm] += reward;
      const [old, gone] = seen[seen.length - 401] ?? [0, Number.NaN];
      if (Number.isNaN(gone)) return;
      rows[old] -= 1;
      sums[old] -= gone;
    },
  };
}

describe('where choices depended on rewards', () => {
  const means = jumps(1500, 3, 6000, 7);
  const truth = (rows: number) => {
    const sums = [0, 0, 0];
    let best = 0;
    for (let slot = 0; slot < rows; slot++) {
      const all = sums.map((_, arm) => means(slot, arm));
      all.forEach((mean, arm) => {
        sums[arm] += mean;
      });
      best += Math.max(...all);
    }
    return (best - Math.max(...sums)) / rows;
  };

  test('no more is claimed than there is, where counting nearby rows for chances would claim too much', () => {
    const lows = [1, 2, 3, 4].map((seed) => {
      const adaptive = madeLog({ rows: 6000, armCount: 3, means, seed, logger: windowed() });
      const logging = loggingOf(adaptive);
      expect(logging.kind).toBe('adaptive');
      const data = new FitData(adaptive);
      const { fit } = kindOf(data);
      const model = roomOf(adaptive, logging, data, fit);
      const chances = new RowChances(adaptive, logging);
      const wrong = crossFittedRoom(adaptive, chances, data, { kind: 'steps', penalty: 6 });
      if (isRefused(model)) return { low: Number.NEGATIVE_INFINITY, wrong: wrong.headroom };
      expect(model.how).toBe('model');
      return { low: model.low, wrong: wrong.headroom - 1.645 * wrong.error };
    });
    expect(lows.filter(({ low }) => low > truth(6000))).toEqual([]);
    expect(lows.filter(({ wrong }) => wrong > truth(6000)).length).toBeGreaterThan(0);
  });

  test('propensities of every arm are used, and those of a policy without chance are not', () => {
    const adaptive = madeLog({ rows: 3000, armCount: 3, means, seed: 1, logger: windowed() });
    const how = (propensity: Float64Array) => {
      const given = { ...adaptive, propensity };
      const answer = roomOf(given, loggingOf(given), new FitData(given), FIT);
      return isRefused(answer) ? answer.refused : answer.how;
    };
    const counts = [0, 1, 2].map(
      (arm) => adaptive.arm.filter((each) => each === arm).length / 3000,
    );
    expect(how(Float64Array.from(adaptive.arm, (arm) => counts[arm]))).toBe('cross-fitted');
    expect(how(new Float64Array(3000).fill(1))).not.toBe('cross-fitted');
  });
});

describe('the gain of following the leader', () => {
  test('is that of the formula', () => {
    const expected = naive(log);
    expect(room(log).headroom).toBeCloseTo(expected.headroom, 9);
    expect(room(log).error).toBeCloseTo(expected.error, 9);
    expect(room(log).low).toBeCloseTo(expected.headroom - 1.645 * expected.error, 9);
  });

  test('is among those that are eligible', () => {
    const sets = [Uint16Array.of(0, 1, 2), Uint16Array.of(0, 2)];
    const eligible = Uint16Array.from(log.arm, (arm, row) => (arm !== 1 && row > 1200 ? 1 : 0));
    const some = { ...log, sets, eligible };
    expect(room(some).headroom).toBeCloseTo(naive(some).headroom, 9);
    expect(room(some).headroom).not.toBeCloseTo(room(log).headroom, 4);
  });

  test('is nothing where means are constant', () => {
    expect(room(log, { kind: 'constant' })).toMatchObject({
      headroom: 0,
      low: 0,
      isSignificant: false,
      elsewhere: 0,
    });
  });

  test('scales with rewards', () => {
    const doubled = { ...log, reward: log.reward.map((each) => 2 * each) };
    expect(room(doubled).headroom).toBeCloseTo(2 * room(log).headroom, 9);
  });

  test('leaves out rows without a reward', () => {
    const reward = log.reward.map((each, row) => (row % 20 === 0 ? Number.NaN : each));
    expect(Number.isFinite(room({ ...log, reward }).headroom)).toBe(true);
  });

  test('is refused where one arm was taken nearly always', () => {
    const fixed = madeLog({
      rows: 5000,
      armCount: 2,
      means: stationary(0.5, 0.4),
      seed: 1,
      logger: { pick: (slot) => (slot % 120 === 0 ? 1 : 0) },
    });
    expect(roomOf(fixed, loggingOf(fixed), new FitData(fixed), FIT)).toEqual({
      refused: 'logging-fixed',
      need: { share: 0.05, rows: 4000 },
    });
  });
});

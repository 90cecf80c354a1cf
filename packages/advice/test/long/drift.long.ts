/** Whether, how fast and how arms drift, what following them gains and how choices were made: on logs whose truth is known. */
import {
  eValueTest,
  isRefused,
  loggingOf,
  type Movement,
  permutationTest,
  type Structure,
  structureOf,
} from '@driftline/advice';
import { describe, expect, test } from 'vitest';
import {
  DAY,
  lawCase,
  lawsOfKinds,
  loggers,
  rightKind,
  shopTimes,
  still,
  together,
} from '../drift-cases.ts';
import {
  type Case,
  caseLog,
  share,
  type Told,
  tell,
  tellAll,
  trueMovements,
  trueRoom,
} from '../drift-trial.ts';
import { keepFigures } from '../figures.ts';
import { jumps, stationary } from '../synthetic.ts';

/** Seeds that no rule was set on. */
const FIRST = 20_001;

function decimal(value: number): string {
  return value.toFixed(2);
}

function countsOf(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, count]) => `${word} ${count}`).join(', ');
}

function seeds(logs: number): number[] {
  return Array.from({ length: logs }, (_, i) => FIRST + i);
}

/** What chance may bring in so many logs: three deviations and one log beyond the share. */
function atMost(expected: number, logs: number): number {
  return expected + 3 * Math.sqrt((expected * (1 - expected)) / logs) + 1 / logs;
}

function atLeast(expected: number, logs: number): number {
  return 1 - atMost(1 - expected, logs);
}

const even: Case = { rows: 1000, armCount: 3, means: () => still };
const tenths = Array.from({ length: 10 }, (_, arm) => 0.5 - 0.03 * arm);

describe('a log that stands still', () => {
  test.each<[string, number, Case]>([
    ['10³ rows', 120, even],
    ['10³ rows, 2 arms', 120, { ...even, armCount: 2 }],
    ['10³ rows, 10 arms', 120, { ...even, armCount: 10, means: () => stationary(...tenths) }],
    ['10³ rows, normal', 120, { ...even, deviation: 1 }],
    ['10³ rows, skewed', 120, { ...even, skewed: 1 }],
    ['10³ rows, shares 90 / 5 / 5', 120, { ...even, logger: () => loggers['90 / 5 / 5'](1000, 3) }],
    ['10³ rows, a ramp', 120, { ...even, logger: () => loggers['a ramp'](1000, 3) }],
    ['10⁴ rows', 60, { ...even, rows: 10_000 }],
    ['10⁴ rows, rare', 60, { ...even, rows: 10_000, means: () => stationary(0.02, 0.016, 0.012) }],
    ['10⁵ rows', 20, { ...even, rows: 100_000 }],
  ])('seems to move as seldom as is said, by permutations: %s', (name, logs, each) => {
    const p = seeds(logs).map((seed) => permutationTest(caseLog(each, seed), seed)?.test);
    const below = (limit: number) =>
      share(p, (test) => test?.kind === 'permutation' && test.p < limit);
    keepFigures(
      `drift: permutations, standing still, ${name}, ${logs} logs`,
      `p < .05 in ${decimal(below(0.05))}, p < .01 in ${decimal(below(0.01))}`,
    );
    expect(below(0.05)).toBeLessThan(atMost(0.05, logs));
    expect(below(0.01)).toBeLessThan(atMost(0.01, logs));
  });

  test.each(['ucb1', 'ts', 'ε = .1', 'sw-ucb', 'exp3', 'a ramp'])(
    'seems to move as seldom as is said, by e-values: %s',
    (name) => {
      const logs = 60;
      const found = [1000, 10_000].map((rows) => {
        const each = { ...even, rows, logger: () => loggers[name](rows, 3) };
        const e = seeds(logs).map((seed) => eValueTest(caseLog(each, seed)).test);
        return share(e, (test) => test.kind === 'e-value' && test.e >= 20);
      });
      keepFigures(
        `drift: e-values, standing still, ${name}, 10³ and 10⁴ rows, ${logs} logs each`,
        `E ≥ 20 in ${found.map(decimal).join(' and ')}`,
      );
      for (const each of found) expect(each).toBeLessThanOrEqual(0.03);
    },
  );
});

describe('movement is seen', () => {
  const rows = 10_000;
  const cycles = (height: number) => () => (slot: number, arm: number) =>
    [0.5, 0.4, 0.35][arm] + height * Math.sin((10 * Math.PI * slot) / rows);
  const step = (height: number) => () => (slot: number, arm: number) =>
    [0.5, 0.4, 0.35][arm] - (arm === 0 && slot >= rows / 2 ? height : 0);
  test.each<[string, number, Case['means']]>([
    ['a step of .05 of one arm', 0.35, step(0.05)],
    ['a step of .10 of one arm', 0.95, step(0.1)],
    ['five cycles of ± .1', 0.95, cycles(0.1)],
    ['five cycles of ± .05', 0.3, cycles(0.05)],
  ])('%s', (name, least, means) => {
    const logs = 24;
    const told = tellAll({ ...even, rows, means }, logs, FIRST);
    const verdicts = told.map(({ drift }) => drift.verdict);
    keepFigures(`drift: ${name}, 10⁴ rows, ${logs} logs`, countsOf(verdicts));
    expect(share(verdicts, (v) => v === 'drifting' || v === 'signs')).toBeGreaterThan(
      atLeast(least, logs),
    );
  });
});

/** At each distance, the share of intervals that hold. */
function heldAt(
  logs: readonly { readonly lags: readonly Movement[]; readonly truth: readonly number[] }[],
): number[] {
  const most = Math.max(...logs.map(({ lags }) => lags.length));
  return Array.from({ length: most }, (_, i) =>
    share(
      logs.filter(({ lags }) => lags.length > i),
      ({ lags, truth }) => lags[i].low <= truth[i] + 1e-9 && truth[i] <= lags[i].high + 1e-9,
    ),
  );
}

const LAWS = [...lawsOfKinds, 'clicks'];

describe('how far means move holds at every distance that is told', () => {
  test.each([
    [1000, 100],
    [10_000, 100],
    [100_000, 8],
  ])('%i rows, %i logs of each law', (rows, logs) => {
    const all: number[] = [];
    for (const law of LAWS) {
      const each = lawCase(law, rows);
      const found = seeds(logs).map((seed) => {
        const [means, log] = [each.means(seed), caseLog(each, seed)];
        const structure = structureOf(log);
        if (structure === undefined) throw new Error('no blocks');
        return { structure, truth: trueMovements({ log, means, structure }) };
      });
      const [whole, own] = [
        heldAt(
          found.map((one) => ({ lags: one.structure.lags, truth: one.truth.map((t) => t.all) })),
        ),
        heldAt(
          found.map((one) => ({ lags: one.structure.ownLags, truth: one.truth.map((t) => t.own) })),
        ),
      ];
      keepFigures(
        `drift: movement, ${law}, ${rows} rows, ${logs} logs`,
        `held at ${found[0].structure.lags.map(({ L }) => L).join(', ')}: ${whole.map(decimal).join(' ')}; own: ${own.map(decimal).join(' ')}`,
      );
      all.push(...whole, ...own);
    }
    expect(Math.min(...all)).toBeGreaterThan(atLeast(0.93, logs));
    expect(all.reduce((sum, held) => sum + held, 0) / all.length).toBeGreaterThan(0.94);
  });
});

/** The distance at which arms are best seen to move. */
function clearest({ lags }: Structure): number {
  const known = lags.map(({ low, value }) => (value > 0 ? low / value : 0));
  return known.indexOf(Math.max(...known));
}

/** Whether what is said of arms moving together or apart is wrong. */
function isSharingWrong(told: Told): boolean {
  const { structure, sharing } = told.drift;
  if (structure === undefined || sharing === 'unknown') return false;
  const { all, own } = trueMovements({ ...told, structure })[clearest(structure)];
  const armCount = told.log.arms.length;
  const ownShare = own ** 2 / (((armCount - 1) / armCount) * all ** 2);
  if (sharing === 'together') return ownShare > 0.5;
  return sharing === 'apart' ? ownShare < 0.5 : ownShare < 0.1;
}

/** What is said of the logs of a law, and how often it is right. */
function judged(law: string, told: readonly Told[]) {
  const right = rightKind(law, told[0].log.rows);
  const kinds = told.map(({ drift }) => drift.kind?.kind ?? 'unknown');
  const rooms = told.flatMap((each) =>
    each.room === undefined ? [] : [{ ...each.room, truth: trueRoom(each) }],
  );
  const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);
  return {
    kinds,
    // That nothing beats constant means is no wrong answer where movement is small.
    confident: kinds.filter((kind) => !['unknown', 'constant', right].includes(kind)).length,
    sharing: told.filter(isSharingWrong).length,
    held: share(rooms, ({ low, truth }) => low <= truth + 1e-9),
    shown: share(rooms, ({ isSignificant }) => isSignificant),
    told: sum(rooms.map(({ headroom }) => headroom)) / rooms.length,
    truth: sum(rooms.map(({ truth }) => truth)) / rooms.length,
  };
}

describe('the kind of drift, what arms share, and the room', () => {
  test.each([
    [1000, 60],
    [10_000, 12],
  ])('%i rows, %i logs of each law', (rows, logs) => {
    let [confident, sharing] = [0, 0];
    for (const law of lawsOfKinds) {
      const told = tellAll(lawCase(law, rows), logs, FIRST);
      const found = judged(law, told);
      confident += found.confident;
      sharing += found.sharing;
      keepFigures(
        `drift: kind and room, ${law}, ${rows} rows, ${logs} logs`,
        `${countsOf(found.kinds)}; ${countsOf(told.map(({ drift }) => drift.sharing))} (wrong ${found.sharing}); room shown ${decimal(found.shown)}, lower bound holds ${decimal(found.held)}, told ${found.told.toFixed(4)} where ${found.truth.toFixed(4)} is true`,
      );
      expect(found.held).toBeGreaterThan(atLeast(0.95, logs));
      if (law === 'stationary' || law === 'together')
        expect(found.shown).toBeLessThanOrEqual(atMost(0.01, logs));
    }
    const all = logs * lawsOfKinds.length;
    expect(confident / all).toBeLessThan(0.05);
    expect(sharing / all).toBeLessThan(0.02);
  });

  test('a season has its period, within 3 %', () => {
    const told = tellAll(lawCase('waves 2000', 10_000), 24, FIRST + 100);
    const periods = told.map(({ drift }) => drift.kind?.period);
    const isRight = share(
      periods,
      (period) =>
        period !== undefined && !isRefused(period) && Math.abs(period.slots / 2000 - 1) < 0.03,
    );
    keepFigures('drift: period of waves 2000, 10 000 rows, 24 logs', `right ${decimal(isRight)}`);
    expect(isRight).toBeGreaterThan(atLeast(0.95, 24));
  });

  test('times of steps hold', () => {
    const at = 2600;
    const means = () => (slot: number, arm: number) =>
      [0.5, 0.4, 0.35][arm] - (arm === 0 && slot >= at ? 0.2 : 0);
    const told = tellAll({ ...even, rows: 6000, means }, 120, FIRST + 50_000);
    const steps = told.flatMap(({ drift }) => drift.kind?.steps ?? []);
    const held = share(steps, ({ arm, from, to }) => arm === 'arm 0' && from <= at && at <= to + 1);
    keepFigures(
      'drift: one step of .2, 6000 rows, 120 logs',
      `${steps.length} steps told, of the right arm and within their range ${decimal(held)}`,
    );
    expect(held).toBeGreaterThan(atLeast(0.95, steps.length));
  });
});

describe('by the clock of a shop, whose traffic has a day and a week', () => {
  const [rows, days] = [10_000, 30];
  const times = shopTimes(rows, days);
  const waving = (length: number) => (seed: number) => {
    const at = times(seed);
    return (slot: number, arm: number) =>
      0.45 + 0.1 * Math.sin(2 * Math.PI * (at[slot] / length + arm / 3));
  };
  test.each<[string, string, Case['means']]>([
    ['nothing moves', 'constant', () => still],
    ['a day', 'day', waving(DAY)],
    ['a week', 'week', waving(7 * DAY)],
    ['a period of 37 hours', 'seasonal', waving((37 / 24) * DAY)],
  ])('%s', (name, expected, means) => {
    const logs = 12;
    const told = tellAll({ rows, armCount: 3, means, times }, logs, FIRST);
    const found = told.map(({ drift: { kind } }) => {
      const { period } = kind ?? {};
      const isTold = period !== undefined && !isRefused(period);
      return (isTold ? period.calendar : undefined) ?? kind?.kind ?? 'none';
    });
    keepFigures(
      `drift: uneven traffic, ${name}, 10⁴ rows of 30 days, ${logs} logs`,
      countsOf(found),
    );
    const wrong = found.filter((each) => each !== expected && each !== 'unknown').length;
    expect(wrong).toBeLessThanOrEqual(1);
    expect(share(found, (each) => each === expected)).toBeGreaterThanOrEqual(0.7);
  });
});

/** How often a logger may be called random: ε-greedy without propensities settles, and is as good as random then. */
const CALLED_RANDOM: Readonly<Record<string, readonly [number, number]>> = {
  even: [0.98, 1],
  '90 / 5 / 5': [0.98, 1],
  'in turns': [1, 1],
  'a ramp': [0, 0],
  ucb1: [0, 0],
  ts: [0, 0.03],
  'sw-ucb': [0, 0],
  exp3: [0, 0.2],
  'ε = .1': [0, 0.6],
  'ε = .3': [0, 0.6],
  'ε = .1 with propensities': [0, 0.07],
};

test.each(Object.keys(CALLED_RANDOM))('how choices were made: %s', (name) => {
  const logs = 40;
  const kinds = [1000, 10_000].map((rows) =>
    seeds(logs).map(
      (seed) =>
        loggingOf(caseLog({ ...even, rows, logger: () => loggers[name](rows, 3) }, seed)).kind,
    ),
  );
  keepFigures(
    `logging: ${name}, standing still, 10³ and 10⁴ rows, ${logs} logs each`,
    kinds.map(countsOf).join('; '),
  );
  const [least, most] = CALLED_RANDOM[name];
  for (const each of kinds) {
    const random = share(each, (kind) => kind === 'uniform' || kind === 'random');
    expect(random).toBeGreaterThanOrEqual(least - 1 / logs);
    expect(random).toBeLessThanOrEqual(atMost(most, logs));
  }
});

describe('logs of policies that learn', () => {
  const rows = 10_000;
  const logs = 10;
  const names = ['ucb1', 'ts', 'sw-ucb', 'exp3', 'ε = .1', 'ε = .1 with propensities'];
  test.each(names)('%s: no room where arms move together, and no more than there is', (name) => {
    const logger = () => loggers[name](rows, 3);
    const each = { rows, armCount: 3, logger };
    const alike = tellAll(
      { ...each, means: (seed) => (slot, arm) => together(slot, arm, seed) },
      logs,
      FIRST,
    );
    const jumping = seeds(logs).map((seed) =>
      tell({ ...each, means: () => jumps(2000, 3, rows, seed) }, seed),
    );
    const told = jumping.filter(({ room }) => room !== undefined);
    const held = share(told, (one) => (one.room?.low ?? 0) <= trueRoom(one) + 1e-9);
    const falsely = share(alike, ({ room }) => room?.isSignificant === true);
    const [tried, whole] = [false, true].map((isWhole) => headlineHeld(jumping, isWhole));
    keepFigures(
      `drift: logs of ${name}, 10⁴ rows, ${logs} logs each`,
      `together: room shown ${decimal(falsely)}; jumps 2000: room told ${told.length}, shown ${decimal(share(told, ({ room }) => room?.isSignificant === true))}, lower bound holds ${decimal(held)}; movement of arms while tried held ${decimal(tried)}, of the whole path ${decimal(whole)}`,
    );
    expect(falsely).toBeLessThanOrEqual(atMost(0.03, logs));
    expect(held).toBeGreaterThan(atLeast(0.95, told.length));
  });
});

/** How often the movement that is told first holds. */
function headlineHeld(told: readonly Told[], isWhole: boolean): number {
  const known = told.flatMap((one) => {
    const { structure } = one.drift;
    if (structure === undefined) return [];
    const truth = trueMovements({ ...one, structure }, isWhole)[structure.headline].all;
    return [{ truth, told: structure.lags[structure.headline] }];
  });
  return share(known, ({ truth, told: { low, high } }) => low <= truth && truth <= high);
}

import { TableReader } from '@driftline/engine/display';
import { planExperiment, readExperiment, tablesNamedIn } from '@driftline/engine/experiment';
import { type Comparison } from '@driftline/engine/play';
import { expect, test } from 'vitest';
import { firstVisit } from './examples.ts';
import { commandLineOf, experimentFile, type LongFile, tableFile } from './experiment-file.ts';
import { comparisonOf, type Setting } from './setting.ts';

const drawn: Setting = {
  environment: {
    kind: 'drawn',
    knots: [
      [0.2, 0.8, 0.4],
      [0.5, 0.5, 0.1],
    ],
    horizon: 50,
    rewards: 'gaussian:sd=0.5',
  },
  policies: [
    { spec: 'sw-moss:window=25', style: 0 },
    { spec: 'd-ucb', style: 2 },
  ],
  variation: 1.5,
  changes: 3,
  rewardRange: [-1, 2],
  replications: 12,
  seed: 7,
};

const recorded: Setting = {
  environment: {
    kind: 'rewards',
    name: 'flights',
    values: [-3, 4.5, 0.1, -0.25, 7, 8],
    armCount: 2,
    unit: -60,
    against: 'smoothed',
    smoothing: 2,
    rotated: false,
  },
  armNames: ['JFK', 'Newark'],
  policies: [{ spec: 'ucb1', style: 0 }],
  rewardRange: [-2, 0.25],
  replications: 3,
  seed: 1,
};

const named: Setting = {
  ...firstVisit.setting,
  environment: {
    kind: 'named',
    spec: 'sinusoid:amplitude=0.3;period=2000',
    horizon: 400,
    armCount: 4,
    rewards: 'beta',
  },
};

function read(name: string, text: string) {
  const reader = new TableReader(name);
  reader.push(text);
  return reader.finish();
}

function textOf(file: LongFile | undefined): string {
  return [...(file?.parts ?? [])].join('');
}

/** What `driftline run` makes of the files. */
async function planned(setting: Setting): Promise<Comparison> {
  const comparison = comparisonOf(setting);
  const { name, text } = experimentFile(comparison);
  const file = readExperiment(text, name);
  const table = tableFile(comparison, setting.armNames);
  expect(tablesNamedIn(file.experiment)).toEqual(table === undefined ? [] : [table.name]);
  const tables = new Map(
    table === undefined
      ? []
      : [table].map((one) => {
          const { values, columnCount } = read(one.name, textOf(one));
          return [one.name, { values, armCount: columnCount }];
        }),
  );
  return planExperiment(file, { tables }).comparisons[0];
}

test('an experiment asks for exactly the comparison of its setting', async () => {
  for (const setting of [firstVisit.setting, named]) {
    expect(await planned(setting)).toEqual(comparisonOf(setting));
  }
});

test('with a table too, which the command line calls by its file', async () => {
  for (const setting of [drawn, recorded]) {
    const comparison = comparisonOf(setting);
    const name = tableFile(comparison)?.name;
    expect(await planned(setting)).toEqual({
      ...comparison,
      // The file states the name that the page shows, which titles then show instead of the file's.
      label: comparison.name,
      environment: { ...comparison.environment, name },
    });
  }
});

test('files are named after what they hold', async () => {
  expect(experimentFile(comparisonOf(firstVisit.setting)).name).toBe('driftline-paper-2.yaml');
  expect(tableFile(comparisonOf(firstVisit.setting))).toBeUndefined();
  expect(tableFile(comparisonOf(drawn))?.name).toBe('driftline-drawn-by-hand-means.csv');
  expect(tableFile(comparisonOf(recorded))?.name).toBe('driftline-flights-rewards.csv');
});

test('arms keep their names where a header can hold them', () => {
  const comparison = comparisonOf(recorded);
  const headed = read('t', textOf(tableFile(comparison, ['JFK', 'Newark'])));
  expect(headed.header).toEqual(['JFK', 'Newark']);
  for (const names of [['JFK, New York', 'Newark'], ['1', '2'], ['JFK'], []]) {
    const table = read('t', textOf(tableFile(comparison, names)));
    expect(table.header).toBeUndefined();
    expect(table.rowCount).toBe(3);
  }
});

test('the command asks for the same', () => {
  expect(commandLineOf(comparisonOf(named))).toBe(
    "driftline compare --policies sw-moss,r-moss,d-ucb,ucb1 --environment 'sinusoid:amplitude=0.3;period=2000' --horizon 400 --arms 4 --noise beta --replications 500 --seed 1",
  );
  expect(commandLineOf(comparisonOf(drawn))).toBe(
    'driftline compare --policies sw-moss:window=25,d-ucb --means driftline-drawn-by-hand-means.csv --noise gaussian:sd=0.5 --variation 1.5 --changes 3 --reward-range=-1,2 --replications 12 --seed 7',
  );
  expect(commandLineOf(comparisonOf(recorded))).toBe(
    'driftline compare --policies ucb1 --rewards driftline-flights-rewards.csv --unit=-60 --against smoothed --smoothing 2 --no-rotate --reward-range=-2,0.25 --replications 3 --seed 1',
  );
});

import { environmentOf } from '@driftline/engine/play';
import { expect, test } from 'vitest';
import { MOST_NUMBERS } from './limits.ts';
import { readField } from './page-fields.ts';
import {
  armNamesOf,
  environmentOfTable,
  pastedText,
  probableKind,
  readTable,
} from './read-environment.ts';
import { comparisonOf, type Setting } from './setting.ts';

const setting: Omit<Setting, 'environment'> = { policies: [], replications: 1, seed: 1 };

test('a table of means becomes an environment that the engine plays', async () => {
  const table = await readTable('means.csv', ['left,right\n0.1,0', '.9\n0.2,0.8\n']);
  const environment = environmentOfTable('means.csv', table, {
    means: 'means.csv',
    law: 'bernoulli',
  });
  const { means, law } = environmentOf(comparisonOf({ ...setting, environment }), 0);
  expect([means.armCount, means.horizon, law.id]).toEqual([2, 2, 'bernoulli']);
  expect(means.mean(0, 1)).toBe(0.9);
  expect(armNamesOf(table)).toEqual(['left', 'right']);
});

test('a table of losses becomes rewards by a negative unit', async () => {
  const table = await readTable('delays.csv', ['10,20\n30,5\n']);
  const environment = environmentOfTable('delays.csv', table, {
    rewards: 'delays.csv',
    unit: -10,
  });
  if (environment.kind !== 'rewards') throw new Error('not recorded rewards');
  expect(environment).toMatchObject({ unit: -10, against: 'fixed', smoothing: 2, rotated: true });
  const { means } = environmentOf(
    comparisonOf({ ...setting, environment: { ...environment, rotated: false } }),
    0,
  );
  expect([means.mean(0, 0), means.mean(1, 1)]).toEqual([-1, -0.5]);
  expect([readField('unit', ' 5 '), readField('unit', '−300')]).toEqual([5, -300]);
  expect(() => readField('unit', ' ')).toThrow('unit must be a number that is not 0; got nothing');
  for (const text of ['0', 'a day', 'Infinity']) {
    expect(() => readField('unit', text)).toThrow(
      `unit must be a number that is not 0; got ${text}`,
    );
  }
});

test('errors name the file, the line, what was expected and what was found', async () => {
  await expect(readTable('means.csv', ['0.1,0.2,0.3\n0.41,0.52\n'])).rejects.toThrow(
    /^means\.csv, line 2, column 3: 3 values expected, 2 found$/,
  );
  await expect(readTable('means.csv', ['0.1,x\n'])).rejects.toThrow(/line 1, column 2.*'x'/);
  await expect(readTable('means.csv', [''])).rejects.toThrow(/is empty/);
});

test('more numbers than a page takes are refused, before all of them are read', async () => {
  let taken = 0;
  const line = `${new Array(10).fill('0.5').join(',')}\n`;
  function* endless() {
    for (;;) {
      taken += 10_000;
      yield line.repeat(1000);
    }
  }
  await expect(readTable('long.csv', endless())).rejects.toThrow(/long\.csv: holds more than/);
  expect(taken).toBeLessThan(MOST_NUMBERS + 30_000);
  const wide = `${new Array(60).fill('0.5').join(',')}\n`;
  await expect(readTable('wide.csv', [wide])).rejects.toThrow(/has 60 columns/);
});

test('what a table holds is guessed from its range', async () => {
  const kindOf = async (text: string) => probableKind(await readTable('t', [text]));
  expect(await kindOf('0.2,0.4\n0.1,1\n')).toBe('means');
  expect(await kindOf('0,1\n1,1\n')).toBe('rewards');
  expect(await kindOf('-3,12\n')).toBe('rewards');
});

test('cells that a spreadsheet parts by tabs are cells', () => {
  expect(pastedText('0.1\t0.2\n0.3\t0.4')).toBe('0.1,0.2\n0.3,0.4');
  expect(pastedText('0.1,\t0.2')).toBe('0.1,\t0.2');
});

test('arms without a name have their letter', async () => {
  expect(armNamesOf(await readTable('t', ['"north",,south\n1,2,3\n']))).toEqual([
    'north',
    'Arm B',
    'south',
  ]);
  expect(armNamesOf(await readTable('t', ['1,2,3\n']))).toBeUndefined();
});

/**
 * The linear kernels against naive forms, which work everything out from the whole history. Both live through the
 * same decisions, so one difference cannot hide another.
 */
import { expect, test } from 'vitest';
import { randomStream } from '../src/random/source.ts';
import type { NaiveLinearId } from './naive/linear-family.ts';
import { linearKernel } from './naive/linear-kernels.ts';
import { LinearRun } from './naive/linear-run.ts';
import { firstDifference, type LinearTable, randomTable } from './naive/linear-tables.ts';
import { actionsOfTrace, linearTraces } from './traces/linear-traces.ts';

test.each(linearTraces)('$id ($form) has the indices worked by hand', (trace) => {
  const blocks = trace.form === 'arms' ? trace.rewards[0].length : 1;
  const run = new LinearRun(linearKernel(trace.id, trace.settings, trace.form, blocks));
  trace.picks.forEach((pick, slot) => {
    const actions = actionsOfTrace(trace, slot);
    actions.forEach((action, place) => {
      const { value, width } = run.index(action);
      expect(value + width).toBeCloseTo(trace.indices[slot][place], 12);
    });
    const rival = Math.max(...trace.indices[slot].filter((_, place) => place !== pick));
    if (trace.indices[slot][pick] - rival > 1e-9) expect(run.pick(actions)).toBe(pick);
    run.play(actions[pick], trace.rewards[slot][pick]);
  });
});

/** Each policy, with its number of random tables. */
const TABLES: readonly (readonly [NaiveLinearId, number])[] = [
  ['linucb', 150],
  ['restart-linucb', 150],
  ['sw-linucb', 150],
  ['d-linucb', 150],
  ['weight-linucb', 150],
  ['lints', 125],
  ['d-lints', 125],
];

test.each(TABLES)('%s plays %i random tables as its naive form', (id, count) => {
  const random = randomStream(28);
  const make = ({ form, blocks, settings }: LinearTable, draws: typeof random) =>
    new LinearRun(linearKernel(id, settings, form, blocks), draws);
  const differences = Array.from({ length: count }, () =>
    firstDifference(id, randomTable(random), make),
  );
  expect(differences.filter((difference) => difference !== '')).toEqual([]);
});

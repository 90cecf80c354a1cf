/**
 * The linear kernels against naive forms, which work everything out from the whole history. Both live through the
 * same decisions, so one difference cannot hide another.
 */
import { expect, test } from 'vitest';
import type { Random } from '../src/portable/random/generator.ts';
import { randomStream } from '../src/random/source.ts';
import type { PreparedContextualPolicy } from '../src/shell/contextual/prepare.ts';
import { FeaturesOfAnotherSlot, mutants, ReleasedTwice } from './linear-mutants.ts';
import type { NaiveLinearId } from './naive/linear-family.ts';
import { linearKernel, preparedLinear } from './naive/linear-kernels.ts';
import { LinearRun } from './naive/linear-run.ts';
import { firstDifference, randomTable } from './naive/linear-tables.ts';
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
  ['d-rand-linucb', 50],
];

/** The first difference that random tables show between a policy and its naive form; empty if there is none. */
function tableDifference(
  id: NaiveLinearId,
  count: number,
  make: (prepared: PreparedContextualPolicy, draws: Random) => LinearRun,
): string {
  const random = randomStream(28);
  for (let table = 0; table < count; table++) {
    const difference = firstDifference(id, randomTable(random), (shape, draws) =>
      make(preparedLinear(id, shape.settings, shape.form, shape.blocks), draws),
    );
    if (difference !== '') return `table ${table}, ${difference}`;
  }
  return '';
}

test.each(TABLES)('%s plays %i random tables as its naive form', (id, count) => {
  expect(tableDifference(id, count, ({ kernel }, draws) => new LinearRun(kernel, draws))).toBe('');
});

/** Tables that are enough to find a mistake. */
const ENOUGH = 30;

test.each(Object.entries(mutants))('the tables find %s', (name, mutant) => {
  const [id] = TABLES.find(([each]) => name.startsWith(`${each} `)) ?? ['linucb'];
  const found = tableDifference(
    id,
    ENOUGH,
    ({ settings }, draws) => new LinearRun(mutant(settings), draws),
  );
  expect(found).not.toBe('');
});

test.each([
  ['a decision that is released twice', ReleasedTwice],
  ['a reward with the features of another slot', FeaturesOfAnotherSlot],
])('the tables find %s', (_, Run) => {
  const found = tableDifference('linucb', ENOUGH, ({ kernel }, draws) => new Run(kernel, draws));
  expect(found).not.toBe('');
});

import { expect, test } from 'vitest';
import type { Comparison } from '../../play/comparison.ts';
import { InlineExecutor } from '../../play/executor.ts';
import { RESULT_FORMAT, RESULT_VERSION, type Result } from '../../play/result.ts';
import { runComparisons } from '../../play/run.ts';
import { sweepsOf } from './sweeps.ts';

async function resultOf(changes: readonly Partial<Comparison>[]): Promise<Result> {
  const comparisons = changes.map(
    (change, i): Comparison => ({
      name: `comparison ${i}`,
      environment: { kind: 'named', spec: 'paper-2', horizon: 60 },
      policies: ['ucb1', 'sw-moss'],
      replications: 3,
      seed: 1,
      checkpoints: { count: 2, spacing: 'linear' },
      ...change,
    }),
  );
  return {
    format: RESULT_FORMAT,
    version: RESULT_VERSION,
    name: 'test',
    software: { version: '0.0.0', commit: null },
    comparisons: await runComparisons(comparisons, { executor: new InlineExecutor() }),
  };
}

test('a parameter of policies: a line for each, the published value, others as levels', async () => {
  const policies = [
    'ucb1',
    'sw-moss',
    ...[4, 0.6, 1].map((eta) => `sw-moss:eta=${eta}`),
    ...[1, 4, 0.6].map((eta) => `sw-moss:window=20;eta=${eta}`),
    'd-ucb:xi=0.6',
    'd-ucb:xi=0.8',
  ];
  const result = await resultOf([{ policies }]);
  const { sweeps } = sweepsOf(result);
  // Two values of ξ make no line.
  expect(sweeps.map(({ name }) => name)).toEqual(['comparison-0-sweep-eta']);
  const [{ parameter, lines, reference = [] }] = sweeps;
  expect(parameter).toEqual({ name: 'eta', symbol: 'η', log: true, marked: 1 });
  expect(lines.map(({ label }) => label)).toEqual(['SW-MOSS', 'SW-MOSS (τ\u202f=\u202f20)']);
  expect(lines[0].points.map(({ x }) => x)).toEqual([0.6, 1, 4]);
  const { regret } = result.comparisons[0].policies[3];
  expect(lines[0].points[0]).toEqual({
    x: 0.6,
    mean: regret.mean,
    low: regret.low,
    high: regret.high,
  });
  expect(reference.map(({ label }) => label)).toEqual([
    'UCB1',
    'D-UCB (ξ\u202f=\u202f0.6)',
    'D-UCB (ξ\u202f=\u202f0.8)',
  ]);
});

test('discounts are drawn as memory, and a tuned value is not called published', async () => {
  const policies = ['dts', ...[0.9, 0.99, 0.999].map((discount) => `dts:discount=${discount}`)];
  const { sweeps } = sweepsOf(await resultOf([{ policies, variation: 3 }]));
  const [{ parameter, lines, caption }] = sweeps;
  expect(parameter).toEqual({ name: 'memory 1/(1 − γ) in slots', symbol: '', log: true });
  expect(lines[0].points.map(({ x }) => Math.round(x))).toEqual([10, 100, 1000]);
  expect(caption).toMatch(/Without a written value: DTS 0\.\d+ with regret \d+\.\d+\.$/);
});

test('what policies are given, across comparisons', async () => {
  const result = await resultOf([4, 1, 2].map((variation) => ({ variation })));
  const [sweep, ...others] = sweepsOf(result).sweeps;
  expect(others).toEqual([]);
  expect(sweep.parameter).toEqual({ name: 'stated variation', symbol: 'V', log: false });
  expect(sweep.lines.map(({ label }) => label)).toEqual(['UCB1', 'SW-MOSS']);
  expect(sweep.lines[1].points.map(({ x }) => x)).toEqual([1, 2, 4]);
  expect(sweep.caption).toContain('The true variation is');
});

test('the horizon, with the budget that follows from it', async () => {
  const horizons = [30, 60, 240];
  const result = await resultOf(
    horizons.map((horizon) => ({ environment: { kind: 'named', spec: 'paper-2', horizon } })),
  );
  const { sweeps } = sweepsOf(result);
  expect(sweeps.map(({ parameter }) => parameter.name)).toEqual(['horizon']);
  expect(sweeps[0].parameter.log).toBe(true);
  expect(sweeps[0].lines[0].points.map(({ x }) => x)).toEqual(horizons);
});

test('comparisons that differ in two things make no line', async () => {
  const result = await resultOf([
    { environment: { kind: 'named', spec: 'paper-2', horizon: 30 } },
    { environment: { kind: 'named', spec: 'sinusoid', horizon: 60 } },
    { environment: { kind: 'named', spec: 'paper-2', horizon: 90, armCount: 4 } },
  ]);
  expect(sweepsOf(result)).toEqual({ sweeps: [], omitted: [] });
});

/** A comparison for each combination of horizons, arms and given variations on one environment. */
function grid(
  horizons: readonly number[],
  arms: readonly number[],
  variations: readonly number[],
): Partial<Comparison>[] {
  return horizons.flatMap((horizon) =>
    arms.flatMap((armCount) =>
      variations.map((variation) => ({
        name: `sinusoid, horizon ${horizon}, arms ${armCount}, variation ${variation}`,
        environment: { kind: 'named' as const, spec: 'sinusoid', horizon, armCount },
        variation,
      })),
    ),
  );
}

/** The mean regrets that figures show, and those of the result. */
function shownAndPlayed(result: Result) {
  const { sweeps } = sweepsOf(result);
  const shown = sweeps.flatMap(({ lines }) => lines.flatMap(({ points }) => points));
  const played = result.comparisons.flatMap(({ policies }) => policies);
  return {
    shown: new Set(shown.map(({ mean }) => mean)),
    played: new Set(played.map(({ regret }) => regret.mean)),
  };
}

test.each([
  ['five horizons by two given variations', [20, 40, 60, 80, 100], [3], [1, 3], 2],
  ['three horizons by two numbers of arms', [20, 40, 60], [2, 5], [1], 2],
  ['two by two by two values', [20, 40], [2, 5], [1, 3], 4],
  ['three by three by one value', [20, 40, 60], [2, 3, 4], [1], 6],
])('shows every value of %s', async (_, horizons, arms, variations, figures) => {
  const result = await resultOf(grid(horizons, arms, variations));
  const { sweeps, omitted } = sweepsOf(result);
  expect(sweeps).toHaveLength(figures);
  expect(omitted).toEqual([]);
  for (const part of ['name', 'title', 'caption'] as const) {
    expect(new Set(sweeps.map((sweep) => sweep[part])).size).toBe(figures);
  }
  const { shown, played } = shownAndPlayed(result);
  expect(shown).toEqual(played);
});

test('shows every given variation of a result that does not record what was given', async () => {
  const result = await resultOf(grid([20, 40, 60], [3], [1, 3]));
  const older = result.comparisons.map(({ given: _, ...comparison }) => comparison);
  const { sweeps, omitted } = sweepsOf({ ...result, comparisons: older });
  expect(sweeps.map(({ title }) => title)).toEqual([
    'Regret against horizon: Sinusoid, given V = 1',
    'Regret against horizon: Sinusoid, given V = 3',
  ]);
  expect(omitted).toEqual([]);
});

test('keeps what was given apart from the variation that an environment has itself', async () => {
  const own = [200, 400, 600].map((horizon) => ({
    name: `sinusoid, horizon ${horizon}`,
    environment: { kind: 'named' as const, spec: 'sinusoid', horizon, armCount: 3 },
  }));
  const result = await resultOf([...own, ...grid([400], [3], [1, 3])]);
  const { sweeps, omitted } = sweepsOf(result);
  expect(omitted).toEqual([]);
  const places = sweeps.map(({ parameter, lines }) => [
    parameter.name,
    lines[0].points.map(({ x }) => x),
  ]);
  const stated = result.comparisons[1].environment.variation.stated;
  expect(places).toEqual([
    ['horizon', [200, 400, 600]],
    ['stated variation', [stated, 1, 3]],
  ]);
});

test('shows every number of changes that policies are given', async () => {
  const policies = ['glr-klucb', 'sw-ucb'];
  const changes = [1, 5, 20];
  const environment = { kind: 'named' as const, spec: 'piecewise', horizon: 200 };
  const result = await resultOf(changes.map((each) => ({ changes: each, policies, environment })));
  const { sweeps } = sweepsOf(result);
  expect(sweeps.map(({ parameter }) => parameter.name)).toEqual(['changes']);
  expect(sweeps[0].lines[0].points.map(({ x }) => x)).toEqual(changes);
});

test('leaves a parameter of the environment out of the title if it is on the axis', async () => {
  const result = await resultOf(
    [0.1, 0.2, 0.3].map((amplitude) => ({
      environment: { kind: 'named', spec: `sinusoid:amplitude=${amplitude}`, horizon: 60 },
    })),
  );
  expect(sweepsOf(result).sweeps.map(({ title }) => title)).toEqual([
    'Regret against amplitude: Sinusoid',
  ]);
});

test('states which sweeps have no figure', async () => {
  const at = (horizon: number, rewards: string, armCount = 3) => ({
    name: `${rewards} ${horizon} ${armCount}`,
    environment: { kind: 'named' as const, spec: 'sinusoid', horizon, armCount, rewards },
  });
  const words = await resultOf([at(60, 'bernoulli'), at(60, 'gaussian:sd=0.5')]);
  expect(sweepsOf(words).omitted).toEqual([
    'There is no sweep figure against noise (bernoulli, gaussian), whose values are not numbers; each comparison has its own figures.',
  ]);
  const horizons = [20, 40, 60].map((horizon) => at(horizon, 'bernoulli'));
  const apart = await resultOf([...horizons, at(90, 'bernoulli', 5)]);
  expect(sweepsOf(apart).omitted).toEqual([
    'No sweep figure shows bernoulli 90 5: no other comparison differs from it in one number alone.',
  ]);
});

test('draws tuned policies in figures of their own, whatever their parameters became', async () => {
  const at = (horizon: number, eta: string, tuned: boolean) => ({
    name: `${horizon}${tuned ? ', tuned' : ''}`,
    environment: { kind: 'named' as const, spec: 'paper-2', horizon },
    policies: ['ucb1', `sw-moss${eta}`],
  });
  const written = [30, 60, 90].map((horizon) => at(horizon, '', false));
  const tuned = [30, 60, 90].map((horizon, i) => at(horizon, `:eta=${1 + i}`, true));
  const names = tuned.map(({ name }) => name);
  const { sweeps, omitted } = sweepsOf(await resultOf([...written, ...tuned]), names);
  expect(omitted).toEqual([]);
  expect(sweeps.map(({ lines }) => lines.map(({ points }) => points.length))).toEqual([
    [3, 3],
    [3, 3],
  ]);
  expect(sweeps[1].title).toBe("Regret against horizon: The paper's environment 2, tuned");
  expect(sweeps[1].lines.map(({ label }) => label)).toEqual(['UCB1', 'SW-MOSS']);
});

test('draws the sixteen best of many policies and states it', async () => {
  const policies = Array.from({ length: 20 }, (_, i) => `sw-moss:window=${10 + i}`);
  const horizons = [30, 60, 90];
  const result = await resultOf(
    horizons.map((horizon) => ({
      environment: { kind: 'named', spec: 'paper-2', horizon },
      policies,
    })),
  );
  const sweep = sweepsOf(result).sweeps.find(({ parameter }) => parameter.name === 'horizon');
  expect(sweep?.lines).toHaveLength(16);
  expect(sweep?.caption).toContain('The figure shows the 16 of 20 policies with the least regret');
});

test('names tuned policies as they were written, which tuning changes at each value', async () => {
  const at = (horizon: number, tuned: boolean, windows: readonly number[]) => ({
    name: `${horizon}${tuned ? ', tuned' : ''}`,
    environment: { kind: 'named' as const, spec: 'paper-2', horizon },
    policies: windows.map((window) => `sw-moss:window=${window}`),
  });
  const written = [30, 60, 90].map((horizon) => at(horizon, false, [10, 20]));
  const tuned = [30, 60, 90].map((horizon, i) => at(horizon, true, [5 + i, 25 + i]));
  const names = tuned.map(({ name }) => name);
  const labelsOf = (result: Result) =>
    sweepsOf(result, names)
      .sweeps.at(-1)
      ?.lines.map(({ label }) => label);
  expect(labelsOf(await resultOf([...written, ...tuned]))).toEqual([
    'SW-MOSS (τ\u202f=\u202f10)',
    'SW-MOSS (τ\u202f=\u202f20)',
  ]);
  expect(labelsOf(await resultOf(tuned))).toEqual(['SW-MOSS (1)', 'SW-MOSS (2)']);
});

test('states a reward law in titles without what is on the axis, and its parameters once', async () => {
  const laws = ['gaussian:sd=0.1', 'gaussian:sd=0.2', 'gaussian:sd=0.3', 'bernoulli'];
  const changes = laws.flatMap((rewards) =>
    [1, 3, 9].map((variation) => ({
      environment: { kind: 'named' as const, spec: 'paper-2', horizon: 60, rewards },
      variation,
    })),
  );
  const titles = sweepsOf(await resultOf(changes)).sweeps.map(({ title }) => title);
  const place = "The paper's environment 2";
  expect(titles).toContain(`Regret against noise sd: ${place}, given V = 1, gaussian rewards`);
  expect(titles).toContain(
    `Regret against stated variation: ${place}, gaussian with sd 0.2 rewards`,
  );
});

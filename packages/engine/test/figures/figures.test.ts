/** Every figure of every shape of result: whole, readable, inside its edges. */
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, test } from 'vitest';
import { mergedStretches } from '../../src/drawing/figures/arms.ts';
import { finalHistograms } from '../../src/drawing/figures/bins.ts';
import { FILL_OPACITY } from '../../src/drawing/figures/theme.ts';
import {
  type Figure,
  growthFigure,
  histogramFigure,
  meansFigure,
  policyStyle,
  regretFigure,
  ribbonFigure,
  sweepFigure,
} from '../../src/figures/index.ts';
import type { ComparisonResult } from '../../src/play/result.ts';
import { CASE_NAMES, cases, DISCOUNT_SWEEP, GROWTH, playOne, WINDOW_SWEEP } from './cases.ts';
import { overlaps, shapeBoxes, textBoxes, viewBox, words } from './svg-boxes.ts';

const { Resvg } = createRequire(import.meta.url)(
  '@resvg/resvg-js',
) as typeof import('@resvg/resvg-js');

const WIDTHS = ['full', 'half'] as const;
type Width = (typeof WIDTHS)[number];
let results: ReadonlyMap<string, ComparisonResult>;

beforeAll(async () => {
  results = await cases();
});

type Draw = (result: ComparisonResult, width: Width) => Figure;
const KINDS: Readonly<Record<string, Draw>> = {
  means: ({ environment }, width) => meansFigure(environment, { width }),
  regret: (result, width) => regretFigure(result, { width }),
  'regret with its spread': (result, width) => regretFigure(result, { width, bands: 'spread' }),
  histogram: (result, width) => histogramFigure(result, { width }),
  ribbon: (result, width) => ribbonFigure(result, { width }),
};

/** What holds for any figure. */
function check({ svg, title, caption, name }: Figure): void {
  expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  expect(caption).not.toMatch(/undefined|NaN|Infinity|null/);
  // resvg's parser is strict: it refuses anything that is not well-formed XML.
  expect(() => new Resvg(svg)).not.toThrow();
  expect(
    svg.includes(`<title>${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</title>`),
  ).toBe(true);
  expect(/<desc>.+<\/desc>/.test(svg)).toBe(true);
  const markup = svg.replace(/>[^<]*</g, '><');
  expect(markup.match(/NaN|Infinity|undefined|null/)).toBeNull();
  // Colours are resolved and nothing depends on a style sheet or a font.
  expect(markup.match(/currentColor|var\(|<style|class=|style=|<text|font-/)).toBeNull();
  const { width, height } = viewBox(svg);
  const texts = textBoxes(svg);
  expect(texts.length).toBeGreaterThan(3);
  for (const { what, left, right, top, bottom } of [...texts, ...shapeBoxes(svg)]) {
    expect(left, what).toBeGreaterThanOrEqual(0);
    expect(right, what).toBeLessThanOrEqual(width);
    expect(top, what).toBeGreaterThanOrEqual(0);
    expect(bottom, what).toBeLessThanOrEqual(height);
  }
  expect(overlaps(texts)).toEqual([]);
}

describe.each(CASE_NAMES)('of %s', (name) => {
  test.each(Object.keys(KINDS))('the %s figure is whole at both widths', (kind) => {
    for (const width of WIDTHS) check(KINDS[kind](results.get(name)!, width));
  });
});

describe('figures of parameters and horizons', () => {
  test.each(WIDTHS)('are whole at %s width', (width) => {
    check(sweepFigure(WINDOW_SWEEP, { width }));
    check(sweepFigure(DISCOUNT_SWEEP, { width }));
    check(growthFigure(GROWTH, { width }));
  });

  test('a sweep of one value, without spread, at no regret', () => {
    const points = [{ x: 0, mean: 0, low: 0, high: 0 }];
    const parameter = { name: 'V', symbol: 'V', log: false };
    const sweep = { ...WINDOW_SWEEP, parameter, lines: [{ label: 'SW-MOSS', points }] };
    check(sweepFigure({ ...sweep, reference: [] }));
  });

  test('the published value may lie at the edge or beyond the values that were tried', () => {
    for (const marked of [1, 25, 1600, 5000]) {
      const parameter = { ...WINDOW_SWEEP.parameter, marked };
      for (const width of WIDTHS) {
        check(sweepFigure({ ...WINDOW_SWEEP, parameter }, { width }));
      }
    }
  });

  test('growth with one horizon, and with a mean of 0, which has no logarithm', () => {
    const line = GROWTH.lines[0];
    const single = [{ ...line, points: line.points.slice(0, 1) }];
    check(growthFigure({ ...GROWTH, lines: single }));
    const zero = [{ ...line, points: [{ horizon: 10, mean: 0, low: 0, high: 0 }, line.points[1]] }];
    check(growthFigure({ ...GROWTH, lines: zero }));
    const nothing = [{ ...line, points: [{ horizon: 10, mean: 0, low: 0, high: 0 }] }];
    check(growthFigure({ ...GROWTH, lines: nothing }));
  });

  test('points are written below the axis where they fit, else round values', () => {
    expect(words(sweepFigure(WINDOW_SWEEP).svg)).toEqual(
      expect.arrayContaining(['25', '50', '100', '200', '400', '800', '1,600']),
    );
    expect(words(sweepFigure(DISCOUNT_SWEEP).svg)).not.toContain('0.981');
  });

  test('the fitted slope stands in the label, and so does the theory', () => {
    const written = words(growthFigure(GROWTH).svg);
    expect(written).toContain('slope 0.92 ± 0.02');
    expect(written).toContain('slope 2/3');
    const lines = GROWTH.lines.map((line) => ({
      ...line,
      slope: { value: 0.7, low: 0.6, high: 0.75 },
    }));
    const lopsided = growthFigure({ ...GROWTH, lines }, { width: 'half' });
    check(lopsided);
    expect(words(lopsided.svg)).toContain('slope 0.70 [0.60, 0.75]');
  });
});

describe('what figures say', () => {
  test('captions name environment, replications, seed and band', () => {
    const four = results.get('four')!;
    const { caption } = regretFigure(four);
    expect(caption).toContain('Environment: Sinusoid (3 arms, 5,000 slots, Bernoulli rewards');
    expect(caption).toContain('40 replications with seed 1');
    expect(caption).toContain('95% confidence intervals of the mean');
    expect(regretFigure(four, { bands: 'spread' }).caption).toContain('90% of the');
    const single = regretFigure(results.get('one replication')!);
    expect(single.caption).toContain('1 replication with seed 1');
    expect(single.caption).not.toMatch(/confidence|±/);
  });

  test('colours follow the order of policies, or the places that are given', () => {
    const four = results.get('four')!;
    for (const draw of [regretFigure, histogramFigure]) {
      expect(draw(four, { places: [0, 1, 2, 3] }).svg).toBe(draw(four).svg);
      const moved = draw(four, { places: [4, 1, 2, 3] }).svg;
      expect(moved).toContain(policyStyle(4).colour);
      expect(moved).not.toContain(policyStyle(0).colour);
    }
  });

  test('a policy that always loses the same leaves the outlines of others their shape', () => {
    const four = results.get('four')!;
    const [policy] = four.policies;
    const finals = policy.finals.map(() => 300);
    const regret = { ...policy.regret, mean: 300, sd: 0, min: 300, max: 300, low: 300, high: 300 };
    const sure = { ...policy, spec: 'sure', id: 'sure', name: 'Sure', finals, regret };
    const result = { ...four, policies: [...four.policies, sure] };
    for (const { svg, caption } of [regretFigure(result), histogramFigure(result)]) {
      expect(caption).toContain('Sure loses the same in every replication and has no outline.');
      expect(svg.split(`fill-opacity="${FILL_OPACITY}"`)).toHaveLength(four.policies.length + 1);
    }
    // All 40 of its replications lie in one bin.
    const ticks = words(histogramFigure(result).svg);
    expect(ticks).toContain('10');
    expect(ticks).not.toContain('40');
  });

  test('histograms that were made before are taken as they are', () => {
    const four = results.get('four')!;
    const histograms = finalHistograms(four.policies);
    expect(regretFigure(four, { histograms }).svg).toBe(regretFigure(four).svg);
    const coarse = histograms.map(({ counts }) => ({
      edges: [0, 1000],
      counts: [counts.reduce((sum, count) => sum + count)],
    }));
    expect(regretFigure(four, { histograms: coarse }).svg).not.toBe(regretFigure(four).svg);
  });

  test('the description has the numbers of the drawing', () => {
    const four = results.get('four')!;
    const { svg } = regretFigure(four);
    for (const { name, regret } of four.policies) {
      const mean = Math.round(regret.mean);
      expect(new RegExp(`${name}: ${mean} ± \\d+\\.`).test(svg)).toBe(true);
    }
  });

  test('policies of one name are distinguished by their parameters', () => {
    const { svg } = regretFigure(results.get('nearly equal')!);
    expect(words(svg)).toContain('SW-MOSS (η\u202f=\u202f1.0000003)');
  });

  test('ten policies are labelled, and no two lines look the same', () => {
    const { svg } = regretFigure(results.get('ten')!);
    const labels = words(svg);
    for (const { name } of results.get('ten')!.policies) expect(labels).toContain(name);
    const lines = [...svg.matchAll(/stroke="(#\w+)" stroke-width="1.75"(.*?)\/>/g)];
    expect(new Set(lines.map(([, colour, dash]) => `${colour} ${dash}`)).size).toBe(10);
  });

  test('markup in names is text', () => {
    const { svg } = ribbonFigure(results.get('long names')!);
    expect(svg.includes('&lt;MOSS&gt; &amp;')).toBe(true);
  });

  test('width on paper', () => {
    const four = results.get('four')!;
    expect(regretFigure(four).svg).toContain('width="178mm"');
    expect(regretFigure(four, { width: 'half' }).svg).toContain('width="85mm"');
  });
});

describe('ribbons', () => {
  test('equal neighbours are one rectangle', () => {
    expect(
      mergedStretches([
        { from: 0, to: 1, arm: 2 },
        { from: 1, to: 2, arm: 2 },
        { from: 2, to: 4, arm: 0 },
      ]),
    ).toEqual([
      { from: 0, to: 2, arm: 2 },
      { from: 2, to: 4, arm: 0 },
    ]);
  });

  test('a policy on one arm throughout has one rectangle, from 0 to the horizon', () => {
    const four = results.get('four')!;
    const constant = four.policies.map((policy) => ({
      ...policy,
      ribbon: policy.ribbon.map(() => 1),
    }));
    const { svg } = ribbonFigure({ ...four, policies: constant });
    const rectangles = svg.match(/<rect x=/g)!;
    expect(rectangles).toHaveLength(four.environment.bestArms.length + constant.length);
  });

  test('a best arm that changes too often to be seen is drawn by its main arm', () => {
    const four = results.get('four')!;
    const bestArms = Array.from({ length: 5000 }, (_, i) => ({
      slot: i + 1,
      arm: i % 5 === 0 ? 0 : 1,
    }));
    const environment = { ...four.environment, bestArms };
    const { svg } = ribbonFigure({ ...four, environment, policies: [] });
    expect(svg.match(/<rect x=/g)).toHaveLength(1);
    expect(svg.includes('fill="#467a7f"')).toBe(true);
  });
});

test('realized regret below 0 is drawn below a line of 0, and average rewards are called so', async () => {
  const values = Array.from({ length: 400 }, (_, i) => (i % 2 === (i < 200 ? 0 : 1) ? 1 : 0));
  const result = await playOne({
    name: 'recorded',
    environment: {
      kind: 'rewards',
      name: 'recorded.csv',
      values,
      armCount: 2,
      against: 'fixed',
      smoothing: 20,
      rotated: true,
    },
    policies: ['sw-moss:window=20', 'uniform'],
    replications: 40,
    seed: 1,
    checkpoints: { count: 20, spacing: 'linear' },
  });
  // The best fixed arm is right in half of the slots; a window of 20 follows the change.
  expect(result.policies[0].regret.mean).toBeLessThan(-30);
  for (const width of WIDTHS) {
    for (const draw of Object.values(KINDS)) check(draw(result, width));
  }
  const { svg, caption } = regretFigure(result, { width: 'full' });
  expect(words(svg)).toContainEqual('−80');
  expect(caption).toContain('realized regret against the best fixed arm');
  const means = meansFigure(result.environment, { width: 'full' });
  expect(means.title).toBe('Average rewards: recorded.csv');
  expect(means.caption).toContain('variation');
});

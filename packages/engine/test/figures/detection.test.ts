/** Figures of detectors: whole and readable, also where nothing or everything raised an alarm. */
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { delayFigure, type Figure, falseAlarmFigure } from '../../src/figures/index.ts';
import { type DetectorStudy, detectorStudy, rateOf } from '../../src/studies/detection/study.ts';
import { expectSameLook } from './same-look.ts';
import { overlaps, shapeBoxes, textBoxes, viewBox } from './svg-boxes.ts';

const { Resvg } = createRequire(import.meta.url)(
  '@resvg/resvg-js',
) as typeof import('@resvg/resvg-js');

const STUDY = detectorStudy({ streams: 100, horizon: 300, before: 300, seed: 3 });

function withCounts(count: number): DetectorStudy {
  const rate = rateOf(count, 100);
  return {
    ...STUDY,
    detectors: STUDY.detectors.map((detector) => ({
      ...detector,
      falseAlarms: detector.falseAlarms.map(({ level }) => ({ level, ...rate })),
      // Nobody got as far as the change: 0, as of no values.
      delays: detector.delays.map((delay) => ({ ...delay, mean: 0, low: 0, high: 0 })),
    })),
  };
}

function firstOnly(study: DetectorStudy): DetectorStudy {
  const [{ falseAlarms, delays, ...detector }] = study.detectors;
  const one = { ...detector, falseAlarms: falseAlarms.slice(0, 1), delays: delays.slice(0, 1) };
  return { ...study, detectors: [one] };
}

const STUDIES: Readonly<Record<string, DetectorStudy>> = {
  'a small study': STUDY,
  'no alarms': withCounts(0),
  'alarms everywhere': withCounts(100),
  'one detector, level and size': firstOnly(STUDY),
};

function check({ svg, caption }: Figure): void {
  expect(caption).not.toMatch(/undefined|NaN|Infinity|null/);
  expect(() => new Resvg(svg)).not.toThrow();
  expect(svg.match(/NaN|Infinity|undefined|null/)).toBeNull();
  const { width, height } = viewBox(svg);
  const texts = textBoxes(svg);
  for (const { what, left, right, top, bottom } of [...texts, ...shapeBoxes(svg)]) {
    expect(left, what).toBeGreaterThanOrEqual(0);
    expect(right, what).toBeLessThanOrEqual(width);
    expect(top, what).toBeGreaterThanOrEqual(0);
    expect(bottom, what).toBeLessThanOrEqual(height);
  }
  expect(overlaps(texts)).toEqual([]);
}

test('the figures look the same without the font', () => {
  expectSameLook(falseAlarmFigure(STUDY).svg);
  expectSameLook(delayFigure(STUDY).svg);
});

describe.each(Object.keys(STUDIES))('of %s', (name) => {
  test.each(['full', 'half'] as const)('whole at %s width', (width) => {
    check(falseAlarmFigure(STUDIES[name], { width }));
    check(delayFigure(STUDIES[name], { width }));
  });
});

test('the description has the numbers, and the caption what is proved', () => {
  const { svg, caption } = falseAlarmFigure(STUDIES['no alarms']);
  expect(/<desc>.*Mean split: none, at most 0\.03699, at 0\.01, /.test(svg)).toBe(true);
  expect(caption).toContain('Proved: Mean split, Half difference.');
  expect(caption).toContain('100 streams of 300 rewards');
});

test.each([falseAlarmFigure, delayFigure])('looks as it did: $name', async (draw) => {
  const { svg, name } = draw(STUDY);
  await expect(svg).toMatchFileSnapshot(`snapshots/${name}.svg`);
});

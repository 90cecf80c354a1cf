/** Figures of many policies and many comparisons: whole, readable, inside their edges. */
import { describe, expect, test } from 'vitest';
import { finalRegretFigure, landscapeFigure, worstCaseFigure } from '../../src/figures/index.ts';
import { landscapeOf, type Suite } from '../../src/studies/landscape/suite.ts';
import { around, type HandMade, handMade } from '../hand-made.ts';
import { expectSameLook } from './same-look.ts';
import { overlaps, textBoxes, viewBox, words } from './svg-boxes.ts';

const WIDTHS = ['full', 'half'] as const;

/** Thirty policies, an oracle and blind choice, with scores from below 0 to above 1. */
function policies(shift: number, oracle: boolean): Record<string, HandMade> {
  const many = Array.from({ length: 30 }, (_, i): [string, HandMade] => [
    `Policy-${i + 1}`,
    { finals: around(5 * i + shift, 3) },
  ]);
  return {
    ...Object.fromEntries(many),
    ...(oracle ? { Seer: { finals: around(0, 0), needs: 'means' as const } } : {}),
    uniform: { finals: around(100, 4) },
  };
}

const KINDS = ['Stationary', 'Few jumps', 'Many jumps', 'Smooth drift', 'Heavy tails', 'Weather'];

function suiteOf(columns: number): Suite {
  const comparisons = Array.from({ length: columns }, (_, i) =>
    handMade(`environment ${i + 1}`, policies(3 * (i % 4) - 12, i % 2 === 0), {
      situation: KINDS[Math.floor((i * KINDS.length) / columns)],
    }),
  );
  const written = landscapeOf({ comparisons }, [])?.written;
  if (written === undefined) throw new Error('there must be a suite');
  return written;
}

/** Titles that run upwards are not read back; they stand above columns that are wider than high type. */
function checked(svg: string): void {
  const level = svg.replace(/<g transform="[^"]*rotate\(-90\)">.*?<\/g><\/g>/g, '');
  const { width, height } = viewBox(svg);
  for (const { what, left, right, top, bottom } of textBoxes(level)) {
    expect(left, what).toBeGreaterThanOrEqual(0);
    expect(right, what).toBeLessThanOrEqual(width);
    expect(top, what).toBeGreaterThanOrEqual(0);
    expect(bottom, what).toBeLessThanOrEqual(height);
  }
  expect(overlaps(textBoxes(level))).toEqual([]);
  expect(svg.replace(/>[^<]*</g, '><').match(/NaN|Infinity|undefined/)).toBeNull();
}

describe.each(WIDTHS)('at %s width', (width) => {
  test.each([6, 24])('a landscape of %i comparisons is whole', (columns) => {
    const figure = landscapeFigure(suiteOf(columns), 'default tuning', { width });
    expect(figure?.name).toBe('landscape-default-tuning');
    checked(figure?.svg ?? '');
    expect(words(figure?.svg ?? '')).toContain('Policy-1');
  });

  test('worst cases are whole, and say where they are', () => {
    const { svg } = worstCaseFigure(suiteOf(24), 'default tuning', { width });
    checked(svg);
    expect(svg).toMatch(/<desc>.*Policy-30: worst 142 in environment 4, median 1\d\d\..*<\/desc>/);
  });

  test('final regrets are whole; who has none is named instead', () => {
    const comparison = handMade('environment', policies(10, true));
    const figure = finalRegretFigure(comparison, { width });
    checked(figure.svg);
    expect(figure.caption).toContain('Not drawn, because their regret is 0: Seer.');
    const below = finalRegretFigure(handMade('environment', policies(-40, false)), { width });
    checked(below.svg);
    expect(below.svg).toContain('−40');
  });
});

test.each(WIDTHS)(
  'forty long names that differ at their ends are distinguished at %s width',
  (width) => {
    const name = (i: number) =>
      `A policy with a name that is longer than any figure has room for, τ = ${i}`;
    const rows = Array.from({ length: 40 }, (_, i): [string, HandMade] => [
      name(i),
      { finals: around(5 * i + 3, 3) },
    ]);
    const { svg } = finalRegretFigure(handMade('environment', Object.fromEntries(rows)), { width });
    checked(svg);
    const labels = words(svg).filter((word) => word.startsWith('A policy'));
    expect(new Set(labels).size).toBe(40);
    for (const label of labels) expect(label).toMatch(/…/);
  },
);

test('figures of suites look the same without the font', () => {
  const suite = suiteOf(6);
  expectSameLook(landscapeFigure(suite, 'default tuning')?.svg ?? '');
  expectSameLook(worstCaseFigure(suite, 'default tuning').svg);
  expectSameLook(finalRegretFigure(handMade('environment', policies(10, true))).svg);
});

test('the darker, the worse; where a policy did not play there is a dash', () => {
  const suite = suiteOf(6);
  const { svg = '' } = landscapeFigure(suite, 'default tuning') ?? {};
  const fills = [
    ...svg.matchAll(/height="15" fill="(#[0-9a-f]{6})"[^>]*><g aria-label="([^"]+)"/g),
  ];
  const shadeOf = (text: string) => fills.find(([, , shown]) => shown === text)?.[1];
  expect(shadeOf('100')).toBe('#12343f');
  expect(shadeOf('133')).toBe('#12343f');
  expect(shadeOf('−12')).toBe('#ffffff');
  expect(words(svg).filter((word) => word === '–')).toHaveLength(3);
});

test('a policy with a mark has a star, which the caption explains', () => {
  const odd: HandMade = { finals: around(3), standing: 'unconfirmed' };
  const environment = { one: { finals: around(4) }, odd, uniform: { finals: around(9) } };
  const comparisons = ['a', 'b'].map((name) => handMade(name, environment));
  const written = landscapeOf({ comparisons }, [])?.written;
  if (written === undefined) throw new Error('there must be a suite');
  for (const figure of [
    landscapeFigure(written, 'default tuning'),
    worstCaseFigure(written, 'default tuning'),
  ]) {
    expect(words(figure?.svg ?? '')).toEqual(expect.arrayContaining(['odd*', 'one']));
    expect(figure?.caption).toContain('* Not recommended: odd (unconfirmed).');
  }
});

test('numbers stand for situations whose names would be cut, and the caption has the names', () => {
  const names = [4, 8].map((changes) => `piecewise:changes=${changes};low=0.05;high=0.95, arms 3`);
  const comparisons = names.map((name) =>
    handMade(name, { one: { finals: around(3) }, uniform: { finals: around(9) } }),
  );
  const written = landscapeOf({ comparisons }, [])?.written;
  if (written === undefined) throw new Error('there must be a suite');
  for (const width of WIDTHS) {
    const figure = landscapeFigure(written, 'default tuning', { width });
    checked(figure?.svg ?? '');
    expect(figure?.svg).not.toContain('…');
    expect(figure?.caption).toContain(`Situations: 1: ${names[0]}; 2: ${names[1]}.`);
  }
});

test('too many situations for the width are not drawn', () => {
  const comparisons = Array.from({ length: 60 }, (_, i) =>
    handMade(`environment ${i + 1}`, {
      one: { finals: around(3) },
      uniform: { finals: around(9) },
    }),
  );
  const written = landscapeOf({ comparisons }, [])?.written;
  if (written === undefined) throw new Error('there must be a suite');
  expect(landscapeFigure(written, 'default tuning')).toBeUndefined();
});

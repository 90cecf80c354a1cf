/** Figures look the same whether the font is installed or not: their text is outlines. */
import { describe, expect, test } from 'vitest';
import { glyphDefinitions } from '../../src/drawing/figures/glyphs.ts';
import { textElement } from '../../src/drawing/figures/lettering.ts';
import { svgDocument } from '../../src/drawing/figures/svg.ts';
import { FONT_SIZE, WIDTHS } from '../../src/drawing/figures/theme.ts';
import {
  growthFigure,
  histogramFigure,
  meansFigure,
  regretFigure,
  ribbonFigure,
  sweepFigure,
} from '../../src/figures/index.ts';
import { cases, GROWTH, WINDOW_SWEEP } from './cases.ts';
import { characters, glyphFile, WEIGHTS, type Weight } from './glyph-files.ts';
import { expectSameLook } from './same-look.ts';
import { overlaps, textBoxes, viewBox, words } from './svg-boxes.ts';

const BOTH = Object.keys(WEIGHTS) as Weight[];

const page = (...content: string[]) =>
  svgDocument({ width: WIDTHS.full, height: 400, title: 't', description: 'd', content });

describe('glyphs', () => {
  test.each(BOTH)('of %s are those of the font file', async (weight) => {
    await expect(glyphFile(weight)).toMatchFileSnapshot(
      `../../src/drawing/figures/glyphs-${weight}.ts`,
    );
  });

  test.each([400, 600])('all look as the font draws them at weight %i', (weight) => {
    const inked = characters().filter((character) => character.trim() !== '');
    const place = (i: number) => [10 + 20 * (i % 32), 20 + 20 * Math.floor(i / 32)] as const;
    expectSameLook(
      page(...inked.map((character, i) => textElement(...place(i), character, { weight }))),
    );
  });

  test('are in a document once, and only those that it uses', () => {
    const svg = page(textElement(0, 20, 'abba'), textElement(0, 40, 'cab', { weight: 600 }));
    const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual(['r61', 'r62', 's61', 's62', 's63']);
    expect(glyphDefinitions('<svg/>')).toBe('');
  });
});

describe('without any font', () => {
  test.each(['ten', 'long names'])('the figures of %s look as they do with it', async (name) => {
    const result = (await cases()).get(name)!;
    for (const draw of [regretFigure, histogramFigure, ribbonFigure]) {
      expectSameLook(draw(result, { width: 'full' }).svg);
    }
    expectSameLook(meansFigure(result.environment, { width: 'half' }).svg);
  });

  test('so do figures of parameters and horizons', () => {
    expectSameLook(sweepFigure(WINDOW_SWEEP).svg);
    expectSameLook(growthFigure(GROWTH).svg);
  });

  test('so does text with kerning, at its left, its middle and its right end', () => {
    const anchors = ['start', 'middle', 'end'] as const;
    const texts = ['AVATAR, Tuned', 'SW-MOSS “W.”', 'Łukasz Erdős', 'τ₀ = √T − 1 ≤ ∞ ⅔'];
    const lines = texts.flatMap((text, i) =>
      anchors.map((anchor, k) => textElement(120 + 200 * k, 20 + 20 * i, text, { anchor })),
    );
    expectSameLook(page(...lines));
  });
});

describe('characters that our font lacks', () => {
  const drawn = (text: string, anchor: 'start' | 'end' = 'start') =>
    page(textElement(300, 20, text, { anchor }));
  const plain = (svg: string) =>
    [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);

  test.each([
    ['策略 MOSS', ['策略'], 4],
    ['MOSS Политика в тест', ['Политика в тест'], 4],
    ['🎲 dice', ['🎲'], 4],
    ['x̂ = 1', ['x̂'], 2],
    ['שלום', ['שלום'], 0],
  ])('of %s are text in any sans-serif; the others are outlines', (text, expected, outlines) => {
    const svg = drawn(text);
    expect(plain(svg)).toEqual(expected);
    expect(svg.split('<use ')).toHaveLength(outlines + 1);
    expect(svg).toMatch(/<text[^>]*font-family="sans-serif"/);
    const boxes = textBoxes(svg);
    expect(boxes[0].what).toBe(text);
    // One begins where the one before ends, but for what is rounded to hundredths.
    boxes.forEach(({ right }, i) => {
      expect(right).toBeLessThanOrEqual((boxes[i + 1]?.left ?? Number.POSITIVE_INFINITY) + 0.011);
    });
  });

  test('of names take no room from others', async () => {
    const four = (await cases()).get('four')!;
    const names = ['Контекстный бандит с памятью', '策略 滑动窗口 MOSS', '🎲 dice', 'Łukasz'];
    const policies = four.policies.map((policy, i) => ({ ...policy, name: names[i] }));
    for (const width of ['full', 'half'] as const) {
      for (const draw of [regretFigure, histogramFigure, ribbonFigure]) {
        const { svg } = draw({ ...four, policies }, { width });
        const boxes = textBoxes(svg);
        // Parts of one text touch: what is rounded to hundredths may make them overlap.
        const narrower = boxes.map((box) => ({ ...box, right: box.right - 0.02 }));
        expect(overlaps(narrower)).toEqual([]);
        expect(Math.min(...boxes.map(({ left }) => left))).toBeGreaterThanOrEqual(0);
        expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(
          viewBox(svg).width,
        );
      }
    }
  });

  test('have room to spare, before them where the text ends at a place', () => {
    const [start] = textBoxes(drawn('策略'));
    const [end] = textBoxes(drawn('策略', 'end'));
    expect([start.left, end.right]).toEqual([300, 300]);
    expect(start.right - start.left).toBeGreaterThanOrEqual(2 * FONT_SIZE);
    expect(drawn('策略', 'end')).toContain('x="300" y="20" text-anchor="end"');
  });

  test('accents that can be composed are; blanks are as XML shows them', () => {
    const svg = drawn(' Erdo\u030bs\n  e\u0301 ');
    expect(plain(svg)).toEqual([]);
    expect(words(svg)).toEqual(['Erdős é']);
  });
});

/** Pictures of figures, with their text. */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { textElement } from '../../src/drawing/figures/lettering.ts';
import { svgDocument } from '../../src/drawing/figures/svg.ts';
import { WIDTHS } from '../../src/drawing/figures/theme.ts';
import { growthFigure, ribbonFigure } from '../../src/figures/index.ts';
import { writeFigures } from '../../src/node/result-folder/figures.ts';
import { svgToPng } from '../../src/node/result-folder/png.ts';
import { cases, GROWTH } from './cases.ts';
import { pixelsOf } from './png-pixels.ts';

interface Picture {
  readonly width: number;
  readonly height: number;
  /** How many pixels are dark. */
  readonly ink: number;
}

function pictureOf(svg: string, scale?: number): Picture {
  const { width, height, data } = pixelsOf(svgToPng(svg, scale));
  let ink = 0;
  for (let i = 0; i < data.length; i += 4) if (data[i] + data[i + 1] + data[i + 2] < 384) ink += 1;
  return { width, height, ink };
}

const withText = (text: string) =>
  svgDocument({
    width: WIDTHS.half,
    height: 30,
    title: 't',
    description: 'd',
    content: [textElement(5, 20, text)],
  });

describe('pictures', () => {
  test.each([...'τγηζξA5±'])('the character %s is drawn', (character) => {
    expect(pictureOf(withText('')).ink).toBe(0);
    expect(pictureOf(withText(character)).ink).toBeGreaterThan(10);
  });

  test("a figure's text is in its picture", () => {
    const { svg } = growthFigure(GROWTH);
    const silent = svg.replace(/<use [^>]*>/g, '');
    expect(silent).not.toBe(svg);
    // 22 labels of about four characters, each of at least 20 dark pixels at twice the size.
    expect(pictureOf(svg, 2).ink - pictureOf(silent, 2).ink).toBeGreaterThan(22 * 4 * 20);
  });

  test('are 300 dots to the inch by default', () => {
    const { svg } = growthFigure(GROWTH);
    const dots = (178 / 25.4) * 300;
    expect(Math.abs(pictureOf(svg).width - dots)).toBeLessThan(3);
    expect(Math.abs(pictureOf(svg, 1).width - (178 / 25.4) * 96)).toBeLessThan(2);
  });
});

describe('ribbons', () => {
  test.each([1, 2, 300 / 96])('no paper shines through at %d times the size', async (scale) => {
    const result = (await cases()).get('ten')!;
    const { svg } = ribbonFigure(result);
    const { width, data } = pixelsOf(svgToPng(svg.replace(/<use [^>]*>/g, ''), scale));
    const rows = [...svg.matchAll(/<g shape-rendering="crispEdges">(.*?)<\/g>/g)];
    expect(rows).toHaveLength(11);
    for (const [row] of rows) {
      const [, left, top, , height] =
        /<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/.exec(row)!;
      const last = [...row.matchAll(/<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"/g)].at(-1)!;
      const y = Math.floor((Number(top) + Number(height) / 2) * scale);
      const from = Math.ceil(Number(left) * scale) + 1;
      const to = Math.floor((Number(last[1]) + Number(last[2])) * scale) - 1;
      for (let x = from; x < to; x++) expect(data[4 * (y * width + x)]).toBeLessThan(200);
    }
  });
});

describe('files', () => {
  test('each figure becomes an SVG and a PNG', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'driftline-figures-'));
    try {
      const figure = growthFigure(GROWTH);
      await writeFigures(join(folder, 'new'), [figure]);
      expect((await readdir(join(folder, 'new'))).sort()).toEqual(['growth.png', 'growth.svg']);
      expect(await readFile(join(folder, 'new', 'growth.svg'), 'utf8')).toBe(figure.svg);
      const png = await readFile(join(folder, 'new', 'growth.png'));
      expect(png.subarray(1, 4).toString()).toBe('PNG');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('two figures of one name are refused before anything is written', async () => {
    const figure = growthFigure(GROWTH);
    const other = { ...figure, svg: figure.svg.replace('Growth', 'Other') };
    const folder = await mkdtemp(join(tmpdir(), 'driftline-figures-'));
    try {
      const never = join(folder, 'never-made');
      await expect(writeFigures(never, [figure, other])).rejects.toThrow("named 'growth'");
      expect(existsSync(never)).toBe(false);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

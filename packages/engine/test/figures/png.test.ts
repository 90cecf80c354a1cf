/** Pictures have their text: without the right font files resvg leaves it out in silence. */
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { growthFigure } from '../../src/figures/index.ts';
import { createDocument } from '../../src/node/dom.ts';
import { writeFigures } from '../../src/node/figures.ts';
import { fontFiles, svgToPng } from '../../src/node/png.ts';
import { GROWTH } from './cases.ts';
import { readFont } from './font.ts';

interface Picture {
  readonly width: number;
  readonly height: number;
  /** How many pixels are dark. */
  readonly ink: number;
}

/** The predictor of a PNG's fourth filter (PNG, section 9.4). */
function paeth(a: number, b: number, c: number): number {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  if (pa <= pb && pa <= pc) return a;
  return pb <= pc ? b : c;
}

/** The pixels of a PNG of eight bits a channel with alpha, as resvg writes it. */
function pixelsOf(png: Uint8Array): { width: number; height: number; data: Uint8Array } {
  const file = Buffer.from(png);
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  expect([file[24], file[25]]).toEqual([8, 6]);
  const parts: Buffer[] = [];
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') {
      parts.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
    }
  }
  const packed = inflateSync(Buffer.concat(parts));
  const row = 4 * width;
  const data = new Uint8Array(row * height);
  for (let y = 0; y < height; y++) {
    const filter = packed[y * (row + 1)];
    for (let x = 0; x < row; x++) {
      const left = x >= 4 ? data[y * row + x - 4] : 0;
      const up = y > 0 ? data[(y - 1) * row + x] : 0;
      const corner = x >= 4 && y > 0 ? data[(y - 1) * row + x - 4] : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
      data[y * row + x] = packed[y * (row + 1) + 1 + x] + guess;
    }
  }
  return { width, height, data };
}

function pictureOf(svg: string, scale?: number): Picture {
  const { width, height, data } = pixelsOf(svgToPng(svg, scale));
  let ink = 0;
  for (let i = 0; i < data.length; i += 4) if (data[i] + data[i + 1] + data[i + 2] < 384) ink += 1;
  return { width, height, ink };
}

const withText = (text: string, weight = 400) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="30" font-family="'Source Sans 3', sans-serif" font-size="20" font-weight="${weight}"><text x="5" y="20">${text}</text></svg>`;

describe('the font', () => {
  test('its files are there, in TrueType, and have Greek', () => {
    for (const file of fontFiles()) {
      expect(existsSync(file)).toBe(true);
      const font = readFont(readFileSync(file));
      for (const letter of 'τγηζξαδΔ±−√≤') {
        expect(font.advance(letter.codePointAt(0)!)).toBeGreaterThan(0);
      }
    }
  });

  test('its files belong to a package that the engine asks for', () => {
    const require = createRequire(import.meta.url);
    const { dependencies } = require('../../package.json') as {
      dependencies: Record<string, string>;
    };
    for (const needed of ['@expo-google-fonts/source-sans-3', '@resvg/resvg-js', 'linkedom']) {
      expect(dependencies).toHaveProperty([needed]);
    }
  });
});

describe('pictures', () => {
  test.each([...'τγηζξA5±'])('the character %s is drawn', (character) => {
    expect(pictureOf(withText('')).ink).toBe(0);
    expect(pictureOf(withText(character)).ink).toBeGreaterThan(10);
  });

  test('two characters that a font lacked would look alike; these do not', () => {
    expect(svgToPng(withText('τ'))).not.toEqual(svgToPng(withText('γ')));
  });

  test('semibold is bolder', () => {
    const word = 'SW-MOSS';
    expect(pictureOf(withText(word, 600)).ink).toBeGreaterThan(1.1 * pictureOf(withText(word)).ink);
  });

  test("a figure's text is in its picture", () => {
    const { svg } = growthFigure(GROWTH, { document: createDocument() });
    const silent = svg.replace(/<text[^>]*>[^<]*<\/text>/g, '');
    expect(silent).not.toBe(svg);
    // 22 labels of about four characters, each of at least 20 dark pixels at twice the size.
    expect(pictureOf(svg, 2).ink - pictureOf(silent, 2).ink).toBeGreaterThan(22 * 4 * 20);
  });

  test('are 300 dots to the inch unless told otherwise', () => {
    const { svg } = growthFigure(GROWTH, { document: createDocument() });
    const dots = (178 / 25.4) * 300;
    expect(Math.abs(pictureOf(svg).width - dots)).toBeLessThan(3);
    expect(Math.abs(pictureOf(svg, 1).width - (178 / 25.4) * 96)).toBeLessThan(2);
  });
});

describe('files', () => {
  test('each figure becomes an SVG and a PNG', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'driftline-figures-'));
    try {
      const figure = growthFigure(GROWTH, { document: createDocument() });
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
    const figure = growthFigure(GROWTH, { document: createDocument() });
    const other = { ...figure, svg: figure.svg.replace('Growth', 'Other') };
    const folder = join(tmpdir(), 'driftline-never-made');
    await expect(writeFigures(folder, [figure, other])).rejects.toThrow("named 'growth'");
    expect(existsSync(folder)).toBe(false);
  });
});

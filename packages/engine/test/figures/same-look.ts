/** Whether a drawing looks the same without any font as with ours: drawn both ways by resvg. */
import { createRequire } from 'node:module';
import { expect } from 'vitest';
import { fontFile } from './glyph-files.ts';

const { Resvg } = createRequire(import.meta.url)(
  '@resvg/resvg-js',
) as typeof import('@resvg/resvg-js');

const FONT_FILES = (['regular', 'semibold'] as const).map(fontFile);

/** The font joins these letters into one glyph, which outlines do not. */
const JOINED = /(?<=f)(?=[ft])/;

/** Real text in place of one that is outlined. */
function asOneText(text: string, fill: string, transform: string, uses: string): string {
  const [, x, y, scale] = /translate\(([^,]+),([^)]+)\) scale\(([\d.]+)\)/.exec(transform)!;
  const glyphs = [...uses.matchAll(/<use xlink:href="#([rs])[^"]*"(?: x="([^"]*)")?/g)];
  const weight = glyphs[0][1] === 's' ? 600 : 400;
  let inked = 0;
  const parts = text.split(JOINED).map((part) => {
    const left = Number(x) + Number(glyphs[inked][2] ?? 0) * Number(scale);
    inked += part.replace(/\s/g, '').length;
    return `<text x="${left}" y="${y}" fill="${fill}" font-family="Source Sans 3" font-size="${1000 * Number(scale)}" font-weight="${weight}">${part}</text>`;
  });
  return parts.join('');
}

/** A drawing with real text in place of outlines. */
function asText(svg: string): string {
  return svg.replace(
    /<g aria-label="([^"]*)" fill="([^"]+)" transform="([^"]+)">(.*?)<\/g>/g,
    (_, ...[text, fill, transform, uses]: string[]) => asOneText(text, fill, transform, uses),
  );
}

/** The pixels of a drawing; given no font files, resvg knows no font at all. */
function pixels(svg: string, fontFiles: string[] = []): Buffer {
  const font = { fontFiles, loadSystemFonts: false };
  const zoom = { mode: 'zoom', value: 2 } as const;
  return new Resvg(svg, { fitTo: zoom, background: '#ffffff', font }).render().pixels;
}

interface Difference {
  /** How many pixels differ visibly: by a quarter of the way from black to white. */
  readonly visible: number;
  /** How many differ at all. */
  readonly all: number;
}

function difference(first: Buffer, second: Buffer): Difference {
  expect(first.length).toBe(second.length);
  let [visible, all] = [0, 0];
  for (let i = 0; i < first.length; i += 4) {
    let most = 0;
    for (let k = i; k < i + 3; k++) most = Math.max(most, Math.abs(first[k] - second[k]));
    if (most > 64) visible += 1;
    if (most > 8) all += 1;
  }
  return { visible, all };
}

/** That a drawing is the same without any font as it is with text in our font. */
export function expectSameLook(svg: string): void {
  const text = asText(svg);
  expect(text).not.toContain('<use');
  const withFont = pixels(text, FONT_FILES);
  const { visible, all } = difference(pixels(svg), withFont);
  expect(visible).toBe(0);
  // The font was there: without it resvg leaves the text out.
  const inked = difference(pixels(text), withFont).visible;
  expect(inked).toBeGreaterThan(200);
  // What is rounded to hundredths may turn an edge a little paler here and there.
  expect(all).toBeLessThan(inked / 100);
}

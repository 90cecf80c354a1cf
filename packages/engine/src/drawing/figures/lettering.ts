/**
 * Text as outlines: a figure looks the same where the font is not installed. Characters that the
 * font lacks stay text, in whichever sans-serif there is, with room to spare.
 */
import { glyphUse, placedGlyphs } from './glyphs.ts';
import { coordinate, escapeXml } from './svg.ts';
import { hasGlyph, textWidth } from './text.ts';
import { FONT_SIZE, INK, STRONG } from './theme.ts';

interface TextStyle {
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly weight?: number;
  readonly fill?: string;
  readonly size?: number;
}

type FullStyle = Required<TextStyle>;

/** Which share of a text lies before the place that it is anchored at. */
const SHARE_BEFORE = { start: 0, middle: 0.5, end: 1 } as const;

/** A stretch of text that is drawn in one way. */
interface Run {
  text: string;
  readonly outlined: boolean;
}

/** A character with the accents that are put onto it. */
const CLUSTER = /\P{M}\p{M}*|\p{M}+/gu;

/** Stretches that the font has, and others; blanks between others belong to them. */
function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  const add = (piece: string, outlined: boolean) => {
    const last = runs.at(-1);
    if (last?.outlined === outlined) last.text += piece;
    else runs.push({ text: piece, outlined });
  };
  for (const [cluster] of text.matchAll(CLUSTER)) {
    const outlined = Array.from(cluster).every(hasGlyph);
    const [before, last] = runs.slice(-2);
    if (!outlined && last?.outlined && before !== undefined && last.text.trim() === '') {
      runs.pop();
      before.text += last.text;
    }
    add(cluster, outlined);
  }
  return runs;
}

/** As XML would show it: accents composed, no soft hyphens, blanks that follow one another as one. */
function asShown(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll('\u00ad', '')
    .replace(/[ \t\r\n]+/g, ' ')
    .replace(/^ | $/g, '');
}

/** A run that is ready to be put somewhere. */
interface Drawn {
  readonly width: number;
  /** The run with its left end at a place; `attributes` are those of the whole text. */
  readonly at: (x: number, y: number, attributes: string) => string;
}

function outlinedRun(text: string, { weight, size }: FullStyle): Drawn {
  const { glyphs, width } = placedGlyphs(text, weight >= STRONG, (character) =>
    textWidth(character, weight, 1000),
  );
  const uses = glyphs.map(glyphUse).join('');
  const scale = Math.round(size * 1000) / 1e6;
  return {
    width: (width * size) / 1000,
    at: (x, y, attributes) =>
      `<g${attributes} transform="translate(${coordinate(x)},${coordinate(y)}) scale(${scale})">${uses}</g>`,
  };
}

function genericRun(text: string, { anchor, weight, size }: FullStyle): Drawn {
  const width = textWidth(text, weight, size);
  const bold = weight >= STRONG ? ` font-weight="${weight}"` : '';
  return {
    width,
    // Aligned as the whole is: room that turns out to be too much lies where it is seen least.
    at: (x, y, attributes) =>
      `<text${attributes} x="${coordinate(x + SHARE_BEFORE[anchor] * width)}" y="${coordinate(y)}" text-anchor="${anchor}" font-family="sans-serif" font-size="${coordinate(size)}"${bold}>${escapeXml(text)}</text>`,
  };
}

/** A line of text; `y` is its baseline. */
export function textElement(x: number, y: number, text: string, style: TextStyle = {}): string {
  const full = { anchor: 'start', weight: 400, fill: INK, size: FONT_SIZE, ...style } as const;
  const shown = asShown(text);
  const runs = runsOf(shown).map((run) =>
    run.outlined ? outlinedRun(run.text, full) : genericRun(run.text, full),
  );
  const width = runs.reduce((sum, run) => sum + run.width, 0);
  const attributes = ` aria-label="${escapeXml(shown)}" fill="${full.fill}"`;
  const whole = runs.length === 1;
  let next = x - SHARE_BEFORE[full.anchor] * width;
  const parts = runs.map((run) => {
    const part = run.at(next, y, whole ? attributes : '');
    next += run.width;
    return part;
  });
  return whole ? parts[0] : `<g${attributes}>${parts.join('')}</g>`;
}

/** SVG as text: the few elements that figures write themselves. */
import { withoutControls } from '../../words/control-characters.ts';
import { glyphDefinitions } from './glyphs.ts';
import { type FigureWidth, FONT_SIZE, type LineStyle, PAPER } from './theme.ts';

/** Text for content and attributes; characters that XML forbids are left out. */
export function escapeXml(text: string): string {
  return withoutControls(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A coordinate: a hundredth of a pixel is finer than any printer. */
export function coordinate(value: number): string {
  const rounded = Math.round(value * 100) / 100;
  return String(rounded === 0 ? 0 : rounded);
}

/** The baseline of a line of text whose middle is at `centre`. */
export function baseline(centre: number): number {
  return centre + 0.32 * FONT_SIZE;
}

/** A line through points. */
export function polyline(points: readonly (readonly [number, number])[], style: LineStyle): string {
  const path = points.map(([x, y]) => `${coordinate(x)},${coordinate(y)}`).join('L');
  const dash = style.dash === undefined ? '' : ` stroke-dasharray="${style.dash}"`;
  return `<path d="M${path}" fill="none" stroke="${style.colour}" stroke-width="${style.width}" stroke-linejoin="round"${dash}/>`;
}

interface SvgParts {
  readonly width: FigureWidth;
  readonly height: number;
  readonly title: string;
  readonly description: string;
  readonly content: readonly string[];
}

/** A whole document. */
export function svgDocument({ width, height, title, description, content }: SvgParts): string {
  const rows = Math.ceil(height);
  const millimetres = (pixels: number) => coordinate((pixels * width.millimetres) / width.pixels);
  const drawing = content.join('\n');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width.millimetres}mm" height="${millimetres(rows)}mm" viewBox="0 0 ${width.pixels} ${rows}" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    `<desc>${escapeXml(description)}</desc>`,
    `<rect width="${width.pixels}" height="${rows}" fill="${PAPER}"/>`,
    `${glyphDefinitions(drawing)}${drawing}`,
    '</svg>',
    '',
  ].join('\n');
}

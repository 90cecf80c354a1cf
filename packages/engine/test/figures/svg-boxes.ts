/** Reads figures back: where every text stands, and how far every shape reaches. */
import { parseHTML } from 'linkedom';
import { textWidth } from '../../src/figures/text.ts';

export interface Box {
  readonly what: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface SvgElement {
  readonly tagName: string;
  readonly textContent: string | null;
  readonly parentElement: SvgElement | null;
  getAttribute(name: string): string | null;
}

function elementsOf(svg: string): SvgElement[] {
  const { document } = parseHTML(`<html><body>${svg}</body></html>`);
  return [...document.querySelectorAll('svg, svg *')];
}

export function viewBox(svg: string): { readonly width: number; readonly height: number } {
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg)!;
  return { width: Number(width), height: Number(height) };
}

/** The nearest value of an attribute that is inherited. */
function inherited(element: SvgElement, name: string): string | undefined {
  for (let each: SvgElement | null = element; each !== null; each = each.parentElement) {
    const value = each.getAttribute(name);
    if (value !== null) return value;
  }
  return undefined;
}

function shift(element: SvgElement): [number, number] {
  let [x, y] = [0, 0];
  for (let each: SvgElement | null = element; each !== null; each = each.parentElement) {
    const move = /^translate\((-?[\d.]+),(-?[\d.]+)\)$/.exec(each.getAttribute('transform') ?? '');
    if (move !== null) [x, y] = [x + Number(move[1]), y + Number(move[2])];
  }
  return [x, y];
}

function length(text: string | null, size: number): number {
  if (text === null) return 0;
  return text.endsWith('em') ? Number(text.slice(0, -2)) * size : Number(text);
}

/**
 * Boxes of all text: Source Sans 3 reaches 0.71 em above the baseline and 0.2 em below it. `stretch`
 * is how much wider the font is that stands in for it.
 */
export function textBoxes(svg: string, stretch = 1): Box[] {
  return elementsOf(svg)
    .filter(({ tagName }) => tagName.toLowerCase() === 'text')
    .map((element) => {
      const size = Number(inherited(element, 'font-size'));
      const what = element.textContent ?? '';
      const weight = Number(inherited(element, 'font-weight') ?? 400);
      const width = stretch * textWidth(what, weight, size);
      const [shiftX, shiftY] = shift(element);
      const x = shiftX + length(element.getAttribute('x'), size);
      const y = shiftY + length(element.getAttribute('y'), size);
      const anchor = inherited(element, 'text-anchor') ?? 'start';
      const left = anchor === 'end' ? x - width : anchor === 'middle' ? x - width / 2 : x;
      return { what, left, right: left + width, top: y - 0.71 * size, bottom: y + 0.2 * size };
    });
}

function reach(what: string, points: readonly (readonly [number, number])[]): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return {
    what,
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  };
}

function pointsOf(element: SvgElement): [number, number][] {
  const number = (name: string) => Number(element.getAttribute(name) ?? 0);
  switch (element.tagName.toLowerCase()) {
    case 'path':
      return [...(element.getAttribute('d') ?? '').matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(
        ([, x, y]) => [Number(x), Number(y)],
      );
    case 'line':
      return [
        [number('x1'), number('y1')],
        [number('x2'), number('y2')],
      ];
    case 'rect':
      return [
        [number('x'), number('y')],
        [number('x') + number('width'), number('y') + number('height')],
      ];
    case 'circle':
      return [
        [number('cx') - number('r'), number('cy') - number('r')],
        [number('cx') + number('r'), number('cy') + number('r')],
      ];
    default:
      return [];
  }
}

/** Boxes of all shapes, without the width of their lines. */
export function shapeBoxes(svg: string): Box[] {
  return elementsOf(svg).flatMap((element) => {
    const points = pointsOf(element);
    if (points.length === 0) return [];
    const [x, y] = shift(element);
    const moved = points.map(([px, py]) => [px + x, py + y] as const);
    return [reach(`${element.tagName} ${element.getAttribute('d')?.slice(0, 40) ?? ''}`, moved)];
  });
}

/** Pairs of boxes that overlap, for messages that say which. */
export function overlaps(boxes: readonly Box[]): string[] {
  const pairs: string[] = [];
  boxes.forEach((a, i) => {
    for (const b of boxes.slice(i + 1)) {
      if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) {
        pairs.push(`'${a.what}' and '${b.what}'`);
      }
    }
  });
  return pairs;
}

/** Reads figures back: where every text stands, and how far every shape reaches. */
import { parseHTML } from 'linkedom';
import { withoutDefinitions } from '../../src/drawing/figures/glyphs.ts';
import { textWidth } from '../../src/drawing/figures/text.ts';
import { STRONG } from '../../src/drawing/figures/theme.ts';

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
  readonly children: ArrayLike<SvgElement>;
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
    const move = /^translate\((-?[\d.]+),(-?[\d.]+)\)/.exec(each.getAttribute('transform') ?? '');
    if (move !== null) [x, y] = [x + Number(move[1]), y + Number(move[2])];
  }
  return [x, y];
}

const nameOf = ({ tagName }: SvgElement) => tagName.toLowerCase();

/** What is drawn as outlines: where its glyphs begin and end. */
function outlinedBox(element: SvgElement): Box {
  const [left, y] = shift(element);
  const size = 1000 * Number(/scale\(([\d.]+)\)/.exec(element.getAttribute('transform')!)![1]);
  const last = element.children[element.children.length - 1];
  const [, face, code] = /^#([rs])([0-9a-f]+)$/.exec(last.getAttribute('xlink:href')!)!;
  const character = String.fromCodePoint(Number.parseInt(code, 16));
  const start = (Number(last.getAttribute('x') ?? 0) * size) / 1000;
  const width = start + textWidth(character, face === 's' ? STRONG : 400, size);
  return lineBox(inherited(element, 'aria-label')!, left, y, width, size);
}

/** What stays text, because our font lacks it. */
function genericBox(element: SvgElement): Box {
  const number = (name: string) => Number(element.getAttribute(name));
  const weight = Number(element.getAttribute('font-weight') ?? 400);
  const size = number('font-size');
  const width = textWidth(element.textContent ?? '', weight, size);
  const share = { start: 0, middle: 0.5, end: 1 }[element.getAttribute('text-anchor')!] ?? 0;
  const [x, y] = shift(element);
  const left = x + number('x') - share * width;
  return lineBox(inherited(element, 'aria-label')!, left, y + number('y'), width, size);
}

/** Source Sans 3 reaches 0.71 em above the baseline and 0.2 em below it. */
function lineBox(what: string, left: number, y: number, width: number, size: number): Box {
  return { what, left, right: left + width, top: y - 0.71 * size, bottom: y + 0.2 * size };
}

/** Boxes of all text. */
export function textBoxes(svg: string): Box[] {
  return elementsOf(svg).flatMap((element) => {
    if (nameOf(element) === 'text') return [genericBox(element)];
    const glyphs = element.children.length > 0 && nameOf(element.children[0]) === 'use';
    return glyphs ? [outlinedBox(element)] : [];
  });
}

/** The words of a drawing. */
export function words(svg: string): string[] {
  return textBoxes(svg).map(({ what }) => what);
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
  switch (nameOf(element)) {
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
  return elementsOf(withoutDefinitions(svg)).flatMap((element) => {
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

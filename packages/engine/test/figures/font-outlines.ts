/** Outlines of a TrueType file (tables `loca` and `glyf`) as SVG path data. */
import type { FontFile } from './font.ts';

interface OutlinePoint {
  readonly x: number;
  readonly y: number;
  readonly onCurve: boolean;
  /** Not in the file: the middle of two points beside the curve. */
  readonly implied?: true;
}

type Contour = readonly OutlinePoint[];

const ON_CURVE = 1;
const REPEAT = 8;

function glyphPlace({ data, table }: FontFile, glyph: number): { from: number; to: number } {
  const long = data.readInt16BE(table('head') + 50) === 1;
  const offset = (i: number) =>
    long ? data.readUInt32BE(table('loca') + 4 * i) : 2 * data.readUInt16BE(table('loca') + 2 * i);
  return { from: table('glyf') + offset(glyph), to: table('glyf') + offset(glyph + 1) };
}

/** The flags of all points, and where the coordinates begin. */
function readFlags(data: Buffer, start: number, count: number) {
  const flags: number[] = [];
  let at = start;
  while (flags.length < count) {
    const flag = data[at++];
    flags.push(flag);
    if (flag & REPEAT) for (let i = data[at++]; i > 0; i--) flags.push(flag);
  }
  return { flags, at };
}

/** One coordinate of all points: a byte, two bytes, or as before. */
function readCoordinates(data: Buffer, start: number, flags: readonly number[], axis: 0 | 1) {
  const [short, same] = [2 << axis, 16 << axis];
  let [at, value] = [start, 0];
  const values = flags.map((flag) => {
    if (flag & short) value += flag & same ? data[at++] : -data[at++];
    else if (!(flag & same)) {
      value += data.readInt16BE(at);
      at += 2;
    }
    return value;
  });
  return { values, at };
}

function simpleContours(data: Buffer, from: number, count: number): Contour[] {
  const ends = Array.from({ length: count }, (_, i) => data.readUInt16BE(from + 10 + 2 * i));
  const instructions = data.readUInt16BE(from + 10 + 2 * count);
  const { flags, at } = readFlags(data, from + 12 + 2 * count + instructions, ends.at(-1)! + 1);
  const xs = readCoordinates(data, at, flags, 0);
  const ys = readCoordinates(data, xs.at, flags, 1);
  const points = flags.map((flag, i) => ({
    x: xs.values[i],
    y: ys.values[i],
    onCurve: (flag & ON_CURVE) !== 0,
  }));
  return ends.map((end, i) => points.slice(i === 0 ? 0 : ends[i - 1] + 1, end + 1));
}

/** A glyph put together from others, each moved; Source Sans 3 neither scales nor turns them. */
function compositeContours(file: FontFile, from: number): Contour[] {
  const { data } = file;
  const contours: Contour[] = [];
  let at = from + 10;
  for (let more = true; more; ) {
    const flags = data.readUInt16BE(at);
    const glyph = data.readUInt16BE(at + 2);
    if ((flags & 0b11001010) !== 0b10) throw new Error(`glyph ${glyph} is not only moved`);
    const words = (flags & 1) !== 0;
    const dx = words ? data.readInt16BE(at + 4) : data.readInt8(at + 4);
    const dy = words ? data.readInt16BE(at + 6) : data.readInt8(at + 5);
    for (const contour of contoursOf(file, glyph)) {
      contours.push(contour.map((point) => ({ ...point, x: point.x + dx, y: point.y + dy })));
    }
    at += words ? 8 : 6;
    more = (flags & 32) !== 0;
  }
  return contours;
}

function contoursOf(file: FontFile, glyph: number): Contour[] {
  const { from, to } = glyphPlace(file, glyph);
  if (from === to) return [];
  const count = file.data.readInt16BE(from);
  return count >= 0 ? simpleContours(file.data, from, count) : compositeContours(file, from);
}

function middle(a: OutlinePoint, b: OutlinePoint): OutlinePoint {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, onCurve: true, implied: true };
}

/** A contour that begins on the curve and has a point on it between any two beside it. */
function withAllPoints(contour: Contour): Contour {
  const all = contour.flatMap((point, i) => {
    const before = contour.at(i - 1)!;
    return point.onCurve || before.onCurve ? [point] : [middle(before, point), point];
  });
  const first = all.findIndex(({ onCurve }) => onCurve);
  return [...all.slice(first), ...all.slice(0, first)];
}

/** Numbers with as little between them as path data allow. */
function numbers(...values: readonly number[]): string {
  return values.map((value, i) => (i > 0 && value >= 0 ? ` ${value}` : `${value}`)).join('');
}

function contourPath(contour: Contour): string {
  const points = withAllPoints(contour);
  const [start] = points;
  let here = start;
  const path = [`M${numbers(start.x, -start.y)}`];
  const step = ({ x, y }: OutlinePoint) => [x - here.x, here.y - y] as const;
  for (let i = 1; i < points.length; i++) {
    const point = points[i];
    if (point.onCurve) {
      const [dx, dy] = step(point);
      path.push(dy === 0 ? `h${dx}` : dx === 0 ? `v${dy}` : `l${numbers(dx, dy)}`);
      here = point;
    } else {
      const end = points[i + 1] ?? start;
      // A curve that goes on from a middle has its control point where the last one's is mirrored.
      const mirrored = here.implied === true && here !== start;
      path.push(
        mirrored ? `t${numbers(...step(end))}` : `q${numbers(...step(point), ...step(end))}`,
      );
      here = end;
      i += 1;
    }
  }
  return `${path.join('')}z`;
}

/** Path data of a glyph, y downwards. */
export function outlineOf(file: FontFile, glyph: number): string {
  return contoursOf(file, glyph).map(contourPath).join('');
}

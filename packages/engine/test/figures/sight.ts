/** How far apart two colours look, to whom: distances in OKLab, times 100. */

/** How colours reach a reader. */
export type Sight = 'full' | 'deuteranopia' | 'protanopia' | 'grey';

type Triple = readonly [number, number, number];

/** Machado, Oliveira and Fernandes (2009), at full severity, on linear light. */
const SEEN: Readonly<Record<Sight, readonly [Triple, Triple, Triple]>> = {
  full: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  grey: [
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
  ],
};

const LMS: readonly Triple[] = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const LAB: readonly Triple[] = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];

function times(matrix: readonly Triple[], vector: readonly number[]): number[] {
  return matrix.map((row) => row.reduce((sum, factor, i) => sum + factor * vector[i], 0));
}

function linear(colour: string): number[] {
  return [1, 3, 5].map((start) => {
    const share = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
}

function oklab(colour: string, sight: Sight): number[] {
  const light = times(SEEN[sight], linear(colour)).map((value) => Math.min(1, Math.max(0, value)));
  return times(LAB, times(LMS, light).map(Math.cbrt));
}

/** The distance of two colours as they are seen. */
export function colourDistance(first: string, second: string, sight: Sight): number {
  const [a, b] = [first, second].map((colour) => oklab(colour, sight));
  return 100 * Math.hypot(...a.map((value, i) => value - b[i]));
}

function runsOf(dash: string | undefined): number[] {
  return dash === undefined ? [] : dash.split(' ').map(Number);
}

/**
 * How much two dashes differ: the largest ratio of a dash or gap to the one that stands for it in the
 * other, however they are shifted; no ratio is large enough for another number of dashes.
 */
export function dashRatio(first: string | undefined, second: string | undefined): number {
  const [a, b] = [runsOf(first), runsOf(second)];
  if (a.length !== b.length) return Number.POSITIVE_INFINITY;
  if (a.length === 0) return 1;
  const shifts = Array.from({ length: a.length / 2 }, (_, i) => 2 * i);
  return Math.min(
    ...shifts.map((shift) =>
      Math.max(
        ...a.map((run, i) => {
          const other = b[(i + shift) % b.length];
          return Math.max(run / other, other / run);
        }),
      ),
    ),
  );
}

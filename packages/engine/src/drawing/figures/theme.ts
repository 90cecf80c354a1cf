/**
 * The look of every figure: colours, dashes, sizes. Lengths are CSS pixels, 96 to the inch. Colours
 * are chosen to differ for colour-blind readers; dashes distinguish lines in grey print.
 */

const BLACK = '#000000';
export const INK = '#1b1f24';
export const SECOND_INK = '#4a525c';
export const AXIS = '#8b9199';
export const GRID = '#e3e4e0';
export const PAPER = '#ffffff';

/** 8.5 points. */
export const FONT_SIZE = 11.33;
export const LINE_HEIGHT = 13.6;
export const STRONG = 600;

const LINE_WIDTH = 1.75;
export const THIN_WIDTH = 0.75;
export const GRID_WIDTH = 0.75;
export const BAND_OPACITY = 0.16;
export const FILL_OPACITY = 0.2;

/** Room between anything and the edge of a figure. */
export const EDGE = 4;

/** A figure's width on paper and on its own grid. */
export interface FigureWidth {
  readonly millimetres: number;
  readonly pixels: number;
}

export const WIDTHS: Readonly<Record<'full' | 'half', FigureWidth>> = {
  full: { millimetres: 178, pixels: 673 },
  half: { millimetres: 85, pixels: 321 },
};

/** How a line is drawn. */
export interface LineStyle {
  readonly colour: string;
  /** As in `stroke-dasharray`; a solid line if absent. */
  readonly dash?: string;
  readonly width: number;
}

const POLICY_COLOURS = [
  '#1f56c4',
  '#cf4f14',
  '#3aa687',
  '#641332',
  '#2a1f73',
  '#6b5a00',
  '#5596d4',
  '#c9588f',
];
/** Where every policy has a row of its own, none needs a colour of its own. */
export const POLICY_INK = '#1f56c4';
/** Twice as many as colours: two policies of one colour have dashes that are little alike. */
const POLICY_DASHES = [
  '',
  '9 3',
  '2 2.5',
  '9 3 2 3',
  '5 2',
  '1 2',
  '7 2 1 2',
  '18 4',
  '2 6',
  '2 2 2 7',
  '10 2 2 2 2 2',
  '4 5',
  '10 7',
  '12 2 5 2',
  '4 3 4 9',
  '2 2 2 2 2 8',
];

/** Which colour and which dash, of the lists of both, a policy has by its place. */
interface StylePlace {
  readonly colour: number;
  readonly dash: number;
}

/**
 * The one rule by which policies get colours and dashes, on paper and on the page: colours begin anew
 * after eight, dashes after sixteen, shifted by one each time. So no two of 128 places are alike, and
 * of sixteen in a row each has a dash of its own.
 */
export function stylePlace(place: number): StylePlace {
  const lap = Math.floor(place / POLICY_DASHES.length);
  return {
    colour: place % POLICY_COLOURS.length,
    dash: (place + lap) % POLICY_DASHES.length,
  };
}

/** The style of the policy at a place. */
export function policyStyle(place: number): LineStyle {
  const { colour, dash } = stylePlace(place);
  return {
    colour: POLICY_COLOURS[colour],
    width: LINE_WIDTH,
    ...(dash === 0 ? {} : { dash: POLICY_DASHES[dash] }),
  };
}

const ARM_TONES = ['#1d3a45', '#467a7f', '#a98f4e'];

function channels(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
}

/** A colour between two others. */
export function mixed(from: string, to: string, share: number): string {
  const [a, b] = [channels(from), channels(to)];
  const mix = a.map((value, i) => Math.round(value + share * (b[i] - value)));
  return `#${mix.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** One muted tone per arm; more than three arms sample the ramp through all three. */
export function armTones(armCount: number): string[] {
  if (armCount <= ARM_TONES.length) return ARM_TONES.slice(0, armCount);
  return Array.from({ length: armCount }, (_, arm) => {
    const place = (arm / (armCount - 1)) * (ARM_TONES.length - 1);
    const below = Math.min(Math.floor(place), ARM_TONES.length - 2);
    return mixed(ARM_TONES[below], ARM_TONES[below + 1], place - below);
  });
}

const LETTERS = 26;

/** A to Z, then AA, AB and so on, as the columns of a sheet. */
export function armLetter(arm: number): string {
  let letters = '';
  for (let left = arm; left >= 0; left = Math.floor(left / LETTERS) - 1) {
    letters = String.fromCharCode(65 + (left % LETTERS)) + letters;
  }
  return letters;
}

/** Relative luminance after WCAG 2. */
function luminance(colour: string): number {
  const [r, g, b] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast of two colours after WCAG 2, from 1 to 21. */
export function contrast(first: string, second: string): number {
  const [dark, light] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Black or paper, whichever reads better on a colour: ink would be too pale on middle tones. */
export function textOn(colour: string): string {
  return contrast(colour, PAPER) >= contrast(colour, BLACK) ? PAPER : BLACK;
}

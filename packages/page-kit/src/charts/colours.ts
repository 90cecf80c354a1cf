/** Colours of arms as numbers, for what a style sheet can't decide: which text reads on them. */
import { textOn } from '@driftline/engine/display';

type Triple = readonly [number, number, number];

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function gamma(share: number): number {
  const bent = share <= 0.0031308 ? 12.92 * share : 1.055 * share ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.max(0, Math.min(1, bent)));
}

/** #rrggbb in OKLab (Ottosson, 2020). */
function toOklab(colour: string): Triple {
  const [r, g, b] = [1, 3, 5].map((at) => linear(Number.parseInt(colour.slice(at, at + 2), 16)));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([lightness, a, b]: Triple): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${channels.map((each) => gamma(each).toString(16).padStart(2, '0')).join('')}`;
}

/** The first, the middle and the last tone of the ramp of arms, as #rrggbb. */
export type Tones = readonly [string, string, string];

/** An arm's place on the ramp, as `armTone` has it. */
export function armColour(arm: number, armCount: number, tones: Tones): string {
  const place = Math.min(2, armCount <= 3 ? arm : (arm / (armCount - 1)) * 2);
  const piece = place < 1 ? 0 : 1;
  const share = place - piece;
  if (share === 0 || share === 1) return tones[piece + share].toLowerCase();
  const [from, to] = [toOklab(tones[piece]), toOklab(tones[piece + 1])];
  const mixed = from.map((value, i) => value + share * (to[i] - value));
  return fromOklab([mixed[0], mixed[1], mixed[2]]);
}

/** The text colour that reads best on an arm's tone. */
export function textOnArm(arm: number, armCount: number, tones: Tones): string {
  return textOn(armColour(arm, armCount, tones));
}

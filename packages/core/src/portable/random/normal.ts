/**
 * The standard normal law by the ziggurat of G. Marsaglia and W. W. Tsang (Journal of Statistical
 * Software 5(8), 2000), with 256 layers. Layer and abscissa use different random bits (see J. A.
 * Doornik, "An improved ziggurat method", 2005), the abscissa has 53 of them, and values beyond the
 * last layer come from Marsaglia's exact tail, so that nothing is cut off or coarse.
 */

import { abs, Floats, f64, i32, sqrt, unsigned } from '../base/language.ts';
import { exp } from '../math/exp.ts';
import { ln } from '../math/log.ts';
import { Random } from './generator.ts';

const LAYERS: i32 = 256;
// Where the tail begins, and the common area of the layers, such that 256 layers end exactly at the
// mode: the root of that equation in 120-bit arithmetic. Areas are those under e^(−x²/2).
const TAIL_START: f64 = 3.654152885361009;
const LAYER_AREA: f64 = 0.004928673233974655;
const TWO_TO_MINUS_32: f64 = 1.0 / 4294967296.0;
const TWO_TO_MINUS_23: f64 = 1.0 / 8388608.0;

function density(x: f64): f64 {
  return exp(-0.5 * x * x);
}

/** Right ends of the layers from the bottom up; the first is that of a rectangle of equal area. */
function layerEnds(): Floats {
  const ends: Floats = new Floats(LAYERS + 1);
  ends[0] = LAYER_AREA / density(TAIL_START);
  ends[1] = TAIL_START;
  for (let i: i32 = 1; i < LAYERS - 1; i++) {
    ends[i + 1] = sqrt(-2.0 * ln(density(ends[i]) + LAYER_AREA / ends[i]));
  }
  ends[LAYERS] = 0.0;
  return ends;
}

function densities(ends: Floats): Floats {
  const heights: Floats = new Floats(LAYERS + 1);
  for (let i: i32 = 0; i <= LAYERS; i++) heights[i] = density(ends[i]);
  return heights;
}

/** What turns 24 bits with a sign into an abscissa: the right ends over 2²³. */
function abscissaUnits(ends: Floats): Floats {
  const units: Floats = new Floats(LAYERS);
  for (let i: i32 = 0; i < LAYERS; i++) units[i] = ends[i] * TWO_TO_MINUS_23;
  return units;
}

const ends: Floats = layerEnds();
const units: Floats = abscissaUnits(ends);
const heights: Floats = densities(ends);

/** The size of a value given that it lies beyond the last layer. */
function tail(random: Random): f64 {
  while (true) {
    const beyond: f64 = -ln(1.0 - random.uniform()) / TAIL_START;
    if (-2.0 * ln(1.0 - random.uniform()) > beyond * beyond) return TAIL_START + beyond;
  }
}

/** What a point beyond the part of its layer that lies wholly below the density comes to. */
function beyondLayer(random: Random, layer: i32, x: f64): f64 {
  if (layer === 0) return x < 0.0 ? -tail(random) : tail(random);
  const height: f64 = heights[layer] + random.uniform() * (heights[layer + 1] - heights[layer]);
  return height < density(x) ? x : normal(random);
}

/**
 * The normal value that 32 random bits and a fraction in (0, 1), random too, stand for; once in a
 * hundred times it needs more bits than that. It serves callers that put random bits to two uses.
 */
export function normalFrom(random: Random, word: i32, fraction: f64): f64 {
  const layer: i32 = word & 255;
  const x: f64 = ((word >> 8) + fraction) * units[layer];
  return abs(x) < ends[layer + 1] ? x : beyondLayer(random, layer, x);
}

/** A value of the normal law with mean 0 and variance 1. */
export function normal(random: Random): f64 {
  const word: i32 = random.next();
  // The half makes the grid symmetric about zero.
  return normalFrom(random, word, (unsigned(random.next()) + 0.5) * TWO_TO_MINUS_32);
}

/** The functions that kernels are made of, with arguments to try them on. */

import {
  abs,
  ceil,
  clz,
  floor,
  fmax,
  fmin,
  highWord,
  imul,
  powerOfTwo,
  rotl,
  sqrt,
  truncate,
  unsigned,
  withHighWord,
} from '../../src/portable/base/language.ts';
import {
  gridPower,
  saturationLevel,
  saturationLimit,
} from '../../src/portable/estimators/saturation.ts';
import { klCeiling, klDivergence, klUpperBound } from '../../src/portable/indices/kl.ts';
import { exp, expMinusOne } from '../../src/portable/math/exp.ts';
import { ln } from '../../src/portable/math/log.ts';
import { pow } from '../../src/portable/math/pow.ts';
import { cos, sin } from '../../src/portable/math/sin.ts';
import { beta } from '../../src/portable/random/beta.ts';
import { gamma, gammaRoot, lnGammaValue } from '../../src/portable/random/gamma.ts';
import type { Random } from '../../src/portable/random/generator.ts';
import { normal, normalFrom } from '../../src/portable/random/normal.ts';
import {
  generalizedPareto,
  ParetoTable,
  symmetricPareto,
} from '../../src/portable/random/pareto.ts';
import { studentT } from '../../src/portable/random/student.ts';

/** Makes an argument. */
type Argument = (random: Random) => number;

const SPECIAL = [0, -0, 1, -1, 0.5, 2, 3, 5e-324, 2 ** -1022, 1e308, Infinity, -Infinity, NaN];
const bytes = new DataView(new ArrayBuffer(8));

/** Any double: a special one, any 64 bits, or one near 1. */
const anyReal: Argument = (random) => {
  const kind = random.below(4);
  if (kind === 0) return SPECIAL[random.below(SPECIAL.length)];
  if (kind === 1) return 1 + (random.uniform() - 0.5) * 2 ** (-50 * random.uniform());
  if (kind === 2) return (random.uniform() - 0.5) * 2000;
  bytes.setInt32(0, random.next());
  bytes.setInt32(4, random.next());
  return bytes.getFloat64(0);
};
const angle: Argument = (random) => (random.uniform() - 0.5) * 4e6;
const unit: Argument = (random) => random.uniform();
const anyInteger: Argument = (random) => random.next();
/** From 10⁻³ to 10³. */
const shape: Argument = (random) => 10 ** (6 * random.uniform() - 3);
const from = (low: number, high: number): Argument => {
  return (random) => low + (high - low) * random.uniform();
};
const integer = (low: number, high: number): Argument => {
  return (random) => low + random.below(high - low + 1);
};

/** In place of a file: functions around a method, which are written out below. */
const OWN_TEXT = 'methods';

/** A function of the file below `src`, and its arguments. */
export interface Probe<F> {
  readonly file: string;
  readonly compute: F;
  readonly parameters: readonly Argument[];
}

type OfNumbers = (...parameters: number[]) => number;
type OfRandom = (random: Random, ...parameters: number[]) => number;

function probe<F>(file: string, compute: F, ...parameters: Argument[]): Probe<F> {
  return { file, compute, parameters };
}

export const pureProbes: readonly Probe<OfNumbers>[] = [
  probe('portable/base/language.ts', fmax, anyReal, anyReal),
  probe('portable/base/language.ts', fmin, anyReal, anyReal),
  probe('portable/base/language.ts', imul, anyInteger, anyInteger),
  probe('portable/base/language.ts', rotl, anyInteger, integer(1, 31)),
  probe('portable/base/language.ts', clz, anyInteger),
  probe('portable/base/language.ts', clz, integer(0, 99)),
  probe('portable/base/language.ts', unsigned, anyInteger),
  probe('portable/base/language.ts', sqrt, anyReal),
  probe('portable/base/language.ts', abs, anyReal),
  probe('portable/base/language.ts', floor, anyReal),
  probe('portable/base/language.ts', ceil, anyReal),
  probe('portable/base/language.ts', truncate, from(-2147483649, 2147483648)),
  probe('portable/base/language.ts', truncate, () => NaN),
  probe('portable/base/language.ts', highWord, from(-1e9, 1e9)),
  probe('portable/base/language.ts', withHighWord, anyReal, integer(0, 0x7fe00000)),
  probe('portable/base/language.ts', powerOfTwo, integer(-1022, 1023)),
  probe('portable/math/log.ts', ln, anyReal),
  probe('portable/math/log.ts', ln, shape),
  probe('portable/math/exp.ts', exp, anyReal),
  probe('portable/math/exp.ts', expMinusOne, anyReal),
  probe('portable/math/sin.ts', sin, anyReal),
  probe('portable/math/sin.ts', sin, angle),
  probe('portable/math/sin.ts', cos, anyReal),
  probe('portable/math/sin.ts', cos, angle),
  probe('portable/math/pow.ts', pow, anyReal, anyReal),
  probe('portable/math/pow.ts', pow, unit, anyReal),
  probe('portable/math/pow.ts', pow, unit, integer(-1000, 1000)),
  probe('portable/indices/kl.ts', klDivergence, unit, unit),
  probe('portable/indices/kl.ts', klUpperBound, unit, shape),
  probe('portable/indices/kl.ts', klCeiling, unit, shape),
  probe('portable/estimators/saturation.ts', gridPower, from(1, 3), integer(0, 60)),
  probe('portable/estimators/saturation.ts', saturationLevel, from(0, 1e6), from(1.05, 3)),
  probe(
    'portable/estimators/saturation.ts',
    saturationLimit,
    integer(0, 60),
    from(1.05, 3),
    shape,
    shape,
  ),
];

export const randomProbes: readonly Probe<OfRandom>[] = [
  probe('portable/random/normal.ts', normal),
  probe('portable/random/normal.ts', normalFrom, anyInteger, unit),
  probe('portable/random/gamma.ts', gamma, shape),
  probe(OWN_TEXT, rootOfGamma, from(2 / 3, 100)),
  probe('portable/random/gamma.ts', lnGammaValue, shape),
  probe('portable/random/beta.ts', beta, shape, shape),
  probe(
    'portable/random/beta.ts',
    beta,
    () => 1e-320,
    () => 1e-320,
  ),
  probe('portable/random/pareto.ts', generalizedPareto, from(-0.5, 2), shape),
  probe('portable/random/pareto.ts', generalizedPareto, from(-3, 0), shape),
  probe('portable/random/pareto.ts', generalizedPareto, () => 0, shape),
  probe('portable/random/pareto.ts', symmetricPareto, from(-3, 2), shape),
  probe('portable/random/pareto.ts', symmetricPareto, () => 0, shape),
  probe(OWN_TEXT, tabledPareto, paretoShape),
  probe('portable/random/student.ts', studentT, shape),
  probe(OWN_TEXT, next),
  probe(OWN_TEXT, uniform),
  probe(OWN_TEXT, below, integer(1, 2147483647)),
];

/** Shapes with tables and without, none of them positive in half of the cases. */
function paretoShape(random: Random): number {
  return [0, -0.4, -1, -1.5, 0.4, 1, 1.5, 1e-19][random.below(8)];
}

function rootOfGamma(random: Random, d: number): number {
  return gammaRoot(random, d, sqrt(d));
}

function tabledPareto(random: Random, xi: number): number {
  return new ParetoTable(xi).symmetric(random);
}

function next(random: Random): number {
  return random.next();
}

function uniform(random: Random): number {
  return random.uniform();
}

function below(random: Random, n: number): number {
  return random.below(n);
}

/** The text that exports all of them for WebAssembly. */
export function elementaryEntry(): string {
  const named = [...pureProbes, ...randomProbes]
    .filter(({ file }) => file !== OWN_TEXT)
    .map(
      ({ file, compute: { name } }) => `import { ${name} } from './${file}';\nexport { ${name} };`,
    );
  return [
    ...new Set(named),
    "import { Random } from './portable/random/generator.ts';",
    "import { seedStream } from './portable/random/streams.ts';",
    'export { seedStream };',
    'export function new_Random(): Random { return new Random(0, 0, 0, 0); }',
    'export function state_Random(random: Random): usize { return changetype<usize>(random.state); }',
    'export function next(random: Random): i32 { return random.next(); }',
    'export function uniform(random: Random): f64 { return random.uniform(); }',
    'export function below(random: Random, n: i32): i32 { return random.below(n); }',
    "import { ParetoTable } from './portable/random/pareto.ts';",
    'export function tabledPareto(random: Random, xi: f64): f64 {',
    '  return new ParetoTable(xi).symmetric(random);',
    '}',
    "import { gammaRoot } from './portable/random/gamma.ts';",
    'export function rootOfGamma(random: Random, d: f64): f64 {',
    '  return gammaRoot(random, d, sqrt(d));',
    '}',
  ].join('\n');
}

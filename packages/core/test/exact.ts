/**
 * Reference values of elementary functions in integer arithmetic, so that a double can be held
 * against the truth rather than against another library.
 *
 * A fixed-point number is a bigint worth value/2^BITS. Each series is cut where its terms vanish,
 * and each operation loses less than one unit, so that some 300 of the 320 bits are right.
 */

export const BITS = 320n;
const ONE = 1n << BITS;

/** The number `value`·2^−`shift`. */
export interface Exact {
  readonly value: bigint;
  readonly shift: bigint;
}

const bytes = new DataView(new ArrayBuffer(8));

/** A finite double as an integer times a power of two. */
function decompose(x: number): { mantissa: bigint; exponent: bigint } {
  bytes.setFloat64(0, x);
  const bits = bytes.getBigUint64(0);
  const field = (bits >> 52n) & 0x7ffn;
  const fraction = bits & 0xfffffffffffffn;
  const mantissa = field === 0n ? fraction : fraction | (1n << 52n);
  return {
    mantissa: bits >> 63n ? -mantissa : mantissa,
    exponent: (field === 0n ? 1n : field) - 1075n,
  };
}

function shiftLeft(value: bigint, by: bigint): bigint {
  return by >= 0n ? value << by : value >> -by;
}

/** A double as a fixed-point number; bits below 2^−BITS are cut. */
export function fixed(x: number): bigint {
  const { mantissa, exponent } = decompose(x);
  return shiftLeft(mantissa, exponent + BITS);
}

function multiply(a: bigint, b: bigint): bigint {
  return (a * b) >> BITS;
}

function artanh(s: bigint): bigint {
  const square = multiply(s, s);
  let sum = 0n;
  let power = s;
  for (let odd = 1n; power !== 0n && power !== -1n; odd += 2n) {
    sum += power / odd;
    power = multiply(power, square);
  }
  return sum;
}

/** arctan(1/n), for Machin's formula. */
function arctanInverse(n: bigint): bigint {
  let sum = 0n;
  let power = ONE / n;
  for (let odd = 1n; power !== 0n; odd += 2n) {
    sum += odd % 4n === 1n ? power / odd : -power / odd;
    power /= n * n;
  }
  return sum;
}

const LN2 = 2n * artanh(ONE / 3n);
export const PI = 4n * (4n * arctanInverse(5n) - arctanInverse(239n));

function lengthInBits(value: bigint): bigint {
  return BigInt((value < 0n ? -value : value).toString(2).length);
}

function round(numerator: bigint, denominator: bigint): bigint {
  const doubled = 2n * numerator + denominator;
  const quotient = doubled / (2n * denominator);
  return doubled < 0n && quotient * 2n * denominator !== doubled ? quotient - 1n : quotient;
}

/** ln x of a positive double, as a fixed-point number. */
export function lnFixed(x: number): bigint {
  const { mantissa, exponent } = decompose(x);
  let k = lengthInBits(mantissa);
  let m = shiftLeft(mantissa, BITS - k);
  // m in [½, 1) becomes [¾, 1½), so that nothing cancels near 1.
  if (4n * m < 3n * ONE) {
    m *= 2n;
    k -= 1n;
  }
  return 2n * artanh(((m - ONE) << BITS) / (m + ONE)) + (k + exponent) * LN2;
}

/** e to a fixed-point exponent. */
export function expOfFixed(x: bigint): Exact {
  const k = round(x, LN2);
  // Eight halvings of the remainder shorten the series; as many squarings undo them.
  const r = (x - k * LN2) >> 8n;
  let sum = ONE;
  let term = ONE;
  for (let n = 1n; term !== 0n && term !== -1n; n++) {
    term = multiply(term, r) / n;
    sum += term;
  }
  for (let i = 0; i < 8; i++) sum = multiply(sum, sum);
  return { value: sum, shift: BITS - k };
}

/** sin of a fixed-point angle. */
export function sinOfFixed(x: bigint): Exact {
  const n = round(2n * x, PI);
  const r = x - (n * PI) / 2n;
  const minusSquare = -multiply(r, r);
  const isCosine = n % 2n !== 0n;
  let sum = 0n;
  let term = isCosine ? ONE : r;
  for (let i = isCosine ? 1n : 2n; term !== 0n && term !== -1n; i += 2n) {
    sum += term;
    term = multiply(term, minusSquare) / (i * (i + 1n));
  }
  const quadrant = ((n % 4n) + 4n) % 4n;
  return { value: quadrant < 2n ? sum : -sum, shift: BITS };
}

export function exactLn(x: number): Exact {
  return { value: lnFixed(x), shift: BITS };
}

export function exactExp(x: number): Exact {
  return expOfFixed(fixed(x));
}

export function exactSin(x: number): Exact {
  return sinOfFixed(fixed(x));
}

export function exactCos(x: number): Exact {
  return sinOfFixed(fixed(x) + PI / 2n);
}

/** x^y for positive x. */
export function exactPow(x: number, y: number): Exact {
  const { mantissa, exponent } = decompose(y);
  return expOfFixed(shiftLeft(lnFixed(x) * mantissa, exponent));
}

/**
 * The distance between a finite double and the truth, in units of the last place that a double of
 * the truth's size has (2^−1074 among the subnormal numbers).
 */
export function errorInUlps(actual: number, truth: Exact): number {
  const magnitude = lengthInBits(truth.value) - truth.shift - 1n;
  const unitExponent = (magnitude < -1022n ? -1022n : magnitude) - 52n;
  const { mantissa, exponent } = decompose(actual);
  // Both as integers over 2^common, then the quotient by the unit with 40 bits after the point.
  const common = truth.shift > -exponent ? truth.shift : -exponent;
  const difference =
    shiftLeft(mantissa, exponent + common) - (truth.value << (common - truth.shift));
  const size = difference < 0n ? -difference : difference;
  return Number(shiftLeft(size, 40n - common - unitExponent)) / 2 ** 40;
}

/** A hash of the bits of many doubles (FNV-1a over 64-bit words): any changed bit changes it. */
export function hashOfBits(values: Iterable<number>): string {
  let hash = 0xcbf29ce484222325n;
  for (const value of values) {
    bytes.setFloat64(0, value);
    hash = BigInt.asUintN(64, (hash ^ bytes.getBigUint64(0)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}

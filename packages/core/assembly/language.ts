/**
 * The WebAssembly side of `src/portable/base/language.ts`: the same names over raw memory, for the AssemblyScript
 * compiler. `compile.ts` puts this text in the place of the other one. `i32`, `f64` and `bool` are
 * built in here.
 *
 * The results have the same bits on both sides. Nothing checks an index: kernels are tested as
 * JavaScript, where a wrong one shows as NaN.
 */

// An array is a pointer to its first element, and its length stands before that; 8 bytes, so that
// doubles stay aligned.
const HEADER: usize = 8;
// 1 GiB of doubles: more could wrap round the 32-bit address space instead of failing.
const LARGEST_LENGTH: u32 = 1 << 27;

/** Zeroed memory for an array. */
function allocate(length: i32, bytesLog2: usize): usize {
  if (<u32>length > LARGEST_LENGTH) unreachable();
  const size: usize = <usize>length << bytesLog2;
  const start: usize = heap.alloc(HEADER + size) + HEADER;
  store<i32>(start - HEADER, length);
  memory.fill(start, 0, size);
  return start;
}

@unmanaged
@final
export class Floats {
  constructor(length: i32) {
    return changetype<Floats>(allocate(length, 3));
  }

  @inline
  get length(): i32 {
    return load<i32>(changetype<usize>(this) - HEADER);
  }

  @inline
  @operator('[]')
  get(index: i32): f64 {
    return load<f64>(changetype<usize>(this) + (<usize>index << 3));
  }

  @inline
  @operator('[]=')
  set(index: i32, value: f64): void {
    store<f64>(changetype<usize>(this) + (<usize>index << 3), value);
  }

  fill(value: f64): this {
    for (let index: i32 = 0; index < this.length; index++) this[index] = value;
    return this;
  }
}

@unmanaged
@final
export class Ints {
  constructor(length: i32) {
    return changetype<Ints>(allocate(length, 2));
  }

  @inline
  get length(): i32 {
    return load<i32>(changetype<usize>(this) - HEADER);
  }

  @inline
  @operator('[]')
  get(index: i32): i32 {
    return load<i32>(changetype<usize>(this) + (<usize>index << 2));
  }

  @inline
  @operator('[]=')
  set(index: i32, value: i32): void {
    store<i32>(changetype<usize>(this) + (<usize>index << 2), value);
  }

  fill(value: i32): this {
    for (let index: i32 = 0; index < this.length; index++) this[index] = value;
    return this;
  }
}

// Objects are pointers of 4 bytes.
@unmanaged
@final
export class List<T> {
  constructor(length: i32) {
    return changetype<List<T>>(allocate(length, 2));
  }

  @inline
  get length(): i32 {
    return load<i32>(changetype<usize>(this) - HEADER);
  }

  @inline
  at(place: i32): T {
    return changetype<T>(load<usize>(changetype<usize>(this) + (<usize>place << 2)));
  }

  @inline
  put(place: i32, item: T): void {
    store<usize>(changetype<usize>(this) + (<usize>place << 2), changetype<usize>(item));
  }
}

@inline
export function choose<T>(condition: bool, a: T, b: T): T {
  return select<T>(a, b, condition);
}

// pmax(x, y) is x < y ? y : x, one machine instruction; with the arguments swapped it gives
// `a > b ? a : b`, also for NaN and for zeros of either sign. pmin likewise.
@inline
export function fmax(a: f64, b: f64): f64 {
  return f64x2.extract_lane(f64x2.pmax(f64x2.splat(b), f64x2.splat(a)), 0);
}

@inline
export function fmin(a: f64, b: f64): f64 {
  return f64x2.extract_lane(f64x2.pmin(f64x2.splat(b), f64x2.splat(a)), 0);
}

@inline
export function imul(a: i32, b: i32): i32 {
  return a * b;
}

@inline
export function rotl(x: i32, bits: i32): i32 {
  return i32.rotl(x, bits);
}

@inline
export function clz(x: i32): i32 {
  return i32.clz(x);
}

@inline
export function unsigned(x: i32): f64 {
  return <f64>(<u32>x);
}

@inline
export function sqrt(x: f64): f64 {
  return f64.sqrt(x);
}

@inline
export function abs(x: f64): f64 {
  return f64.abs(x);
}

@inline
export function floor(x: f64): f64 {
  return f64.floor(x);
}

@inline
export function ceil(x: f64): f64 {
  return f64.ceil(x);
}

@inline
export function truncate(x: f64): i32 {
  return <i32>x;
}

@inline
export function highWord(x: f64): i32 {
  return <i32>(reinterpret<i64>(x) >> 32);
}

@inline
export function withHighWord(x: f64, high: i32): f64 {
  return reinterpret<f64>((reinterpret<i64>(x) & 0xffffffff) | (<i64>high << 32));
}

@inline
export function powerOfTwo(k: i32): f64 {
  return reinterpret<f64>(<i64>(k + 1023) << 52);
}

export const REWARDS_COME_LATE: bool = false;

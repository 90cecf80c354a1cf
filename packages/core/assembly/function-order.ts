/**
 * Puts similar functions of a module next to each other. gzip finds repetitions within 32 KB only, and the compiler
 * orders functions by their names. The module behaves the same, and compressed it is 6 % smaller.
 */
import { functionsOf, withFunctionsInOrder } from './module-functions.ts';

/** Shorter functions keep their places, in front: the numbers of those that are called most stay short. */
const LEAST_LENGTH = 100;
/** Repetitions of this many bytes count. */
const RUN = 4;

/** Every run of bytes that occurs in a function, as a number. */
function runsOf(code: Uint8Array): Set<number> {
  const view = Buffer.from(code.buffer, code.byteOffset, code.length);
  const runs = new Set<number>();
  for (let at = 0; at + RUN <= view.length; at++) runs.add(view.readUInt32LE(at));
  return runs;
}

/** The share of the runs of `next` that `last` also has. */
function likeness(next: ReadonlySet<number>, last: ReadonlySet<number>): number {
  let shared = 0;
  for (const run of next) if (last.has(run)) shared += 1;
  return shared / next.size;
}

/** The places of functions, each followed by the one that is most like it among those that are left. */
function orderOf(functions: readonly Uint8Array[]): number[] {
  const places = functions.map((_, place) => place);
  const isLong = (place: number) => (functions[place] as Uint8Array).length >= LEAST_LENGTH;
  const order = places.filter((place) => !isLong(place));
  const left = new Map(
    places.filter(isLong).map((place) => [place, runsOf(functions[place] as Uint8Array)]),
  );
  let last: ReadonlySet<number> = new Set();
  while (left.size > 0) {
    const candidates = [...left].map(([place, runs]) => ({
      place,
      runs,
      like: likeness(runs, last),
    }));
    const best = candidates.reduce((top, each) => (each.like > top.like ? each : top));
    order.push(best.place);
    left.delete(best.place);
    last = best.runs;
  }
  return order;
}

/** A module that compresses better and behaves the same. */
export function inOrderOfLikeness(module: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return withFunctionsInOrder(module, orderOf(functionsOf(module)));
}

/** The memory that tuned values ask for: a budget of 0 says that nothing need be forgotten. */
import { ParameterError } from '../base/errors.ts';
import { AllTime } from '../portable/memory/all-time.ts';
import { Resetting } from '../portable/memory/resetting.ts';
import { Window } from '../portable/memory/window.ts';
import { neverForgets } from './tuning.ts';

/** A window takes 20 bytes per slot: with this many, more than a gigabyte. */
const LARGEST_RING = 2 ** 26;

/** A length of memory, as long as each of its slots can be kept; `instead` says what to do where not. */
export function heldSlots(parameter: string, slots: number, instead: string): number {
  if (slots > LARGEST_RING) {
    throw new ParameterError(
      `${parameter} must be at most ${LARGEST_RING}, because each slot in it is stored; got ${slots}; use ${instead}`,
    );
  }
  return slots;
}

/** The length of a window that is given, or tuned to a variation budget or a volatility. */
export function heldWindow({ window, volatility }: Readonly<Record<string, number>>): number {
  const stated = volatility === undefined ? 'variation budget' : 'volatility';
  return heldSlots(
    'window',
    window,
    `a larger ${stated}, a shorter window, or a resetting or discounting policy`,
  );
}

/** The last `window` slots. */
export function windowMemory(
  values: Readonly<Record<string, number>>,
  cells: number,
): AllTime | Window {
  if (neverForgets(values)) return new AllTime(cells);
  return new Window(cells, heldWindow(values));
}

/** The present epoch of `window` slots. */
export function resettingMemory(
  values: Readonly<Record<string, number>>,
  cells: number,
): AllTime | Resetting {
  return neverForgets(values) ? new AllTime(cells) : new Resetting(cells, values.window);
}

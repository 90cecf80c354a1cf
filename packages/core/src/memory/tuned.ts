/** The memory that tuned values ask for: a budget of 0 says that nothing need be forgotten. */
import { neverForgets } from '../tuning.ts';
import { AllTime } from './all-time.ts';
import type { Memory } from './memory.ts';
import { Resetting } from './resetting.ts';
import { Window } from './window.ts';

type Values = Readonly<Record<string, number>>;

/** The last `window` slots. */
export function windowMemory(values: Values, cells: number): Memory {
  return neverForgets(values) ? new AllTime(cells) : new Window(cells, values.window);
}

/** The present epoch of `window` slots. */
export function resettingMemory(values: Values, cells: number): Memory {
  return neverForgets(values) ? new AllTime(cells) : new Resetting(cells, values.window);
}

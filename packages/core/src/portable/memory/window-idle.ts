/** How a window passes empty slots: nothing is added, and rewards only leave. */
import { f64, Ints, i32, truncate } from '../base/language.ts';
import { NOTHING } from './memory.ts';
import { Window } from './window.ts';

/** How many rewards a window remembers. */
function rewardCount(window: Window): i32 {
  let count: f64 = 0.0;
  for (let cell: i32 = 0; cell < window.cells; cell++) count += window.mass(cell);
  return truncate(count);
}

/** Moves the time of a window that remembers nothing. */
export function shiftWindow(window: Window, slots: i32): void {
  window.now += slots;
  window.cursor = ((window.now - 1) % window.window) + 1;
  window.closeBlocks();
}

/** Forgets everything. The newest rewards are found first, so that few of them cost little. */
export function emptyWindow(window: Window): void {
  const cellAt: Ints = window.cellAt;
  let left: i32 = rewardCount(window);
  let place: i32 = window.cursor;
  while (left > 0) {
    if (place === 0) place = window.window;
    place -= 1;
    if (cellAt[place] !== NOTHING) {
      cellAt[place] = NOTHING;
      left -= 1;
    }
  }
  window.tallies.fill(0.0);
}

/** Passes slots up to the next one in which a reward leaves or the cursor pauses. */
export function passEmpty(window: Window, slots: i32): i32 {
  const cellAt: Ints = window.cellAt;
  const from: i32 = window.cursor;
  const room: i32 = window.stop - from;
  const most: i32 = slots < room ? slots : room;
  let passed: i32 = 0;
  while (passed < most && cellAt[from + passed] === NOTHING) passed += 1;
  if (passed === room && passed < slots && rewardCount(window) === 0) {
    shiftWindow(window, slots);
    return slots;
  }
  window.cursor = from + passed;
  window.now += passed;
  return passed;
}

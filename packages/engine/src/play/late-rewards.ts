/** How late rewards come, and what else makes play differ from one decision and its reward after another. */
import type { PolicyDefinition } from '@driftline/core';
import { ln, type Random } from '@driftline/core/play';
import { readDecimal } from '@driftline/core/spec';
import type { Comparison } from './comparison.ts';

/** How many more decisions are made before a reward comes. */
interface Delay {
  readonly law: 'fixed' | 'exponential';
  /** Slots, or on average. */
  readonly slots: number;
}

/** No horizon is longer. */
const MOST_SLOTS = 2 ** 31 - 1;

/** What is accepted as a delay, going on from "must be". */
export const DELAYS = `fixed:SLOTS or exponential:MEAN, such as fixed:400, at most ${MOST_SLOTS}`;

/** A delay as it is written; undefined for anything else. */
export function readDelay(text: string): Delay | undefined {
  const [law, number, ...rest] = text.trim().split(':');
  const slots = readDecimal(number ?? '');
  if (rest.length > 0 || !(slots >= 0 && slots <= MOST_SLOTS)) return undefined;
  if (law === 'exponential') return { law, slots };
  return law === 'fixed' && Number.isInteger(slots) ? { law, slots } : undefined;
}

/** A delay as text that reads back as the same. */
export function delayText({ law, slots }: Delay): string {
  return `${law}:${slots}`;
}

/** What makes a comparison differ from play in time, as far as it is given. */
type Lateness = Pick<Comparison, 'delay' | 'burst' | 'floor' | 'pending'>;

/** The same fields of a comparison, or of a result. */
export function latenessOf({ delay, burst, floor, pending }: Lateness): Lateness {
  return {
    ...(delay === undefined ? {} : { delay }),
    ...(burst === undefined ? {} : { burst }),
    ...(floor === undefined ? {} : { floor }),
    ...(pending === undefined ? {} : { pending }),
  };
}

/** How replications are played that are not played in time and one by one. */
export interface LatePlay {
  readonly delay: Delay;
  readonly burst: number;
  readonly floor: number;
}

const IN_TIME = 'fixed:0';

/** How a comparison is played; undefined where in time, one by one, and by the policies alone. */
export function latePlayOf(comparison: Lateness): LatePlay | undefined {
  const { delay: text, burst = 1, floor = 0, pending } = comparison;
  const delay = readDelay(text ?? IN_TIME);
  if (delay === undefined) throw new Error(`a delay was not checked: ${text}`);
  if (text === undefined && burst === 1 && floor === 0 && pending !== 'width') return undefined;
  return { delay, burst, floor };
}

/** Whether decisions are made while rewards of others are to come. */
export function isLate(comparison: Lateness): boolean {
  const late = latePlayOf(comparison);
  return late !== undefined && (late.delay.slots > 0 || late.burst > 1);
}

/** Whether pending decisions narrow the widths of a policy in a comparison. */
export function narrowsWidths(
  { pending = 'default' }: Lateness,
  { pendingInWidth = false, shows }: PolicyDefinition,
): boolean {
  // What has no width has nothing to narrow.
  if (pending === 'ignored' || shows?.indexed === undefined) return false;
  return pending === 'width' || pendingInWidth;
}

const NONE = -1;

/**
 * Which rewards come after each slot. A reward comes once its burst is complete and as many more decisions
 * are made as it is late, and never within a burst. Those that come after the same slot come in the order
 * of their own slots.
 */
export class Arrivals {
  readonly #horizon: number;
  readonly #burst: number;
  readonly #delay: Delay;
  /** The first and the last slot whose reward comes after a slot, and the slot that follows one there. */
  readonly #first: Int32Array;
  readonly #last: Int32Array;
  readonly #next: Int32Array;

  constructor(horizon: number, { burst, delay }: Pick<LatePlay, 'burst' | 'delay'>) {
    this.#horizon = horizon;
    this.#burst = burst;
    this.#delay = delay;
    this.#first = new Int32Array(horizon);
    this.#last = new Int32Array(horizon);
    this.#next = new Int32Array(horizon);
    this.clear();
  }

  /** Nothing is on its way. */
  clear(): void {
    this.#first.fill(NONE);
  }

  /** A decision is made: its reward is on its way. Draws once for random delays, whoever plays. */
  add(slot: number, random: Random): void {
    const due = this.#burstEnd(this.#burstEnd(slot) + this.#late(random));
    this.#next[slot] = NONE;
    // Nobody is there any more.
    if (due >= this.#horizon) return;
    if (this.#first[due] === NONE) this.#first[due] = slot;
    else this.#next[this.#last[due]] = slot;
    this.#last[due] = slot;
  }

  /** Calls with each slot whose reward comes after this one. */
  after(slot: number, come: (slot: number) => void): void {
    for (let at = this.#first[slot]; at !== NONE; at = this.#next[at]) come(at);
  }

  #late(random: Random): number {
    const { law, slots } = this.#delay;
    if (law === 'fixed') return slots;
    // Rounded, not cut off, to whole slots: the mean stays but for 1/24 of its inverse, if it is a slot or more.
    return Math.floor(0.5 - slots * ln(1 - random.uniform()));
  }

  /** The last slot of the burst that a slot is in. */
  #burstEnd(slot: number): number {
    return slot - (slot % this.#burst) + this.#burst - 1;
  }
}

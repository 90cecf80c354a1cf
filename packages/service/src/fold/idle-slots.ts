import type { MemoryConfig } from '../model/configuration.ts';
import type { Millis } from '../model/rows.ts';

/** The time in which nothing was decided. */
export interface Idle {
  readonly since: Millis;
  /** Slots that it has become already. */
  readonly slots: number;
}

/** Slots that are to be taken now, and the idle time afterwards. */
interface IdleSlots {
  readonly due: number;
  readonly idle: Idle;
}

/**
 * With a `maxAge`, each `maxAge / decisions` of time in which nothing was decided is a slot, so that an idle night ages
 * what is remembered; at most one memory of them at once, which ages all of it. What is kept is whole numbers, so that
 * asking again for the same moment takes no slot more.
 */
export function slotsDue(memory: MemoryConfig | null, idle: Idle, now: Millis): IdleSlots {
  if (memory === null || memory.maxAge === null) return { due: 0, idle };
  const { decisions, maxAge } = memory;
  const slots = Math.floor(((now - idle.since) * decisions) / maxAge);
  const due = slots - idle.slots;
  if (due >= decisions) return { due: decisions, idle: { since: now, slots: 0 } };
  return due > 0 ? { due, idle: { since: idle.since, slots } } : { due: 0, idle };
}

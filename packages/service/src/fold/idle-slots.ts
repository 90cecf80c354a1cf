import type { MemoryConfig } from '../model/configuration.ts';
import type { Millis } from '../model/rows.ts';

/** Slots that idle time is worth, and until when that accounts for it. */
interface IdleSlots {
  readonly slots: number;
  readonly until: Millis;
}

/**
 * With a `maxAge`, each `maxAge / decisions` of time in which nothing was decided is a slot, so that an idle night ages
 * what is remembered; at most one memory of them at once, which ages all of it.
 */
export function slotsDue(memory: MemoryConfig | null, agedUntil: Millis, now: Millis): IdleSlots {
  if (memory === null || memory.maxAge === null) return { slots: 0, until: agedUntil };
  const { decisions, maxAge } = memory;
  const perSlot = maxAge / decisions;
  const slots = Math.floor((now - agedUntil) / perSlot);
  if (slots >= decisions) return { slots: decisions, until: now };
  return slots > 0 ? { slots, until: agedUntil + slots * perSlot } : { slots: 0, until: agedUntil };
}

/** What happens in a slot and what is remembered, in words. */
import type { WatchedReplication } from '@driftline/engine';
import { counted, formatFixed, listed } from '@driftline/engine/display';
import { faintAge, lastUpTo, type MemoryKind, nextReset, type Stretch } from './memory.ts';

/** Whose replication it is, and what arms are called within a sentence. */
export interface Named {
  readonly watched: WatchedReplication;
  readonly policy: string;
  /** Whether regret compares with one arm throughout: that which pays most over all. */
  readonly isFixed: boolean;
  arm(arm: number): string;
}

/** A sentence with its most important words apart. */
export interface Told {
  readonly before: string;
  readonly strong: string;
  readonly after: string;
}

/** Decimals that tell values on a scale apart. */
export function decimalsFor(span: number): number {
  if (span >= 20) return 1;
  return span >= 0.3 ? 2 : 3;
}

/** A slot's number, counted from 0. */
export function slotNumber(slot: number): string {
  return formatFixed(slot, 0);
}

/** Indices that differ by less are the same up to rounding. */
const SAME = 1e-9;

function isSame(a: number, b: number): boolean {
  if (!(Number.isFinite(a) && Number.isFinite(b))) return a === b;
  return Math.abs(a - b) <= SAME * Math.max(1, Math.abs(a), Math.abs(b));
}

/** The indices of a slot: the largest, and who has it. */
function leadersOf({ indices, armCount }: WatchedReplication, slot: number) {
  const row = indices.subarray(slot * armCount, (slot + 1) * armCount);
  const top = row.reduce((most, index) => Math.max(most, index), Number.NEGATIVE_INFINITY);
  const arms = Array.from(row.keys()).filter((arm) => isSame(row[arm], top));
  return { top, arms };
}

/** Whether a slot was given to exploration: its arm had not the largest index. */
export function explores(watched: WatchedReplication, slot: number): boolean {
  if (watched.choice !== 'index') return false;
  return !leadersOf(watched, slot).arms.includes(watched.arms[slot]);
}

/** How many equals are named at most. */
const MOST_NAMED = 3;

function indexReason(named: Named, slot: number, decimals: number): string {
  const { watched } = named;
  const picked = watched.arms[slot];
  const { top, arms } = leadersOf(watched, slot);
  if (!arms.includes(picked)) {
    const leader = named.arm(arms[0]);
    const theirs = Number.isFinite(top)
      ? `though the index of ${leader} is the largest, ${formatFixed(top, decimals)}`
      : `though nothing is remembered of ${leader}`;
    return `: it explores, ${theirs}.`;
  }
  if (top === Number.POSITIVE_INFINITY) return ', because nothing is remembered of it.';
  const largest = `, whose index ${formatFixed(top, decimals)} is the largest`;
  const equals = arms.filter((arm) => arm !== picked);
  if (equals.length === 0) return `${largest}.`;
  if (equals.length > MOST_NAMED) return `${largest}, like that of ${equals.length} others.`;
  return `${largest}, like that of ${listed(equals.map((arm) => named.arm(arm)))}.`;
}

function reason(named: Named, slot: number, decimals: number): string {
  const { watched } = named;
  const place = slot * watched.armCount + watched.arms[slot];
  switch (watched.choice) {
    case 'index':
      return indexReason(named, slot, decimals);
    case 'posterior':
      return Number.isNaN(watched.estimates[place])
        ? ', because nothing is remembered of it.'
        : ', whose draw was the largest.';
    case 'probability':
      return `, drawn with probability ${formatFixed(watched.probabilities[place], 2)}.`;
    default:
      return '.';
  }
}

/** What a slot costs against the one arm that regret compares with. */
function fixedCostWords(named: Named, slot: number, decimals: number): string {
  const { arms, bestArms, costs } = named.watched;
  const best = named.arm(bestArms[slot]);
  if (arms[slot] === bestArms[slot]) return ' It is the arm that pays most over all.';
  const size = formatFixed(Math.abs(costs[slot]), decimals);
  const pays = `${best}, which pays most over all,`;
  if (Number(costs[slot].toFixed(decimals)) === 0) return ` In this slot ${pays} pays the same.`;
  return ` In this slot ${pays} pays ${size} ${costs[slot] > 0 ? 'more' : 'less'}.`;
}

function costWords(named: Named, slot: number, decimals: number): string {
  if (named.isFixed) return fixedCostWords(named, slot, decimals);
  const { arms, bestArms, costs } = named.watched;
  if (arms[slot] === bestArms[slot]) return ' It is the best arm now.';
  const best = named.arm(bestArms[slot]);
  const cost = costs[slot];
  if (cost === 0) return ` It is as good now as ${best}.`;
  const size = formatFixed(Math.abs(cost), decimals);
  if (cost < 0) return ` The best arm now is ${best}, yet this slot pays ${size} more.`;
  return Number(cost.toFixed(decimals)) === 0
    ? ` The best arm now is ${best}, by a hair.`
    : ` The best arm now is ${best}; this slot costs ${size}.`;
}

/** An alarm or a reset is told for so many slots, or a hundredth of the horizon. */
const LEAST_ECHO = 20;

function ago(slots: number): string {
  return slots === 0 ? 'just now' : `${counted(slots, 'slot')} ago`;
}

/** An alarm or a reset of late. */
function lateNews(named: Named, slot: number): string {
  const { alarms, forgotten, resets, horizon } = named.watched;
  const echo = Math.max(LEAST_ECHO, Math.floor(horizon / 100));
  const alarm = lastUpTo(alarms, slot);
  const reset = lastUpTo(resets, slot);
  const sinceAlarm = alarm < 0 ? Number.POSITIVE_INFINITY : slot - alarms[alarm];
  const sinceReset = reset < 0 ? Number.POSITIVE_INFINITY : slot - resets[reset];
  if (Math.min(sinceAlarm, sinceReset) > echo) return '';
  if (sinceReset < sinceAlarm) return ` It forgot everything ${ago(sinceReset)}.`;
  const whom = forgotten[alarm] < 0 ? 'everything' : named.arm(forgotten[alarm]);
  return ` An alarm made it forget ${whom} ${ago(sinceAlarm)}.`;
}

/** What happens in a slot, and what it costs. */
export function slotSentence(named: Named, slot: number, decimals = 2): Told {
  const { watched, policy } = named;
  if (slot >= watched.slots) {
    return {
      before: `Slot ${slotNumber(slot)} is not among the first ${slotNumber(watched.slots)} slots, which are all that is watched here.`,
      strong: '',
      after: '',
    };
  }
  return {
    before: `Slot ${slotNumber(slot)}: ${policy} picks `,
    strong: named.arm(watched.arms[slot]),
    after: reason(named, slot, decimals) + costWords(named, slot, decimals) + lateNews(named, slot),
  };
}

/** What a memory holds at a slot. */
export interface Held {
  readonly watched: WatchedReplication;
  readonly kind: MemoryKind;
  /** The policy's own word for its memory. */
  readonly word: string;
  readonly slot: number;
  readonly stretch: Stretch;
}

/** Memories of everything that is not all there is to say. */
const OWN_WAYS: Readonly<Record<string, string>> = {
  sharing:
    'Every reward so far has moved the weights; in each slot all arms share a little, so old ones wear off.',
  'mixture of run lengths':
    'Everything so far, by many guesses of when the last change was; the likelier a guess, the more it counts.',
  'instances of many lengths':
    'Everything since the last restart, by several instances that began at different times.',
};

function resettingWords({ watched, slot, stretch }: Held): string {
  const next = nextReset(watched, slot);
  const isLast = next >= watched.horizon;
  const ahead = isLast ? 'no reset comes before the end.' : `in ${counted(next - slot, 'slot')} it`;
  const held = slot - stretch.from;
  if (held === 0) return `Nothing: it starts afresh now; ${ahead}${isLast ? '' : ' will again.'}`;
  const slots = held === 1 ? 'slot' : counted(held, 'slot');
  return `The ${slots} since slot ${slotNumber(stretch.from)} and nothing older; ${ahead}${isLast ? '' : ' starts afresh.'}`;
}

function alarmWords({ watched, slot, stretch }: Held): string {
  const last = lastUpTo(watched.alarms, slot);
  if (last < 0 && stretch.from === 0) return 'Everything so far: no alarm yet.';
  if (last >= 0 && watched.forgotten[last] >= 0) {
    return 'For each arm what came after its last alarm.';
  }
  return `Everything since the alarm before slot ${slotNumber(stretch.from)}.`;
}

/** What counts at a slot. */
export function memorySentence(held: Held): string {
  const { watched, kind, word, slot, stretch } = held;
  if (kind === 'nothing') return 'Nothing: this policy does not learn from rewards.';
  if (slot === 0) return 'Nothing yet: this is the first slot.';
  switch (kind) {
    case 'window': {
      const isFull = stretch.from <= stretch.left;
      const room = slotNumber(slot - stretch.left);
      if (isFull) return `The last ${counted(slot - stretch.from, 'slot')} and nothing older.`;
      return `All ${counted(slot, 'slot')} so far; the window has room for ${room}.`;
    }
    case 'resetting':
      return resettingWords(held);
    case 'discount': {
      const half = Math.max(1, Math.round(Math.log(0.5) / Math.log(watched.discount)));
      return `Everything, but fading: a reward counts half as much after ${counted(half, 'slot')}.`;
    }
    case 'alarm':
      return alarmWords(held);
    default:
      return OWN_WAYS[word] ?? `Everything: all ${counted(slot, 'slot')} so far.`;
  }
}

/** What bars mean. */
export function barsSentence(
  isBinary: boolean,
  range: readonly [number, number],
  slotsPerBar: number,
  mayCut: boolean,
): string {
  const [low, high] = range.map((value) => formatFixed(value, decimalsFor(range[1] - range[0])));
  const cut = mayCut ? ' With a dark line on top it is cut: no more of it counts.' : '';
  if (slotsPerBar > 1) {
    return `A bar is ${slotNumber(slotsPerBar)} slots: the taller, the more they paid; the fainter, the fewer were this arm’s.`;
  }
  if (isBinary) return 'Tall bars paid 1, short ones 0.';
  return `The taller a bar, the more it paid, from ${low} to ${high}.${cut}`;
}

/** What stands at the two ends of a strip. */
export function stripEnds(held: Held): readonly [left: string, right: string] {
  const { watched, kind, slot, stretch } = held;
  const last = lastUpTo(watched.alarms, slot);
  switch (kind) {
    case 'window':
      return stretch.from <= stretch.left
        ? [`${counted(slot - stretch.from, 'slot')} ago: next to leave`, 'newest']
        : ['room', 'newest'];
    case 'resetting':
      return [
        `slot ${slotNumber(stretch.left)}`,
        nextReset(watched, slot) >= watched.horizon
          ? `slot ${slotNumber(stretch.right)}`
          : `reset before slot ${slotNumber(stretch.right)}`,
      ];
    case 'discount': {
      const age = faintAge(watched.discount);
      return age <= watched.horizon
        ? [`${counted(age, 'slot')} ago: weighs 1 %`, 'newest: weighs 100 %']
        : [`${counted(watched.horizon, 'slot')} ago`, 'newest: weighs 100 %'];
    }
    case 'alarm':
      return [
        `slot ${slotNumber(stretch.left)}${last >= 0 && stretch.left === watched.alarms[last] ? ': after the alarm' : ''}`,
        stretch.right > slot ? '' : 'newest',
      ];
    default:
      return [`slot ${slotNumber(stretch.left)}`, stretch.right > slot ? '' : 'newest'];
  }
}

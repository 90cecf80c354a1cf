/** What happens in a slot and what is remembered, in words. */

import type { Showing } from '@driftline/core/showing';
import { counted, formatFixed } from '@driftline/engine/display';
import { ALL_ARMS, NO_ARM_YET, type WatchedReplication } from '@driftline/engine/play';
import {
  countsUntil,
  faintAge,
  lastUpTo,
  nextReset,
  reachesAt,
  type Stretch,
  type StripKind,
} from './memory.ts';
import { type Named, reasonAt } from './moment.ts';

/** A sentence with its most important words apart. */
interface Sentence {
  readonly before: string;
  readonly strong: string;
  readonly after: string;
}

/** Decimals that distinguish values on a scale. */
export function decimalsFor(span: number): number {
  if (span >= 20) return 1;
  return span >= 0.3 ? 2 : 3;
}

/** A slot's number, counted from 0. */
export function slotNumber(slot: number): string {
  return formatFixed(slot, 0);
}

/** What a slot costs against the one arm that regret compares with. */
function fixedCostWords(named: Named, slot: number, decimals: number): string {
  const { arms, bestArms, costs } = named.watched;
  const best = named.arm(bestArms[slot]);
  if (arms[slot] === bestArms[slot]) return ' It is the arm that pays most overall.';
  const size = formatFixed(Math.abs(costs[slot]), decimals);
  const pays = `${best}, which pays most overall,`;
  if (Number(costs[slot].toFixed(decimals)) === 0) return ` In this slot ${pays} pays the same.`;
  return ` In this slot ${pays} pays ${size} ${costs[slot] > 0 ? 'more' : 'less'}.`;
}

/** The difference to the benchmark of rested arms, which may have played another arm more often. */
function restedCostWords(named: Named, slot: number, decimals: number): string {
  const { bestArms, costs } = named.watched;
  const plays = ` The benchmark plays ${named.arm(bestArms[slot])} in this slot`;
  const size = formatFixed(Math.abs(costs[slot]), decimals);
  if (Number(costs[slot].toFixed(decimals)) === 0) return `${plays} and earns the same.`;
  return `${plays} and earns ${size} ${costs[slot] > 0 ? 'more' : 'less'}.`;
}

function costWords(named: Named, slot: number, decimals: number): string {
  if (named.isRested) return restedCostWords(named, slot, decimals);
  if (named.isFixed) return fixedCostWords(named, slot, decimals);
  const { arms, bestArms, costs } = named.watched;
  if (arms[slot] === bestArms[slot]) return ' It is the best arm now.';
  const best = named.arm(bestArms[slot]);
  const cost = costs[slot];
  if (cost === 0) return ` It is currently as good as ${best}.`;
  const size = formatFixed(Math.abs(cost), decimals);
  if (cost < 0) return ` The best arm now is ${best}, but this slot pays ${size} more.`;
  return Number(cost.toFixed(decimals)) === 0
    ? ` The best arm now is ${best}, by a tiny margin.`
    : ` The best arm now is ${best}, so this slot costs ${size}.`;
}

/** An alarm or a reset is mentioned for this many slots, or a hundredth of the horizon. */
const LEAST_ECHO = 20;

function ago(slots: number): string {
  return slots === 0 ? 'just now' : `${counted(slots, 'slot')} ago`;
}

/** A reset, of everything or of what came before some slot. */
function resetNews({ earliest }: WatchedReplication, reset: number, when: string): string {
  return earliest[reset] < reset
    ? ` It forgot everything before slot ${slotNumber(earliest[reset])}, ${when}.`
    : ` It forgot everything ${when}.`;
}

/** A recent alarm or reset. */
function lateNews(named: Named, slot: number): string {
  const { alarms, forgotten, resets, horizon } = named.watched;
  const echo = Math.max(LEAST_ECHO, Math.floor(horizon / 100));
  const alarm = lastUpTo(alarms, slot);
  const reset = lastUpTo(resets, slot);
  const sinceAlarm = alarm < 0 ? Number.POSITIVE_INFINITY : slot - alarms[alarm];
  const sinceReset = reset < 0 ? Number.POSITIVE_INFINITY : slot - resets[reset];
  if (Math.min(sinceAlarm, sinceReset) > echo) return '';
  if (sinceReset < sinceAlarm) return resetNews(named.watched, resets[reset], ago(sinceReset));
  if (forgotten[alarm] === NO_ARM_YET) {
    return ` An alarm put its memory on trial ${ago(sinceAlarm)}.`;
  }
  const whom = forgotten[alarm] === ALL_ARMS ? 'everything' : named.arm(forgotten[alarm]);
  return ` An alarm made it forget ${whom} ${ago(sinceAlarm)}.`;
}

/** What happens in a slot, and what it costs. */
export function slotSentence(named: Named, slot: number, decimals = 2): Sentence {
  const { watched, policy } = named;
  if (slot >= watched.slots) {
    return {
      before: `This panel covers only the first ${counted(watched.slots, 'slot')}, so it can’t show slot ${slotNumber(slot)}.`,
      strong: '',
      after: '',
    };
  }
  return {
    before: `Slot ${slotNumber(slot)}: ${policy} picks `,
    strong: named.arm(watched.arms[slot]),
    after:
      reasonAt(named, slot, decimals) + costWords(named, slot, decimals) + lateNews(named, slot),
  };
}

/** What a memory holds at a slot. */
export interface Held {
  readonly watched: WatchedReplication;
  /** What the policy shows, and how it explains it. */
  readonly shows: Showing;
  readonly kind: StripKind;
  readonly slot: number;
  readonly stretch: Stretch;
}

/** When the policy restarts next. */
function resetAhead(watched: WatchedReplication, slot: number): string {
  const next = nextReset(watched, slot);
  return next >= watched.horizon
    ? 'There is no reset before the end.'
    : `The next reset is in ${counted(next - slot, 'slot')}.`;
}

function resettingWords({ watched, slot, stretch }: Held): string {
  const held = slot - stretch.from;
  const ahead = resetAhead(watched, slot);
  if (held === 0) return `Nothing: it restarts now. ${ahead}`;
  const exploited = countsUntil(watched, slot);
  if (slot > exploited) {
    return `The ${counted(exploited - stretch.from, 'slot')} that explored, from slot ${slotNumber(stretch.from)} on, and no others. ${ahead}`;
  }
  const slots = held === 1 ? 'slot' : counted(held, 'slot');
  return `The ${slots} since slot ${slotNumber(stretch.from)} and nothing older. ${ahead}`;
}

function alarmWords({ watched, slot, stretch }: Held): string {
  const last = lastUpTo(watched.alarms, slot);
  if (last < 0 && stretch.from === 0) return 'Everything so far, because there was no alarm yet.';
  if (last >= 0 && watched.forgotten[last] >= 0) {
    return 'For each arm, the rewards since its last alarm, if it had one.';
  }
  return `Everything since the alarm before slot ${slotNumber(stretch.from)}.`;
}

/** A window that was drawn for a block. */
function chosenWords({ watched, slot, stretch }: Held): string {
  const window = watched.windows[slot];
  if (Number.isNaN(window)) return 'Nothing: a block begins with this slot.';
  const held = slot - stretch.from;
  return held < window
    ? `The ${held === 1 ? 'slot' : counted(held, 'slot')} of this block so far. Its window holds up to ${slotNumber(window)}.`
    : `The last ${held === 1 ? 'slot' : counted(held, 'slot')} of this block, which is the length of its window.`;
}

/** Guesses of when the last change was, each of which remembers what came since. */
function guessWords({ watched, slot }: Held): string {
  const reaches = reachesAt(watched, slot);
  const [longest, shortest] = [reaches[0], reaches[reaches.length - 1]];
  const when =
    longest === shortest
      ? counted(longest, 'slot')
      : `${slotNumber(shortest)} to ${counted(longest, 'slot')}`;
  return `Rewards since the last change. 95% of the weight of all guesses puts that change ${when} ago. The fainter a reward, the less weight counts it.`;
}

/** What the learner that picks took itself. */
function learnerWords({ watched, shows, slot, stretch }: Held): string {
  const { learners } = watched;
  const who = shows.explains?.learner ?? 'learner';
  let own = 0;
  for (let old = stretch.from; old < slot; old++) own += learners[old] === learners[slot] ? 1 : 0;
  if (own === 0) return `Nothing: the ${who} that picks has learned nothing yet.`;
  const since = slot - stretch.from;
  return own === since
    ? `The ${own === 1 ? 'slot' : counted(own, 'slot')} since slot ${slotNumber(stretch.from)}, all played by the ${who} that picks.`
    : `The slots played by the ${who} that picks: ${slotNumber(own)} of the ${counted(since, 'slot')} since slot ${slotNumber(stretch.from)}.`;
}

/** What counts at a slot. */
export function memorySentence(held: Held): string {
  const { watched, shows, kind, slot, stretch } = held;
  if (kind === 'nothing') return 'Nothing: this policy does not learn from rewards.';
  if (slot === 0) return 'Nothing yet: this is the first slot.';
  switch (kind) {
    case 'window': {
      const isFull = stretch.from <= stretch.left;
      const room = slotNumber(slot - stretch.left);
      if (isFull) return `The last ${counted(slot - stretch.from, 'slot')} and nothing older.`;
      return `All ${counted(slot, 'slot')} so far. The window holds up to ${room}.`;
    }
    case 'resetting':
      return resettingWords(held);
    case 'discount': {
      const half = Math.max(1, Math.round(Math.log(0.5) / Math.log(watched.discount)));
      return `Everything, but fading: a reward counts half as much after ${counted(half, 'slot')}.`;
    }
    case 'alarm':
      return alarmWords(held);
    case 'chosen':
      return chosenWords(held);
    case 'guesses':
      return guessWords(held);
    case 'learner':
      return learnerWords(held);
    default:
      return shows.explains?.remembers ?? `Everything: all ${counted(slot, 'slot')} so far.`;
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
  const cut = mayCut
    ? ' A dark line on top marks a clipped reward: only this much of it counts.'
    : '';
  if (slotsPerBar > 1) {
    return `Each bar covers ${slotNumber(slotsPerBar)} slots. A taller bar means more reward, a fainter one fewer slots of this arm.`;
  }
  if (isBinary) return 'A tall bar is a reward of 1, a short one a reward of 0.';
  return `The taller a bar, the larger the reward, from ${low} to ${high}.${cut}`;
}

/** What stands at the two ends of a strip. */
export function stripEnds(held: Held): readonly [left: string, right: string] {
  const { watched, kind, slot, stretch } = held;
  const last = lastUpTo(watched.alarms, slot);
  switch (kind) {
    case 'window':
    case 'chosen':
      return stretch.from <= stretch.left
        ? [`${counted(slot - stretch.from, 'slot')} ago: forgotten next`, 'newest']
        : ['free', 'newest'];
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
        ? [`${counted(age, 'slot')} ago: weight 1%`, 'newest: weight 100%']
        : [`${counted(watched.horizon, 'slot')} ago`, 'newest: weight 100%'];
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

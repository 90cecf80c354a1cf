/** Why an arm was picked, as the end of a sentence that names it. */

import { counted, formatFixed, listed } from '@driftline/engine/display';
import type { WatchedReplication } from '@driftline/engine/play';
import { armFact, isEvicted, slotFact } from './told.ts';

/** Whose replication it is, and what arms are called within a sentence. */
export interface Named {
  readonly watched: WatchedReplication;
  readonly policy: string;
  /** Whether regret compares with one arm throughout: that which pays most over all. */
  readonly isFixed: boolean;
  arm(arm: number): string;
}

/** A slot, and how finely numbers are told. */
interface Moment {
  readonly named: Named;
  readonly slot: number;
  readonly picked: number;
  show(value: number): string;
}

/** Values that differ by less are the same up to rounding. */
const SAME = 1e-9;

function isSame(a: number, b: number): boolean {
  if (!(Number.isFinite(a) && Number.isFinite(b))) return a === b;
  return Math.abs(a - b) <= SAME * Math.max(1, Math.abs(a), Math.abs(b));
}

/** What arms have in a slot: the largest of it, and who has that. */
function leadersOf(table: Float64Array, armCount: number, slot: number) {
  const row = table.subarray(slot * armCount, (slot + 1) * armCount);
  const known = (value: number) => (Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value);
  const top = row.reduce((most, value) => Math.max(most, known(value)), Number.NEGATIVE_INFINITY);
  const arms = Array.from(row.keys()).filter((arm) => isSame(row[arm], top));
  return { top, arms };
}

/** How many equals are named at most. */
const MOST_NAMED = 3;

/** Who else has as much, and that the first of equals is taken. */
function equalWords({ named, picked }: Moment, arms: readonly number[]): string {
  const others = arms.filter((arm) => arm !== picked);
  if (others.length === 0) return '';
  const whose =
    others.length > MOST_NAMED
      ? `${others.length} others`
      : listed(others.map((arm) => named.arm(arm)));
  const isFirst = others.every((arm) => arm > picked);
  return `, like that of ${whose}${isFirst ? '; the first of equals is taken' : ''}`;
}

/** Of an arm that nothing is remembered of, perhaps one of several such. */
function unknownReason(moment: Moment, arms: readonly number[]): string {
  const learner = learnerWords(moment);
  const by = learner === '' ? '' : ` by ${learner}`;
  const isFirst = arms.length > 1 && arms[0] === moment.picked;
  const which = isFirst ? `, the first of ${arms.length} such arms` : '';
  return `, because nothing is remembered of it${by}${which}.`;
}

/** Who of several learners picks; empty where there is one. */
function learnerWords({ named, slot }: Moment): string {
  const { watched } = named;
  if (watched.way === 'instances') return 'the instance that picks';
  const isNew = slotFact(watched, slot, 'isNew');
  if (watched.way !== 'trials' || Number.isNaN(isNew)) return '';
  return `the ${isNew === 1 ? 'new' : 'old'} learner, whose slot of the trial it is`;
}

function exploringWords(moment: Moment, top: number, arms: readonly number[]): string {
  const { named, picked, show } = moment;
  const { explorationShare } = named.watched;
  const why =
    explorationShare > 0
      ? `: it explores by chance, as in ${percent(explorationShare)} of slots,`
      : ', whose turn it is to be explored,';
  if (arms.includes(picked)) {
    return Number.isFinite(top)
      ? `${why} and its index ${show(top)} is the largest anyway.`
      : `${why} and nothing is remembered of it.`;
  }
  const leader = named.arm(arms[0]);
  return Number.isFinite(top)
    ? `${why} though the index of ${leader} is the largest, ${show(top)}.`
    : `${why} though nothing is remembered of ${leader}.`;
}

function percent(share: number): string {
  return `${formatFixed(100 * share, share < 0.1 ? 1 : 0)} %`;
}

function indexReason(moment: Moment): string {
  const { named, slot, picked, show } = moment;
  const { watched } = named;
  const { top, arms } = leadersOf(watched.indices, watched.armCount, slot);
  if (watched.explored[slot] === 1) return exploringWords(moment, top, arms);
  if (slotFact(watched, slot, 'fresh') === 1) return freshReason(moment);
  if (!arms.includes(picked)) {
    return `, not by its index: that of ${named.arm(arms[0])} is the largest, ${show(top)}.`;
  }
  if (top === Number.POSITIVE_INFINITY) return unknownReason(moment, arms);
  const learner = learnerWords(moment);
  const whose = learner === '' ? '' : ` for ${learner}`;
  return `, whose index ${show(top)} is the largest${whose}${equalWords(moment, arms)}.`;
}

function freshReason({ named, slot }: Moment): string {
  const length = slotFact(named.watched, slot, 'length');
  return `: an instance of UCB1 for ${counted(length, 'slot')} begins, knows nothing yet, and takes the first arm.`;
}

function posteriorReason(moment: Moment): string {
  const { named, slot, picked, show } = moment;
  const { draws, armCount } = named.watched;
  const draw = draws[slot * armCount + picked];
  if (draw === undefined) return ', whose draw was the largest.';
  if (draw === Number.POSITIVE_INFINITY) {
    return unknownReason(moment, leadersOf(draws, armCount, slot).arms);
  }
  const guess = slotFact(named.watched, slot, 'guess');
  const after = Number.isNaN(guess)
    ? ''
    : guess === 0
      ? ', drawn as if all had changed just now'
      : `, drawn as if the last change was ${counted(guess, 'slot')} ago`;
  return `, whose draw ${show(draw)} was the largest${after}.`;
}

function probabilityReason({ named, slot, picked }: Moment): string {
  const { probabilities, armCount } = named.watched;
  const row = probabilities.subarray(slot * armCount, (slot + 1) * armCount);
  const alike = armCount > 1 && row.every((each) => isSame(each, row[0])) ? ', like any arm' : '';
  return `, drawn with probability ${formatFixed(row[picked], 2)}${alike}.`;
}

/** Epochs of which the first slots explore in turn, and the others exploit. */
function epochReason(moment: Moment): string {
  const { named, slot, show } = moment;
  const { watched } = named;
  const { armCount } = watched;
  const fact = (word: string) => slotFact(watched, slot, word);
  if (slot - fact('start') < fact('exploring')) {
    const each = counted(fact('exploring') / armCount, 'time');
    return `, whose turn it is: epoch ${formatFixed(fact('epoch'), 0)} first plays each arm ${each}.`;
  }
  const { top, arms } = leadersOf(watched.estimates, armCount, slot);
  return `, whose mean ${show(top)} in this epoch’s exploration is the largest${equalWords(moment, arms)}.`;
}

/** Arms that are played in turn, unless they are evicted and owed nothing. */
function turnReason({ named, slot, picked }: Moment): string {
  const { watched } = named;
  const arms = Array.from({ length: watched.armCount }, (_, arm) => arm);
  const owed = (arm: number) => armFact(watched, slot, arm, 'owed');
  const taking = arms.filter((arm) => !isEvicted(watched, slot, arm) || owed(arm) > 0);
  if (!isEvicted(watched, slot, picked)) {
    if (slot === 0) return ', the first in turn.';
    return taking.length > 1
      ? ': it waited longest of those that take turns.'
      : ', the only one that takes turns now.';
  }
  const why =
    owed(picked) > 0
      ? `, evicted but owed ${counted(owed(picked), 'sample')}`
      : ', evicted, of which chance asks for samples from this slot on';
  return `${why}; it waited longest of those that take turns.`;
}

function turnsReason(moment: Moment): string {
  switch (moment.named.watched.way) {
    case 'epochs':
      return epochReason(moment);
    case 'turns':
      return turnReason(moment);
    default:
      return '.';
  }
}

/** Why the arm of a slot was picked. */
export function reasonOf(named: Named, slot: number, decimals: number): string {
  const { watched } = named;
  const picked = watched.arms[slot];
  const show = (value: number) => formatFixed(value, decimals);
  const moment: Moment = { named, slot, picked, show };
  switch (watched.choice) {
    case 'index':
      return indexReason(moment);
    case 'posterior':
      return posteriorReason(moment);
    case 'probability':
      return probabilityReason(moment);
    case 'turns':
      return turnsReason(moment);
    case 'told':
      return `, which it is told has the largest mean, ${show(watched.means[slot * watched.armCount + picked])}.`;
    default:
      return '.';
  }
}

/** What a policy of several parts or phases is at in a slot, in words. */
import { counted, formatFixed, listed } from '@driftline/engine/display';
import type { Named } from './reasons.ts';
import { armFact, isEvicted, reachesAt, slotFact, slotSeries } from './told.ts';

/** A slot of a replication, and how its facts are told. */
interface Moment {
  readonly named: Named;
  readonly slot: number;
  fact(word: string): number;
  /** A value in the units of rewards. */
  show(value: number): string;
}

function whole(value: number): string {
  return formatFixed(value, 0);
}

/** Blocks that each have a window of their own. */
function windowWords({ named, slot, fact }: Moment): string {
  const first = fact('start');
  const last = Math.min(first + fact('length'), named.watched.horizon) - 1;
  const block = `Block ${whole(first / fact('length') + 1)} has slots ${whole(first)} to ${whole(last)}.`;
  const chances = slotSeries(named.watched, slot, 'chance:').map(
    ([window, chance]) => `${whole(Number(window))} (${formatFixed(chance, 2)})`,
  );
  const all = `Windows in slots, with the probabilities that Exp3 gives them: ${chances.join(', ')}.`;
  const window = fact('window');
  if (Number.isNaN(window)) return `${block} Its window is drawn with this slot. ${all}`;
  return `${block} Its window is ${counted(window, 'slot')}, drawn with probability ${formatFixed(fact('chance'), 2)}. ${all}`;
}

/** Powers of two that a sum is made of, the least first. */
function powersIn(sum: number): number[] {
  const powers: number[] = [];
  for (let power = 1; power <= sum; power *= 2) {
    if (Math.floor(sum / power) % 2 === 1) powers.push(power);
  }
  return powers;
}

/** Instances of many lengths, of which the shortest plays. */
function instanceWords({ fact }: Moment): string {
  const length = fact('length');
  const began =
    fact('fresh') === 1 ? 'begins with this slot' : `began with slot ${whole(fact('since'))}`;
  const longer = powersIn(fact('covering')).filter((other) => other > length);
  const waiting =
    longer.length === 0 ? '' : ` Longer ones wait: for ${listed(longer.map(whole))} slots.`;
  const block = `The block of ${counted(fact('block'), 'slot')} began with slot ${whole(fact('start'))}.`;
  return `An instance of UCB1 for ${counted(length, 'slot')}, which ${began}, picks and learns.${waiting} ${block}`;
}

/** Guesses of when the last change was. */
function guessWords({ named, slot, fact }: Moment): string {
  const reaches = reachesAt(named.watched, slot);
  if (reaches.length === 0) {
    return 'Every arm has guesses of its own of when it changed last. For each a guess is drawn by weight, then a mean from what came since.';
  }
  const guess = fact('guess');
  const when = guess === 0 ? 'just now' : `${counted(guess, 'slot')} ago`;
  const weight = fact('guessWeight');
  const share = weight < 0.01 ? 'less than 1 %' : `${whole(100 * weight)} %`;
  return `A guess of when the last change was is drawn by weight: here ${when}, which has ${share} of the weight. Then a mean is drawn for each arm from what came since.`;
}

/** An old learner on trial against a new one. */
function trialWords({ named, fact, show }: Moment): string {
  const since = fact('suspected');
  if (Number.isNaN(since)) {
    return `One learner, which began with slot ${whole(fact('since'))}, picks alone until a test raises an alarm.`;
  }
  const side = (who: string) => {
    const count = fact(`${who}Count`);
    return count === 0
      ? `the ${who} learner has not picked yet`
      : `the ${who} learner has index ${show(fact(`${who}Index`))} (mean ${show(fact(`${who}Mean`))} of ${counted(count, 'reward')})`;
  };
  const done = whole(fact('oldCount') + fact('newCount'));
  const picks = fact('isNew') === 1 ? 'new' : 'old';
  return `On trial since the alarm before slot ${whole(since)}: after ${done} of ${counted(named.watched.params.trial, 'reward')}, ${side('old')}, ${side('new')}. The ${picks} one picks; shown is what it knows.`;
}

/** With more arms than this they are counted, not named. */
const MOST_NAMED = 4;

/** The slot before which an arm was evicted last. */
function evictedBefore({ named }: Moment, arm: number, slot: number): number {
  let at = slot;
  while (at > 0 && isEvicted(named.watched, at - 1, arm)) at -= 1;
  return at;
}

function evictedWords(moment: Moment, arm: number): string {
  const { named, slot, show } = moment;
  const fact = (word: string) => armFact(named.watched, slot, arm, word);
  const owed = fact('owed') > 0 ? `, owed ${counted(fact('owed'), 'sample')}` : '';
  return `${named.arm(arm)} (before slot ${whole(evictedBefore(moment, arm, slot))}, with mean ${show(fact('evictedMean'))}, ${show(fact('gap'))} below the best${owed})`;
}

/** Good arms that take turns, and evicted ones. */
function turnWords(moment: Moment): string {
  const { named, slot, fact } = moment;
  const arms = Array.from({ length: named.watched.armCount }, (_, arm) => arm);
  const evicted = arms.filter((arm) => isEvicted(named.watched, slot, arm));
  const good = arms.length - evicted.length;
  const episode = `Its episode ${whole(fact('episode'))} began with slot ${whole(fact('start'))}.`;
  if (evicted.length === 0) return `${episode} No arm is evicted, so all take turns.`;
  if (evicted.length > MOST_NAMED) {
    const owed = evicted.filter((arm) => armFact(named.watched, slot, arm, 'owed') > 0).length;
    return `${episode} ${whole(good)} of ${whole(arms.length)} arms are good and take turns, and ${whole(owed)} evicted ones that are owed samples.`;
  }
  return `${episode} Evicted: ${listed(evicted.map((arm) => evictedWords(moment, arm)))}.`;
}

/** Epochs that explore first and then exploit. */
function epochWords({ named, slot, fact }: Moment): string {
  const { armCount, horizon } = named.watched;
  const start = fact('start');
  const explored = start + fact('exploring');
  const end = Math.min(start + fact('length'), horizon);
  const isExploring = slot < explored;
  const each = counted(fact('exploring') / armCount, 'time');
  const plan = `Epoch ${whole(fact('epoch'))} has slots ${whole(start)} to ${whole(end - 1)}. It explores up to slot ${whole(explored - 1)}, each arm ${each}`;
  if (end <= explored) return `${plan}.`;
  return isExploring
    ? `${plan}; the arm with the largest mean then gets the rest.`
    : `${plan}; the arm with the largest mean gets the rest, whose rewards it does not look at.`;
}

const WORDS: Readonly<Record<string, (moment: Moment) => string>> = {
  windows: windowWords,
  instances: instanceWords,
  guesses: guessWords,
  trials: trialWords,
  turns: turnWords,
  epochs: epochWords,
};

/** Whether there is more to say of a policy than what it knows of arms. */
export function hasAside({ watched }: Named): boolean {
  return watched.way in WORDS;
}

/** What a policy of several parts or phases is at; empty for others. */
export function asideSentence(named: Named, slot: number, decimals: number): string {
  const { watched } = named;
  if (slot >= watched.slots || !hasAside(named)) return '';
  return WORDS[watched.way]({
    named,
    slot,
    fact: (word) => slotFact(watched, slot, word),
    show: (value) => formatFixed(value, decimals),
  });
}

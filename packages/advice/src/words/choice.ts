/** The second question in words: what to use, and how long to remember. */
import type { Advice } from '../contract/advice.ts';
import type { BestOfKind, Choice, MemoryRange } from '../contract/choice.ts';
import { isRefused, type Refusal } from '../contract/refusal.ts';
import { count, counted, percent, rough } from './numbers.ts';
import { needText, reasonText, refusalText } from './refusals.ts';
import { duration } from './times.ts';

function parametersText(params: Readonly<Record<string, number>>): string {
  return Object.entries(params)
    .map(([name, value]) => `${name} ${rough(value, 4)}`)
    .join(', ');
}

const BECAUSE: Readonly<Record<Choice['because'], string>> = {
  'nothing-beats-it': 'No candidate clearly beats it.',
  'beats-the-default': 'It clearly beats auto, which has nothing to set.',
  'cannot-tell': 'The log cannot tell candidates apart, and this one has nothing to set.',
  'arms-move-together':
    'Arms move together: following that does not tell which one is best, and this policy has nothing to set.',
};

function choiceSentences(choice: Choice): string[] {
  const { policy, params, score, share, worlds, because, horizon } = choice;
  const given =
    Object.keys(params).length === 0
      ? `${policy}, which has nothing to set.`
      : `${policy} with ${parametersText(params)}.`;
  const head = `${given} ${BECAUSE[because]}`;
  if (worlds === 0) return [head];
  const best = Math.round(share * worlds);
  return [
    head,
    `Played in ${counted(worlds, 'world')} like this log, ${counted(horizon, 'decision')} each, it loses ${percent(score)} of what choosing blindly loses; in ${count(best)} of ${count(worlds)} it is the best, or loses at most a tenth more.`,
  ];
}

function rangeText({ least, most, leastTime, mostTime }: MemoryRange): string {
  const times =
    leastTime === undefined || mostTime === undefined
      ? ''
      : `: ${duration(leastTime, 'milliseconds')} to ${duration(mostTime, 'milliseconds')}`;
  if (least === most) return '';
  return ` (${count(least)} to ${count(most)} do as well${times})`;
}

function kindSentence(best: BestOfKind): string {
  const { policy, params, window, discount, range, score } = best;
  const asDiscount = discount === undefined ? '' : `, which is discount ${rough(discount, 6)}`;
  const others = Object.fromEntries(Object.entries(params).filter(([name]) => name !== 'window'));
  const rest = Object.keys(others).length === 0 ? '' : `, ${parametersText(others)}`;
  return `If it has to be ${policy}: window ${count(window)}${asDiscount}${rangeText(range)}${rest}; it loses ${percent(score)}.`;
}

function quickSentence({ quick, for: kinds }: Choice): string[] {
  if (quick === undefined) return [];
  const isAlone = kinds.every(isRefused);
  const text = `One-step-ahead prediction alone would say window ${count(quick.window)}, scale ${rough(quick.scale)}.`;
  return [isAlone ? text : `As a check: ${text.charAt(0).toLowerCase()}${text.slice(1)}`];
}

function memoryRefused({ refused, need }: Refusal): string {
  const what = 'How long to remember, this log cannot tell';
  if (refused !== 'window-not-told') {
    return `${what}: ${reasonText(refused)}. ${needText({ refused, need })}`.trim();
  }
  return `${what}. ${needText({ refused, need })}`.trim();
}

/**
 * The answer in sentences.
 *
 * @param service - what the service cannot do of it
 */
export function choiceWords({ advice, notes }: Advice, service?: string): string[] {
  if (isRefused(advice)) return [refusalText(advice)];
  const open = advice.for.filter(isRefused);
  const [head, ...evidence] = choiceSentences(advice);
  return [
    head,
    ...(service === undefined ? [] : [service]),
    ...evidence,
    ...advice.for.flatMap((kind) => (isRefused(kind) ? [] : [kindSentence(kind)])),
    ...open.slice(0, 1).map(memoryRefused),
    ...quickSentence(advice),
    ...notes.filter(({ code }) => code === 'refits-differ').map(({ text }) => text),
  ];
}

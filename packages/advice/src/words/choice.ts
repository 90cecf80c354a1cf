/** The second question in words: what to use, and how long to remember. */
import type { Advice } from '../contract/advice.ts';
import type { BestOfKind, Choice, MemoryRange } from '../contract/choice.ts';
import { isRefused } from '../contract/refusal.ts';
import { count, percent, rough } from './numbers.ts';
import { refusalText } from './refusals.ts';
import { duration } from './times.ts';

function parametersText(params: Readonly<Record<string, number>>): string {
  return Object.entries(params)
    .map(([name, value]) => `${name} ${rough(value, 4)}`)
    .join(', ');
}

const BECAUSE: Readonly<Record<Choice['because'], string>> = {
  'nothing-beats-it': 'No candidate clearly beats it.',
  'beats-the-default': 'It beats the policy that needs nothing set.',
  'cannot-tell':
    'The log cannot tell candidates apart, so this is the one that needs nothing from it.',
  'arms-move-together':
    'Arms move together, and to follow that does not help to know which is best, so this is the one that needs nothing set.',
};

function choiceSentences(choice: Choice): string[] {
  const { spec, params, score, share, worlds, because, horizon } = choice;
  const given = Object.keys(params).length === 0 ? 'nothing to set' : parametersText(params);
  if (worlds === 0) return [`${spec}: ${given}. ${BECAUSE[because]}`];
  const best = Math.round(share * worlds);
  return [
    `${spec}: ${given}. ${BECAUSE[because]}`,
    `In ${count(worlds)} worlds like this log, ${count(horizon)} decisions each, it loses ${percent(score)} of what choosing blindly loses; in ${count(best)} of ${count(worlds)} it is the best, or loses at most a tenth more.`,
  ];
}

function rangeText({ least, most, leastTime, mostTime }: MemoryRange): string {
  const times =
    leastTime === undefined || mostTime === undefined
      ? ''
      : `, ${duration(leastTime, 'milliseconds')} to ${duration(mostTime, 'milliseconds')}`;
  if (least === most) return '';
  return ` (${count(least)} to ${count(most)} are as good${times})`;
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

/** The answer in sentences. */
export function choiceWords({ advice, notes }: Advice): string[] {
  if (isRefused(advice)) return [refusalText(advice)];
  const open = advice.for.filter(isRefused);
  return [
    ...choiceSentences(advice),
    ...advice.for.flatMap((kind) => (isRefused(kind) ? [] : [kindSentence(kind)])),
    ...(open.length === 0
      ? []
      : [`A memory length: ${refusalText(open[0]).replace(/^This/, 'this')}`]),
    ...quickSentence(advice),
    ...notes.filter(({ code }) => code === 'refits-differ').map(({ text }) => text),
  ];
}

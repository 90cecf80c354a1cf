/** The second question in words: which policy to use, and with what memory. */
import type { Advice } from '../contract/advice.ts';
import type { BestOfKind, Choice, MemoryRange, Scored } from '../contract/choice.ts';
import { isRefused, type Refusal } from '../contract/refusal.ts';
import type { Answered } from './answered.ts';
import { count, counted, listed, percent, rough } from './numbers.ts';
import { needText, reasonText, refusalText } from './refusals.ts';
import { duration } from './times.ts';

/** The policy without settings, and one that never forgets: every choice is compared with them. */
const REFERENCES = ['auto', 'ucb1'];

function parametersText(params: Readonly<Record<string, number>>): string {
  return listed(Object.entries(params).map(([name, value]) => `${name} ${rough(value, 4)}`));
}

/** Why it is this policy, if the simulations did not decide. */
const UNDECIDED: Readonly<Record<Choice['because'], string>> = {
  'none-better': '',
  'beats-the-default': '',
  unknown: ' The log does not show which candidate is best, and this one needs no settings.',
  'arms-move-together':
    ' Arms move together, and following that movement does not show which one is best. This policy needs no settings.',
};

function headText({ policy, params, because }: Choice): string {
  const given =
    Object.keys(params).length === 0
      ? `${policy}, which has no settings.`
      : `${policy} with ${parametersText(params)}.`;
  return given + UNDECIDED[because];
}

function comparedText({ because }: Choice): string {
  if (because === 'beats-the-default') {
    return ' That is clearly better than auto, the policy without settings.';
  }
  return because === 'none-better' ? ' No candidate is clearly better.' : '';
}

function evidencePoints(choice: Choice): string[] {
  const { score, share, simulations, horizon } = choice;
  if (simulations === 0) return [];
  const best = Math.round(share * simulations);
  return [
    `Regret is the reward lost compared with always playing the best arm of the moment. In ${counted(simulations, 'simulation')} based on this log (${counted(horizon, 'decision')} each), its regret is ${percent(score)} of that of random choice${referenceText(choice)}.${comparedText(choice)}`,
    `It was the best candidate, or within 10% of the best, in ${count(best)} of ${counted(simulations, 'simulation')}.`,
  ];
}

/** Relative regret of the policies that everything is compared with, in brackets. */
function referenceText({ candidates, policy }: Choice): string {
  const known = REFERENCES.filter((spec) => spec !== policy)
    .map((spec) => candidates.find((each) => each.spec === spec))
    .filter((each): each is Scored => each !== undefined);
  if (known.length === 0) return '';
  return ` (${known.map(({ spec, score }) => `${spec} ${percent(score)}`).join(', ')})`;
}

function rangeText({ least, most, leastTime, mostTime }: MemoryRange): string {
  if (least === most) return '';
  const times =
    leastTime === undefined || mostTime === undefined
      ? ''
      : ` (${duration(leastTime, 'milliseconds')} to ${duration(mostTime, 'milliseconds')})`;
  return ` Windows from ${count(least)} to ${count(most)}${times} are within 10% of that.`;
}

/** How to set up a kind of policy that was asked for. */
function kindPoint(best: BestOfKind, { spec }: Choice): string[] {
  const { policy, params, window, discount, range, score } = best;
  const around = rangeText(range);
  if (best.spec === spec) return around === '' ? [] : [around.trim()];
  const asDiscount = discount === undefined ? '' : ` (discount ${rough(discount, 6)})`;
  const others = Object.fromEntries(Object.entries(params).filter(([name]) => name !== 'window'));
  const rest = Object.keys(others).length === 0 ? '' : ` and ${parametersText(others)}`;
  return [
    `If you need ${policy}, use window ${count(window)}${asDiscount}${rest}. Its regret is ${percent(score)} of that of random choice.${around}`,
  ];
}

function quickPoint({ quick, for: kinds }: Choice): string[] {
  if (quick === undefined) return [];
  const text = `ne-step-ahead prediction alone suggests sw-ucb with window ${count(quick.window)} and scale ${rough(quick.scale)}.`;
  return [kinds.every(isRefused) ? `O${text}` : `Cross-check: o${text}`];
}

function memoryRefused(refusal: Refusal): string {
  return `No memory length is recommended: ${reasonText(refusal.refused)}. ${needText(refusal)}`.trim();
}

/**
 * The answer.
 *
 * @param service - the part of it that the decision service cannot run, as a sentence
 */
export function choiceWords({ advice, notes }: Advice, service?: string): Answered {
  if (isRefused(advice)) return { answer: refusalText(advice), points: [] };
  const unstable = notes.filter(({ code }) => code === 'choice-unstable').map(({ text }) => text);
  return {
    answer: [headText(advice), ...unstable].join(' '),
    points: [
      ...(service === undefined ? [] : [service]),
      ...evidencePoints(advice),
      ...advice.for.flatMap((kind) => (isRefused(kind) ? [] : kindPoint(kind, advice))),
      ...advice.for.filter(isRefused).slice(0, 1).map(memoryRefused),
      ...quickPoint(advice),
    ],
  };
}

/** The second question in words: which policy to use, and with what memory. */
import { policyCatalogue } from '@driftline/core';
import type { Advice } from '../contract/advice.ts';
import type { BestOfKind, Choice, MemoryRange, Scored } from '../contract/choice.ts';
import { isRefused, type Refusal } from '../contract/refusal.ts';
import type { Answered } from './answered.ts';
import { count, counted, percent, rough } from './numbers.ts';
import { needText, reasonText, refusalText } from './refusals.ts';
import { settingsText } from './settings.ts';
import { duration } from './times.ts';

/** The policy that needs nothing, and the fallback of every other one. */
const DEFAULT = 'auto';

/** Every choice is compared with these. */
const REFERENCES: Readonly<Record<string, string>> = {
  [DEFAULT]: 'without settings',
  ucb1: 'without forgetting',
};

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
      : `${policy} with ${settingsText(params)}.`;
  return given + UNDECIDED[because];
}

/** The rule behind the word clearly. */
const TEST = 'paired t-test over these simulations, 95%';

function comparedText({ policy, because }: Choice): string {
  if (because === 'beats-the-default') {
    return `${policy} is clearly better than ${DEFAULT} (${TEST}). `;
  }
  return because === 'none-better' ? `No candidate is clearly better (${TEST}). ` : '';
}

/** Connects the comparison with the reruns that the answer reports. */
const RERUNS =
  'The reruns have less data and fewer simulations than this full run, so another policy can win them. ';

/** What to do if the winner depends on details. */
function fallbackText({ policy, score, candidates }: Choice): string {
  const fallback = candidates.find(({ spec }) => spec === DEFAULT);
  if (policy === DEFAULT || fallback === undefined) return '';
  return `If you want a choice that does not depend on such details, use ${DEFAULT}, which has no settings (regret ${percent(fallback.score)} instead of ${percent(score)}, see below).`;
}

/** The meaning of a setting that its name does not explain. */
function scalePoint(choice: Choice): string[] {
  const kinds = choice.for.flatMap((kind) => (isRefused(kind) ? [] : [kind]));
  if (![choice, ...kinds].some(({ params }) => 'scale' in params)) return [];
  return ['Rewards are divided by the scale before use. A smaller scale explores less.'];
}

function evidencePoints(choice: Choice, isUnstable: boolean): string[] {
  const { policy, score, share, simulations, horizon } = choice;
  if (simulations === 0) return [];
  const best = Math.round(share * simulations);
  return [
    `Regret is the reward lost compared with always playing the best arm of the moment. In ${counted(simulations, 'simulation')} based on this log (${counted(horizon, 'decision')} each), ${policy}'s regret is ${percent(score)} of that of random choice${referenceText(choice)}.`,
    `${comparedText(choice)}${isUnstable ? RERUNS : ''}${policy}'s regret was the lowest, or at most 1.1 times the lowest, in ${count(best)} of ${counted(simulations, 'simulation')}.`,
  ];
}

/** Relative regret of the policies that everything is compared with. */
function referenceText({ candidates, policy }: Choice): string {
  const known = Object.keys(REFERENCES)
    .filter((spec) => spec !== policy)
    .map((spec) => candidates.find((each) => each.spec === spec))
    .filter((each): each is Scored => each !== undefined);
  if (known.length === 0) return '';
  const texts = known.map(({ spec, score }) => `${spec}, ${REFERENCES[spec]}: ${percent(score)}`);
  return ` (${texts.join('; ')})`;
}

function rangeText({ least, most, leastTime, mostTime }: MemoryRange): string {
  if (least === most) return '';
  const times =
    leastTime === undefined || mostTime === undefined
      ? ''
      : ` (${duration(leastTime, 'milliseconds')} to ${duration(mostTime, 'milliseconds')})`;
  return ` Windows from ${count(least)} to ${count(most)}${times} have at most 1.1 times that regret.`;
}

/** How a policy forgets, if its settings do not say it. */
const FORGETS: Readonly<Partial<Record<string, string>>> = {
  window: ', which forgets rewards older than its window',
  discounted: ', in which old rewards fade gradually',
};

/** How to set up a kind of policy that was asked for. */
function kindPoint(best: BestOfKind, { spec }: Choice): string[] {
  const { policy, params, window, discount, range, score } = best;
  const around = rangeText(range);
  if (best.spec === spec) return around === '' ? [] : [around.trim()];
  const asDiscount = discount === undefined ? '' : ` (discount ${rough(discount, 6)})`;
  const others = Object.fromEntries(Object.entries(params).filter(([name]) => name !== 'window'));
  const rest = Object.keys(others).length === 0 ? '' : ` and ${settingsText(others)}`;
  const forgets = FORGETS[policyCatalogue.find(policy).memoryKind ?? ''] ?? '';
  return [
    `If you prefer ${policy}${forgets}, use ${settingsText({ window })}${asDiscount}${rest}. Its regret is ${percent(score)} of that of random choice.${around}`,
  ];
}

/** Neighboring memory lengths of the simulations differ by at least this factor. */
const CLOSE = 2;

/** Whether one-step-ahead prediction agrees with the simulations. */
function agreementText(quick: number, { for: kinds }: Choice): string {
  const known = kinds.flatMap((kind) => (isRefused(kind) ? [] : [kind]));
  const simulated = known.find(({ policy }) => policy === 'sw-ucb');
  if (simulated === undefined) return '';
  const factor = Math.max(quick / simulated.window, simulated.window / quick);
  return factor <= CLOSE
    ? `That agrees with sw-ucb's window above within a factor of ${CLOSE}`
    : `That disagrees with sw-ucb's window above by a factor of ${rough(factor)}`;
}

function quickPoint(choice: Choice): string[] {
  const { quick } = choice;
  if (quick === undefined) return [];
  const { window, scale } = quick;
  const best = `an arm's mean over the last ${counted(window, 'decision')} best predicts its next reward.`;
  const agreement = agreementText(window, choice);
  return [
    agreement === ''
      ? `Estimate without simulations: ${best} For sw-ucb, use this window and scale ${rough(scale)}.`
      : `Cross-check without simulations: ${best} ${agreement} (matching scale: ${rough(scale)}).`,
  ];
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
  const fallback = unstable.length === 0 ? '' : fallbackText(advice);
  return {
    answer: [headText(advice), ...unstable, fallback].filter((text) => text !== '').join(' '),
    points: [
      ...(service === undefined ? [] : [service]),
      ...scalePoint(advice),
      ...evidencePoints(advice, unstable.length > 0),
      ...advice.for.flatMap((kind) => (isRefused(kind) ? [] : kindPoint(kind, advice))),
      ...advice.for.filter(isRefused).slice(0, 1).map(memoryRefused),
      ...quickPoint(advice),
    ],
  };
}

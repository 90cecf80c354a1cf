/** The third and the fifth question in words: what would it have earned, and what does not adapting cost? */
import type { Advice } from '../contract/advice.ts';
import type { Cost } from '../contract/gain.ts';
import { isRefused } from '../contract/refusal.ts';
import type { PolicyValue, RefusedValue, Value } from '../contract/values.ts';
import { Amounts, count, rough } from './numbers.ts';
import { refusalText } from './refusals.ts';

const FIXED = 'fixed:';

function isAnswered(value: Value): value is PolicyValue {
  return !isRefused(value);
}

function isRule({ policy }: Value): boolean {
  return policy !== 'logged' && !policy.startsWith(FIXED);
}

/** Who it is, in a sentence. */
export function valueName(policy: string): string {
  if (policy === 'logged') return 'as logged';
  return policy.startsWith(FIXED) ? `${policy.slice(FIXED.length)} always` : policy;
}

/** Policies by their ids, where one of each is spoken of. */
function withShortNames(values: readonly Value[]): Value[] {
  const ids = values.map(({ policy }) =>
    policy.startsWith(FIXED) ? policy : policy.split(':')[0],
  );
  return values.map((value, i) => {
    const isOnly = ids.filter((id) => id === ids[i]).length === 1;
    return isOnly ? { ...value, policy: ids[i] } : value;
  });
}

function againstText(values: readonly PolicyValue[], amounts: Amounts): string {
  const parts = values.map(({ policy, value, low, high }) =>
    policy === 'logged'
      ? `${amounts.text(value)} as logged`
      : `${amounts.text(value)} ${amounts.interval(low, high)} for ${valueName(policy)}`,
  );
  return parts.length === 0 ? '' : `, against ${parts.join(' and ')}`;
}

function headSentence(head: PolicyValue, rivals: readonly PolicyValue[], amounts: Amounts): string {
  const { policy, value, low, high, atLeast } = head;
  return `${policy} ${amounts.text(value)} ${amounts.interval(low, high)} per decision, at least ${amounts.text(atLeast)}${againstText(rivals, amounts)}.`;
}

function othersSentence(others: readonly PolicyValue[], amounts: Amounts): string[] {
  if (others.length === 0) return [];
  const parts = others.map(
    ({ policy, value, low, high }) =>
      `${policy} ${amounts.text(value)} ${amounts.interval(low, high)}`,
  );
  return [`Others: ${parts.join(', ')}.`];
}

function basisSentence({ ess, support, how }: PolicyValue, rows: number): string {
  if (how === 'model') {
    return `These are a model's values, for lack of propensities; support ${support.toFixed(2)}.`;
  }
  return `Effective sample ${count(ess)} of ${count(rows)}; support ${support.toFixed(2)}.`;
}

function differenceSentence({ aboveLogged, aboveFixed, policy }: PolicyValue): string[] {
  const parts: string[] = [];
  for (const [estimate, rival] of [
    [aboveLogged, 'what was logged'],
    [aboveFixed, 'the best fixed arm'],
  ] as const) {
    if (estimate === undefined) continue;
    const amounts = new Amounts([(estimate.high - estimate.low) / 4]);
    const isKnown = estimate.low > 0 || estimate.high < 0;
    parts.push(
      `${amounts.text(estimate.value)} ${amounts.interval(estimate.low, estimate.high)} above ${rival}${isKnown ? '' : ' (may be chance)'}`,
    );
  }
  return parts.length === 0 ? [] : [`Row by row, ${policy} is ${parts.join(', ')}.`];
}

function refusedSentence(
  { policy, support, ...refusal }: RefusedValue,
  leastShare: number,
): string {
  const asked = support === undefined ? { policy, leastShare } : { policy, support, leastShare };
  return `${policy}: ${refusalText(refusal, asked).replace(/^This/, 'this')}`;
}

/** Refusals of one kind are said once. */
function refusedSentences(values: readonly RefusedValue[], leastShare: number): string[] {
  const codes = [...new Set(values.map(({ refused }) => refused))];
  return codes.map((code) => {
    const [first, ...more] = values.filter(({ refused }) => refused === code);
    const others =
      more.length === 0
        ? ''
        : ` The same holds for ${more.map(({ policy }) => policy).join(', ')}.`;
    return refusedSentence(first, leastShare) + others;
  });
}

/** The third answer in sentences. */
export function valueWords({ values: all, log }: Advice): string[] {
  const values = withShortNames(all);
  const rules = values.filter(isRule);
  const refused = rules.filter((value): value is RefusedValue => isRefused(value));
  const [head, ...others] = rules.filter(isAnswered);
  const leastShare = Math.min(...log.logging.shares);
  if (head === undefined) return refusedSentences(refused, leastShare);
  const rivals = values.filter((value) => !isRule(value)).filter(isAnswered);
  const errors = [head, ...rivals.filter(({ how }) => how !== 'logged')];
  const amounts = new Amounts(
    errors.map(({ low, high }) => (high - low) / 4),
    head.value,
  );
  return [
    headSentence(head, rivals, amounts),
    ...differenceSentence(head),
    ...othersSentence(others, amounts),
    basisSentence(head, log.rows),
    ...refusedSentences(refused, leastShare),
  ];
}

const PER = 1000;

function takenSentence({ taken, takenLow, takenHigh }: Cost, policy: string): string[] {
  if (taken === undefined || takenLow === undefined || takenHigh === undefined) return [];
  const amounts = new Amounts([(PER * (takenHigh - takenLow)) / 4]);
  return [
    `${policy} would take ${amounts.text(PER * taken)} ${amounts.interval(PER * takenLow, PER * takenHigh)} of it.`,
  ];
}

/** The fifth answer in sentences. */
export function costWords({ cost, units, advice, log }: Advice): string[] {
  if (isRefused(cost)) return [refusalText(cost, { leastShare: Math.min(...log.logging.shares) })];
  const { room, low, fixed, isShown, error } = cost;
  const amounts = new Amounts([PER * error], PER * room);
  const unit = `in '${units.reward}' per ${count(PER)} decisions`;
  if (!isShown) {
    return [
      `Adapting is not shown to pay: a perfect follower would gain ${amounts.text(PER * room)} ${unit} over ${fixed} always, which may be chance.`,
    ];
  }
  const how = cost.how === 'model' ? " This is a model's, for lack of propensities." : '';
  return [
    `A perfect follower would gain at least ${amounts.text(PER * low)} ${unit} over ${fixed} always (estimate ${amounts.text(PER * room)}); over this log, at least ${rough(low * log.rows, 3)}.${how}`,
    ...takenSentence(cost, isRefused(advice) ? 'The advice' : advice.policy),
  ];
}

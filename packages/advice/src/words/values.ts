/** The third and the fifth question in words: what would it have earned, and what does not adapting cost? */
import type { Advice } from '../contract/advice.ts';
import { isRefused } from '../contract/refusal.ts';
import type { Estimate, PolicyValue, RefusedValue, Value } from '../contract/values.ts';
import { Amounts, armName, count, percent, rough } from './numbers.ts';
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
  return policy.startsWith(FIXED) ? `${armName(policy.slice(FIXED.length))} always` : policy;
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

/** Nearly all of it is all of it. */
const ALL = 0.995;

function basisSentence({ ess, support, how, policy }: PolicyValue, rows: number): string {
  const tried = support >= ALL ? 'all' : percent(support);
  const rest = `${tried} of what ${policy} would choose was tried at about that time.`;
  return how === 'model'
    ? `These are values of a model of the arms, for lack of propensities; ${rest}`
    : `They rest on ${count(ess)} of ${count(rows)} decisions, in effect; ${rest}`;
}

/** How far above a rival, or below, and whether that may be chance. */
function differenceText({ value, low, high }: Estimate, amounts: Amounts): string {
  const isKnown = low > 0 || high < 0;
  const shown =
    value < 0
      ? `${amounts.text(-value)} ${amounts.interval(-high, -low)} below`
      : `${amounts.text(value)} ${amounts.interval(low, high)} above`;
  return isKnown ? shown : `perhaps ${shown}`;
}

function differenceSentence(
  { aboveLogged, aboveFixed, policy }: PolicyValue,
  amounts: Amounts,
): string[] {
  const parts = [
    ...(aboveLogged === undefined
      ? []
      : [`${differenceText(aboveLogged, amounts)} what was logged`]),
    ...(aboveFixed === undefined
      ? []
      : [`${differenceText(aboveFixed, amounts)} the best fixed arm`]),
  ];
  return parts.length === 0
    ? []
    : [`Compared decision by decision, ${policy} is ${parts.join(' and ')}.`];
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

/** Where nobody asked for a policy's value. */
function unaskedSentences(rivals: readonly PolicyValue[]): string[] {
  const errors = rivals.filter(({ how }) => how !== 'logged');
  const amounts = new Amounts(errors.map(({ low, high }) => (high - low) / 4));
  const known = rivals.map(({ policy, value }) => `${valueName(policy)} ${amounts.text(value)}`);
  return [`No policy's value was asked for${known.length === 0 ? '' : `; ${known.join(', ')}`}.`];
}

/** The third answer in sentences. */
export function valueWords({ values: all, log }: Advice): string[] {
  const values = withShortNames(all);
  const rules = values.filter(isRule);
  const refused = values
    .filter((value): value is RefusedValue => isRefused(value))
    .map((value) => ({ ...value, policy: valueName(value.policy) }));
  const [head, ...others] = rules.filter(isAnswered);
  const leastShare = Math.min(...log.logging.shares);
  const rivals = values.filter((value) => !isRule(value)).filter(isAnswered);
  if (rules.length === 0) return unaskedSentences(rivals);
  if (head === undefined) return refusedSentences(refused, leastShare);
  const errors = [head, ...rivals.filter(({ how }) => how !== 'logged')];
  const amounts = new Amounts(
    errors.map(({ low, high }) => (high - low) / 4),
    head.value,
  );
  return [
    headSentence(head, rivals, amounts),
    ...differenceSentence(head, amounts),
    ...othersSentence(others, amounts),
    basisSentence(head, log.rows),
    ...refusedSentences(refused, leastShare),
  ];
}

const PER = 1000;

/** A gain per decision as one per thousand. */
function perThousand({ value, low, high }: Estimate): Estimate {
  return { value: PER * value, low: PER * low, high: PER * high };
}

/** What the advice itself would gain, over the best fixed arm and over what was logged. */
function gainSentence({ values, log }: Advice): string[] {
  const [head] = withShortNames(values).filter(isRule);
  if (head === undefined || isRefused(head)) return [];
  const fixed = values.find(({ policy }) => policy.startsWith(FIXED));
  const rivals = [
    [head.aboveFixed, fixed === undefined ? 'the best fixed arm' : valueName(fixed.policy)],
    [head.aboveLogged, 'what was logged'],
  ] as const;
  const parts = rivals.flatMap(([above, name]) => {
    if (above === undefined) return [];
    const amounts = new Amounts([(PER * (above.high - above.low)) / 4]);
    const whole = rough(Math.abs(above.value) * log.rows, 3);
    return [`${differenceText(perThousand(above), amounts)} ${name} (${whole} over this log)`];
  });
  return parts.length === 0
    ? []
    : [`${head.policy} would be ${parts.join(' and ')}, per ${count(PER)} decisions.`];
}

/** The fifth answer in sentences. */
export function costWords(advice: Advice): string[] {
  const { cost, units, log } = advice;
  if (isRefused(cost)) return [refusalText(cost, { leastShare: Math.min(...log.logging.shares) })];
  const { room, low, fixed, isShown, error } = cost;
  const amounts = new Amounts([PER * error], PER * room);
  const unit = `in '${units.reward}' per ${count(PER)} decisions`;
  if (room <= 0) {
    return [
      `Adapting is not shown to pay: no arm is seen to be ahead of ${armName(fixed)} at any time.`,
    ];
  }
  if (!isShown) {
    return [
      `Adapting is not shown to pay: a perfect follower would perhaps gain ${amounts.text(PER * room)} ${unit} over ${armName(fixed)} always, which may be chance.`,
    ];
  }
  const how =
    cost.how === 'model' ? ' This is by a model of the arms, for lack of propensities.' : '';
  return [
    `A perfect follower would gain at least ${amounts.text(PER * low)} ${unit} over ${armName(fixed)} always (estimate ${amounts.text(PER * room)}); over this log, at least ${rough(low * log.rows, 3)}.${how}`,
    ...gainSentence(advice),
  ];
}

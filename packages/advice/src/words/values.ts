/** The third question in words: what would it have earned on this log? */
import type { Advice } from '../contract/advice.ts';
import { isRefused } from '../contract/refusal.ts';
import type { Estimate, PolicyValue, RefusedValue, Value } from '../contract/values.ts';
import type { Answered, AnswerTable } from './answered.ts';
import { Amounts, armName, count, listed, percent } from './numbers.ts';
import { lowered, refusalText } from './refusals.ts';

const FIXED = 'fixed:';

function isAnswered(value: Value): value is PolicyValue {
  return !isRefused(value);
}

/** Whether it is a policy, instead of a single arm or the log itself. */
export function isRule({ policy }: Value): boolean {
  return policy !== 'logged' && !policy.startsWith(FIXED);
}

/** Its name in a sentence. */
export function valueName(policy: string): string {
  if (policy === 'logged') return 'as logged';
  return policy.startsWith(FIXED) ? `always ${armName(policy.slice(FIXED.length))}` : policy;
}

/** The best single arm in a sentence. */
export function fixedName(values: readonly Value[]): string {
  const fixed = values.find(({ policy }) => policy.startsWith(FIXED));
  return fixed === undefined ? 'the best single arm' : valueName(fixed.policy);
}

/** Policies by their ids, if there is only one of each. */
export function withShortNames(values: readonly Value[]): Value[] {
  const ids = values.map(({ policy }) =>
    policy.startsWith(FIXED) ? policy : policy.split(':')[0],
  );
  return values.map((value, i) => {
    const isOnly = ids.filter((id) => id === ids[i]).length === 1;
    return isOnly ? { ...value, policy: ids[i] } : value;
  });
}

function amountsOf(values: readonly PolicyValue[]): Amounts {
  const estimated = values.filter(({ how }) => how !== 'logged');
  return new Amounts(
    estimated.map(({ low, high }) => (high - low) / 4),
    values[0]?.value,
  );
}

function tableOf(values: readonly PolicyValue[], amounts: Amounts, reward: string): AnswerTable {
  return {
    title: `'${reward}' per decision, with 95% intervals:`,
    rows: values.map(({ policy, value, low, high }) => {
      const isLogged = policy === 'logged';
      const range = isLogged ? '' : ` ${amounts.interval(low, high)}`;
      const remark = policy.startsWith(FIXED) ? 'the best single arm' : '';
      return [valueName(policy), amounts.text(value) + range, remark];
    }),
  };
}

/** A sentence that compares a policy with a rival, and warns if the difference may be chance. */
export function comparison(
  policy: string,
  { value, low, high }: Estimate,
  rival: string,
  texts: { readonly amounts: Amounts; readonly unit?: string; readonly remark?: string },
): string {
  const { amounts, unit = '', remark = '' } = texts;
  const isLess = value < 0;
  const size = isLess
    ? `${amounts.text(-value)} ${amounts.interval(-high, -low)}`
    : `${amounts.text(value)} ${amounts.interval(low, high)}`;
  if (low > 0 || high < 0) {
    return `${policy} earns ${size} ${isLess ? 'less' : 'more'}${unit} than ${rival}${remark}.`;
  }
  const lead = isLess ? 'behind' : 'ahead of';
  return `${policy} is ${size}${unit} ${lead} ${rival}${remark}, which may be chance.`;
}

function headPoints(head: PolicyValue, fixed: string, amounts: Amounts): string[] {
  const { policy, aboveLogged, aboveFixed } = head;
  const sentences = [
    ...(aboveLogged === undefined
      ? []
      : [comparison(policy, aboveLogged, 'what was logged', { amounts })]),
    ...(aboveFixed === undefined ? [] : [comparison(policy, aboveFixed, fixed, { amounts })]),
  ];
  return sentences.length === 0 ? [] : [sentences.join(' ')];
}

/** Leads of the other policies over the best single arm. */
function otherPoint(others: readonly PolicyValue[], fixed: string, amounts: Amounts): string[] {
  const sentences = others.flatMap(({ policy, aboveFixed }) =>
    aboveFixed === undefined ? [] : [comparison(policy, aboveFixed, fixed, { amounts })],
  );
  return sentences.length === 0 ? [] : [sentences.join(' ')];
}

const ORDER =
  'Question 2 simulates further data like this log, with additional changes. This table covers only this log, so policies can rank differently here.';

/** What the row of the advice stands for, if another policy won in some reruns. */
function procedurePoint({ policy }: PolicyValue): string {
  return `No policy is judged by the rows that selected it: each fifth of the log is played by the policy that won without that fifth (see the reruns in question 2). The row ${policy} is therefore the value of following this advice, not of ${policy} alone.`;
}

/** Nearly all of it is all of it. */
const ALL = 0.995;

function basisPoint({ ess, support, how, policy }: PolicyValue, rows: number): string {
  const tried =
    support >= ALL
      ? `Every choice that ${policy} would make was tried at about that time.`
      : `${percent(support)} of the choices that ${policy} would make were tried at about that time.`;
  return how === 'model'
    ? tried
    : `Effective sample size: ${count(ess)} of ${count(rows)} decisions. ${tried}`;
}

function refusedText(value: RefusedValue, leastShare: number): string {
  const { policy, support, ...refusal } = value;
  const asked = support === undefined ? { leastShare } : { support, leastShare };
  return `${valueName(policy)}: ${lowered(refusalText(refusal, asked))}`;
}

/** Refusals with one reason stand together. */
function refusedTexts(values: readonly RefusedValue[], leastShare: number): string[] {
  const codes = [...new Set(values.map(({ refused }) => refused))];
  return codes.map((code) => {
    const [first, ...more] = values.filter(({ refused }) => refused === code);
    const others =
      more.length === 0
        ? ''
        : ` The same holds for ${listed(more.map(({ policy }) => valueName(policy)))}.`;
    return refusedText(first, leastShare) + others;
  });
}

function headText(head: PolicyValue, amounts: Amounts, reward: string): string {
  const { policy, value, low, high, atLeast } = head;
  return `${policy} would have earned about ${amounts.text(value)} ${amounts.firstInterval(low, high)} in '${reward}' per decision. It is at least ${amounts.text(atLeast)} with 95% confidence: this limit is one-sided, the interval is two-sided.`;
}

/** The answer if no policy's value was asked for. */
function unaskedAnswer(rivals: readonly PolicyValue[], reward: string): Answered {
  return {
    answer: 'No policy was evaluated (--values none).',
    ...(rivals.length === 0 ? {} : { table: tableOf(rivals, amountsOf(rivals), reward) }),
    points: [],
  };
}

/** Whether the row of the advice stands for several policies. */
function isMixed({ advice, notes }: Advice, policy: string | undefined): boolean {
  return (
    !isRefused(advice) &&
    advice.spec === policy &&
    notes.some(({ code }) => code === 'choice-unstable')
  );
}

/** The answer. */
export function valueWords(advice: Advice): Answered {
  const { values: all, log, units } = advice;
  const values = withShortNames(all);
  const rules = values.filter(isRule);
  const leastShare = Math.min(...log.logging.shares);
  const refused = refusedTexts(
    values.filter((value): value is RefusedValue => isRefused(value)),
    leastShare,
  );
  const [head, ...others] = rules.filter(isAnswered);
  const rivals = values.filter((value) => !isRule(value)).filter(isAnswered);
  if (rules.length === 0) return unaskedAnswer(rivals, units.reward);
  if (head === undefined) return { answer: refused[0], points: refused.slice(1) };
  const known = [head, ...others, ...rivals];
  const amounts = amountsOf([head, ...rivals]);
  const fixed = fixedName(values);
  return {
    answer: headText(head, amounts, units.reward),
    table: tableOf(known, amounts, units.reward),
    points: [
      ...headPoints(head, fixed, amounts),
      ...otherPoint(others, fixed, amounts),
      ...(others.length === 0 ? [] : [ORDER]),
      ...(isMixed(advice, all.find(isRule)?.policy) ? [procedurePoint(head)] : []),
      basisPoint(head, log.rows),
      ...refused,
    ],
  };
}

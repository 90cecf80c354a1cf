/** The third question in words: what would it have earned on this log? */
import type { Advice } from '../contract/advice.ts';
import { isRefused } from '../contract/refusal.ts';
import type { Estimate, PolicyValue, RefusedValue, Value } from '../contract/values.ts';
import type { Answered, AnswerTable } from './answered.ts';
import { Amounts, count, listed, percent } from './numbers.ts';
import { lowered, refusalText } from './refusals.ts';
import {
  fixedName,
  isRule,
  namedValues,
  subjectName,
  THIS_ADVICE,
  valueName,
  valueRemarks,
  withShortNames,
} from './value-names.ts';

function isAnswered(value: Value): value is PolicyValue {
  return !isRefused(value);
}

function amountsOf(values: readonly PolicyValue[]): Amounts {
  const estimated = values.filter(({ how }) => how !== 'logged');
  return new Amounts(
    estimated.map(({ low, high }) => (high - low) / 4),
    values[0]?.value,
  );
}

function tableOf(
  values: readonly PolicyValue[],
  amounts: Amounts,
  reward: string,
  remarks: ReadonlyMap<string, string>,
): AnswerTable {
  return {
    title: `'${reward}' per decision, with 95% intervals:`,
    rows: values.map(({ policy, value, low, high }) => {
      const isLogged = policy === 'logged';
      const range = isLogged ? '' : ` ${amounts.interval(low, high)}`;
      return [valueName(policy), amounts.text(value) + range, remarks.get(policy) ?? ''];
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
      : [comparison(subjectName(policy), aboveLogged, 'what was logged', { amounts })]),
    ...(aboveFixed === undefined
      ? []
      : [
          comparison(aboveLogged === undefined ? subjectName(policy) : 'It', aboveFixed, fixed, {
            amounts,
          }),
        ]),
  ];
  return sentences.length === 0 ? [] : [sentences.join(' ')];
}

/** Leads of the other policies over the best single arm. */
function otherPoint(others: readonly PolicyValue[], fixed: string, amounts: Amounts): string[] {
  const sentences = others.flatMap(({ policy, aboveFixed }) =>
    aboveFixed === undefined
      ? []
      : [comparison(subjectName(policy), aboveFixed, fixed, { amounts })],
  );
  return sentences.length === 0 ? [] : [sentences.join(' ')];
}

const ORDER =
  'For new decisions, follow question 2. It simulates further data like this log, with additional changes. This table covers only this log, so policies can rank differently here.';

/** The meaning of the row of the advice, if another policy won in some reruns. */
function procedurePoint(values: readonly Value[], { advice }: Advice): string[] {
  if (isRefused(advice) || values.every(({ policy }) => policy !== THIS_ADVICE)) return [];
  return [
    `The row '${THIS_ADVICE}' is the value of this procedure, not of ${advice.policy} alone: each fifth of the log is played by the policy that won the rerun without it (question 2). So no policy is judged by decisions that selected it.`,
  ];
}

/** Nearly all of it is all of it. */
const ALL = 0.995;

function basisPoint({ ess, support, how, policy }: PolicyValue, rows: number): string {
  const tried =
    support >= ALL
      ? `All choices of ${policy} were tried in the log at about the same time.`
      : `${percent(support)} of the choices of ${policy} were tried in the log at about the same time.`;
  return how === 'model'
    ? tried
    : `${tried} The estimate uses the rewards of logged choices that agree with them, in effect ${count(ess)} of ${count(rows)} decisions (effective sample size; more is better).`;
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
  const subject = policy === THIS_ADVICE ? `Following ${policy}` : policy;
  return `${subject} would have earned about ${amounts.text(value)} ${amounts.firstInterval(low, high)} in '${reward}' per decision. For planning, use the one-sided limit: at least ${amounts.text(atLeast)} with 95% confidence.`;
}

/** The answer if no policy's value was asked for. */
function unaskedAnswer(
  rivals: readonly PolicyValue[],
  reward: string,
  remarks: ReadonlyMap<string, string>,
): Answered {
  return {
    answer: 'No policy was evaluated (--values none).',
    ...(rivals.length === 0 ? {} : { table: tableOf(rivals, amountsOf(rivals), reward, remarks) }),
    points: [],
  };
}

/** The answer. */
export function valueWords(advice: Advice): Answered {
  const { log, units } = advice;
  const all = namedValues(advice);
  const values = withShortNames(all);
  const remarks = valueRemarks(all);
  const rules = values.filter(isRule);
  const leastShare = Math.min(...log.logging.shares);
  const refused = refusedTexts(
    values.filter((value): value is RefusedValue => isRefused(value)),
    leastShare,
  );
  const [head, ...others] = rules.filter(isAnswered);
  const rivals = values.filter((value) => !isRule(value)).filter(isAnswered);
  if (rules.length === 0) return unaskedAnswer(rivals, units.reward, remarks);
  if (head === undefined) return { answer: refused[0], points: refused.slice(1) };
  const known = [head, ...others, ...rivals];
  const amounts = amountsOf([head, ...rivals]);
  const fixed = fixedName(values);
  return {
    answer: headText(head, amounts, units.reward),
    table: tableOf(known, amounts, units.reward, remarks),
    points: [
      ...procedurePoint([head, ...others], advice),
      ...headPoints(head, fixed, amounts),
      ...otherPoint(others, fixed, amounts),
      ...(others.length === 0 ? [] : [ORDER]),
      basisPoint(head, log.rows),
      ...refused,
    ],
  };
}

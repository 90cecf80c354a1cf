/** A comparison as tables for a terminal, the least regret first. */
import {
  benchmarkText,
  contenders,
  contextWords,
  labelsText,
  lateText,
  lawWithParameters,
  mappedRewardsText,
  measuresOf,
  metBy,
  playersText,
  takenChangesText,
  writtenName,
} from '@driftline/engine/display';
import { columnFormat, counted, readable } from '@driftline/engine/numbers';
import {
  type ComparisonResult,
  type PolicyDifference,
  type PolicyResult,
  SIGNIFICANCE_LEVEL,
} from '@driftline/engine/play';
import { outputRoom, tableLines } from '../terminal/table.ts';
import { WIDTH, wrap } from '../terminal/text.ts';

const LEVEL = SIGNIFICANCE_LEVEL;

/** Stands where there is nothing to say. */
const NONE = '–';

/** Left out of a regret table on a narrow terminal, in this order. */
const DISPENSABLE = ['sd', '5–95%'];

function regretRows(
  policies: readonly PolicyResult[],
  { replications, environment, players }: ComparisonResult,
): string[][] {
  const isRested = environment.moves === 'plays';
  const best = contextWords?.best(environment) ?? 'best arm';
  const sizeOf = (mean: number) => (isRested ? Math.abs(mean) : mean);
  const show = columnFormat(Math.max(...policies.map(({ regret }) => sizeOf(regret.mean))));
  // One replication says nothing about the spread of others.
  const spread = (text: string) => (replications === 1 ? NONE : text);
  return [
    [
      'policy',
      environment.benchmark === undefined ? 'regret' : 'regret vs. benchmark',
      '95% interval',
      'sd',
      '5–95%',
      ...(isRested ? [] : [players === undefined ? best : 'best arms']),
    ],
    ...policies.map((policy) => {
      const { regret, bestArmShare } = policy;
      return [
        writtenName(policy),
        show(regret.mean),
        spread(`${show(regret.low)} – ${show(regret.high)}`),
        spread(show(regret.sd)),
        spread(`${show(regret.q05)} – ${show(regret.q95)}`),
        ...(bestArmShare === undefined ? [] : [`${(100 * bestArmShare.mean).toFixed(1)}%`]),
      ];
    }),
  ];
}

/** The measures of policies besides regret, each with its interval. None if policies play alone. */
function measureRows(comparison: ComparisonResult, policies: readonly PolicyResult[]): string[][] {
  const measures = measuresOf(comparison);
  if (measures.length === 0) return [];
  const { replications } = comparison;
  const cells = (policy: PolicyResult) =>
    measures.flatMap(({ of, text }) => {
      const known = of(policy);
      if (known === undefined) return [NONE, NONE];
      const { mean, low, high } = known;
      return [text(mean), replications === 1 ? NONE : `${text(low)} – ${text(high)}`];
    });
  return [
    ['policy', ...measures.flatMap(({ title }) => [title, '95% interval'])],
    ...policies.map((policy) => [writtenName(policy), ...cells(policy)]),
  ];
}

/** The places of policies, from the least regret to the largest. */
function orderOf({ policies }: ComparisonResult): number[] {
  return policies
    .map((_, i) => i)
    .sort((a, b) => policies[a].regret.mean - policies[b].regret.mean || a - b);
}

/** The difference of a policy to the best one: positive where it loses more. */
function againstBest(
  differences: readonly PolicyDifference[],
  policy: number,
  best: number,
): PolicyDifference {
  const found = differences.find(
    ({ first, second }) =>
      (first === policy && second === best) || (first === best && second === policy),
  );
  if (found === undefined) throw new Error('every pair of policies has a difference');
  if (found.first === policy) return found;
  return { ...found, mean: -found.mean, low: -found.high, high: -found.low };
}

function differenceRows(comparison: ComparisonResult) {
  const { policies, differences } = comparison;
  const [best, ...others] = orderOf(comparison);
  const found = others.map((policy) => againstBest(differences, policy, best));
  const format = columnFormat(Math.max(...found.map(({ mean }) => Math.abs(mean))));
  const show = (value: number) => {
    const text = format(value);
    return `${value > 0 && Number(text) !== 0 ? '+' : ''}${text}`;
  };
  return [
    [`compared with ${writtenName(policies[best])}`, 'more regret', '95% interval', 'significant'],
    ...found.map((difference, i) => [
      writtenName(policies[others[i]]),
      show(difference.mean),
      `${show(difference.low)} – ${show(difference.high)}`,
      difference.correctedP < LEVEL ? 'yes' : 'no',
    ]),
  ];
}

/** The loss of every other policy against the reference of the environment, the least first. */
function lossRows({ policies, environment, replications }: ComparisonResult): string[][] {
  const measured = policies
    .flatMap((policy) =>
      policy.id === environment.reference || policy.loss === undefined
        ? []
        : [{ policy, loss: policy.loss }],
    )
    .sort((a, b) => a.loss.mean - b.loss.mean);
  const show = columnFormat(Math.max(...measured.map(({ loss }) => Math.abs(loss.mean))));
  return [
    ['policy', `loss against ${environment.reference}`, '95% interval'],
    ...measured.map(({ policy, loss }) => [
      writtenName(policy),
      show(loss.mean),
      replications === 1 ? NONE : `${show(loss.low)} – ${show(loss.high)}`,
    ]),
  ];
}

/** The table of losses; nothing if no other policy was played, or the environment has no reference. */
function lossLines(comparison: ComparisonResult, room: number): string[] {
  const { environment, policies } = comparison;
  if (environment.reference === undefined || policies.length < 2) return [];
  return ['', ...tableLines({ rows: lossRows(comparison) }, room)];
}

/** A path made to have some variation has it up to rounding. */
function nearly(first: number, second: number): boolean {
  return Math.abs(first - second) <= 1e-9 * Math.max(first, second);
}

/** How much the means vary, and what policies are given where that differs. */
function variationText(environment: ComparisonResult['environment']): string {
  const { variation, fresh, source } = environment;
  const { stated, true: truth, own } = variation;
  const name = contextWords?.variation(environment) ?? 'variation';
  const text = `${name} ${readable(truth, 4)}${metBy(environment)}`;
  if (own === true)
    return `${text} in the first replication (policies are given that of each replication)`;
  if (nearly(stated, truth)) return text;
  const where = fresh && source.kind !== 'rewards' ? ' in the first replication' : '';
  return `${text}${where} (policies are given ${readable(stated, 4)})`;
}

/** What was played. */
function headingOf(comparison: ComparisonResult): string {
  const { name, environment, replications, seed } = comparison;
  return [
    `${name}: ${contextWords?.size(environment) ?? counted(environment.armCount, 'arm')}, ${counted(environment.horizon, 'slot')}, ${variationText(environment)}, rewards ${lawWithParameters(environment)}`,
    benchmarkText(environment),
    mappedRewardsText(comparison),
    lateText(comparison),
    playersText(comparison),
    labelsText(comparison.policies),
    `${counted(replications, 'replication')}, seed ${seed}`,
  ]
    .filter((part) => part !== '')
    .join('; ');
}

/**
 * What was played, and the two tables.
 *
 * @param room - columns of the terminal
 */
export function comparisonTables(comparison: ComparisonResult, room = outputRoom()): string[] {
  const { replications, policies } = comparison;
  const ordered = orderOf(comparison).map((i) => policies[i]);
  const rows = regretRows(ordered, comparison);
  const measured = measureRows(comparison, ordered);
  const lines = [
    ...wrap(headingOf(comparison), WIDTH),
    '',
    ...tableLines({ rows, dispensable: DISPENSABLE }, room),
    ...lossLines(comparison, room),
    ...(measured.length === 0 ? [] : ['', ...tableLines({ rows: measured }, room)]),
  ];
  const competing = contenders(comparison);
  if (competing.policies.length < 2 || replications < 2) return lines;
  return [...lines, '', ...tableLines({ rows: differenceRows(competing) }, room)];
}

/** How to read regret and its columns. */
function regretNote(comparison: ComparisonResult): string {
  const { environment, replications } = comparison;
  const benchmark =
    environment.source.kind === 'rewards' || environment.benchmark !== undefined
      ? 'the benchmark named above'
      : `playing the ${contextWords?.best(environment) ?? 'best arm'} in every slot`;
  const spread = replications < 2 ? '' : ' sd and 5–95% describe single replications.';
  const below = environment.moves === 'plays' ? ' Below 0, a policy is ahead of it.' : '';
  const { reference } = environment;
  const loss =
    reference === undefined
      ? ''
      : ` No policy can know the best arm here, so the loss compares with ${reference} in the same replications.`;
  const measures = measuresOf(comparison).map(({ meaning }) => ` ${meaning}`);
  return `Regret is the reward lost in total, compared with ${benchmark}. Less is better.${below}${spread}${loss}${measures.join('')}`;
}

/** A policy as it was written, in a sentence that states its relation to contexts. */
function writtenPlainly({ label, spec }: PolicyResult): string {
  return label ?? spec;
}

/** The worth of the context in a comparison; nothing if no policy sees one. */
export function contextNote(comparison: ComparisonResult): string[] {
  const text = contextWords?.worth(comparison, writtenPlainly) ?? '';
  return text === '' ? [] : wrap(text, WIDTH);
}

/** How to read the tables of a comparison. */
export function comparisonNote(comparison: ComparisonResult): string[] {
  const { policies, replications, differences } = contenders(comparison);
  if (policies.length < 2 || replications < 2) return wrap(regretNote(comparison), WIDTH);
  const pairs = differences.length === 1 ? 'one pair' : `${differences.length} pairs`;
  const note = `Differences are paired: in each replication all policies face the same environment and random draws. Significant means p < ${LEVEL} after Holm's correction for ${pairs}.`;
  return wrap(`${regretNote(comparison)} ${note}`, WIDTH);
}

/**
 * Who took a number of changes from the variation, and how to give it; nothing where nobody did.
 *
 * @param remedy - where the number can be given
 */
export function changesNote(comparison: ComparisonResult, remedy: string): string[] {
  const text = takenChangesText(comparison);
  return text === '' ? [] : wrap(`${text}. To set it, use ${remedy}.`, WIDTH);
}

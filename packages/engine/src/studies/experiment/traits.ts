/** Everything in which two comparisons of a result can differ, in a form that sweeps are found by. */
import { parseSpec } from '@driftline/core/spec';
import { readDelay } from '../../play/late-rewards.ts';
import type { ComparisonResult } from '../../play/result.ts';
import { formatNumber } from '../../words/numbers.ts';
import { lawWithParameters } from '../../words/reward-words.ts';

/** No delay, of the law that delays have most often. */
const IN_TIME = { law: 'fixed', slots: 0 };

/** The variation that policies are given, as an axis. */
export const STATED = 'stated variation';

/** One property of a comparison. */
export interface Trait {
  /** As an axis, a file name and a message call it. */
  readonly name: string;
  /** Undefined if nothing was given: the value then follows from other traits. */
  readonly value: number | string | undefined;
  /** As a title shows it, such as `K = 5`; empty if there is nothing to show. */
  readonly text: string;
  /** Whether the name of the environment already shows it. */
  readonly inName?: true;
  /** The place on an axis if it is not the value itself. */
  readonly place?: number;
  /** As an axis shows it beside its name. */
  readonly symbol?: string;
}

function number(name: string, symbol: string, value: number | undefined): Trait {
  const text = value === undefined ? '' : `${symbol} = ${formatNumber(value)}`;
  return { name, symbol, value, text };
}

/** The variation that an experiment gives to policies; undefined if they are given the environment's own. */
export function givenVariation(value: number | undefined): Trait {
  const trait = number(STATED, 'V', value);
  return { ...trait, text: value === undefined ? '' : `given ${trait.text}` };
}

function word(name: string, value: string | undefined, text = `${name} ${value}`): Trait {
  return { name, value, text: value === undefined ? '' : text };
}

/** Parameters that were written, numbers as numbers. */
function parameters(
  params: Readonly<Record<string, unknown>>,
  form: (name: string) => string,
): Trait[] {
  return Object.entries(params).map(([parameter, given]) => {
    const name = form(parameter);
    const value = Number.isFinite(Number(given)) ? Number(given) : String(given);
    return { name, symbol: name, value, text: `${name} = ${value}` };
  });
}

function environmentTraits({ environment: { source } }: ComparisonResult): Trait[] {
  if (source.kind !== 'named') {
    const own = source.kind === 'rewards' ? { ...source, values: 0, smoothing: 0 } : source.kind;
    return [{ name: 'environment', value: JSON.stringify([source.name, own]), text: source.name }];
  }
  const { id, params } = parseSpec(source.spec);
  return [
    { name: 'environment', value: id, text: id, inName: true },
    ...parameters(params, (name) => name).map((trait) => ({ ...trait, inName: true as const })),
  ];
}

function rewardTraits({ environment }: ComparisonResult): Trait[] {
  const { id, params } = environment.rewards;
  const isRecorded = environment.source.kind === 'rewards';
  const law = isRecorded ? 'recorded' : lawWithParameters(environment);
  return [word('noise', id, `${law} rewards`), ...parameters(params, (name) => `noise ${name}`)];
}

function delayTraits({
  delay,
  burst = 1,
  floor = 0,
  pending = 'default',
}: ComparisonResult): Trait[] {
  const late = delay === undefined ? undefined : readDelay(delay);
  const { law, slots } = late === undefined || late.slots === 0 ? IN_TIME : late;
  return [
    word('law of delays', law, `${law} delay`),
    number('delay', 'delay', slots),
    number('burst', 'burst', burst),
    number('floor', 'floor', floor),
    word('pending', pending, pending === 'default' ? '' : `pending decisions: ${pending}`),
  ];
}

/**
 * The traits of a comparison.
 *
 * @param isTuned - whether its policies were tuned with equal effort
 */
export function traitsOf(comparison: ComparisonResult, isTuned: boolean): Trait[] {
  const { environment, replications, seed, players, given = {} } = comparison;
  const { horizon, armCount, variation, fresh } = environment;
  return [
    ...environmentTraits(comparison),
    number('horizon', 'T', horizon),
    number('arms', 'K', armCount),
    number('players', 'M', players),
    { ...givenVariation(given.variation), place: variation.stated },
    number('changes', 'changes', given.changes),
    number('volatility', 'volatility', given.volatility),
    ...rewardTraits(comparison),
    word('reward range', given.rewardRange?.join(' to ')),
    ...delayTraits(comparison),
    word('fresh', fresh ? 'yes' : 'no', fresh ? 'fresh means' : 'the same means'),
    word('tuning', isTuned ? 'equal effort' : 'as written', isTuned ? 'tuned' : 'as written'),
    word('replications', String(replications)),
    word('seed', String(seed)),
  ];
}

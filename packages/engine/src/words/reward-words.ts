/** What a comparison says about its rewards. */
import { readDelay } from '../play/late-rewards.ts';
import type { ComparisonResult, EnvironmentResult, PolicyResult } from '../play/result.ts';
import { counted, readable } from './numbers.ts';
import { writtenName } from './policy-names.ts';

/** A reward law by its id with the values of its parameters: `gaussian with sd 2`. */
export function lawWithParameters({ source, rewards }: EnvironmentResult): string {
  if (source.kind === 'rewards') return 'as recorded';
  const { id, params } = rewards;
  const values = Object.entries(params).map(([name, value]) => `${name} ${String(value)}`);
  return values.length === 0 ? id : `${id} with ${values.join(' and ')}`;
}

/** True if regret can be negative or fall: against recorded rewards, and against the benchmark of rested arms. */
export function canBeNegative({ source, moves }: EnvironmentResult): boolean {
  return source.kind === 'rewards' || moves === 'plays';
}

/** Regret with its benchmark: in full in sentences, or as short as on an axis. */
export function regretTitle({ benchmark }: EnvironmentResult, usual: string): string {
  return benchmark === undefined ? usual : `${usual} against ${benchmark.split(',')[0]}`;
}

/**
 * The benchmark of regret, and how replications differ. Empty if the benchmark is the best arm of each slot, as it
 * is unless rewards were recorded or arms are rested.
 */
export function benchmarkText({ source, benchmark: named }: EnvironmentResult): string {
  if (source.kind !== 'rewards') return named === undefined ? '' : `regret against ${named}`;
  const benchmark =
    source.against === 'fixed'
      ? 'the best fixed arm'
      : `the best arm of averages over ${source.smoothing} slots`;
  const start = source.rotated ? ', each replication from a random start' : '';
  return `realized regret against ${benchmark}${start}`;
}

function delayWords(text: string): string {
  const { law, slots } = readDelay(text) ?? { law: text, slots: 0 };
  if (slots === 0) return 'no delay';
  const late = counted(slots, 'slot');
  return law === 'fixed'
    ? `rewards ${late} late`
    : `rewards late by ${late} on average, exponentially distributed`;
}

/** What becomes of decisions whose rewards are to come; nothing where no policy minds them by itself. */
function pendingWords(
  { pending, policies }: ComparisonResult,
  nameOf: (policy: PolicyResult) => string,
): string {
  if (pending === 'ignored') return 'pending decisions ignored';
  if (pending === 'width') return 'pending decisions narrow widths';
  const narrowed = policies.filter(({ pendingInWidth }) => pendingInWidth);
  if (narrowed.length === 0) return '';
  return `pending decisions narrow widths of ${narrowed.map(nameOf).join(', ')}`;
}

/**
 * How rewards come and decisions are made, where not in time and one by one; else nothing.
 *
 * @param nameOf - what a policy is called
 */
export function lateText(
  comparison: ComparisonResult,
  nameOf: (policy: PolicyResult) => string = writtenName,
): string {
  const { delay, burst, floor } = comparison;
  return [
    delay === undefined ? '' : delayWords(delay),
    burst === undefined ? '' : `decisions in bursts of ${burst}`,
    floor === undefined ? '' : `a random arm with probability ${floor}`,
    pendingWords(comparison, nameOf),
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/**
 * Which rewards are mapped to [0, 1], and for which policies; nothing where none is.
 *
 * @param nameOf - what a policy is called
 */
export function mappedRewardsText(
  { policies }: ComparisonResult,
  nameOf: (policy: PolicyResult) => string = writtenName,
): string {
  const mapped = policies.filter(({ mappedRewards }) => mappedRewards !== undefined);
  const range = mapped[0]?.mappedRewards;
  if (range === undefined) return '';
  const names = mapped.map(nameOf).join(', ');
  const [low, high] = range.map((end) => readable(end, 4));
  return `rewards from ${low} to ${high} are mapped to [0, 1] for ${names}; rewards outside are clipped`;
}

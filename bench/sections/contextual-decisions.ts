/** A contextual policy inside an application, in plain JavaScript: a decision with the context as an object. */
import { randomStream } from '@driftline/core';
import { type ContextualDecider, createContextualDecider } from '@driftline/core/contextual';
import { median } from '@driftline/engine/studies';
import { type Aim, aimCell, atMost } from '../aims.ts';
import { shortNumber } from '../format.ts';
import { now } from '../in-turns.ts';
import type { BenchContext, Table } from '../section.ts';

const ARMS = 5;
/** With the intercept, vectors have ten columns. */
const FEATURES = Array.from({ length: 9 }, (_, i) => ({
  kind: 'number' as const,
  name: `x${i}`,
  min: -1,
  max: 1,
}));
const WARM_UP = 20_000;
const LIMIT_MICROSECONDS = 10;
const WITH_AIM = 'linucb';

type Context = Readonly<Record<string, number>>;

/** A policy and the microseconds that decide and update take together. */
interface ContextualRow {
  readonly policy: string;
  readonly mean: number;
}

function contextsOf(count: number): Context[] {
  const random = randomStream(4);
  return Array.from({ length: count }, () =>
    Object.fromEntries(FEATURES.map(({ name }) => [name, 2 * random.uniform() - 1])),
  );
}

/** Microseconds per decision, over many. */
function meanOf(
  decider: ContextualDecider<Context>,
  contexts: readonly Context[],
  decisions: number,
): number {
  const start = now();
  for (let i = 0; i < decisions; i++) {
    const context = contexts[i % contexts.length];
    const decision = decider.decide(context);
    decider.update(decision, context.x0 > 0 === decision.arm > 2 ? 1 : 0);
  }
  return ((now() - start) * 1000) / decisions;
}

/** Measures one policy after the other. */
export function measureContextual({ rounds, quick, status }: BenchContext): ContextualRow[] {
  const contexts = contextsOf(1000);
  const options = { armCount: ARMS, features: FEATURES };
  const deciders: readonly ContextualDecider<Context>[] = [
    createContextualDecider(WITH_AIM, options),
    createContextualDecider('lints', options),
    createContextualDecider('d-linucb', { ...options, window: 500 }),
  ];
  return deciders.map((decider) => {
    const policy = decider.policy.definition.id;
    status(`${policy}, ${ARMS} arms with contexts`);
    meanOf(decider, contexts, WARM_UP);
    const decisions = quick ? 5000 : 20_000;
    const means = Array.from({ length: rounds }, () => meanOf(decider, contexts, decisions));
    return { policy, mean: median(means) };
  });
}

/** The limit of a row; undefined if it has none. */
export function contextualAim({ policy, mean }: ContextualRow): Aim | undefined {
  if (policy !== WITH_AIM) return undefined;
  return atMost(`${policy}: µs per decision with a context`, mean, LIMIT_MICROSECONDS);
}

export function contextualTable(rows: readonly ContextualRow[]): Table {
  const cells = rows.map((row) => [row.policy, shortNumber(row.mean), aimCell(contextualAim(row))]);
  return {
    caption: `Microseconds of decide and update with a context: ${ARMS} arms, ${FEATURES.length + 1} columns`,
    rows: [['policy', 'mean', 'aim'], ...cells],
  };
}

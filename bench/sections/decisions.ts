/**
 * A policy inside an application, in plain JavaScript: what a decision among very many arms costs, and
 * how much memory it takes.
 */
import { createPolicy, type Policy, type Random, randomStream } from '@driftline/core';
import { quantile } from '@driftline/engine/play';
import { median } from '@driftline/engine/studies';
import { type Aim, aimCell, atMost } from '../aims.ts';
import { count, shortNumber } from '../format.ts';
import { now } from '../in-turns.ts';
import { withBytes } from '../memory.ts';
import type { BenchContext, Section, Table } from '../section.ts';
import { contextualAim, contextualTable, measureContextual } from './contextual-decisions.ts';

/** Policies that find their leader in a tree if arms are many. */
const WITH_TREE = ['sw-moss', 'r-moss', 'd-ucb'];
const TREE_SIZES = [3, 1000, 10_000, 100_000, 1_000_000];
/** A policy that computes every arm's index in each slot. It would take minutes among more arms. */
const WITHOUT_TREE = 'auto';
const SCAN_SIZES = [3, 100, 1000, 10_000];
const QUICK_SIZE = 100_000;
const LIMIT_MICROSECONDS = 5;
/** Limit to the time of one round of decisions. */
const ROUND_MICROSECONDS = 500_000;
/** A memory of four decisions an arm: with fewer, hardly an arm is ever known. */
const WINDOW_PER_ARM = 4;
/** Fewer would be measured before the compiler has done its best. */
const LEAST_DECISIONS_BEFORE = 50_000;

/** An application's choices: arms whose rewards are 0 or 1 with fixed probabilities. */
class Application {
  readonly #policy: Policy;
  readonly #random: Random = randomStream(1);
  readonly #rewards: Random = randomStream(2);
  readonly #means: Float64Array;

  constructor(policy: Policy) {
    this.#policy = policy;
    const means = randomStream(3);
    this.#means = Float64Array.from({ length: policy.armCount }, () => means.uniform());
  }

  decide(): void {
    const selection = this.#policy.select(this.#random);
    const reward = this.#rewards.uniform() < this.#means[selection.arm] ? 1 : 0;
    this.#policy.update(selection, reward);
  }

  /** Microseconds a decision, over many. */
  mean(decisions: number): number {
    const start = now();
    for (let i = 0; i < decisions; i++) this.decide();
    return ((now() - start) * 1000) / decisions;
  }

  /** Microseconds of single decisions, sorted. */
  single(decisions: number): Float64Array {
    const times = new Float64Array(decisions);
    for (let i = 0; i < decisions; i++) {
      const start = now();
      this.decide();
      times[i] = (now() - start) * 1000;
    }
    return times.toSorted();
  }
}

interface Row {
  readonly policy: string;
  readonly arms: number;
  /** Undefined if the policy has no window to set. */
  readonly window: number | undefined;
  /** Microseconds a decision from the first one on, and once the memory is full. */
  readonly wholeMean: number;
  readonly mean: number;
  readonly quantile999: number;
  readonly highest: number;
  readonly megabytes: number;
}

/** A policy before its first decision, with the number of decisions that fill its memory. */
function made(id: string, arms: number) {
  if (id === WITHOUT_TREE) {
    const decisionsToFill = Math.max(WINDOW_PER_ARM * arms, LEAST_DECISIONS_BEFORE);
    return {
      ...withBytes(() => createPolicy(id, { armCount: arms })),
      window: undefined,
      decisionsToFill,
    };
  }
  const window = WINDOW_PER_ARM * arms;
  // Half a memory more than full, so that one that starts anew is in the middle of it.
  const fillings = Math.ceil(LEAST_DECISIONS_BEFORE / window) + 0.5;
  const decisionsToFill = Math.ceil(fillings * window);
  return {
    ...withBytes(() => createPolicy(id, { armCount: arms, window })),
    window,
    decisionsToFill,
  };
}

function measure(id: string, arms: number, { rounds, quick, status }: BenchContext): Row {
  status(`${id}, ${count(arms)} arms: filling its memory`);
  const { made: policy, bytes, window, decisionsToFill } = made(id, arms);
  const application = new Application(policy);
  const wholeMean = application.mean(decisionsToFill);
  status(`${id}, ${count(arms)} arms: measuring`);
  const decisions = Math.min(quick ? 5000 : 20_000, Math.ceil(ROUND_MICROSECONDS / wholeMean));
  const means = Array.from({ length: rounds }, () => application.mean(decisions));
  // A whole memory, so that the start of an epoch is among them.
  const single = application.single(Math.max(5 * decisions, window ?? 0));
  return {
    policy: id,
    arms,
    window,
    wholeMean,
    mean: median(means),
    quantile999: quantile(single, 0.999),
    highest: single[single.length - 1],
    megabytes: bytes / 1e6,
  };
}

/** Bytes of an arm and of a slot of the window, each from two policies that differ in it alone. */
interface Bytes {
  readonly policy: string;
  readonly perArm: number;
  readonly perSlot: number;
}

const MEMORY_SIZES = [10_000, 110_000] as const;

function bytesPer(id: string, status: (text: string) => void): Bytes {
  status(`${id}: memory`);
  const [few, many] = MEMORY_SIZES;
  const bytes = (armCount: number, window: number) =>
    withBytes(() => createPolicy(id, { armCount, window })).bytes;
  // The first one loads and compiles what all need.
  bytes(few, few);
  const base = bytes(few, few);
  return {
    policy: id,
    perArm: (bytes(many, few) - base) / (many - few),
    perSlot: (bytes(few, many) - base) / (many - few),
  };
}

function aimOf({ policy, arms, mean }: Row): Aim | undefined {
  if (policy === WITHOUT_TREE) return undefined;
  const what = `${policy}: µs per decision among ${count(arms)} arms`;
  return atMost(what, mean, LIMIT_MICROSECONDS);
}

function decisionTable(rows: readonly Row[]): Table {
  const titles = ['policy', 'arms', 'mean', '99.9%', 'highest', 'from the start', 'MB', 'aim'];
  const cells = rows.map((row) => [
    row.policy,
    count(row.arms),
    shortNumber(row.mean),
    shortNumber(row.quantile999),
    shortNumber(row.highest),
    shortNumber(row.wholeMean),
    shortNumber(row.megabytes),
    aimCell(aimOf(row)),
  ]);
  return {
    caption: 'Microseconds of select and update in plain JavaScript',
    rows: [titles, ...cells],
  };
}

function memoryTable(memory: readonly Bytes[]): Table {
  const cells = memory.map(({ policy, perArm, perSlot }) => [
    policy,
    shortNumber(perArm),
    shortNumber(perSlot),
  ]);
  return {
    caption: `Memory in bytes: of an arm with τ = ${count(MEMORY_SIZES[0])}, of a slot with K = ${count(MEMORY_SIZES[0])}`,
    rows: [['policy', 'an arm', 'a slot of the window'], ...cells],
  };
}

/** Decisions among many arms. */
export const decisionsSection: Section = {
  id: 'decisions',
  title: 'Decisions in an application',
  async run(context) {
    const sizes = TREE_SIZES.filter((arms) => !context.quick || arms <= QUICK_SIZE);
    const rows = [
      ...SCAN_SIZES.map((arms) => measure(WITHOUT_TREE, arms, context)),
      ...WITH_TREE.flatMap((id) => sizes.map((arms) => measure(id, arms, context))),
    ];
    const memory = [...WITH_TREE, 'sw-rmoss'].map((id) => bytesPer(id, context.status));
    const contextual = measureContextual(context);
    return {
      tables: [decisionTable(rows), contextualTable(contextual), memoryTable(memory)],
      notes: [
        `The memory is ${WINDOW_PER_ARM} slots per arm: τ = ${WINDOW_PER_ARM} K is the window of sw-moss, the epoch of r-moss, and 1/(1 − γ) of d-ucb. auto has nothing to set, and it computes every arm's index in each slot, so its cost grows with the number of arms and it has no aim. Rewards are 0 or 1, with a separate probability for each arm. The time to draw them is included.`,
        'Mean and quantile are those of a full memory; "from the start" is the mean of all decisions until then, beginnings of epochs and compiling included. Single decisions, whose quantile and highest are shown, fill the memory once more: one of r-moss starts an epoch and forgets all arms at once, one of sw-moss sums its whole window again. They include about 0.05 µs of the clock, collections of garbage, and whatever else the machine does.',
        'With contexts, a decision includes reading the context from an object, its codes, and the table of pending decisions. d-linucb factors the matrices of all arms anew in each slot.',
        'Bytes are what a policy adds to the heap and to arrays after garbage is collected; those of an arm and of a slot are differences between policies that have 100,000 more of them. MB is the whole policy.',
      ],
      aims: [...rows.map(aimOf), ...contextual.map(contextualAim)].filter(
        (aim) => aim !== undefined,
      ),
      data: { decisions: rows, contextual, bytes: memory },
    };
  },
};

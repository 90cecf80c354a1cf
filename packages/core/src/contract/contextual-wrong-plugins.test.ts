/** Contextual policies that are wrong in one way each, and the check that finds it; and a right one. */
import { describe, expect, test } from 'vitest';
import { type ContextForm, defineContextualPolicy } from '../definitions/contextual.ts';
import type { Archive } from '../portable/base/archive.ts';
import type { ContextualKernel } from '../portable/kernels/contextual-kernel.ts';
import type { Random } from '../portable/random/generator.ts';
import { contextualPolicyContract } from './contextual-contract.ts';

type Vectors = Float64Array<ArrayBuffer>;

const WINDOW = 50;

/** Adds up features, weighted by rewards. Right in all that is checked. */
class StepKernel implements ContextualKernel {
  readonly dimension: number;
  readonly blocks: number;
  readonly sums: Vectors;
  readonly pending: Int32Array;
  slot = 0;

  constructor(blocks: number, dimension: number) {
    this.blocks = blocks;
    this.dimension = dimension;
    this.sums = new Float64Array(blocks * dimension);
    this.pending = new Int32Array(blocks);
  }

  pick(
    _random: Random,
    features: Vectors,
    stride: number,
    blocks: Int32Array,
    count: number,
  ): number {
    let best = 0;
    for (let i = 1; i < count; i++) {
      const score = (place: number) =>
        this.value(blocks[place], features, place * stride) +
        this.widthOf(blocks[place], features, place * stride);
      if (score(i) > score(best)) best = i;
    }
    return best;
  }

  propensity(): number {
    return 1;
  }

  ticket(): number {
    return 0;
  }

  acceptsTicket(): boolean {
    return true;
  }

  advance(): void {
    this.slot += 1;
  }

  hold(block: number): void {
    this.pending[block] += 1;
  }

  release(block: number): void {
    this.pending[block] -= 1;
  }

  letGo(): void {
    this.pending.fill(0);
  }

  learn(
    slot: number,
    block: number,
    features: Vectors,
    at: number,
    _ticket: number,
    reward: number,
  ): boolean {
    if (this.weight(slot) === 0) return false;
    // Sums of sixteenths are exact in any order.
    const seen = Math.round(16 * reward) / 16 - 0.25;
    for (let i = 0; i < this.dimension; i++) {
      this.sums[block * this.dimension + i] += seen * Math.round(16 * features[at + i]);
    }
    return true;
  }

  weight(slot: number): number {
    return slot < this.slot - WINDOW ? 0 : 1;
  }

  welcome(): void {}

  reset(): void {
    this.slot = 0;
    this.sums.fill(0);
    this.letGo();
  }

  transfer(archive: Archive): void {
    this.slot = archive.slot(this.slot);
    archive.reals('sums', this.sums, this.sums.length);
    archive.integers('pending', this.pending as Int32Array<ArrayBuffer>, this.blocks, 0, 2 ** 30);
  }

  value(block: number, features: Vectors, at: number): number {
    let sum = 0;
    for (let i = 0; i < this.dimension; i++) {
      sum += this.sums[block * this.dimension + i] * features[at + i];
    }
    return sum / 100;
  }

  widthOf(block: number, _features: Vectors, _at: number): number {
    const plays = Math.abs(this.sums[block * this.dimension]);
    return 8 / (1 + this.pending[block] + plays);
  }

  coefficient(block: number, column: number): number {
    return this.sums[block * this.dimension + column] / 100;
  }
}

function failures(
  kernel: new (blocks: number, dimension: number) => ContextualKernel,
  form: ContextForm,
  changes: object = {},
): string[] {
  const definition = defineContextualPolicy({
    kind: 'contextual',
    id: 'own',
    name: 'Own',
    summary: 'A contextual policy of one’s own.',
    reference: 'this test',
    forms: [form],
    formula: 'steps',
    memory: 'all',
    estimator: 'steps',
    index: 'none',
    rewards: 'unit-interval',
    guarantee: 'none',
    cost: 'O(d)',
    randomised: false,
    lateRewards: 'own-slot',
    parameters: [],
    kernel: ({ blocks, dimension }) => new kernel(blocks, dimension),
    ...changes,
  });
  const failed: string[] = [];
  for (const { name, first, run } of contextualPolicyContract(definition)) {
    try {
      run();
    } catch {
      failed.push(name);
      if (first) break;
    }
  }
  return failed;
}

test.each(['arms', 'actions'] as const)(
  'a right policy passes every check in the form %s',
  (form) => {
    expect(failures(StepKernel, form)).toEqual([]);
  },
);

class SmallKernel extends StepKernel {
  override pick(...args: Parameters<StepKernel['pick']>): number {
    const [random, features, stride, blocks, count] = args;
    return (
      super.pick(random, features, stride, blocks, Math.min(count, 64)) + (count > 64 ? count : 0)
    );
  }
}

class NegativeKernel extends StepKernel {
  override widthOf(...args: Parameters<StepKernel['widthOf']>): number {
    return -super.widthOf(...args);
  }
}

class HoardingKernel extends StepKernel {
  override release(): void {}

  override letGo(): void {}
}

class WithoutCoefficients extends StepKernel {
  constructor(blocks: number, dimension: number) {
    super(blocks, dimension);
    Object.defineProperty(this, 'coefficient', { value: undefined });
  }
}

describe('one check finds', () => {
  test.each([
    ['a kernel without a method', WithoutCoefficients, 'has forms, and a kernel with every method'],
    ['a list that is too long for the kernel', SmallKernel, 'takes 1, 2 and 10,000 actions'],
    ['a negative width', NegativeKernel, 'shows actions without changing state'],
  ])('%s', (_, kernel, check) => {
    expect(failures(kernel, 'actions')).toEqual([check]);
  });

  test('pending decisions that are never released', () => {
    expect(failures(HoardingKernel, 'actions')).toContain(
      'forgets pending decisions that have ended',
    );
  });

  test('a policy that states no reference', () => {
    expect(failures(StepKernel, 'actions', { reference: ' ' })).toEqual(['describes itself']);
  });
});

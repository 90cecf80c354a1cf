/** A policy of one's own in one file: its kernel, what it shows of it, and how it explains a pick. */
import type { Archive, Kernel, PolicyDefinition, Random } from '@driftline/core';
import type { Moment, Seen, Showing } from '@driftline/core/parts';

/** Plays arms in turn; after each round the worst one is dropped, as long as two are left. */
export class DroppingKernel implements Kernel {
  readonly armCount: number;
  readonly counts: Float64Array<ArrayBuffer>;
  readonly sums: Float64Array<ArrayBuffer>;
  /** 1 of an arm that is dropped. */
  readonly dropped: Int32Array<ArrayBuffer>;
  slot = 0;
  round = 1;
  turn = 0;

  constructor(armCount: number) {
    this.armCount = armCount;
    this.counts = new Float64Array(armCount);
    this.sums = new Float64Array(armCount);
    this.dropped = new Int32Array(armCount);
  }

  /** The arms that are left, in their order. */
  left(): number[] {
    return Array.from(this.dropped.keys()).filter((arm) => this.dropped[arm] === 0);
  }

  mean(arm: number): number {
    return this.sums[arm] / this.counts[arm];
  }

  pick(_random: Random): number {
    return this.left()[this.turn];
  }

  pickAmong(_random: Random, arms: Int32Array): number {
    const wanted = this.left()[this.turn];
    return arms.includes(wanted) ? wanted : arms[0];
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
    this.turn += 1;
  }

  learn(_slot: number, arm: number, _ticket: number, reward: number): boolean {
    this.counts[arm] += 1;
    this.sums[arm] += reward;
    const left = this.left();
    if (this.turn < left.length) return true;
    this.turn = 0;
    this.round += 1;
    if (left.length < 2) return true;
    const worst = left.reduce((least, each) => (this.mean(each) < this.mean(least) ? each : least));
    this.dropped[worst] = 1;
    return true;
  }

  weight(): number {
    return 1;
  }

  welcome(): void {}

  reset(): void {
    this.slot = 0;
    this.round = 1;
    this.turn = 0;
    this.counts.fill(0);
    this.sums.fill(0);
    this.dropped.fill(0);
  }

  transfer(archive: Archive): void {
    this.slot = archive.slot(this.slot);
    this.round = archive.integer('round', this.round, 1, this.slot + 1);
    this.turn = archive.integer('turn', this.turn, 0, this.armCount);
    archive.wholes('counts', this.counts, this.armCount, this.slot);
    archive.reals('sums', this.sums, this.armCount);
    archive.integers('dropped', this.dropped, this.armCount, 0, 1);
  }
}

type SlotFacts = 'round' | 'left' | 'lead';

function isDropped(at: Seen<SlotFacts, 'dropped'>, arm: number): boolean {
  return at.armFact('dropped', arm) === 1;
}

function reason(at: Moment<SlotFacts>): string {
  return `, whose turn it is in round ${at.number(at.fact('round'))}.`;
}

function aside(at: Moment<SlotFacts>): string {
  const left = at.list('left').flatMap((isLeft, arm) => (isLeft === 1 ? [at.arm(arm)] : []));
  return `Round ${at.number(at.fact('round'))} is played by ${at.listed(left)}.`;
}

const shows: Showing<DroppingKernel, SlotFacts, 'dropped'> = {
  choice: 'rule',
  arm: (kernel, arm) => ({ count: kernel.counts[arm], mean: kernel.mean(arm) }),
  slotFacts: {
    round: { unit: 'count', of: ({ round }) => round },
    left: { unit: 'flag', of: ({ dropped }) => Array.from(dropped, (each) => 1 - each) },
    // By how much the first arm is ahead of the second.
    lead: { unit: 'difference', of: (kernel) => kernel.mean(0) - kernel.mean(1) },
  },
  armFacts: { dropped: { unit: 'flag', of: ({ dropped }, arm) => dropped[arm] } },
  explains: {
    reason,
    aside,
    follows: (at) => !isDropped(at, at.picked),
    armStanding: {
      out: 'dropped',
      isOut: isDropped,
      words: (at, arm) => (isDropped(at, arm) ? 'dropped' : 'left'),
    },
    lacks: 'no index: it drops the worst arm after each round',
  },
};

export const dropping: PolicyDefinition = {
  id: 'dropping',
  name: 'Dropping',
  summary: 'Arms in turn, without the worst after each round.',
  reference: 'a test',
  formula: 'drop the least mean after each round',
  memory: 'all-time',
  estimator: 'mean',
  index: 'elimination',
  rewards: 'sub-gaussian',
  guarantee: 'none',
  cost: 'O(K) per slot',
  randomised: false,
  lateRewards: 'on-arrival',
  parameters: [
    { kind: 'number', id: 'scale', symbol: 'b', summary: 'divides rewards', default: 1, above: 0 },
  ],
  kernel: ({ armCount }) => new DroppingKernel(armCount),
  shows,
} satisfies PolicyDefinition<DroppingKernel>;

/** The payer of a watched replication. */
import {
  type Environment,
  type Payer,
  type PreparedPolicy,
  playSlot,
  type Random,
  ROLE_POLICY,
  ROLE_REWARDS,
  randomStream,
} from '@driftline/core/play';
import { type PickView, type Showing, showingOf, viewPick } from '@driftline/core/showing';
import type { Comparison } from '../comparison.ts';
import { FactTables } from './facts.ts';
import { Forgetting } from './forgetting.ts';
import { Happened } from './happened.ts';
import { KnownTables } from './known-tables.ts';
import { MemoryTables } from './memory-tables.ts';

/** Means as a policy has drawn them, in the units of rewards. */
function inUnits(
  means: Float64Array,
  { center, scale }: PreparedPolicy['rewardMap'],
): Float64Array {
  return means.map((mean) => center + scale * mean);
}

/** Plays a kernel with the draws of a comparison, and notes in each slot what the kernel knows. */
export class Watcher implements Payer {
  readonly known: KnownTables;
  readonly facts: FactTables;
  readonly memory: MemoryTables;
  readonly forgetting: Forgetting;
  readonly happened: Happened;
  readonly draws: Float64Array<ArrayBuffer>;
  explorationShare = 0;
  readonly #shows: Showing;
  readonly #policy: PreparedPolicy;
  readonly #environment: Environment;
  readonly #policyRandom: Random;
  readonly #rewardRandom: Random;
  /** The chances of the slot's pick, viewed before it. */
  #chance: PickView | undefined;

  constructor(
    policy: PreparedPolicy,
    environment: Environment,
    slots: number,
    { seed }: Comparison,
    number: number,
  ) {
    const { definition, kernel, rewardMap } = policy;
    const { armCount } = environment.means;
    this.#policy = policy;
    this.#environment = environment;
    this.#policyRandom = randomStream(seed, number, ROLE_POLICY);
    this.#rewardRandom = randomStream(seed, number, ROLE_REWARDS);
    this.#shows = showingOf(definition);
    this.known = new KnownTables(slots * armCount, this.#shows, kernel, rewardMap);
    this.facts = new FactTables(this.#shows, kernel, slots, armCount, rewardMap);
    this.memory = new MemoryTables(this.#shows, kernel, slots);
    this.forgetting = new Forgetting(slots, this.#shows, kernel);
    this.happened = new Happened(slots, environment.means);
    this.draws = new Float64Array(this.#shows.draw === undefined ? 0 : slots * armCount);
  }

  play(slot: number): void {
    const { kernel } = this.#policy;
    const { armCount } = this.#environment.means;
    this.#chance = viewPick(this.#shows, kernel, this.#policyRandom, armCount);
    const counted = playSlot(kernel, this.#policyRandom, this, slot);
    this.happened.counted[slot] = counted ? 1 : 0;
  }

  /** Between pick and reward: a pick changes no knowledge, but may set which of several learners picks. */
  pay(slot: number, arm: number): number {
    this.#noteChance(slot);
    this.#noteKnown(slot);
    const mean = this.happened.noteMeans(slot, arm);
    const reward = this.#environment.law.draw(mean, this.#rewardRandom);
    this.happened.rewards[slot] = reward;
    return this.#policy.rewardMap.apply(reward);
  }

  #noteChance(slot: number): void {
    const chance = this.#chance;
    if (chance === undefined) throw new Error(`slot ${slot} is paid before its pick`);
    const row = slot * this.#environment.means.armCount;
    const { drawn, explored, explorationShare } = chance;
    if (drawn !== undefined) this.draws.set(inUnits(drawn.means, this.#policy.rewardMap), row);
    this.facts.noteSlot(slot, drawn);
    this.happened.explored[slot] = explored < 0 ? 0 : 1;
    this.explorationShare = explorationShare;
  }

  #noteKnown(slot: number): void {
    const { armCount } = this.#environment.means;
    const row = slot * armCount;
    const { since, isFresh } = this.memory.note(slot);
    for (let each = 0; each < armCount; each++) {
      this.facts.noteArm(row + each, each);
      if (isFresh) this.known.noteFresh(row + each);
      else this.known.note(row + each, each);
    }
    const counts = this.known.counts.subarray(row, row + armCount);
    this.forgetting.note(slot, counts, this.happened.arms[slot - 1], since);
  }
}
